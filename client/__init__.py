"""Speaks the contract over HTTP: reads, writes, deadlines, problems, and remembered listings."""

from client.api import Api
from client.asked import Call, Recall, Remembered, Stale
from client.generations import Generations
from client.known import KnownObjects, Sighting
from client.listings import Listings
from client.memory import Memory
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
from client.transport import Breaker, Limits, Silence, Transport

__all__ = [
    "TECHNICAL",
    "Api",
    "Breaker",
    "Call",
    "Conflict",
    "Forbidden",
    "Generations",
    "InvalidInput",
    "KnownObjects",
    "Limits",
    "Listings",
    "Memory",
    "NotFound",
    "OutcomeUnknown",
    "Problem",
    "Recall",
    "Refused",
    "Remembered",
    "Sighting",
    "Silence",
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
