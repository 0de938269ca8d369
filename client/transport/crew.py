"""Threads that carry calls, and the pages that wait for them, both bounded."""

from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as NotYet
from contextvars import copy_context
from threading import BoundedSemaphore

from client.deadline import Deadline
from client.transport.cords import CORD, Cord
from client.transport.limits import Limits
from client.wire import Failure, Outcome, Trouble

Work = Callable[[], Outcome]


class Crew:
    """Does several calls at once for a waiting page, and ends those that outlast its deadline.

    There is a thread for every call of every waiting page, and no call waits for another: they cannot deadlock.
    """

    def __init__(self, limits: Limits) -> None:
        self._queue_seconds = limits.queue_seconds
        self._places = BoundedSemaphore(limits.waiting)
        self._threads = ThreadPoolExecutor(limits.waiting * limits.calls, thread_name_prefix="call")

    def together(self, works: Sequence[Work], deadline: Deadline) -> list[Outcome]:
        """The outcomes in the order of `works`, all of them when the deadline passes at the latest."""
        if not self._places.acquire(timeout=min(self._queue_seconds, deadline.left)):
            return [Failure(Trouble.CROWDED) for _ in works]
        try:
            calls = [self._start(work) for work in works]
            return [_wait(call, cord, deadline) for call, cord in calls]
        finally:
            self._places.release()

    def _start(self, work: Work) -> tuple[Future[Outcome], Cord]:
        cord = Cord()
        context = copy_context()  # log lines of the call carry what the page's log lines carry
        return self._threads.submit(context.run, _carry, cord, work), cord

    def close(self) -> None:
        """Take no more calls; what is under way ends by its own deadline."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def _carry(cord: Cord, work: Work) -> Outcome:
    CORD.set(cord)
    return work()


def _wait(call: Future[Outcome], cord: Cord, deadline: Deadline) -> Outcome:
    try:
        return call.result(timeout=deadline.left)
    except NotYet:
        cord.cut()
        call.cancel()
        return Failure(Trouble.SLOW, sent=cord.sent)
