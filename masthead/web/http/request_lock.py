"""Lets one request per process run at a time, and other requests while it waits.

The interpreter runs one thread at a time anyway, but switches threads at each SQLite call, about a dozen times per
page. With 16 connections, pages took up to 50% more processor time.
"""

import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from io import BytesIO
from typing import TYPE_CHECKING

from flask import Flask

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

AT_ONCE = 16
"""Requests in progress, including those that wait for the API."""
READ_AHEAD = 1 << 20
"""Limit of bytes to read ahead. Longer bodies are refused unread."""
PATIENCE_SECONDS = 0.3
"""After this, a request runs beside the slow one, so that two can't deadlock."""

_this_thread = threading.local()


class RequestLock:
    """WSGI middleware that lets one request run at a time in this process."""

    def __init__(self, application: "WSGIApplication", patience_seconds: float = PATIENCE_SECONDS) -> None:
        self._application, self._lock = application, threading.Lock()
        self._places = threading.BoundedSemaphore(AT_ONCE)
        self.patience_seconds = patience_seconds

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """Read the body before taking the lock, so that slow clients block nobody."""
        body = environ["wsgi.input"]
        _read_body_ahead(environ)
        with self._places:
            self.acquire()
            try:
                return self._application(environ, start_response)
            finally:
                _release_lock()
                _this_thread.entered = None
                environ["wsgi.input"] = body  # the server reads the rest of the body

    def acquire(self) -> None:
        """Take the lock, or continue without it after a timeout."""
        _this_thread.entered = self
        self.wait(self.patience_seconds)

    def wait(self, seconds: float) -> None:
        """Take the lock if it is released in time."""
        _this_thread.held = self if self._lock.acquire(timeout=seconds) else None

    def release(self) -> None:
        self._lock.release()


def _read_body_ahead(environ: "WSGIEnvironment") -> None:
    said = environ.get("CONTENT_LENGTH") or "0"
    # A chunked body has no length, so read one byte more than allowed, which is refused as well.
    length = READ_AHEAD + 1 if environ.get("HTTP_TRANSFER_ENCODING") else int(said) if said.isdecimal() else 0
    if 0 < length <= READ_AHEAD + 1:
        with suppress(OSError):  # the client has disconnected, which the application notices, too
            environ["wsgi.input"] = BytesIO(environ["wsgi.input"].read(length))


@contextmanager
def lock_released() -> Iterator[None]:
    """Let other requests run during the block. Does nothing in a thread without a request."""
    held = _release_lock()
    try:
        yield
    finally:
        if held is not None:
            held.acquire()


def wait_for_lock(seconds: float) -> None:
    """Wait up to `seconds` for the lock if this request is running without it.

    Parsing a large response takes many times its size in memory, so requests take turns.
    """
    entered: RequestLock | None = getattr(_this_thread, "entered", None)
    if entered is not None and _this_thread.held is None:
        entered.wait(seconds)


def _release_lock() -> RequestLock | None:
    held: RequestLock | None = getattr(_this_thread, "held", None)
    if held is not None:
        _this_thread.held = None
        held.release()
    return held


def init_app(app: Flask) -> None:
    lock = app.extensions["request_lock"] = RequestLock(app.wsgi_app)
    app.wsgi_app = lock  # type: ignore[method-assign]
