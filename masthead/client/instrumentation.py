"""Counts calls by endpoint, outcome and duration, without personal data."""

from collections.abc import Callable
from enum import StrEnum
from typing import Protocol

from masthead.client.exchange import ApiRequest, ApiResponse, Outcome
from masthead.client.reads import Cached

TOLD_APART = {401, 403, 404, 409, 429, 503}
"""The statuses that say more than their class does."""


class CacheUse(StrEnum):
    """Source of an answer: fresh from the cache, from the API, or stale from the cache."""

    FRESH = "fresh"
    READ = "read"
    STALE = "stale"


class CallMetrics(Protocol):
    """Called by many threads at once. Never raises.

    `endpoint` is the name of the endpoint in the contract; it is empty for the check whether the API answers at all.
    `outcome` is what `outcome_label` gives.
    """

    def call_started(self) -> None:
        """A call goes out."""

    def call_ended(self, endpoint: str, outcome: str, seconds: float) -> None:
        """It was answered, or it failed."""

    def call_not_sent(self, endpoint: str, outcome: str) -> None:
        """The API rests, or too many pages wait for it."""

    def cache_used(self, use: CacheUse) -> None:
        """A read that may come out of the cache was answered."""


class NoMetrics:
    """Counts nothing."""

    def call_started(self) -> None: ...

    def call_ended(self, endpoint: str, outcome: str, seconds: float) -> None: ...

    def call_not_sent(self, endpoint: str, outcome: str) -> None: ...

    def cache_used(self, use: CacheUse) -> None: ...


def outcome_label(outcome: Outcome) -> str:
    """`2xx` and the like, a status that says more, or the trouble: `no_connection`."""
    if isinstance(outcome, ApiResponse):
        status = outcome.status
        return str(status) if status in TOLD_APART else f"{status // 100}xx"
    return outcome.trouble.name.lower()


def count_cached_read(metrics: CallMetrics, result: object, *, fresh: bool) -> None:
    """Count a read that may come out of the cache; `fresh` says that the API was not asked."""
    if isinstance(result, Cached):
        metrics.cache_used(CacheUse.STALE if result.problem else CacheUse.FRESH if fresh else CacheUse.READ)


Send = Callable[[ApiRequest], Outcome]


class CallTracing(Protocol):
    """Called by many threads at once, each in a copy of the context of the page that waits for the call."""

    def trace_call(self, request: ApiRequest, send: Send) -> Outcome:
        """Send the request, with a `traceparent` of its own, and give its outcome."""


class NoTracing:
    """Sends the request as it is."""

    def trace_call(self, request: ApiRequest, send: Send) -> Outcome:
        return send(request)
