"""The lesson under a path of a host, by nginx, in front of two processes."""

import asyncio
import gzip
import http.client
import os
import re
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from urllib.parse import urlsplit

import pytest
import run
from bench.load_client import read
from deploy.reader import covers, notes, works
from deploy.servers import HOST, PREFIX, Served, find_nginx, free_port, nginx, panel

#: What the page and all that it loads may weigh on the wire [B].
WEIGHT = 900_000

#: So many that the chance of all of them going to one process is 2⁻¹⁵.
READERS = 16

OPENED = "WebSocket connection opened"


@dataclass
class Course:
    """The host of a course: nginx, and the lesson's processes behind it."""

    nginx: Served
    processes: list[Served]

    def counts(self) -> list[int]:
        """Return how many sockets each process has opened."""
        return [process.said().count(OPENED) for process in self.processes]


@pytest.fixture(scope="module")
def course(log, tmp_path_factory):
    """Serve the lesson as the project's nginx.conf says."""
    ensure_nginx()
    port = free_port()
    origin = ("--allow-websocket-origin", f"{HOST}:{port}", "--use-xheaders")
    with ExitStack() as stack:
        processes = [
            stack.enter_context(panel(log(), *origin, prefix=PREFIX)) for _ in range(2)
        ]
        ports = [process.port for process in processes]
        folder = tmp_path_factory.mktemp("nginx")
        yield Course(stack.enter_context(nginx(folder, ports, port=port)), processes)


def ensure_nginx():
    """Install Debian's nginx where there is none and we may; otherwise skip."""
    if find_nginx() is None and run.can_apt():
        run.apt_install("nginx-light")
    if find_nginx() is None:
        pytest.skip("there is no nginx; install it to test the lesson behind it")


@pytest.fixture(scope="module")
def visited(opened, course):
    """Open the page once, with an empty cache, and record what came."""
    with opened() as visit:
        visit.page.goto(course.nginx.address)
        visit.connected()
        visit.page.wait_for_load_state("networkidle")
        yield visit


def test_the_lesson_lives_and_works(visited):
    works(visited.page)
    assert covers(visited.page) == []
    assert notes(visited.page) == []


def test_everything_is_found_under_the_prefix(visited, course):
    hosts = {urlsplit(answer.url).netloc for answer in web(visited)}
    assert hosts == {course.nginx.host}
    for answer in web(visited):
        assert answer.ok, answer.url
        assert urlsplit(answer.url).path.startswith(f"{PREFIX}/"), answer.url
    assert [urlsplit(socket.url).path for socket in visited.sockets] == [
        f"{PREFIX}/app/ws"
    ]


def test_the_page_and_its_scripts_come_compressed_and_weigh_little(visited):
    whole = 0
    for answer in web(visited):
        length = len(answer.body())
        sent = answer.request.sizes()["responseBodySize"]
        whole += sent
        if length > 10_000:
            assert answer.headers["content-encoding"] == "gzip", answer.url
            assert sent < length / 2, answer.url
    print(f"{whole} B")
    assert whole <= WEIGHT


def web(visit):
    """Return the answers that came from a server, not from the page itself."""
    return [each for each in visit.responses if each.url.startswith("http")]


def test_a_script_comes_the_same_to_whom_takes_no_compression(visited, course):
    script = next(a.url for a in web(visited) if "bokeh.min.js" in a.url)
    for accepted, opener in (("gzip", gzip.decompress), ("identity", bytes)):
        status, headers, body = get(course, script, {"Accept-Encoding": accepted})
        assert status == http.client.OK
        assert ("content-encoding" in headers) == (accepted == "gzip")
        assert opener(body) == next(a.body() for a in web(visited) if a.url == script)


@pytest.mark.parametrize("path", [PREFIX, f"{PREFIX}/"])
def test_a_shorter_address_leads_to_the_lesson(visit, course, path):
    reader = visit()
    reader.page.goto(f"http://{course.nginx.host}{path}")
    reader.connected()
    assert reader.page.url == course.nginx.address


def test_its_links_stand_under_the_prefix(visited, course):
    whole = visited.page.locator("[data-whole]").evaluate("(link) => link.href")
    assert whole.startswith(course.nginx.address)


@pytest.mark.parametrize("size", [6_000, 7_500])
def test_a_long_address_and_a_big_cookie_keep_their_socket(visit, course, size):
    """The socket's handshake carries both once more, in its token."""
    reader = visit()
    reader.page.context.add_cookies(
        [{"name": "campus", "value": noise(4_000), "url": course.nginx.address}]
    )
    reader.page.goto(f"{course.nginx.address}?tile=8&other={noise(size)}")
    reader.connected()


def noise(length):
    """Return text that cannot be compressed much."""
    return "".join(os.urandom(length // 2).hex())[:length]


@pytest.fixture(scope="module")
def homes(course):
    """Let readers come twice each, and return which of the processes each name met.

    They differ in their browser's name alone, as behind the one address of a campus.
    """
    homes = {}
    for number in range(READERS):
        name = f"Reader {number}"
        before = course.counts()
        for reader in come(course.nginx.address, name, times=2):
            assert reader.failed == ""
            assert reader.home, "the socket met another session than the page's"
        after = course.counts()
        homes[name] = [now - then for now, then in zip(after, before, strict=True)]
    return homes


def come(address, name, times):
    """Let readers without a browser come one after another, as who has that name."""

    async def all_of_them():
        return [await read(address, browser=name) for _ in range(times)]

    # In a thread of its own: Playwright's loop runs in this one.
    with ThreadPoolExecutor() as pool:
        return pool.submit(asyncio.run, all_of_them()).result()


def test_readers_spread_over_both_processes_and_each_stays_with_one(course, homes):
    assert {tuple(opened) for opened in homes.values()} == {(2, 0), (0, 2)}
    for process in course.processes:
        assert not re.search(r"Traceback|ERROR", process.said())


def test_a_process_that_dies_leaves_its_readers_to_the_other(visit, course, homes):
    """The last test of the course: one of its processes is gone afterwards."""
    gone, kept = course.processes
    reader = visit(user_agent=next(n for n, opened in homes.items() if opened[0]))
    reader.page.goto(course.nginx.address)
    reader.connected()
    before = kept.said().count(OPENED)
    gone.stop()
    works(reader.page)
    reader.page.reload()
    works(reader.connected())
    assert kept.said().count(OPENED) == before + 1


def get(course, url, headers):
    """Ask nginx as no browser does; return the status, the headers and the body."""
    connection = http.client.HTTPConnection(HOST, course.nginx.port, timeout=30)
    try:
        connection.request("GET", url.split(course.nginx.host)[1], headers=headers)
        answer = connection.getresponse()
        fields = {name.lower(): value for name, value in answer.getheaders()}
        return answer.status, fields, answer.read()
    finally:
        connection.close()
