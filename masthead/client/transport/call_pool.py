"""Bounded threads for calls, and bounded slots for the pages that wait for them."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotYet
from contextlib import contextmanager
from contextvars import copy_context
from threading import BoundedSemaphore

from masthead.client.exchange import Deadline, Failure, Outcome, Trouble
from masthead.client.transport.cancellation import CURRENT_CALL, CancelHandle
from masthead.client.transport.limits import Limits

Work = Callable[[], Outcome]
StartedCall = tuple[Future[Outcome], CancelHandle]
DETACHED_THREADS = 2
"""One for the breaker's probe, and one for the previous probe while it is being cancelled."""


class CallPool:
    """Runs several calls at once for a waiting page, and cancels those that outlast its deadline.

    Each call of each waiting page has a thread, and no call waits for another, so they can't deadlock.
    """

    def __init__(self, limits: Limits) -> None:
        self._queue_seconds = limits.queue_seconds
        self._slots = BoundedSemaphore(limits.waiting)
        self._threads = ThreadPoolExecutor(limits.waiting * limits.calls, thread_name_prefix="call")
        self._detached = ThreadPoolExecutor(DETACHED_THREADS, thread_name_prefix="probe")

    def run_all(self, works: Sequence[Work], deadline: Deadline) -> list[Outcome]:
        """Run all of `works`. Returns the outcomes in the same order, by the deadline."""
        with self.slot(deadline) as has_slot:
            if not has_slot:
                return [Failure(Trouble.CROWDED) for _ in works]
            calls = [_start(self._threads, work) for work in works]
            return [_wait(call, handle, deadline) for call, handle in calls]

    @contextmanager
    def slot(self, deadline: Deadline) -> Iterator[bool]:
        """Take a slot among the pages that wait for the API; False if none is free."""
        has_place = self._slots.acquire(timeout=min(self._queue_seconds, deadline.left))
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
        return call.result(timeout=deadline.left)
    except NotYet:
        # The first ends a running call, the second one that still waits for a thread.
        handle.cancel()
        call.cancel()
        return Failure(Trouble.SLOW, sent=handle.sent)
