"""A browser for the deployed page, and a record of what each visit asks and says."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from deploy.servers import Served, panel
from playwright.sync_api import (
    Browser,
    ConsoleMessage,
    Page,
    Request,
    Response,
    WebSocket,
    expect,
)

SCREEN = {"width": 1280, "height": 800}

# A busy machine may take longer to answer, but never answers wrongly.
expect.set_options(timeout=30_000)


@dataclass
class Visit:
    """A page, and what it has said and asked for.

    Parameters
    ----------
    page : Page
    expected : tuple of str
        Complaints that hold one of these texts are what the test is about.
    """

    page: Page
    expected: tuple[str, ...] = ()
    complaints: list[str] = field(default_factory=list)
    requests: list[Request] = field(default_factory=list)
    responses: list[Response] = field(default_factory=list)
    sockets: list[WebSocket] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self._complain(str(error)))
        # Playwright calls Python functions only, no methods of built-in types.
        self.page.on("request", lambda request: self.requests.append(request))  # noqa: PLW0108
        self.page.on("response", lambda answer: self.responses.append(answer))  # noqa: PLW0108
        self.page.on("websocket", lambda socket: self.sockets.append(socket))  # noqa: PLW0108

    def lives(self) -> Page:
        """Wait until the lesson lives, and return its page."""
        self.page.locator("#lesson[data-live]").wait_for(state="attached")
        return self.page

    def connected(self) -> Page:
        """Wait until the page has its server's hand on it, and return it."""
        self.page.locator("#lesson[data-python]").wait_for(state="attached")
        return self.lives()

    def navigations(self) -> int:
        """Tell how often the page was loaded."""
        return sum(request.is_navigation_request() for request in self.requests)

    def _hear(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self._complain(message.text)

    def _complain(self, text: str) -> None:
        if not any(part in text for part in self.expected):
            self.complaints.append(text)


Opener = Callable[..., AbstractContextManager[Visit]]


@pytest.fixture(scope="session")
def opened(browser: Browser) -> Opener:
    """Return the function that opens an empty page for the length of a `with` block.

    Its keyword arguments are those of the browser's context, but for `expected`. Steps
    are done at once. No page may complain of anything else: that is asked when the
    block is left.
    """

    @contextmanager
    def open_page(expected: tuple[str, ...] = (), **options: object) -> Iterator[Visit]:
        usual = {"viewport": SCREEN, "reduced_motion": "reduce"}
        context = browser.new_context(**{**usual, **options})
        try:
            visit = Visit(context.new_page(), expected)
            yield visit
        finally:
            context.close()
        assert visit.complaints == []

    return open_page


@pytest.fixture
def visit(opened: Opener) -> Iterator[Callable[..., Visit]]:
    """Return a function that opens an empty page until the test is over."""
    with ExitStack() as pages:
        yield lambda *expected, **options: pages.enter_context(
            opened(expected, **options)
        )


@pytest.fixture(scope="session")
def log(tmp_path_factory: pytest.TempPathFactory) -> Callable[[], Path]:
    """Return the function that names a file for a server's output."""
    return lambda: tmp_path_factory.mktemp("server") / "log.txt"


@pytest.fixture(scope="package")
def server(log: Callable[[], Path]) -> Iterator[Served]:
    """Serve the app for all tests that do it no harm."""
    with panel(log()) as served:
        yield served
