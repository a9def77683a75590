"""Count the readers that a server takes, how long they wait, and what they leave.

    python tests/bench/load.py

The lesson is served in five ways: by one process, by two of `--num-procs`, by two
behind nginx, and as the exported file by nginx and by Python's own file server. Readers
come to each by turns, and then 200 at once; another process keeps 500 at a time, twice.
They are no browsers, but they take what a browser takes: the page, its scripts, and the
session's document over its socket. It fails if one of the 200 fails.
"""

import asyncio
import math
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from bench.harness import ROOT, machine, median, p95, resident, table, verdict
from bench.load_client import Reader, at_once, by_turns, read
from deploy.servers import (
    HOST,
    PREFIX,
    Served,
    find_nginx,
    free_port,
    nginx,
    panel,
    running,
)

#: Readers of a round, of whom so many are there at any time; rounds, all ways by turns.
READERS, TOGETHER, ROUNDS, WARM_UP = 60, 16, 3, 4
#: Further rounds begin within this time, and the whole ends within that [s].
ENOUGH, LIMIT = 100, 340

CROWD, KEPT = 200, 500

#: Sessions that nobody holds are looked for and dropped this often [ms]; and the memory
#: is at rest once it has not moved by so much [B] for that long [s].
EXPIRY = ("--unused-session-lifetime", "2000", "--check-unused-sessions", "500")
STILL, REST, NO_REST = 1e6, 4, 30

#: `--num-procs` shares the port and not the sessions. Python's file server lets five
#: wait for it, and whoever is the sixth tries again after 1, 3, 7, 15 ... seconds.
ONE, FORKED, BEHIND = "one process", "two, --num-procs", "two behind nginx"
FILE_NGINX, FILE_PYTHON = "the file, nginx", "the file, http.server"


@dataclass
class Way:
    """A way to serve the lesson, and what its readers got.

    Parameters
    ----------
    url : str
        Where the lesson is.
    servers : tuple of Served
        All that serve it.
    lives : bool
        Whether a server stands behind it, with sessions and sockets.
    rates : dict of str to list of float [1/s]
        Readers a second in each round: who take the page and the socket, or also the
        scripts.
    readers : list of Reader
        Those of all rounds without scripts.
    processor : list of float [s]
        What a reader of each round without scripts cost the servers.
    crowd : list of Reader
        Those who came at once.
    """

    url: str
    servers: tuple[Served, ...]
    lives: bool = True
    rates: dict[str, list[float]] = field(default_factory=dict)
    readers: list[Reader] = field(default_factory=list)
    processor: list[float] = field(default_factory=list)
    crowd: list[Reader] = field(default_factory=list)

    def used(self) -> float:
        """Return the processor time that its servers have used [s], 0 off Linux.

        A server leads a group of processes: its workers are in it.
        """
        groups = {server.process.pid for server in self.servers}
        used = 0
        for file in Path("/proc").glob("[0-9]*/stat"):
            with suppress(OSError):
                fields = file.read_text(encoding="utf-8").rpartition(")")[2].split()
                if int(fields[2]) in groups:
                    used += int(fields[11]) + int(fields[12])
        return used / os.sysconf("SC_CLK_TCK")


@dataclass
class Memory:
    """Resident memory of one process [B]."""

    before: int
    full: list[int] = field(default_factory=list)
    after: list[int] = field(default_factory=list)
    failed: int = 0


def main() -> int:
    """Measure, print the tables, and return the exit code."""
    began = time.monotonic()
    signal.signal(signal.SIGALRM, too_long)
    signal.alarm(LIMIT)
    # So that the servers are stopped when it is, too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        ways = served_ways(stack, Path(folder))
        asyncio.run(rounds(ways, until=began + ENOUGH))
        asyncio.run(crowds(ways))
    report(ways)
    with tempfile.TemporaryDirectory() as folder:
        kept = asyncio.run(keep(Path(folder)))
    report_memory(kept)
    print(
        f"Readers and servers share this machine: {machine()}. "
        f"It took {time.monotonic() - began:.0f} s."
    )
    return judge(ways, kept)


def too_long(*_: object) -> None:
    """End the benchmark; the servers are stopped on the way out."""
    raise TimeoutError(f"the benchmark took longer than {LIMIT} s")


def served_ways(stack: ExitStack, folder: Path) -> dict[str, Way]:
    """Start all servers, and return the ways by name."""
    enter = stack.enter_context
    one = enter(panel(folder / "one.txt"))
    forked = enter(panel(folder / "forked.txt", "--num-procs", "2"))
    ways = {name: Way(s.address, (s,)) for name, s in ((ONE, one), (FORKED, forked))}
    exported = export(folder / "export")
    if find_nginx() is None:
        print("There is no nginx here: two of the ways are left out.")
    else:
        ways |= behind_nginx(stack, folder, exported)
    port = free_port()
    command = [sys.executable, "-m", "http.server", str(port), "--bind", HOST]
    command += ["--directory", str(exported)]
    address = f"http://{HOST}:{port}/lesson.html"
    file = enter(running(command, address, port, folder / "file.txt"))
    ways[FILE_PYTHON] = Way(file.address, (file,), lives=False)
    return ways


def behind_nginx(stack: ExitStack, folder: Path, exported: Path) -> dict[str, Way]:
    """Start two processes with nginx in front, which serves the file as well."""
    port = free_port()
    options = ("--allow-websocket-origin", f"{HOST}:{port}", "--use-xheaders")
    servers = [
        stack.enter_context(
            panel(folder / f"behind-{number}.txt", *options, prefix=PREFIX)
        )
        for number in range(2)
    ]
    ports = [server.port for server in servers]
    more = f"    location /file/ {{ alias {exported}/; }}"
    front = stack.enter_context(nginx(folder / "nginx", ports, more=more, port=port))
    return {
        BEHIND: Way(front.address, (front, *servers)),
        FILE_NGINX: Way(f"http://{front.host}/file/lesson.html", (front,), lives=False),
    }


def export(out: Path) -> Path:
    """Export the lesson, and return the folder."""
    command = [sys.executable, "-m", "app.files.export", str(out)]
    subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    return out


def reader_of(way: Way, *, scripts: bool = False) -> Callable[[], Awaitable[Reader]]:
    """Return what makes one reader; each has a browser of another name."""
    number = 0

    def make() -> Awaitable[Reader]:
        nonlocal number
        number += 1
        return read(
            way.url,
            socket=way.lives,
            scripts=scripts and way.lives,
            browser=f"reader {number}",
        )

    return make


async def rounds(ways: dict[str, Way], until: float) -> None:
    """Let readers come to each way by turns, some at any time."""
    for way in ways.values():
        await by_turns(reader_of(way, scripts=True), WARM_UP, WARM_UP)
    for _ in range(ROUNDS):
        for scripts in (False, True):
            for way in ways.values():
                began, used = time.perf_counter(), way.used()
                came = await by_turns(
                    reader_of(way, scripts=scripts), READERS, TOGETHER
                )
                rate = READERS / (time.perf_counter() - began)
                way.rates.setdefault("all" if scripts else "page", []).append(rate)
                if not scripts:
                    way.readers += came
                    way.processor.append((way.used() - used) / READERS)
        if time.monotonic() > until:
            break


async def crowds(ways: dict[str, Way]) -> None:
    """Let all readers come to each way at once."""
    for way in ways.values():
        way.crowd = await at_once(reader_of(way), CROWD)


async def keep(folder: Path) -> Memory:
    """Let many readers stay, let them leave, and do it once more."""
    with panel(folder / "log.txt", *EXPIRY) as server:
        pid, way = server.process.pid, Way(server.address, (server,))
        await by_turns(reader_of(way), 2 * TOGETHER, TOGETHER)
        kept = Memory(await at_rest(pid))
        for _ in range(2):
            readers = await by_turns(
                lambda: read(server.address, stay=True), KEPT, TOGETHER
            )
            kept.full.append(resident(pid) or 0)
            kept.failed += sum(bool(reader.failed) for reader in readers)
            await asyncio.gather(*(reader.leave() for reader in readers))
            kept.after.append(await at_rest(pid))
    return kept


async def at_rest(pid: int) -> int:
    """Wait until a process's memory does not move any more, and return it [B]."""
    began = moved = time.monotonic()
    stood = resident(pid) or 0
    while time.monotonic() < min(moved + REST, began + NO_REST):
        await asyncio.sleep(0.2)
        now = resident(pid) or 0
        if abs(now - stood) > STILL:
            stood, moved = now, time.monotonic()
    return resident(pid) or 0


def report(ways: dict[str, Way]) -> None:
    """Print what the readers got in each way."""
    base = median(ways[ONE].rates["page"])
    rows = [
        (
            f"{TOGETHER} at any time",
            "÷ one",
            "readers/s",
            "with scripts/s",
            "picture p95",
            "document p95",
            "own session",
            "processor",
        )
    ]
    for name, way in ways.items():
        rate = median(way.rates["page"])
        rows.append(
            (
                name,
                f"{rate / base:.2f}",
                f"{rate:.0f}",
                f"{median(way.rates['all']):.0f}" if way.lives else "",
                late(way.readers, "picture"),
                late(way.readers, "socket"),
                share([reader.home for reader in way.readers]) if way.lives else "",
                f"{median(way.processor) * 1e3:.1f} ms",
            )
        )
    table("New readers", rows)
    crowd_base = p95_of(ways[ONE].crowd, "picture")
    rows = [("", "÷ one", "picture p95", "document p95", "failed")]
    for name, way in ways.items():
        rows.append(
            (
                name,
                f"{p95_of(way.crowd, 'picture') / crowd_base:.2f}",
                late(way.crowd, "picture"),
                late(way.crowd, "socket"),
                str(sum(bool(reader.failed) for reader in way.crowd)),
            )
        )
    table(f"{CROWD} at once", rows)


def report_memory(kept: Memory) -> None:
    """Print what a reader holds, and what remains of those who have left."""
    first = kept.full[0] - kept.before
    rows = [("", "÷ first 500", "server", "a reader")]
    stages = [("before", kept.before)]
    for name, full, after in zip(
        ("open", "open once more"), kept.full, kept.after, strict=True
    ):
        stages += [(f"{KEPT} {name}", full), ("after they left", after)]
    for name, size in stages:
        grown = size - kept.before
        rows.append(
            (
                name,
                f"{grown / first:.2f}",
                f"{size / 1e6:.0f} MB",
                f"{grown / KEPT / 1e3:.0f} kB",
            )
        )
    table(f"Memory of one process that keeps {KEPT} readers", rows)


def p95_of(readers: list[Reader], what: str) -> float:
    """Return the time that 95 in 100 of those who got it do not exceed [s]."""
    times = [getattr(reader, what) for reader in readers]
    times = [taken for taken in times if taken is not None]
    return p95(times) if len(times) > 1 else math.nan


def late(readers: list[Reader], what: str) -> str:
    """Write that time.

    >>> late([Reader(picture=0.01), Reader(picture=0.01)], "picture")
    '10 ms'
    """
    taken = p95_of(readers, what)
    return "" if math.isnan(taken) else f"{taken * 1e3:,.0f} ms"


def share(those: list[bool]) -> str:
    """Write how many of them are so.

    >>> share([True, False])
    '50%'
    """
    return f"{sum(those) / len(those):.0%}"


def judge(ways: dict[str, Way], kept: Memory) -> int:
    """Hold the figures against what is asked of them."""
    failures = Counter(
        f"{name}, {when}: {reader.failed}"
        for name, way in ways.items()
        for when, readers in (("by turns", way.readers), ("at once", way.crowd))
        for reader in readers
        if reader.failed
    )
    for failure, times in failures.items():
        print(f"{failure} ({times} times)")
    told = [way for name, way in ways.items() if way.lives and name != FORKED]
    return verdict(
        {
            f"of {CROWD} at once none fails, but for {FILE_PYTHON}": not any(
                reader.failed
                for name, way in ways.items()
                for reader in way.crowd
                if name != FILE_PYTHON
            ),
            "no other reader fails": not kept.failed
            and not any(r.failed for way in ways.values() for r in way.readers),
            f"every socket meets its own session, but for {FORKED}": all(
                reader.home for way in told for reader in way.readers
            ),
        }
    )


if __name__ == "__main__":
    sys.exit(main())
