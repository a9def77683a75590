"""Folders served on the loopback, each an origin of its own."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

_PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>A course</title>
<link rel="icon" href="data:,">{head}</head><body>
{body}
</body></html>
"""


class _Files(SimpleHTTPRequestHandler):
    """Serves a folder, silently and with the headers that a test asks for."""

    def __init__(self, *arguments, headers: Mapping[str, str], **options) -> None:
        self.more = headers
        super().__init__(*arguments, **options)

    def end_headers(self) -> None:
        for name, value in self.more.items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, *arguments: object) -> None:
        """Say nothing."""


@contextmanager
def serving(
    folder: Path, host: str = "127.0.0.1", headers: Mapping[str, str] | None = None
) -> Iterator[str]:
    """Serve a folder until the block is left; the value is its address."""
    handler = partial(_Files, directory=str(folder), headers=headers or {})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        try:
            yield f"http://{host}:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


@dataclass
class Site:
    """A served folder to write pages into."""

    folder: Path
    address: str

    def page(self, body: str, *, head: str = "") -> str:
        """Write a page around a body and return its address."""
        name = f"page-{len(list(self.folder.iterdir()))}.html"
        text = _PAGE.format(head=head, body=body)
        (self.folder / name).write_text(text, encoding="utf-8")
        return f"{self.address}/{name}"
