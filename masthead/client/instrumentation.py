"""Base classes for metrics and traces of API calls. They get no personal data."""

from collections.abc import Callable
from enum import StrEnum

from masthead.client.exchange import ApiRequest, ApiResponse, Outcome
from masthead.client.reads import Cached

COUNTED_BY_STATUS = {401, 403, 404, 409, 429, 503}
"""Statuses that are counted separately, not by their class."""


class CacheUse(StrEnum):
    """Source of a response: fresh from the cache, from the API, or stale from the cache."""

    FRESH = "fresh"
    READ = "read"
    STALE = "stale"


class CallMetrics:
    """Counts nothing. Subclasses count calls; they have to be thread-safe and never raise.

    `endpoint` is the name in the contract, empty for a health check; `outcome` is an `outcome_label`.
    """

    def call_started(self) -> None:
        """Called before a request is sent."""

    def call_ended(self, endpoint: str, outcome: str, seconds: float) -> None:
        """Called after a response or a failure."""

    def call_not_sent(self, endpoint: str, outcome: str) -> None:
        """Called when the breaker is open, or too many pages wait for the API."""

    def cache_used(self, use: CacheUse) -> None:
        """Called after a read that may be served from the cache."""


def outcome_label(outcome: Outcome) -> str:
    """`2xx`, a status that is counted separately such as `404`, or the kind of failure: `no_connection`."""
    if isinstance(outcome, ApiResponse):
        status = outcome.status
        return str(status) if status in COUNTED_BY_STATUS else f"{status // 100}xx"
    return outcome.trouble.name.lower()


def count_cached_read(metrics: CallMetrics, result: object, *, fresh: bool) -> None:
    """Count a read that may be served from the cache; `fresh` means that no request was sent."""
    if isinstance(result, Cached):
        metrics.cache_used(CacheUse.STALE if result.problem else CacheUse.FRESH if fresh else CacheUse.READ)


Send = Callable[[ApiRequest], Outcome]


class CallTracing:
    """Traces nothing. Subclasses have to be thread-safe; each call runs in a copy of the context of its page."""

    def trace_call(self, request: ApiRequest, send: Send) -> Outcome:
        """Send the request, with a `traceparent` if it is traced, and return the outcome."""
        return send(request)
