"""Limits the threads for calls and the pages that wait for them, with connections that another thread can close.

HTTP libraries apply their timeouts to each socket read, so an API that sends a byte now and then could take forever.
"""

import socket
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotYet
from contextlib import contextmanager, suppress
from contextvars import ContextVar, copy_context
from threading import BoundedSemaphore, Lock
from typing import Any, NamedTuple

from requests.adapters import HTTPAdapter
from urllib3.connection import HTTPConnection, HTTPSConnection
from urllib3.connectionpool import HTTPConnectionPool, HTTPSConnectionPool

from masthead.client.exchange import Deadline, Failure, Outcome, Trouble

_lock = Lock()  # held for a few instructions, while a connection is attached to another handle
Work = Callable[[], Outcome]
DETACHED_THREADS = 2
"""One for the breaker's probe, and one for the previous probe while it is being cancelled."""


class CancelHandle:
    """Cancels a call that runs on another thread. `sent` is True if the API may have received the request."""

    def __init__(self) -> None:
        self.sent = False
        self.is_cancelled = False
        self._connection: CancellableConnection | None = None

    def cancel(self) -> None:
        """Cancel the call. Its thread stops waiting immediately and sends nothing more."""
        with _lock:
            self.is_cancelled = True
            connection = self._connection
            held = connection.sock if connection is not None and connection.handle is self else None
            if isinstance(held, socket.socket):  # the call's thread may close it at the same time
                with suppress(OSError):  # closed already
                    socket.socket.shutdown(held, socket.SHUT_RDWR)  # the socket below TLS, if any

    def attach(self, connection: "CancellableConnection") -> None:
        """Attach the connection right before it sends. Raises OSError if the call was cancelled."""
        with _lock:
            if self.is_cancelled:
                raise TimeoutError
            before, connection.handle, self._connection = connection.handle, self, connection
            if before is not None and before.is_cancelled:  # the connection was closed with the cancelled call
                raise ConnectionAbortedError
            self.sent = True


CURRENT_CALL: ContextVar[CancelHandle | None] = ContextVar("call", default=None)
"""The cancel handle of this thread's call."""


class CancellableConnection(HTTPConnection):
    handle: CancelHandle | None = None

    def connect(self) -> None:
        self.handle = None
        super().connect()

    def send(self, data: Any) -> None:  # noqa: ANN401 - as http.client declares it
        if self.sock is None:
            self.connect()
        handle = CURRENT_CALL.get()
        if handle is not None:
            handle.attach(self)
        super().send(data)


class _CancellableTLSConnection(CancellableConnection, HTTPSConnection):
    """A cancellable TLS connection."""


class _Pool(HTTPConnectionPool):
    ConnectionCls = CancellableConnection


class _PoolTLS(HTTPSConnectionPool):
    ConnectionCls = _CancellableTLSConnection


class CancellableAdapter(HTTPAdapter):
    def init_poolmanager(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401 - passed on as they are
        super().init_poolmanager(*args, **kwargs)
        self.poolmanager.pool_classes_by_scheme = {"http": _Pool, "https": _PoolTLS}


class Limits(NamedTuple):
    """Limits, in seconds, bytes and counts.

    At most `waiting` of a process's 16 threads wait for the API at once, so that the others keep working if it hangs;
    any other thread waits up to `queue_seconds` for a slot. A page sends up to `calls` reads at once without queueing.
    A page that can be shown from the cache waits only `glance_seconds` for an API that was down. Responses larger than
    `large_bytes` need so much memory that they are parsed one at a time.
    """

    connect_seconds: float = 2.0
    read_seconds: float = 5.0
    body_bytes: int = 8 * 1024 * 1024
    large_bytes: int = 128 * 1024
    attempts: int = 3
    pause_seconds: tuple[float, float] = (0.1, 0.8)
    retry_after_seconds: float = 2.0
    waiting: int = 12
    calls: int = 8
    queue_seconds: float = 0.25
    glance_seconds: float = 0.5


StartedCall = tuple[Future[Outcome], CancelHandle]


class CallPool:
    """Runs several calls concurrently for a waiting page, and cancels those that exceed its deadline.

    Each call of each waiting page has its own thread, and no call waits for another, so they can't deadlock.
    """

    def __init__(self, limits: Limits) -> None:
        self._queue_seconds = limits.queue_seconds
        self._slots = BoundedSemaphore(limits.waiting)
        self._threads = ThreadPoolExecutor(limits.waiting * limits.calls, thread_name_prefix="call")
        self._detached = ThreadPoolExecutor(DETACHED_THREADS, thread_name_prefix="probe")

    def run_all(self, works: Sequence[Work], deadline: Deadline) -> list[Outcome]:
        """Run all of `works` and return their outcomes in the same order, no later than the deadline."""
        with self.take_slot(deadline) as has_slot:
            if not has_slot:
                return [Failure(Trouble.CROWDED) for _ in works]
            calls = [_start(self._threads, work) for work in works]
            return [_wait(call, handle, deadline) for call, handle in calls]

    @contextmanager
    def take_slot(self, deadline: Deadline) -> Iterator[bool]:
        """Take one of the slots for pages that wait for the API. Yields False if none becomes free in time."""
        has_place = self._slots.acquire(timeout=min(self._queue_seconds, deadline.seconds_left))
        try:
            yield has_place
        finally:
            if has_place:
                self._slots.release()

    def start_detached(self, work: Work) -> StartedCall:
        """Start a call that no page waits for."""
        return _start(self._detached, work)

    def close(self) -> None:
        """Stop accepting calls. Running calls end by their own deadlines."""
        for each in (self._threads, self._detached):
            each.shutdown(wait=False, cancel_futures=True)


def _start(threads: ThreadPoolExecutor, work: Work) -> StartedCall:
    handle = CancelHandle()
    context = copy_context()  # so that log lines of the call have the page's request id
    return threads.submit(context.run, _run, handle, work), handle


def _run(handle: CancelHandle, work: Work) -> Outcome:
    CURRENT_CALL.set(handle)
    return work()


def _wait(call: Future[Outcome], handle: CancelHandle, deadline: Deadline) -> Outcome:
    try:
        return call.result(timeout=deadline.seconds_left)
    except NotYet:
        # The first ends a running call, the second a call that still waits for a thread.
        handle.cancel()
        call.cancel()
        return Failure(Trouble.SLOW, sent=handle.sent)
