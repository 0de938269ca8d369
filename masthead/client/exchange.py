"""Requests, responses, failures and deadlines as plain values, independent of the HTTP library."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import NamedTuple

OK, REDIRECTS, REFUSALS, FAULTS = range(200, 300), range(300, 400), range(400, 500), range(500, 600)


@dataclass(frozen=True, slots=True)
class ApiRequest:
    """A request to the API. `path` is quoted; `wants_body` is False if the response body is ignored.

    `endpoint` is the name in the contract; `traceparent` is the W3C header, empty without tracing.
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
        """True if the request changes nothing, so it can be retried."""
        return self.method == "GET"


@dataclass(frozen=True, slots=True)
class ApiResponse:
    """A response. `body` is decompressed; `retry_after` and `date` are the raw headers.

    `is_page` means an HTML page, which a proxy or a sign-in page in between sends, never the API.
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
    TOO_LARGE = auto()  # over Limits.body_bytes
    RESTING = auto()  # the breaker is open
    CROWDED = auto()  # too many pages are waiting
    REDACTED = auto()  # the request body contains a text from which a token was removed


class Failure(NamedTuple):
    """No usable response. `sent` means that the API may have received the request; `reason` says why not."""

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
