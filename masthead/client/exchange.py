"""Requests and responses as plain values, independent of the HTTP library."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import NamedTuple

OK, REDIRECTS, REFUSALS, FAULTS = range(200, 300), range(300, 400), range(400, 500), range(500, 600)


@dataclass(frozen=True, slots=True)
class ApiRequest:
    """`path` is quoted already; `wants_body` is off where the answer's body means nothing.

    `endpoint` is the name in the contract, `traceparent` the header of W3C Trace Context, empty where nobody traces.
    """

    method: str
    path: str
    token: str = field(repr=False)  # a request may end up in a log line
    request_id: str = ""
    query: str = ""
    body: bytes | None = field(default=None, repr=False)
    wants_body: bool = True
    endpoint: str = ""
    traceparent: str = ""

    @property
    def reads(self) -> bool:
        """Whether the request changes nothing and may be retried."""
        return self.method == "GET"


@dataclass(frozen=True, slots=True)
class ApiResponse:
    """`body` is inflated, `retry_after` and `date` are as the headers have them.

    `is_page` says that it came as a web page, which a proxy or a sign-in in between answers, and the API does not.
    """

    status: int
    body: bytes = field(default=b"", repr=False)
    retry_after: str = ""
    is_page: bool = False
    date: str = ""


class Trouble(Enum):
    NO_CONNECTION = auto()
    BROKEN = auto()  # reset or cut short
    SLOW = auto()
    GARBLED = auto()  # not HTTP
    TOO_LARGE = auto()  # more than is read
    RESTING = auto()  # the breaker is open
    CROWDED = auto()  # too many pages are waiting already
    REDACTED = auto()  # the body has text from which a token was removed


class Failure(NamedTuple):
    """`sent` says whether the API may have received the request, `reason` why there is no connection."""

    trouble: Trouble
    sent: bool = False
    reason: str = ""


Outcome = ApiResponse | Failure


class Deadline:
    def __init__(self, seconds: float, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic = monotonic
        self._ends_at = monotonic() + seconds

    @property
    def left(self) -> float:
        """Seconds, never negative."""
        return max(0.0, self._ends_at - self._monotonic())

    @property
    def passed(self) -> bool:
        return self.left <= 0
