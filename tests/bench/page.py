"""Time and weigh the served page and its sessions against a minimal Panel page.

    python tests/bench/page.py

Three parts, each for the lesson and for a page that says "hello", by turns: how long
until a reader with an empty cache sees the picture and can use the page; how many
bytes that takes; and what a session costs the server in time and memory.
"""

import gzip
import http.client
import re
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Error, Page, Request, WebSocket

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from bench.harness import (
    ROOT,
    Server,
    browser,
    machine,
    median,
    p95,
    processor_seconds,
    resident,
    served,
    table,
    verdict,
)

HERE = Path(__file__).resolve().parent

HELLO = 'import panel as pn\n\npn.panel("# hello").servable()\n'

LOADS, SESSIONS, WARM_UP = 9, 100, 10
SIZE = {"width": 1280, "height": 800}

#: A session that no browser connects to is kept this long, so that all of them are
#: still in memory when it is measured [ms].
KEPT = "600000"

OURS, OTHER = "lesson", "hello"
STAMPS = ("answered", "first", "picture", "live")

#: Whose a file is, by how its path begins; the rest is the page's own.
OWNERS = {"/static/js/bokeh": "BokehJS", "/static/extensions/panel": "Panel"}
DOCUMENT, SOCKET = "the page's own", "over the socket"
#: Addresses that carry their content with them.
WITHIN = ("data:", "blob:")

TOKEN = re.compile(r'"token":"([^"]+)"')

Servers = dict[str, Server]


@dataclass
class Weight:
    """Bytes of one part of a page.

    Parameters
    ----------
    files : int
        Answers, or the socket's messages.
    sent : int [B]
        As the server sent them, without headers.
    gzipped : int [B]
        As a server that compresses would.
    """

    files: int = 0
    sent: int = 0
    gzipped: int = 0

    def add(self, body: bytes, sent: int) -> None:
        """Count one more answer."""
        self.files += 1
        self.sent += sent
        self.gzipped += len(gzip.compress(body, compresslevel=6, mtime=0))


def main() -> int:
    """Measure all three parts, print the tables, and return the exit code."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        hello = folder / "hello.py"
        hello.write_text(HELLO, encoding="utf-8")
        options = ("--unused-session-lifetime", KEPT)
        servers = {
            OURS: stack.enter_context(served(ROOT / "app", *options)),
            OTHER: stack.enter_context(served(hello, *options)),
        }
        costs = sessions(servers)
        chosen = stack.enter_context(browser())
        times = first_pictures(chosen, servers)
        weights, hosts = weigh(chosen, servers)
        version = chosen.version
    report_times(times)
    report_weights(weights)
    opened = report_sessions(costs)
    print(f"The times are this machine's: {machine()}, Chromium {version}.")
    picture = median(times[OURS]["picture"])
    live, hello_live = (median(times[name]["live"]) for name in (OURS, OTHER))
    return verdict(
        {
            "the lesson asks no host but its own": hosts[OURS]
            == {urlsplit(servers[OURS].url).netloc},
            "every GET opens a session of its own": opened,
            "the picture stands before the page is live": picture < live,
            "and before the other page says hello": picture < hello_live,
        }
    )


def first_pictures(
    chosen: Browser, servers: Servers
) -> dict[str, dict[str, list[float]]]:
    """Load each page with an empty cache, by turns; return the times [ms]."""
    times: dict[str, dict[str, list[float]]] = {
        name: {stamp: [] for stamp in STAMPS} for name in servers
    }
    for load in range(LOADS + 1):
        for name, server in servers.items():
            page = new_page(chosen)
            stamps = open_live(page, server)
            page.context.close()
            # The first load of each also warms up the browser and the server.
            if load > 0:
                for what, at in stamps.items():
                    times[name][what].append(at)
    return times


def new_page(chosen: Browser) -> Page:
    """Return a page whose cache is empty and which notes its own times."""
    page = chosen.new_context(viewport=SIZE).new_page()
    page.add_init_script((HERE / "page.js").read_text(encoding="utf-8"))
    return page


def open_live(page: Page, server: Server) -> dict[str, float]:
    """Open a page, wait until it is live, and return what it has noted."""
    errors: list[str] = []

    def failed(error: Error) -> None:
        errors.append(str(error))

    page.on("pageerror", failed)
    page.goto(server.url)
    try:
        page.wait_for_function("Object.values(benchTimes).every((at) => at !== null)")
    except Error as error:
        noted = page.evaluate("benchTimes")
        raise RuntimeError(f"{server.url} has {noted}, errors: {errors}") from error
    stamps: dict[str, float] = page.evaluate("benchTimes")
    return stamps


def weigh(
    chosen: Browser, servers: Servers
) -> tuple[dict[str, dict[str, Weight]], dict[str, set[str]]]:
    """Return the weight of each page's parts, and the hosts that each page asked."""
    weights, hosts = {}, {}
    for name, server in servers.items():
        parts = {part: Weight() for part in [*OWNERS.values(), DOCUMENT, SOCKET]}
        page = new_page(chosen)
        requests, messages = recorded(page)
        open_live(page, server)
        page.wait_for_load_state("networkidle")
        for request in requests:
            answer = request.response()
            if answer is not None:
                part = parts[owner(urlsplit(request.url).path)]
                part.add(answer.body(), request.sizes()["responseBodySize"])
        for message in messages:
            body = message.encode() if isinstance(message, str) else message
            parts[SOCKET].add(body, len(body))
        page.context.close()
        weights[name] = parts
        hosts[name] = {urlsplit(request.url).netloc for request in requests}
    return weights, hosts


def recorded(page: Page) -> tuple[list[Request], list[str | bytes]]:
    """Return lists that fill with a page's requests and its socket's messages."""
    requests: list[Request] = []
    messages: list[str | bytes] = []

    def asked(request: Request) -> None:
        if not request.url.startswith(WITHIN):
            requests.append(request)

    def received(message: str | bytes) -> None:
        messages.append(message)

    def opened(socket: WebSocket) -> None:
        socket.on("framereceived", received)

    page.on("request", asked)
    page.on("websocket", opened)
    return requests, messages


def owner(path: str) -> str:
    """Tell whose file an address names.

    >>> owner("/static/js/bokeh.min.js"), owner("/app")
    ('BokehJS', "the page's own")
    """
    return next(
        (who for start, who in OWNERS.items() if path.startswith(start)), DOCUMENT
    )


@dataclass(frozen=True)
class Resources:
    """What a server has used; None where the system does not tell.

    Parameters
    ----------
    memory : int or None [B]
    processor : float or None [s]
    """

    memory: int | None
    processor: float | None

    @classmethod
    def of(cls, server: Server) -> "Resources":
        """Return what the server has used up to now."""
        return cls(resident(server.pid), processor_seconds(server.pid))


@dataclass
class Sessions:
    """What opening sessions cost.

    Parameters
    ----------
    before : Resources
        What the server had used before the first of them.
    """

    before: Resources
    after: Resources | None = None
    seconds: list[float] = field(default_factory=list)
    tokens: set[str] = field(default_factory=set)

    def each(self, name: str) -> float | None:
        """Return what a session added to a resource, where it is known."""
        before, after = getattr(self.before, name), getattr(self.after, name)
        return None if None in (before, after) else (after - before) / SESSIONS


def sessions(servers: Servers) -> dict[str, Sessions]:
    """Open sessions by plain GETs, by turns, without a socket."""
    for _ in range(WARM_UP):
        for server in servers.values():
            get(server)
    costs = {name: Sessions(Resources.of(server)) for name, server in servers.items()}
    for _ in range(SESSIONS):
        for name, server in servers.items():
            began = time.perf_counter()
            text = get(server)
            costs[name].seconds.append(time.perf_counter() - began)
            costs[name].tokens.update(TOKEN.findall(text))
    for name, server in servers.items():
        costs[name].after = Resources.of(server)
    return costs


def get(server: Server) -> str:
    """Ask for the page once, as a browser would before any script has run."""
    url = urlsplit(server.url)
    connection = http.client.HTTPConnection(url.netloc, timeout=30)
    try:
        connection.request("GET", url.path)
        answer = connection.getresponse()
        text = answer.read().decode()
    finally:
        connection.close()
    if answer.status != http.client.OK:
        raise RuntimeError(f"GET {url.path} gave {answer.status}")
    return text


def report_times(times: dict[str, dict[str, list[float]]]) -> None:
    """Print how long it takes until the page is seen and can be used."""
    base = median(times[OTHER]["live"])
    rows = [("", "÷ hello live", "median", "p95", "loads")]
    wanted = [
        (OURS, "answered", "lesson, answered"),
        (OURS, "first", "lesson, anything painted"),
        (OURS, "picture", "lesson, picture painted"),
        (OURS, "live", "lesson, live"),
        (OTHER, "answered", "hello, answered"),
        (OTHER, "first", "hello, anything painted"),
        (OTHER, "live", "hello, live"),
    ]
    for name, what, words in wanted:
        taken = times[name][what]
        rows.append(
            (
                words,
                f"{median(taken) / base:.2f}",
                f"{median(taken):.0f} ms",
                f"{p95(taken):.0f} ms",
                str(len(taken)),
            )
        )
    table("From asking for the page, with an empty cache", rows)


def report_weights(weights: dict[str, dict[str, Weight]]) -> None:
    """Print the bytes of each part of both pages."""
    rows = [("", "÷ hello", "share", "sent", "gzipped", "files", "hello's")]
    totals = {name: total(parts) for name, parts in weights.items()}
    for part, weight in {**weights[OURS], "all": totals[OURS]}.items():
        other = totals[OTHER] if part == "all" else weights[OTHER][part]
        rows.append(
            (
                part,
                f"{weight.sent / other.sent:.2f}" if other.sent else "",
                f"{weight.sent / totals[OURS].sent:.0%}",
                kilobytes(weight.sent),
                kilobytes(weight.gzipped),
                str(weight.files),
                kilobytes(other.sent),
            )
        )
    table("The lesson's weight", rows)


def total(parts: dict[str, Weight]) -> Weight:
    """Return the sum of a page's parts."""
    every = parts.values()
    return Weight(
        sum(part.files for part in every),
        sum(part.sent for part in every),
        sum(part.gzipped for part in every),
    )


def report_sessions(costs: dict[str, Sessions]) -> bool:
    """Print a session's cost; return whether each GET opened one of its own."""
    every = costs.values()
    measured: list[tuple[str, list[float | None], Callable[[float], str]]] = [
        ("GET, median", [median(cost.seconds) for cost in every], milliseconds),
        ("GET, p95", [p95(cost.seconds) for cost in every], milliseconds),
        ("processor", [cost.each("processor") for cost in every], milliseconds),
        ("memory", [cost.each("memory") for cost in every], kilobytes),
        ("server before", [cost.before.memory for cost in every], kilobytes),
    ]
    rows = [("a session", "÷ hello", *costs)]
    for name, (ours, other), write in measured:
        if ours is not None and other:
            rows.append((name, f"{ours / other:.2f}", write(ours), write(other)))
    table(f"What {SESSIONS} sessions cost, opened by GETs without a socket", rows)
    return all(len(cost.tokens) == SESSIONS for cost in every)


def milliseconds(seconds: float) -> str:
    """Write a time in milliseconds.

    >>> milliseconds(0.0125)
    '12.5 ms'
    """
    return f"{seconds * 1e3:.1f} ms"


def kilobytes(size: float) -> str:
    """Write a number of bytes.

    >>> kilobytes(83_432)
    '83 kB'
    """
    return f"{size / 1e3:,.0f} kB"


if __name__ == "__main__":
    sys.exit(main())
