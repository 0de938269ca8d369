"""The API client: reads, writes, deadlines, problems and cached responses."""

from masthead.client.api import Api
from masthead.client.problems import (
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
    quote_message,
)
from masthead.client.reads import Cached, CachedRead, Read, Stale
from masthead.client.response_cache import CachedResponses, CacheVersions, ResponseCache
from masthead.client.transport.breaker import Breaker, Outage
from masthead.client.transport.call_pool import Limits
from masthead.client.transport.transport import CacheUse, CallMetrics, Transport

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
    "Limits",
    "NotFound",
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
    "quote_message",
]
