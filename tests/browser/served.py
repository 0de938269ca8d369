"""The portal on a port of this machine, where a real browser reaches it."""

import threading
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from flask import Flask
from werkzeug.serving import WSGIRequestHandler, make_server
from werkzeug.wsgi import ClosingIterator

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

HOST = "127.0.0.1"
LOOKS_EVERY = 0.02  # s, whether it shall stop
AXE = "/axe.min.js"
"""Where axe-core is, so that a browser keeps it in its cache."""
EMPTY = "/empty"
"""A page with nothing in it, with the header that lets a browser go on from it in the same process."""


@cache
def _axe() -> bytes:
    return (Path(__file__).parents[2] / "node_modules" / "axe-core" / "axe.min.js").read_bytes()


class _QuietHandler(WSGIRequestHandler):
    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Say nothing: what matters to a test, it asserts."""


class Served:
    """An app that answers at `url` until it is stopped; another one may take its place."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self._server = make_server(HOST, 0, self._answer, threaded=True, request_handler=_QuietHandler)
        self.url = f"http://{HOST}:{self._server.port}"
        threading.Thread(target=self._server.serve_forever, args=(LOOKS_EVERY,), daemon=True).start()

    def _answer(self, environ: "WSGIEnvironment", start: "StartResponse") -> Iterable[bytes]:
        if environ["PATH_INFO"] == AXE:
            start("200 OK", [("Content-Type", "text/javascript"), ("Cache-Control", "max-age=86400")])
            return [_axe()]
        if environ["PATH_INFO"] == EMPTY:
            start("200 OK", [("Content-Type", "text/html"), ("Cross-Origin-Opener-Policy", "same-origin")])
            return [b"<!doctype html>"]
        # A browser that goes on to the next page leaves files half sent, and the server would leave them open.
        parts = ClosingIterator(self.app(environ, start))
        try:
            return [b"".join(parts)]
        finally:
            parts.close()

    def stop(self) -> None:
        """Refuse connections from now on."""
        self._server.shutdown()
        self._server.server_close()
