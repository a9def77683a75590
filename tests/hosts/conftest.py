"""The exported lesson on one origin, host pages on another, and all that they say."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path

import pytest
from hosts.heard import Heard
from hosts.reader import alive
from hosts.sites import Site, serving
from playwright.sync_api import Browser, Page, expect

ROOT = Path(__file__).resolve().parents[2]
SCREEN = {"width": 1280, "height": 800}

# A busy machine may take longer to answer, but never answers wrongly.
SECONDS = 15
expect.set_options(timeout=SECONDS * 1000)

Opener = Callable[..., AbstractContextManager[Page]]


@pytest.fixture(scope="session")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Export the lesson as a reader does, and return the folder."""
    out = tmp_path_factory.mktemp("export") / "roofline"
    command = [sys.executable, "-m", "app.files.export", str(out)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    return out


@pytest.fixture(scope="session")
def on_disk(exported: Path) -> str:
    """Return the address of the exported page on the disk."""
    return (exported / "lesson.html").as_uri()


@pytest.fixture(scope="session")
def serve() -> Callable[..., AbstractContextManager[str]]:
    """Return the function that serves a folder for the length of a `with` block."""
    return serving


@pytest.fixture(scope="session")
def lesson(exported: Path) -> Iterator[str]:
    """Serve the export, and return the address of its page."""
    with serving(exported) as address:
        yield f"{address}/lesson.html"


@pytest.fixture(scope="session")
def course(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Serve a folder of host pages; to a browser it is another site than the lesson."""
    folder = tmp_path_factory.mktemp("course")
    with serving(folder, "localhost") as address:
        yield Site(folder, address)


@pytest.fixture(scope="session")
def opened(browser: Browser) -> Opener:
    """Return the function that opens an empty page for the length of a `with` block.

    Its keyword arguments are those of the browser's context; steps are done at once.
    Nothing may complain: that is asked when the block is left. With `origin` only what
    that origin says counts; a host page's own troubles are not the lesson's.
    """

    @contextmanager
    def open_page(
        heard: Heard | None = None,
        origin: str = "",
        offline: bool = False,
        **options: object,
    ) -> Iterator[Page]:
        record = heard or Heard()
        usual = {"viewport": SCREEN, "reduced_motion": "reduce"}
        context = browser.new_context(**{**usual, **options})
        context.set_default_timeout(SECONDS * 1000)
        context.set_offline(offline)
        try:
            context.on("page", record.listen)
            yield context.new_page()
        finally:
            context.close()
        assert record.complaints(origin) == []

    return open_page


@pytest.fixture
def heard() -> Heard:
    """Record what the pages of this test say and ask."""
    return Heard()


@pytest.fixture
def new_page(opened: Opener, heard: Heard) -> Iterator[Callable[..., Page]]:
    """Return a function that opens an empty page, with options for its context."""
    with ExitStack() as pages:
        yield lambda **options: pages.enter_context(opened(heard, **options))


@pytest.fixture
def page(new_page: Callable[..., Page]) -> Page:
    """Return an empty page on an ordinary screen."""
    return new_page()


@pytest.fixture(scope="module")
def from_disk(opened: Opener, on_disk: str) -> Iterator[Callable[[str], Page]]:
    """Return a function that opens the file at a query, with the network off.

    It is one page for all tests of a module. Whatever is done there, the file is all
    that may ever be asked for.
    """
    heard = Heard()
    with opened(heard, offline=True) as page:

        def open_at(query: str = "") -> Page:
            page.goto(on_disk + query)
            return alive(page)

        yield open_at
    assert {asked.url.partition("?")[0] for asked in heard.requests} == {on_disk}
