"""What breaks on the way to a reader, and what the reader keeps."""

import http.client
import os
import re
import shutil
import subprocess
from html.parser import HTMLParser
from urllib.parse import urlsplit

import pytest
from deploy.reader import (
    TILES,
    choose,
    control,
    covers,
    notes,
    picture,
    sentence,
    step_to,
    told,
    works,
)
from deploy.servers import HOST, Wire, panel
from playwright.sync_api import expect

#: What a server says when something of its own went wrong.
TROUBLE = re.compile(r"Traceback|ERROR|Exception|error handling", re.I)

# A server that is gone, or a wire that was cut, is known to the browser as this.
LOST = ("net::ERR_CONNECTION_REFUSED",)


def test_the_lesson_goes_on_when_its_server_is_restarted(visit, log):
    """Two readers have it open; a third comes after the restart."""
    with panel(log()) as server:
        visits = [visit(*LOST), visit(*LOST)]
        for each in visits:
            each.page.goto(server.address)
            each.connected()
        before = [show(each.page) for each in visits]
        server.stop()
        for each in visits:
            works(each.page)
            assert each.sockets[0].is_closed()
        with panel(log(), port=server.port) as again:
            later = visit()
            later.page.goto(again.address)
            later.connected()
            for each, picture_before in zip(visits, before, strict=True):
                works(each.page)
                assert covers(each.page) == []
                assert show(each.page) == picture_before
                assert each.navigations() == 1
                assert len(each.sockets) <= 2
                assert notes(each.page) == []
            assert not TROUBLE.search(again.said())


def show(page):
    """Bring a page to one state, and return the screen."""
    choose(page, "both")
    step_to(page, 4)
    return picture(page)


def test_the_lesson_goes_on_when_its_wire_is_cut(visit, server):
    with Wire(server.port) as wire:
        cut = visit(*LOST)
        cut.page.goto(f"http://{HOST}:{wire.port}/app")
        cut.connected()
        before = show(cut.page)
        with cut.sockets[0].expect_event("close"):
            wire.cut()
        works(cut.page)
        wire.mend()
        works(cut.page)
        assert show(cut.page) == before
        assert covers(cut.page) == []
        assert cut.navigations() == 1


def test_a_wire_that_breaks_before_the_socket_opens_leaves_a_lesson(visit, server):
    """The handshake is swallowed, as on a network that fails while the page loads."""

    def swallow(piece):
        return b"" if b"\nUpgrade: websocket" in piece else piece

    with Wire(server.port, swallow) as wire:
        broken = visit("WebSocket connection to", "Could not open websocket")
        broken.page.goto(f"http://{HOST}:{wire.port}/app")
        works(broken.lives())
        wire.cut()
        works(broken.page)


def test_the_picture_is_painted_before_any_script_has_come(visit, server):
    slow = visit()
    held, come = [], []
    slow.page.route(
        re.compile(r"\.js(\?|$)"),
        lambda route: route.continue_() if come else held.append(route),
    )
    slow.page.goto(server.address, wait_until="commit")
    poster = slow.page.locator('.poster[data-choice="a100"]')
    expect(poster).to_be_visible()
    slow.page.wait_for_function(
        "() => performance.getEntriesByName('first-contentful-paint').length > 0"
    )
    assert poster.bounding_box()["height"] > 250
    expect(slow.page.locator('[data-frames="a100"]')).to_be_visible()
    assert sentence(slow.page) == told("a100", 0)
    assert slow.page.evaluate("typeof Bokeh") == "undefined"
    assert slow.page.locator("#lesson[data-live]").count() == 0
    assert held
    come.append(True)
    for route in held:
        route.continue_()
    works(slow.connected())


def test_a_page_that_is_older_than_its_server_asks_no_other_host(visit, log):
    """Its session is gone when its socket opens, and the server makes it anew.

    So it goes on a slow network, where the scripts come later than an unused session
    lives, and where the socket reaches another process.
    """
    older = visit()
    held, come = [], []
    with panel(log()) as server:
        older.page.route(
            re.compile(r"\.js(\?|$)"),
            lambda route: route.continue_() if come else held.append(route),
        )
        older.page.goto(server.address, wait_until="commit")
        expect(older.page.locator(".sources")).to_be_visible()
    with panel(log(), port=server.port) as again:
        come.append(True)
        for route in held:
            route.continue_()
        works(older.connected())
        older.page.wait_for_load_state("networkidle")
        asked = {urlsplit(request.url).netloc for request in older.requests}
        assert asked <= {again.host, ""}
        assert not TROUBLE.search(again.said())


@pytest.mark.parametrize("query", ["", "?gpu=both&tile=16&theme=dark"])
def test_without_scripts_the_page_is_a_picture_and_the_tables(visit, server, query):
    still = visit(java_script_enabled=False)
    still.page.goto(server.address + query)
    choice, index = ("both", 4) if query else ("a100", 0)
    poster = still.page.locator(f'.poster[data-choice="{choice}"]')
    expect(poster).to_be_visible()
    assert poster.bounding_box()["height"] > 250
    assert sentence(still.page) == told(choice, index)
    table = still.page.locator('[data-frames="a100"]')
    expect(table).to_be_visible()
    assert table.locator("tbody tr").count() == len(TILES)
    # Looked for by its element: Playwright finds no text within a <noscript>.
    expect(still.page.locator("noscript p")).to_be_visible()
    for dead in (".player", ".choice", ".theme", ".probe", ".share", ".live"):
        expect(still.page.locator(dead).first).not_to_be_visible()
    assert len(still.requests) == 1


HOSTILE = {
    "markup": "gpu=%3Cimg%20src%3Dx%20onerror%3Dhacked%3D1%3E",
    "a script": "tile=%22%3E%3Cscript%3Ehacked%3D1%3C%2Fscript%3E",
    "the end of the data": "theme=%3C%2Fscript%3E%3Csvg%20onload%3Dhacked%3D1%3E",
    "a template": "view=%7B%7B7*7%7D%7D%7B%25%20raw%20%25%7D",
    "8 kB": f"tile={'9' * 8000}",
    "not a number": "intensity=twelve&tile=NaN",
    "a comma": "intensity=12%2C5",
    "no end of a number": "intensity=1e999&tile=-1",
    "NUL": "gpu=a100%00&intensity=%00",
    "no UTF-8": "gpu=%ff%fe&tile=%C3%28&intensity=%ff",
    "no name": "%ff=1&=&&%00=%00&gpu",
    "another script": "intensity=%D9%A3%D9%A2",
    "a turn": "theme=%E2%80%AE001",
    "the server's own": "bokeh-session-id=x&bokeh-autoload-element=x&tile=3",
}


class Notes(HTMLParser):
    """Collect what stands in the place for notes: tags, and the text of each."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.texts: list[str] = []
        self._depth = 0

    def handle_starttag(self, tag, attrs):
        if self._depth:
            self._depth += 1
            self.tags.append(tag)
            self.texts.append("")
        elif "data-notes" in dict(attrs):
            self._depth = 1

    def handle_endtag(self, tag):
        self._depth -= self._depth > 0

    def handle_data(self, data):
        if self._depth > 1:
            self.texts[-1] += data


@pytest.fixture(scope="module")
def target(opened):
    """Open one page for all addresses, whose scripts it fetches once."""
    with opened() as visit:
        yield visit


@pytest.mark.parametrize("query", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_address_is_quoted_as_text(target, server, query):
    already = len(server.said())
    status, sent = get(server.port, query)
    assert status == http.client.OK
    noted = Notes()
    noted.feed(sent)
    assert set(noted.tags) <= {"p"}
    assert all(len(text) < 250 for text in noted.texts)
    target.page.goto(f"{server.address}?{query}")
    page = target.connected()
    # The page reads its address anew, by the same rules, and comes to the same words;
    # NUL alone is nothing that a page can hold.
    shown = [text.replace("\0", "") for text in notes(page)]
    assert shown == [text.replace("\0", "") for text in noted.texts]
    assert page.evaluate("typeof hacked") == "undefined"
    assert page.locator("#lesson").get_attribute("data-gpu") == "a100"
    assert sentence(page) == told("a100", 0)
    assert target.complaints == []
    assert not TROUBLE.search(server.said()[already:])


def get(port, query):
    """Ask for the page as nobody's browser would; return the status and the text."""
    connection = http.client.HTTPConnection(HOST, port, timeout=30)
    try:
        connection.request("GET", f"/app?{query}")
        answer = connection.getresponse()
        return answer.status, answer.read().decode()
    finally:
        connection.close()


def test_a_comma_for_a_point_changes_no_number(visit, server, log, tmp_path):
    """The server, the reader and their clocks are elsewhere; the page is the same."""
    # Python takes its locale from the environment only when it is asked to.
    site = tmp_path / "sitecustomize.py"
    site.write_text(
        "import locale\n"
        "try:\n    locale.setlocale(locale.LC_ALL, '')\n"
        "except locale.Error:\n    pass\n"
        "print('comma:', format(1.5, 'n'), flush=True)\n",
        encoding="utf-8",
    )
    elsewhere = {
        **german(tmp_path),
        "TZ": "Asia/Kathmandu",
        "PYTHONPATH": os.pathsep.join(
            [str(tmp_path), os.environ.get("PYTHONPATH", "")]
        ),
    }
    with panel(log(), environment=elsewhere) as german_server:
        if "LOCPATH" in elsewhere:
            assert "comma: 1,5" in german_server.said()
        query = "gpu=both&tile=32&intensity=12.5"
        there = get(german_server.port, query)[1]
        assert own(there) == own(get(server.port, query)[1])
        reader = visit(locale="de-DE", timezone_id="Asia/Kathmandu")
        reader.page.clock.set_system_time("1999-12-31T23:59:59")
        reader.page.goto(f"{german_server.address}?{query}")
        page = reader.connected()
        assert control(page, "intensity-field").input_value() == "12.5"
        assert (
            "At 12.5 flop/B the A100"
            in page.locator('[data-probe="a100"]').text_content()
        )
        works(page)


def german(folder):
    """Return the variables of a locale that writes 1,5, which is made if it can be."""
    variables = {"LC_ALL": "de_DE.UTF-8", "LANG": "de_DE.UTF-8"}
    maker = shutil.which("localedef")
    if maker is not None:
        made = subprocess.run(
            [maker, "-i", "de_DE", "-f", "UTF-8", str(folder / "de_DE.UTF-8")],
            capture_output=True,
            check=False,
        )
        if made.returncode == 0:
            variables["LOCPATH"] = str(folder)
    return variables


def own(text):
    """Return the lesson of a page, without what its session alone has."""
    found = re.search(r"<main.*</main>", text, re.S)
    assert found
    return found[0]
