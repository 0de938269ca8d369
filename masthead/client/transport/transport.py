"""Sends requests concurrently, retries them and records metrics, within the page's deadline."""

import random
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from enum import StrEnum
from functools import partial
from threading import Lock
from urllib.parse import urlsplit

from masthead.client.exchange import (
    FAULTS,
    ApiRequest,
    ApiResponse,
    Deadline,
    Failure,
    Outcome,
    Trouble,
    parse_retry_after,
)
from masthead.client.redaction import TOKEN_REMOVED
from masthead.client.transport.breaker import Admission, Breaker, Outage, Probe
from masthead.client.transport.call_pool import CallPool, Limits, StartedCall
from masthead.client.transport.http import Http

COUNTED_BY_STATUS = {401, 403, 404, 409, 429, 503}
"""Statuses that are counted separately, not by their class."""
Send = Callable[[ApiRequest], Outcome]
RETRIED_STATUSES = {429, 502, 503, 504}
RETRIED_TROUBLES = {Trouble.NO_CONNECTION, Trouble.BROKEN}
HEALTH_CHECK = ApiRequest("GET", "/v1/orgs", token="")
"""The cheapest read. Without a token the expected answer is a refusal."""
HEALTHY_SECONDS = 1.0
HELD_BACK = {Trouble.RESTING, Trouble.CROWDED, Trouble.REDACTED}
OUTAGES = {Trouble.NO_CONNECTION, Trouble.BROKEN, Trouble.SLOW}


class CacheUse(StrEnum):
    """Source of a response: fresh from the cache, from the API, or stale from the cache."""

    FRESH = "fresh"
    READ = "read"
    STALE = "stale"


class CallMetrics:
    """Call metrics; this base class records nothing. Subclasses must be thread-safe and never raise.

    `endpoint` is its name in the contract, empty for a health check. `outcome` is an `outcome_label`.
    """

    def call_started(self) -> None:
        """Called before a request is sent."""

    def call_ended(self, endpoint: str, outcome: str, seconds: float) -> None:
        """Called after a response or a failure."""

    def call_not_sent(self, endpoint: str, outcome: str) -> None:
        """Called if a call isn't sent because the breaker is open, or too many pages are waiting for the API."""

    def count_cached_read(self, use: CacheUse) -> None:
        """Called after a read that could be served from the cache."""


def outcome_label(outcome: Outcome) -> str:
    """Return the metrics label of an outcome, such as `2xx`, `404` (counted separately) or `no_connection`."""
    if isinstance(outcome, ApiResponse):
        status = outcome.status
        return str(status) if status in COUNTED_BY_STATUS else f"{status // 100}xx"
    return outcome.trouble.name.lower()


class CallTracing:
    """Call tracing; this base class traces nothing. Subclasses must be thread-safe. Calls run in a copied context."""

    def trace_call(self, request: ApiRequest, send: Send) -> Outcome:
        """Send the request, adding a `traceparent` if it is traced, and return the outcome."""
        return send(request)


class Transport:
    """Sends requests to one API. All threads of a process share it, and it stores no personal data.

    A thread enters `while_waiting` while it waits for responses. Before it parses large ones, it calls `run_alone`
    with the number of seconds that it may wait for other threads.
    """

    def __init__(
        self,
        base_url: str,
        *,
        breaker: Breaker | None = None,
        limits: Limits | None = None,
        while_waiting: Callable[[], AbstractContextManager[None]] = nullcontext,
        run_alone: Callable[[float], None] = lambda _: None,
        metrics: CallMetrics | None = None,
        tracing: CallTracing | None = None,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        parts = urlsplit(base_url)
        if parts.scheme not in {"http", "https"} or not parts.hostname or parts.query or parts.fragment:
            raise ValueError(f"the API's base URL must be an http or https address, and is {base_url!r}")
        self._limits = limits or Limits()
        self._breaker = breaker or Breaker(monotonic=monotonic)
        self._http = Http(base_url, self._limits)
        self._pool = CallPool(self._limits)
        self._while_waiting = while_waiting
        self._run_alone = run_alone
        self.metrics = metrics or CallMetrics()
        self._tracing = tracing or CallTracing()
        self._last_probe: StartedCall | None = None
        self._checking = Lock()
        self._monotonic = monotonic

    def deadline(self, seconds: float) -> Deadline:
        return Deadline(seconds, self._monotonic)

    def health(self, seconds: float = 2.0) -> Outcome:
        """Send a read without a token and return its outcome."""
        return self.send_all([HEALTH_CHECK], self.deadline(seconds))[0]

    @property
    def outage(self) -> Outage | None:
        """The current outage; None if the last read was answered."""
        return self._breaker.outage

    def check_health(self, *, at_once: bool = False, seconds: float = 2.0) -> bool:
        """Return whether the API is up. Unless it answered within the last second, one caller sends a health check.

        With `at_once`, the check is sent even while the breaker is open.
        """
        if self._breaker.has_answered_within(HEALTHY_SECONDS):
            return True
        if self._checking.acquire(blocking=False):
            try:
                with self._while_waiting():
                    self._send_health_check(self.deadline(seconds), at_once=at_once)
            finally:
                self._checking.release()
        return self._breaker.has_answered_within(HEALTHY_SECONDS)

    def _send_health_check(self, deadline: Deadline, *, at_once: bool) -> None:
        match self._breaker.admit(at_once=at_once):
            case Admission.FREE:
                self._pool.run_all([partial(self._send, HEALTH_CHECK, deadline)], deadline)
            case Probe() as probe:
                self._start_probe(probe, HEALTH_CHECK, deadline)
                self._breaker.wait(deadline.seconds_left)

    def send_all(
        self, requests: Sequence[ApiRequest], deadline: Deadline, *, has_fallback: bool = False
    ) -> list[Outcome]:
        """Send requests concurrently. Returns the outcomes in the same order, no later than the deadline.

        With `has_fallback`, don't wait long for an API that was down.
        """
        if deadline.has_passed:
            return [Failure(Trouble.SLOW) for _ in requests]
        with self._while_waiting():
            trouble = self._wait_for_probe(requests, deadline, has_fallback=has_fallback)
            if trouble is None:
                works = [partial(self._send_with_retries, each, deadline) for each in requests]
                outcomes = self._pool.run_all(works, deadline)
            else:
                outcomes = [Failure(trouble) for _ in requests]
        for request, outcome in zip(requests, outcomes, strict=True):
            if isinstance(outcome, Failure) and outcome.trouble in HELD_BACK:
                self.metrics.call_not_sent(request.endpoint, outcome_label(outcome))
        return outcomes

    def take_turn(self, size: int, deadline: Deadline) -> None:
        """Wait for other threads before parsing a response of this size, if it is large."""
        if size > self._limits.large_bytes:
            self._run_alone(max(0.0, deadline.seconds_left))

    def _wait_for_probe(
        self, requests: Sequence[ApiRequest], deadline: Deadline, *, has_fallback: bool
    ) -> Trouble | None:
        """Wait for the probe of an open breaker, whichever page sends it. Returns the reason not to send, or None."""
        entered = self._breaker.admit()
        if entered is Admission.FREE:
            return None
        if entered is Admission.REFUSED:
            return Trouble.RESTING
        if isinstance(entered, Probe):
            # Never a write: its outcome would be unknown if the API is still down.
            read = next((each for each in requests if each.is_read), HEALTH_CHECK)
            self._start_probe(entered, read, deadline)
        with self._pool.take_slot(deadline) as has_slot:
            if not has_slot:
                return Trouble.CROWDED
            patience = (
                min(self._limits.glance_seconds, deadline.seconds_left) if has_fallback else deadline.seconds_left
            )
            return None if self._breaker.wait(patience) else Trouble.RESTING

    def _start_probe(self, probe: Probe, read: ApiRequest, deadline: Deadline) -> None:
        # On its own thread, so that no page has to wait for its end.
        if self._last_probe is not None and not self._last_probe[0].done():
            self._last_probe[1].cancel()
        self._last_probe = self._pool.start_detached(partial(self._send_probe, probe, read, deadline))

    def _send_probe(self, probe: Probe, read: ApiRequest, deadline: Deadline) -> Outcome:
        try:
            return self._send(read, deadline)
        finally:
            self._breaker.end_probe(probe)

    def _send_with_retries(self, request: ApiRequest, deadline: Deadline) -> Outcome:
        outcome = self._send_unless_open(request, deadline)
        for _ in range(self._limits.attempts - 1):
            pause = self._retry_delay(outcome) if request.is_read else None
            if pause is None or pause >= deadline.seconds_left:
                break
            time.sleep(pause)
            outcome = self._send_unless_open(request, deadline)
        return outcome

    def _send_unless_open(self, request: ApiRequest, deadline: Deadline) -> Outcome:
        if deadline.has_passed:  # the call waited too long for a thread
            return Failure(Trouble.SLOW)
        if self._breaker.is_open:
            return Failure(Trouble.RESTING)
        if TOKEN_REMOVED.encode() in (request.body or b""):
            return Failure(Trouble.REDACTED)
        return self._send(request, deadline)

    def _send(self, request: ApiRequest, deadline: Deadline) -> Outcome:
        self.metrics.call_started()
        begun = self._monotonic()
        outcome = self._tracing.trace_call(request, lambda traced: self._http.send(traced, deadline))
        self.metrics.call_ended(request.endpoint, outcome_label(outcome), self._monotonic() - begun)
        if _is_outage(outcome):
            if request.is_read:
                self._breaker.record_failure(request.path)
        elif isinstance(outcome, ApiResponse):
            self._breaker.record_success()
        return outcome

    def _retry_delay(self, outcome: Outcome) -> float | None:
        """Return the seconds to wait before a retry. None if a retry doesn't help, or the API asks to wait too long."""
        if isinstance(outcome, Failure):
            again, named = outcome.trouble in RETRIED_TROUBLES, None
        else:
            again, named = outcome.status in RETRIED_STATUSES, parse_retry_after(outcome.retry_after)
        if not again or (named is not None and named > self._limits.retry_after_seconds):
            return None
        return random.uniform(*self._limits.pause_seconds) if named is None else named  # noqa: S311 - spreads load

    def close(self) -> None:
        self._pool.close()
        self._http.close()


def _is_outage(outcome: Outcome) -> bool:
    """Return whether the outcome is a failure of the host rather than of this request."""
    if isinstance(outcome, Failure):
        return outcome.trouble in OUTAGES
    return outcome.status in FAULTS
