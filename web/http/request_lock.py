"""One request of a process runs at a time, and lets others run while it waits.

The interpreter runs one thread at a time anyway. It passes to another at each call of SQLite though, of which a page
has a dozen: with 16 connections a page took up to half as much processor again as with one.
"""

import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from flask import Flask

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

PATIENCE_SECONDS = 0.3
"""How long a request waits for others. It runs beside those that take longer, so two can never block each other."""

_this_thread = threading.local()


class RequestLock:
    """Wraps a WSGI application."""

    def __init__(self, application: "WSGIApplication", patience_seconds: float = PATIENCE_SECONDS) -> None:
        self._application, self._lock = application, threading.Lock()
        self.patience_seconds = patience_seconds

    def __call__(self, environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        """Answer the request."""
        self.acquire()
        try:
            return self._application(environ, start_response)
        finally:
            _release()
            _this_thread.entered = None

    def acquire(self) -> None:
        """Take the lock for this thread, or go on without it when that takes too long."""
        _this_thread.entered = self
        self.wait(self.patience_seconds)

    def wait(self, seconds: float) -> None:
        """Take the lock for this thread, if it comes free in time."""
        _this_thread.held = self if self._lock.acquire(timeout=seconds) else None

    def release(self) -> None:
        """Give it back."""
        self._lock.release()


@contextmanager
def others_run() -> Iterator[None]:
    """Let other requests run during the block, in which this one waits. Does nothing in a thread without a request."""
    held = _release()
    try:
        yield
    finally:
        if held is not None:
            held.acquire()


def run_alone(seconds: float) -> None:
    """Wait so long, and not just a moment, for the requests that run, where this one went on without the lock.

    What is made of large answers takes many times their memory, so requests make it in turn.
    """
    entered: RequestLock | None = getattr(_this_thread, "entered", None)
    if entered is not None and _this_thread.held is None:
        entered.wait(seconds)


def _release() -> RequestLock | None:
    held: RequestLock | None = getattr(_this_thread, "held", None)
    if held is not None:
        _this_thread.held = None
        held.release()
    return held


def init_app(app: Flask) -> None:
    lock = app.extensions["request_lock"] = RequestLock(app.wsgi_app)
    app.wsgi_app = lock  # type: ignore[method-assign]
