"""A socket that does not open: the page is whole, lives, and says what to set."""

import re
from contextlib import ExitStack

import pytest
from deploy.reader import TILES, notes, works
from deploy.servers import Wire, another_host, no_upgrade, panel
from playwright.sync_api import expect

#: What the browser and BokehJS say of a socket that was refused.
REFUSED = ("WebSocket connection to", "Could not open websocket")

#: By then a page whose socket stays shut has said so, from when it came [ms].
IN_TIME = 10_000

#: Notes how long the page takes to say that it has no socket. A server's first answer
#: may take seconds itself; nobody waits for a socket meanwhile.
WATCH = """window.cameAt = performance.now();
new MutationObserver((_, observer) => {
  if (!document.querySelector("[data-unconnected]")) return;
  window.saidAfter = performance.now() - cameAt;
  observer.disconnect();
}).observe(document, { childList: true, subtree: true });"""

SHUT = ["another origin is allowed", "the proxy does not pass sockets"]


@pytest.fixture(scope="module")
def visits(opened, server, log):
    """Open the page beside the servers at once, for each of them is waited for."""
    with ExitStack() as stack:
        enter = stack.enter_context
        elsewhere = enter(panel(log(), "--allow-websocket-origin", "class.example.org"))
        # The proxy asks in a name of its own: where both names agree, Tornado may let
        # the socket open whatever is allowed.
        origin = enter(Wire(elsewhere.port, another_host))
        deaf = enter(Wire(server.port, no_upgrade))
        visits = {"open": (enter(opened()), server)}
        for name, wire in zip(SHUT, (origin, deaf), strict=True):
            visits[name] = (enter(opened(REFUSED)), wire)
        for visit, to in visits.values():
            visit.page.add_init_script(WATCH)
            visit.page.goto(f"http://127.0.0.1:{to.port}/app")
        yield visits


@pytest.mark.parametrize("why", SHUT)
def test_the_page_stands_and_works_without_its_socket(visits, why):
    page = visits[why][0].lives()
    expect(page.locator('[data-frames="a100"]')).to_be_visible()
    assert page.locator('[data-frames="a100"] tbody tr').count() == len(TILES)
    works(page)


@pytest.mark.parametrize("why", SHUT)
def test_within_ten_seconds_a_note_names_the_option_and_the_origin(visits, why):
    visit, wire = visits[why]
    note = visit.page.locator("[data-notes] [data-unconnected]")
    note.wait_for()
    assert f"--allow-websocket-origin=127.0.0.1:{wire.port}" in note.text_content()
    assert "proxy pass websockets" in note.text_content()
    assert visit.page.evaluate("saidAfter") < IN_TIME
    assert visit.page.locator("#lesson[data-python]").count() == 0


def test_where_the_socket_opens_no_note_ever_comes(visits):
    visit, server = visits["open"]
    page = visit.connected()
    page.wait_for_function(f"() => performance.now() > cameAt + {IN_TIME}")
    assert notes(page) == []
    assert page.evaluate("typeof saidAfter") == "undefined"
    assert len(visit.sockets) == 1
    assert not re.search(r"Refusing|ERROR|Traceback", server.said())
