"""Servers of the lesson, nginx in front of them, and a wire that a test can cut."""

import getpass
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from threading import Lock, Thread

ROOT = Path(__file__).resolve().parents[2]
HOST = "127.0.0.1"
PREFIX = "/course/roofline"

#: The file that the README shows, with the ports, the cache and the host of a course.
CONFIGURATION = Path(__file__).with_name("nginx.conf")

#: How long a server may take to answer, and to stop [s].
START_SECONDS, STOP_SECONDS = 60, 10

#: As many as the benchmark's readers need, and twice that.
CONNECTIONS = 4096


class NotStartedError(RuntimeError):
    """A server ended, or did not answer in time; the message holds what it said."""


@dataclass
class Served:
    """A running server.

    Parameters
    ----------
    address : str
        Where the lesson is.
    port : int
    process : Popen
    log : Path
        Where its output goes.
    """

    address: str
    port: int
    process: subprocess.Popen[bytes]
    log: Path

    @property
    def host(self) -> str:
        """The host and port, as an origin has them."""
        return f"{HOST}:{self.port}"

    def said(self) -> str:
        """Return what it has said so far."""
        return self.log.read_text(encoding="utf-8", errors="replace")

    def stop(self) -> None:
        """End it, and wait for it."""
        self._signal(signal.SIGTERM)
        try:
            self.process.wait(STOP_SECONDS)
        finally:
            # The workers of `--num-procs` outlive their parent.
            self._signal(signal.SIGKILL)
            self.process.wait()

    def _signal(self, what: signal.Signals) -> None:
        """Tell the process and all that it has started."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, what)


@contextmanager
def panel(
    log: Path,
    *options: str,
    port: int | None = None,
    prefix: str = "",
    environment: Mapping[str, str] | None = None,
) -> Iterator[Served]:
    """Serve the app with `panel serve`, as a user does, until the block is left.

    Parameters
    ----------
    log : Path
        Where its output goes.
    *options : str
        More options; without an origin among them, its own is allowed.
    port : int, optional
        By default, a free one.
    prefix : str, optional
        The path before the app's.
    environment : mapping, optional
        More environment variables.
    """
    port = port or free_port()
    command = [sys.executable, "-m", "panel", "serve", "app", "--address", HOST]
    command += ["--port", str(port), "--prefix", prefix, *options]
    if "--allow-websocket-origin" not in options:
        command += ["--allow-websocket-origin", f"{HOST}:{port}"]
    address = f"http://{HOST}:{port}{prefix}/app"
    with running(command, address, port, log, environment) as served:
        yield served


@contextmanager
def nginx(
    folder: Path, servers: Sequence[int], *, more: str = "", port: int | None = None
) -> Iterator[Served]:
    """Run nginx with the project's configuration until the block is left.

    It runs as whoever runs this, and writes to nothing but `folder`.

    Parameters
    ----------
    folder : Path
        A folder of its own.
    servers : sequence of int
        The ports of the lesson's servers.
    more : str, optional
        More of the public server's configuration.
    port : int, optional
        Where it listens; by default, a free port.

    Raises
    ------
    NotStartedError
        If there is no nginx, or it refuses the configuration.
    """
    program = find_nginx()
    if program is None:
        raise NotStartedError("there is no nginx")
    port = port or free_port()
    folder.mkdir(parents=True, exist_ok=True)
    lesson = folder / "lesson.conf"
    lesson.write_text(configured(folder, port, servers, more), encoding="utf-8")
    whole = folder / "nginx.conf"
    whole.write_text(_around(folder, lesson), encoding="utf-8")
    command = [program, "-e", str(folder / "log.txt"), "-c", str(whole)]
    address = f"http://{HOST}:{port}{PREFIX}/app"
    with running(command, address, port, folder / "log.txt") as served:
        yield served


def find_nginx() -> str | None:
    """Return the path of nginx, or None if there is none."""
    # Debian keeps it where only root's PATH leads.
    return shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin:/sbin")


def configured(folder: Path, port: int, servers: Sequence[int], more: str = "") -> str:
    """Return the project's configuration for other ports and another cache."""
    text = CONFIGURATION.read_text(encoding="utf-8")
    upstream = "\n".join(f"    server {HOST}:{each};" for each in servers)
    changes = {
        f"    server {HOST}:5006;\n    server {HOST}:5007;": upstream,
        f"{HOST}:5005": f"{HOST}:{free_port()}",
        "listen 80;": f"listen {HOST}:{port};\n{more}",
        "/var/lib/nginx/roofline": str(folder / "cache"),
    }
    for old, new in changes.items():
        if old not in text:
            raise ValueError(f"{CONFIGURATION.name} has no {old!r}")
        text = text.replace(old, new)
    return text


def _around(folder: Path, lesson: Path) -> str:
    """Return what stands around the lesson's part: a distribution's own nginx.conf."""
    temporary = "\n".join(
        f"    {name}_temp_path {folder / name};"
        for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    # Only root may say whose the workers are.
    user = f"user {getpass.getuser()} root;\n" if os.geteuid() == 0 else ""
    return (
        f"{user}daemon off;\npid {folder / 'pid'};\n"
        "worker_processes auto;\n"
        f"events {{ worker_connections {CONNECTIONS}; }}\n"
        f"http {{\n    access_log {folder / 'access.txt'};\n{temporary}\n"
        "    types { text/html html; }\n"
        f"    include {lesson};\n}}\n"
    )


@contextmanager
def running(
    command: Sequence[str],
    address: str,
    port: int,
    log: Path,
    environment: Mapping[str, str] | None = None,
) -> Iterator[Served]:
    """Run a server until the block is left; it starts once its port answers."""
    with (
        log.open("ab") as output,
        subprocess.Popen(
            command,
            cwd=ROOT,
            env={**os.environ, **(environment or {})},
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        ) as process,
    ):
        served = Served(address, port, process, log)
        try:
            _wait(served)
            yield served
        finally:
            served.stop()


def _wait(served: Served) -> None:
    """Wait until the port takes connections, which opens no session yet."""
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end and served.process.poll() is None:
        with socket.socket() as probe:
            if probe.connect_ex((HOST, served.port)) == 0:
                return
        time.sleep(0.02)  # between two questions to the server
    raise NotStartedError(f"{served.process.args}\n{served.said()}")


def free_port() -> int:
    """Return a port of this machine that nothing listens on."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])


class Wire:
    """A TCP proxy on loopback: it may change what is asked, and it can be cut.

    Parameters
    ----------
    to : int
        The port that it leads to.
    change : callable, optional
        Gets each piece that a reader sends, and returns what goes on.
    """

    def __init__(
        self, to: int, change: Callable[[bytes], bytes] = lambda piece: piece
    ) -> None:
        self._to, self._change = to, change
        self._whole, self._lock = True, Lock()
        self._sockets: set[socket.socket] = set()
        self._listener = socket.create_server((HOST, 0))
        self.port = int(self._listener.getsockname()[1])
        self._thread = Thread(target=self._listen)

    def __enter__(self) -> "Wire":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.cut()
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._thread.join()

    def cut(self) -> None:
        """Drop every connection, and each new one, until it is mended."""
        with self._lock:
            self._whole = False
            for end in self._sockets:
                with suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)

    def mend(self) -> None:
        """Let new connections through."""
        with self._lock:
            self._whole = True

    def _listen(self) -> None:
        threads = []
        while True:
            try:
                near, _ = self._listener.accept()
            except OSError:
                break
            threads.append(Thread(target=self._carry, args=(near,)))
            threads[-1].start()
        for thread in threads:
            thread.join()

    def _carry(self, near: socket.socket) -> None:
        with near, suppress(OSError), socket.create_connection((HOST, self._to)) as far:
            with self._lock:
                if not self._whole:
                    return
                self._sockets |= {near, far}
            back = Thread(target=_pump, args=(far, near, lambda piece: piece))
            back.start()
            _pump(near, far, self._change)
            back.join()
            with self._lock:
                self._sockets -= {near, far}


def _pump(
    source: socket.socket, target: socket.socket, change: Callable[[bytes], bytes]
) -> None:
    with suppress(OSError):
        while piece := source.recv(65536):
            target.sendall(change(piece))
    for end in (source, target):
        with suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)


def another_host(piece: bytes) -> bytes:
    """Ask as a proxy does that keeps the public host to itself."""
    return re.sub(rb"(?mi)^Host: .*$", b"Host: inside.example\r", piece)


def no_upgrade(piece: bytes) -> bytes:
    """Ask as a proxy does that does not know of sockets."""
    return re.sub(rb"(?mi)^(Upgrade|Connection): .*\r\n", b"", piece)
