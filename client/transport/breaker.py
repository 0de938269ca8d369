"""A rest for an API that fails: after several failed reads it is left alone, then tried with one."""

import logging
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock

FAILURES = 5
PATHS = 2
WITHIN_SECONDS = 30.0
LONGEST_MEMORY = 64
AT_ONCE_EVERY_SECONDS = 1.0
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Silence:
    """The API does not answer: for how many seconds, and in how many it is tried; None while each page still does."""

    lasted: float
    next_try: float | None


class Breaker:
    """Opens after 5 failures in a row within 30 seconds, on 2 paths: one resource that fails is not a host that fails.

    While open it lets one call through each `rest_seconds`; the first answer closes it.
    """

    def __init__(self, rest_seconds: float = 10.0, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._rest_seconds = rest_seconds
        self._monotonic = monotonic
        self._failures: deque[tuple[float, str]] = deque(maxlen=LONGEST_MEMORY)
        self._next_try: float | None = None
        self._since: float | None = None
        self._tried_at = -AT_ONCE_EVERY_SECONDS
        self._lock = Lock()

    @property
    def rests(self) -> bool:
        """Whether a call would be refused now. Asking does not use up the one that is let through."""
        with self._lock:
            return self._next_try is not None and self._monotonic() < self._next_try

    @property
    def is_open(self) -> bool:
        """Whether the API has failed so often that single calls go first."""
        with self._lock:
            return self._next_try is not None

    @property
    def silence(self) -> Silence | None:
        """Since when it has not answered a read; None when it has answered the last one."""
        with self._lock:
            if self._since is None:
                return None
            now = self._monotonic()
            return Silence(now - self._since, None if self._next_try is None else max(0.0, self._next_try - now))

    def lets_through(self, *, at_once: bool = False) -> bool:
        """Whether a call may go out now. While open, the one that may is followed by another rest.

        `at_once` is for someone who asks for it, and does not wait for the rest to end: once a second.
        """
        with self._lock:
            if self._next_try is None:
                return True
            now = self._monotonic()
            if now < self._next_try and not (at_once and now - self._tried_at >= AT_ONCE_EVERY_SECONDS):
                return False
            # Counted from here and not from its end: a try that hangs must not put off the next one.
            self._next_try, self._tried_at = now + self._rest_seconds, now
            return True

    def worked(self) -> None:
        """The API answered, be it with a refusal."""
        with self._lock:
            self._failures.clear()
            was_open, self._next_try, self._since = self._next_try is not None, None, None
        if was_open:
            log.warning("breaker closed")

    def failed(self, path: str) -> None:
        """A read of `path` got no answer, or a 5xx."""
        now = self._monotonic()
        with self._lock:
            self._failures.append((now, path))
            self._since = now if self._since is None else self._since
            recent = [each for when, each in self._failures if now - when <= WITHIN_SECONDS]
            opens = self._next_try is None and len(recent) >= FAILURES and len(set(recent)) >= PATHS
            if opens:
                self._next_try = now + self._rest_seconds
        if opens:
            log.warning("breaker opened", extra={"rest_seconds": self._rest_seconds})
