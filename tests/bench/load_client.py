"""Readers without a browser: they take the page, its scripts, and the session's socket.

A reader is a few awaits in one asyncio loop, so that hundreds of them come at once and
leave the machine to the server.
"""

import asyncio
import json
import re
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from urllib.parse import urljoin, urlsplit

from tornado.httpclient import HTTPRequest
from tornado.websocket import WebSocketClientConnection, websocket_connect

#: No reader waits longer than this for anything [s].
PATIENCE = 30

#: Once this has come, the picture and all prose stand on the page.
PICTURE_ENDS = b"</main>"

_TOKEN = re.compile(r'"token":"([^"]+)"')
_ROOT = re.compile(r'"roots":\{"([^"]+)"')
_SCRIPT = re.compile(r'<script[^>]* src="([^"]+)"')

#: A message of Bokeh's protocol comes in this many pieces.
PIECES = 3


@dataclass
class Reader:
    """What one reader got, and when.

    Parameters
    ----------
    picture : float or None [s]
        From connecting until the page's picture and prose had come.
    socket : float or None [s]
        From connecting until the session's document had come over its socket.
    home : bool
        Whether the socket met the session that made the page.
    received : int [B]
        On the wire, the socket's messages left out.
    failed : str
        Why, if the reader failed.
    """

    picture: float | None = None
    socket: float | None = None
    home: bool = False
    received: int = 0
    failed: str = ""
    connection: WebSocketClientConnection | None = field(default=None, repr=False)

    async def leave(self) -> None:
        """Close the socket, as a reader does who closes the page."""
        if self.connection is not None:
            self.connection.close()
            while await self.connection.read_message() is not None:
                pass
            self.connection = None


async def read(
    url: str,
    *,
    socket: bool = True,
    scripts: bool = False,
    stay: bool = False,
    browser: str = "reader",
) -> Reader:
    """Be one reader.

    Parameters
    ----------
    url : str
        The page.
    socket : bool
        Open the session's socket and pull its document.
    scripts : bool
        Fetch the page's scripts as well.
    stay : bool
        Leave the socket open.
    browser : str
        The name that the reader's browser gives.
    """
    reader = Reader()
    try:
        await asyncio.wait_for(
            _visit(reader, url, socket, scripts, browser), timeout=PATIENCE
        )
    except Exception as error:
        reader.failed = f"{type(error).__name__} {error}"
    if not stay or reader.failed:
        await reader.leave()
    return reader


async def _visit(
    reader: Reader, url: str, socket: bool, scripts: bool, browser: str
) -> None:
    began = time.perf_counter()

    def seen() -> None:
        reader.picture = time.perf_counter() - began

    names = {"User-Agent": browser}
    page = await _get(reader, url, names, until=PICTURE_ENDS, seen=seen)
    text = page.decode()
    if reader.picture is None:
        raise ValueError(f"no {PICTURE_ENDS.decode()} in the page")
    if scripts:
        packed = {**names, "Accept-Encoding": "gzip"}
        for address in _SCRIPT.findall(text):
            await _get(reader, urljoin(url, address), packed)
    if socket:
        await _pull(reader, url, text, names)
        reader.socket = time.perf_counter() - began


async def _get(
    reader: Reader,
    url: str,
    headers: Mapping[str, str],
    *,
    until: bytes = b"",
    seen: Callable[[], None] = lambda: None,
) -> bytes:
    """Get an address on a connection of its own, and say when a text has come."""
    parts = urlsplit(url)
    path = f"{parts.path}?{parts.query}" if parts.query else parts.path
    fields = {"Host": parts.netloc, "Connection": "close", **headers}
    lines = [f"GET {path} HTTP/1.1", *(f"{n}: {v}" for n, v in fields.items())]
    source, target = await asyncio.open_connection(parts.hostname, parts.port)
    try:
        target.write("\r\n".join([*lines, "", ""]).encode())
        got = bytearray()
        while piece := await source.read(1 << 17):
            start = max(0, len(got) - len(until))
            got += piece
            if until and got.find(until, start) >= 0:
                seen()
                until = b""
    finally:
        target.close()
    reader.received += len(got)
    head, _, body = bytes(got).partition(b"\r\n\r\n")
    status = head.split(b" ", 2)[1]
    if status != b"200":
        raise ValueError(f"{path} gave {status.decode()}")
    chunked = b"transfer-encoding: chunked" in head.lower()
    return _joined(body) if chunked else body


def _joined(body: bytes) -> bytes:
    r"""Join the chunks of an answer.

    >>> _joined(b"2\r\nab\r\n1\r\nc\r\n0\r\n\r\n")
    b'abc'
    """
    whole, at = bytearray(), 0
    while True:
        end = body.index(b"\r\n", at)
        size = int(body[at:end], 16)
        if size == 0:
            return bytes(whole)
        whole += body[end + 2 : end + 2 + size]
        at = end + 2 + size + 2


async def _pull(
    reader: Reader, url: str, page: str, headers: Mapping[str, str]
) -> None:
    """Open the session's socket with the page's token, and pull its document."""
    parts = urlsplit(url)
    request = HTTPRequest(
        f"ws://{parts.netloc}{parts.path}/ws",
        headers={**headers, "Origin": f"http://{parts.netloc}"},
        connect_timeout=PATIENCE,
        request_timeout=PATIENCE,
    )
    (token,), (root,) = _TOKEN.findall(page), _ROOT.findall(page)
    connection = await websocket_connect(request, subprotocols=["bokeh", token])
    reader.connection = connection
    kind, _ = await _message(connection)
    if kind != "ACK":
        raise ValueError(f"the socket said {kind}")
    asked = {"msgid": "1", "msgtype": "PULL-DOC-REQ"}
    for piece in (asked, {}, {}):
        await connection.write_message(json.dumps(piece))
    kind, content = await _message(connection)
    if kind != "PULL-DOC-REPLY":
        raise ValueError(f"the socket said {kind}")
    reader.home = f'"{root}"' in content


async def _message(connection: WebSocketClientConnection) -> tuple[str, str]:
    pieces = []
    while len(pieces) < PIECES:
        piece = await connection.read_message()
        if piece is None:
            raise ConnectionError("the socket was closed")
        pieces.append(str(piece))
    header, _, content = pieces
    return json.loads(header)["msgtype"], content


async def at_once(make: Callable[[], Awaitable[Reader]], count: int) -> list[Reader]:
    """Let all readers come at the same moment."""
    return await asyncio.gather(*(make() for _ in range(count)))


async def by_turns(
    make: Callable[[], Awaitable[Reader]], count: int, together: int
) -> list[Reader]:
    """Let readers come one after another, some of them at any time."""
    readers: list[Reader] = []
    left = iter(range(count))

    async def queue() -> None:
        for _ in left:
            readers.append(await make())

    await asyncio.gather(*(queue() for _ in range(together)))
    return readers
