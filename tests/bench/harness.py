"""What the benchmarks share: a served page, a browser, medians, a table, a verdict."""

import os
import platform
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import chromium
from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
HOST = "127.0.0.1"

#: How long a server may take to answer, and to stop [s].
START_SECONDS, STOP_SECONDS = 60, 10


@dataclass(frozen=True)
class Server:
    """A running `panel serve` of one page.

    Parameters
    ----------
    url : str
        Where the page is.
    pid : int
        The server's process.
    """

    url: str
    pid: int


@contextmanager
def served(page: Path, *options: str) -> Iterator[Server]:
    """Serve a page on loopback for as long as the block runs.

    Parameters
    ----------
    page : Path
        A script or an app's folder, for `panel serve`.
    *options : str
        More options for `panel serve`.
    """
    port = free_port()
    command = [sys.executable, "-m", "panel", "serve", str(page), "--address", HOST]
    command += ["--port", str(port), "--allow-websocket-origin", f"{HOST}:{port}"]
    search = os.pathsep.join([str(ROOT), str(ROOT / "tests")])
    with tempfile.TemporaryFile() as log:
        process = subprocess.Popen(
            [*command, *options],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": search},
            stdout=log,
            stderr=subprocess.STDOUT,
        )
        try:
            if not _answers(port, process):
                log.seek(0)
                said = log.read().decode(errors="replace")
                raise RuntimeError(f"panel serve {page.name} did not start:\n{said}")
            yield Server(f"http://{HOST}:{port}/{page.stem}", process.pid)
        finally:
            _stop(process)


def free_port() -> int:
    """Return a port of this machine that nothing listens on."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


def _answers(port: int, process: subprocess.Popen[bytes]) -> bool:
    """Wait until the port takes connections, which opens no session yet."""
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end and process.poll() is None:
        with socket.socket() as probe:
            if probe.connect_ex((HOST, port)) == 0:
                return True
        time.sleep(0.05)
    return False


def _stop(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


@contextmanager
def browser() -> Iterator[Browser]:
    """Run a Chromium for as long as the block runs."""
    path = chromium.find()
    if path is None:
        raise SystemExit("This benchmark needs Chromium: run tests/run.py once.")
    with sync_playwright() as playwright:
        chosen = playwright.chromium.launch(
            executable_path=str(path), args=chromium.flags()
        )
        try:
            yield chosen
        finally:
            chosen.close()


def median(values: Sequence[float]) -> float:
    """Return the middle value.

    >>> median([3, 1, 2])
    2
    """
    return statistics.median(values)


def p95(values: Sequence[float]) -> float:
    """Return the value that 95 in 100 do not exceed.

    >>> round(p95(range(101)), 9)
    95.0
    """
    return statistics.quantiles(values, n=20, method="inclusive")[-1]


def resident(pid: int) -> int | None:
    """Return a process's resident memory [B], or None off Linux."""
    status = Path(f"/proc/{pid}/status")
    if not status.exists():
        return None
    lines = status.read_text(encoding="utf-8").splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if "VmRSS" in line)


def processor_seconds(pid: int) -> float | None:
    """Return the time that a process has computed for [s], or None off Linux."""
    status = Path(f"/proc/{pid}/stat")
    if not status.exists():
        return None
    # The name in brackets may hold spaces; user and system time come 12th after it.
    fields = status.read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def machine() -> str:
    """Say what the absolute figures belong to."""
    return (
        f"{os.cpu_count()} × {platform.machine()}, {platform.system()}, "
        f"Python {platform.python_version()}"
    )


def table(title: str, rows: Sequence[Sequence[str]]) -> None:
    """Print rows of text under a title; the first row heads the columns."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    print(f"\n{title}")
    for number, row in enumerate(rows):
        first, *rest = (
            cell.ljust(width) for cell, width in zip(row, widths, strict=True)
        )
        numbers = [cell.strip().rjust(len(cell)) for cell in rest]
        print("  ".join([first, *numbers]).rstrip())
        if number == 0:
            print("  ".join("-" * width for width in widths))


def verdict(requirements: Mapping[str, bool]) -> int:
    """Print which requirements are met, and return the exit code."""
    print()
    for words, met in requirements.items():
        print(f"{'met    ' if met else 'NOT MET'}  {words}")
    return 0 if all(requirements.values()) else 1
