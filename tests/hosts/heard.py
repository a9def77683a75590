"""A record of what the pages of one test say and ask for, their frames included."""

from dataclasses import dataclass, field

from playwright.sync_api import ConsoleMessage, Error, Page, Request


@dataclass
class Asked:
    """A request, and the address of the page or frame that made it."""

    by: str
    url: str


@dataclass
class Heard:
    """What the pages of one test said and asked for."""

    #: Complaints that hold one of these texts are what the test is about.
    expected: tuple[str, ...] = ()
    console: list[ConsoleMessage] = field(default_factory=list)
    errors: list[Error] = field(default_factory=list)
    requests: list[Asked] = field(default_factory=list)

    def listen(self, page: Page) -> None:
        """Record a page from now on."""
        page.on("console", self._hear)
        page.on("pageerror", self._fail)
        page.on("request", self._note)

    def complaints(self, of: str = "") -> list[str]:
        """Return every error and warning, or only those of one page or origin."""
        thrown = [e.message for e in self.errors if of in (e.stack or e.message)]
        loud = [
            message.text
            for message in self.console
            if message.type in ("error", "warning") and of in message.location["url"]
        ]
        return [
            text
            for text in thrown + loud
            if not any(part in text for part in self.expected)
        ]

    def _fail(self, error: Error) -> None:
        self.errors.append(error)

    def _hear(self, message: ConsoleMessage) -> None:
        self.console.append(message)

    def _note(self, request: Request) -> None:
        try:
            by = request.frame.url
        except Error:  # a frame that is only just being made
            by = ""
        self.requests.append(Asked(by, request.url))
