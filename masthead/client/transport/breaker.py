"""Circuit breaker: after several failed reads it blocks calls, then lets one through to test the API."""

import logging
import math
import time
from collections import deque
from collections.abc import Callable
from enum import Enum, auto
from threading import Condition
from typing import NamedTuple

FAILURES = 5
PATHS = 2
WITHIN_SECONDS = 30.0
MAX_MEMORY = 64
AT_ONCE_EVERY_SECONDS = 1.0
log = logging.getLogger(__name__)


class Outage(NamedTuple):
    """Seconds since the `first` and `last` failure, and until `next_try`, which is None if the breaker is closed."""

    first: float
    last: float
    next_try: float | None


class Admission(Enum):
    FREE = auto()  # closed: send
    WAIT = auto()  # half-open: wait for another caller's probe
    REFUSED = auto()  # open


class Probe(NamedTuple):
    """The permission to send one read while half-open. The caller then calls `end_probe`."""

    number: int


class Breaker:
    """Opens after 5 consecutive failures within 30 seconds, on at least 2 paths: one bad resource isn't a bad host.

    While open, it admits one probe every `rest_seconds`; other callers can wait for it. The first answer closes it.
    """

    def __init__(self, rest_seconds: float = 10.0, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._rest_seconds = rest_seconds
        self._monotonic = monotonic
        self._failures: deque[tuple[float, str]] = deque(maxlen=MAX_MEMORY)
        self._next_try: float | None = None
        self._since: float | None = None
        self._answered_at = self._failed_at = -math.inf
        self._tried_at = -AT_ONCE_EVERY_SECONDS
        self._probes = 0
        self._probe: Probe | None = None
        self._changed = Condition()

    @property
    def is_open(self) -> bool:
        with self._changed:
            return self._next_try is not None

    @property
    def outage(self) -> Outage | None:
        """The current outage; None if the last read was answered."""
        with self._changed:
            if self._since is None:
                return None
            now = self._monotonic()
            next_try = None if self._next_try is None else max(0.0, self._next_try - now)
            return Outage(now - self._since, now - self._failed_at, next_try)

    def has_answered_within(self, seconds: float) -> bool:
        """Return whether a read was answered in the last `seconds`, and none has failed since."""
        with self._changed:
            return self._since is None and self._monotonic() - self._answered_at <= seconds

    def admit(self, *, at_once: bool = False) -> Admission | Probe:
        """Decide whether a caller may send. One caller gets the probe, which also restarts the rest period.

        `at_once` skips the rest period, at most once a second. It is for requests that a person makes explicitly.
        """
        with self._changed:
            if self._next_try is None:
                return Admission.FREE
            now = self._monotonic()
            early = at_once and not self._probe and now - self._tried_at >= AT_ONCE_EVERY_SECONDS
            if now < self._next_try and not early:
                return Admission.WAIT if self._probe else Admission.REFUSED
            # Count from the start of the probe, since a hanging probe must not delay the next one.
            self._next_try, self._tried_at = now + self._rest_seconds, now
            self._probes += 1
            self._probe = Probe(self._probes)
            return self._probe

    def end_probe(self, probe: Probe) -> None:
        """Wake the callers that are waiting for the probe."""
        with self._changed:
            if probe == self._probe:
                self._probe = None
                self._changed.notify_all()

    def wait(self, seconds: float) -> bool:
        """Wait up to `seconds` for the probe to end. Returns whether the breaker is then closed."""
        with self._changed:
            self._changed.wait_for(lambda: self._next_try is None or self._probe is None, seconds)
            return self._next_try is None

    def record_success(self) -> None:
        """Close the breaker. A refused request counts as success, too, since the API answered."""
        with self._changed:
            self._answered_at = self._monotonic()
            self._failures.clear()
            was_open, self._next_try, self._since = self._next_try is not None, None, None
            self._probe = None
            self._changed.notify_all()
        if was_open:
            log.warning("breaker closed")

    def record_failure(self, path: str) -> None:
        """Count a read that wasn't answered, or was answered with a 5xx."""
        now = self._monotonic()
        with self._changed:
            self._failures.append((now, path))
            self._since, self._failed_at = now if self._since is None else self._since, now
            recent = [each for when, each in self._failures if now - when <= WITHIN_SECONDS]
            opens = self._next_try is None and len(recent) >= FAILURES and len(set(recent)) >= PATHS
            if opens:
                self._next_try = now + self._rest_seconds
        if opens:
            # Outside the lock: a slow log must not block every call.
            log.warning("breaker opened", extra={"rest_seconds": self._rest_seconds})
