"""Speaks the contract over HTTP: reads, writes, deadlines, problems, and remembered listings."""

from client.api import Api
from client.asked import Cached, CachedRead, Read, Stale
from client.generations import CacheVersions
from client.known import KnownObjects, Observation
from client.listings import CachedResponses
from client.memory import ResponseCache
from client.problems import (
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
)
from client.redaction.messages import TECHNICAL
from client.transport import Breaker, Limits, Outage, Transport

__all__ = [
    "TECHNICAL",
    "Api",
    "Breaker",
    "CacheVersions",
    "Cached",
    "CachedRead",
    "CachedResponses",
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
]
