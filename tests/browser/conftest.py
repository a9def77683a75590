"""A real server and a real browser, and a record of all that a page says and asks."""

import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest
from browser.heard import Heard
from browser.reader import reset
from playwright.sync_api import Browser, Page, expect

ROOT = Path(__file__).resolve().parents[2]
SCREEN = {"width": 1280, "height": 800}
SECONDS_TO_START = 60

# The tests' own way to a model of the figure, whichever of BokehJS's documents has it.
MODEL_NAMED = """window.modelNamed = (name) => Bokeh.documents
  .map((one) => one.get_model_by_name(name)).find((model) => model !== null);"""

# A busy machine may take longer to answer, but never answers wrongly.
expect.set_options(timeout=10_000)

Opener = Callable[..., AbstractContextManager[Page]]


@dataclass
class Served:
    """A running server: where its page is, its process, and its log."""

    address: str
    process: subprocess.Popen[bytes]
    log: Path

    def stop(self) -> None:
        """End the server."""
        self.process.terminate()
        self.process.wait()


@contextmanager
def serving(what: str | Path, log: Path) -> Iterator[Served]:
    """Serve an app with `panel serve`, as a user does, until the block is left.

    Parameters
    ----------
    what : str or Path
        The folder or the script of the app.
    log : Path
        Where the server's output goes.
    """
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "panel", "serve", str(what), "--port", str(port)]
    address = f"http://localhost:{port}/{Path(what).stem}"
    with (
        log.open("wb") as output,
        subprocess.Popen(
            command, cwd=ROOT, stdout=output, stderr=subprocess.STDOUT
        ) as process,
    ):
        served = Served(address, process, log)
        try:
            wait_for(served)
            yield served
        finally:
            served.stop()


def wait_for(served: Served) -> None:
    """Wait until the server answers, or fail with what it said."""
    limit = time.monotonic() + SECONDS_TO_START
    while time.monotonic() < limit and served.process.poll() is None:
        try:
            with urlopen(served.address, timeout=SECONDS_TO_START):
                return
        except URLError:
            time.sleep(0.05)  # between two questions to the server
    pytest.fail(f"The server did not start:\n{served.log.read_text(errors='replace')}")


@pytest.fixture(scope="session")
def serve(
    tmp_path_factory: pytest.TempPathFactory,
) -> Callable[[str | Path], AbstractContextManager[Served]]:
    """Return the function that serves an app for the length of a `with` block."""
    return lambda what: serving(what, tmp_path_factory.mktemp("server") / "log.txt")


@pytest.fixture(scope="session")
def server(serve: Callable[[str], AbstractContextManager[Served]]) -> Iterator[Served]:
    """Serve the app for all tests."""
    with serve("app") as served:
        yield served


@pytest.fixture(scope="session")
def opened(browser: Browser) -> Opener:
    """Return the function that opens an empty page for the length of a `with` block.

    Its keyword arguments are those of the browser's context. No page may complain:
    that is asked when the block is left, unless `quiet` is false.
    """

    @contextmanager
    def open_page(
        heard: Heard | None = None, *, quiet: bool = True, **options: object
    ) -> Iterator[Page]:
        record = heard or Heard()
        context = browser.new_context(**{"viewport": SCREEN, **options})
        try:
            context.add_init_script(MODEL_NAMED)
            page = context.new_page()
            record.listen(page)
            yield page
        finally:
            context.close()
        assert record.complaints() == [] or not quiet

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


@pytest.fixture(scope="session")
def lesson(server: Served) -> Callable[..., Page]:
    """Return the function that loads the lesson into a page and waits until it lives.

    It takes the page, the address' query, and the server's address if it is another.
    """

    def load(page: Page, query: str = "", address: str | None = None) -> Page:
        page.goto((address or server.address) + query)
        page.locator("#lesson[data-live]").wait_for(state="attached")
        return page

    return load


@pytest.fixture(scope="module")
def loaded(opened: Opener, lesson: Callable[..., Page]) -> Iterator[Page]:
    """Load the lesson once for the tests of a module; its steps are done at once."""
    with opened(reduced_motion="reduce") as page:
        yield lesson(page)


@pytest.fixture
def ready(loaded: Page) -> Page:
    """Return the module's lesson as a reader finds it: the first tile, on the A100."""
    reset(loaded)
    return loaded
