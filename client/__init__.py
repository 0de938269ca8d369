"""Speaks the contract over HTTP: reads, writes, deadlines, problems, and remembered listings."""

from client.api import Api
from client.cache_versions import CacheVersions
from client.cached_responses import CachedResponses
from client.call_metrics import CacheUse, CallMetrics
from client.observations import KnownObjects, Observation
from client.problems import (
    AnswerTooLarge,
    Conflict,
    Forbidden,
    InvalidInput,
    NotFound,
    OutcomeUnknown,
    Problem,
    Refused,
    TimedOut,
    TokenRefused,
    TooMany,
    Unavailable,
    Unreachable,
    Unreadable,
    Unrecorded,
    quoted,
)
from client.reads import Cached, CachedRead, Read, Stale
from client.response_cache import ResponseCache
from client.transport import Breaker, Limits, Outage, Transport

__all__ = [
    "AnswerTooLarge",
    "Api",
    "Breaker",
    "CacheUse",
    "CacheVersions",
    "Cached",
    "CachedRead",
    "CachedResponses",
    "CallMetrics",
    "Conflict",
    "Forbidden",
    "InvalidInput",
    "KnownObjects",
    "Limits",
    "NotFound",
    "Observation",
    "Outage",
    "OutcomeUnknown",
    "Problem",
    "Read",
    "Refused",
    "ResponseCache",
    "Stale",
    "TimedOut",
    "TokenRefused",
    "TooMany",
    "Transport",
    "Unavailable",
    "Unreachable",
    "Unreadable",
    "Unrecorded",
    "quoted",
]
