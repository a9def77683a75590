"""What a page says and asks, as the tests hear it."""

from collections.abc import Callable
from dataclasses import dataclass, field

import pytest
from playwright.sync_api import ConsoleMessage, Page, WebSocket


@dataclass
class Heard:
    """What the pages of one test said, asked for and sent."""

    console: list[tuple[str, str]] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)
    sent: list[str | bytes] = field(default_factory=list)
    received: list[str | bytes] = field(default_factory=list)

    def listen(self, page: Page) -> None:
        """Record a page from now on."""
        page.on("console", self._note)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("request", lambda request: self.requests.append(request.url))
        page.on("websocket", self._watch)

    def complaints(self) -> list[str]:
        """Return every error and warning."""
        loud = [text for kind, text in self.console if kind in ("error", "warning")]
        return self.errors + loud

    def _note(self, message: ConsoleMessage) -> None:
        self.console.append((message.type, message.text))

    def _watch(self, connection: WebSocket) -> None:
        # Playwright calls Python functions only, no methods of built-in types.
        connection.on("framesent", lambda frame: self.sent.append(frame))  # noqa: PLW0108
        connection.on("framereceived", lambda frame: self.received.append(frame))  # noqa: PLW0108


def a_frame(page: Page) -> None:
    """Let the browser paint one more frame."""
    page.evaluate("new Promise((done) => requestAnimationFrame(() => done()))")


def until(page: Page, holds: Callable[[], object]) -> None:
    """Let frames go by until something holds that the test has heard."""
    for _ in range(1000):
        if holds():
            return
        a_frame(page)
    pytest.fail("it never came to hold")


def connected(page: Page, heard: Heard) -> None:
    """Wait until Python has its hand on the page, and BokehJS and server are at rest.

    BokehJS reports that the page is open, and the server says OK. What Python sets
    between the two can get lost on its way through Panel's server.
    """
    page.locator("#lesson[data-python]").wait_for(state="attached")
    until(page, lambda: any("document_ready" in str(frame) for frame in heard.sent))
    until(page, lambda: any(' "OK"' in str(frame) for frame in heard.received))
