"""Builds requests and their paths, and converts responses to values of the contract or Problems."""

import json
import re
import time
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from enum import Enum, auto
from traceback import clear_frames
from typing import Any, NamedTuple, TypeVar
from urllib.parse import quote, urlencode

from contract.schema.endpoint import Endpoint, Query, query_pairs
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
    Unreachable,
    Unreadable,
)
from masthead.client.redaction import HTML_PAGE, PLAIN_TEXT, TRACEBACK, redact_message
from masthead.i18n import N_, gettext

OK, REDIRECTS, REFUSALS, FAULTS = range(200, 300), range(300, 400), range(400, 500), range(500, 600)
MAX_ID_LENGTH = 200
_UNSENDABLE = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
"""Control characters (C0, DEL, C1) and lone surrogates, which no URL can contain."""
ROOT_SEGMENTS = 3  # /v1/orgs/{organizationId}
ORGANIZATIONS = "/v1/orgs"
SHARE_LINKS = "/share-links"
ALL = ""
"""The id for data that belongs to no single organization."""
ALWAYS_TOUCHED = (ORGANIZATIONS, "/v1/email-domains/")
"""Lists of organizations, whose paths are below none of them."""
MAX_BODY = 65_536
DAY_SECONDS = 86_400.0
UNSHOWN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}  # control, direction and unassigned characters, surrogates
NAMES = ("error", "message", "error_description", "detail", "title")
A = TypeVar("A")
KINDS: dict[int, type[Refused]] = {
    401: TokenRefused,
    403: Forbidden,
    404: NotFound,
    409: Conflict,
    412: Conflict,
    429: TooMany,
}


@dataclass(frozen=True, slots=True)
class ApiRequest:
    """A request to the API. `path` is percent-encoded. If `wants_body` is False, the response body is ignored.

    `endpoint` is its name in the contract. `traceparent` is the W3C header, empty if the request isn't traced.
    """

    method: str
    path: str
    token: str = field(repr=False)  # keep the token out of log lines that show a request
    request_id: str = ""
    query: str = ""
    body: bytes | None = field(default=None, repr=False)
    wants_body: bool = True
    endpoint: str = ""
    traceparent: str = ""

    @property
    def is_read(self) -> bool:
        """True if the request changes nothing, so it can be retried."""
        return self.method == "GET"


@dataclass(frozen=True, slots=True)
class ApiResponse:
    """A response. `body` is decompressed; `retry_after` and `date` are the raw headers.

    `is_page` is True for an HTML page. The API never sends one: it comes from a proxy or a sign-in page in between.
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
    RESTING = auto()  # rejected by the open circuit breaker
    CROWDED = auto()  # rejected, since too many pages are waiting
    REDACTED = auto()  # the request body contains a text from which a token was removed


class Failure(NamedTuple):
    """No usable response. `sent` is True if the API may have received the request; `reason` explains the failure."""

    trouble: Trouble
    sent: bool = False
    reason: str = ""


Outcome = ApiResponse | Failure


class Deadline:
    def __init__(self, seconds: float, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._monotonic = monotonic
        self._ends_at = monotonic() + seconds

    @property
    def seconds_left(self) -> float:
        """Return the remaining seconds, never negative."""
        return max(0.0, self._ends_at - self._monotonic())

    @property
    def has_passed(self) -> bool:
        return self.seconds_left <= 0


def build_path(endpoint: Endpoint[Any], ids: tuple[str, ...]) -> str:
    """Insert `ids` into the endpoint's path. Raises NotFound, without sending anything, for an id that cannot exist."""
    names = endpoint.path_params
    if len(names) != len(ids):
        raise TypeError(f"{endpoint.name} takes the ids {names}, not {len(ids)} of them")
    for identifier in ids:
        if not is_valid_id(identifier):
            raise NotFound
    return endpoint.path.format(**{name: quote_id(each) for name, each in zip(names, ids, strict=True)})


def quote_id(identifier: str) -> str:
    return quote(identifier, safe="")


def is_valid_id(identifier: str) -> bool:
    """Return whether the id can be used in a path: servers resolve `.` and `..`, and drop empty segments."""
    if identifier in {"", ".", ".."} or len(identifier) > MAX_ID_LENGTH:
        return False
    return _UNSENDABLE.search(identifier) is None


def build_query(query: Query | None) -> str:
    """Build the query string. It is part of the cache key, so equal queries result in equal strings."""
    return urlencode(query_pairs(query)) if query is not None else ""


def get_organization_id(path: str) -> str:
    """Return the percent-encoded id of the organization in `path`, or an empty string if there is none."""
    root, _, below = path.partition(f"{ORGANIZATIONS}/")
    return below.split("/", 1)[0] if not root else ""


def list_renewed_versions(path: str, organization: str) -> set[str]:
    """List the organizations whose cache versions a write to `path` renews. See `list_stale_paths`."""
    return {get_organization_id(path), organization, ALL}


def list_stale_paths(path: str, organization: str) -> tuple[str, ...]:
    """List the paths whose responses a write to `path` may change. One ending in a slash stands for everything below.

    `organization` is the percent-encoded id of the object's organization, empty if the path contains it. A write to
    a site's share links changes only that site's responses.
    """
    site, found, _ = path.partition(SHARE_LINKS)
    if found:
        return site, f"{site}/"
    roots = ["/".join(path.split("/")[: ROOT_SEGMENTS + 1])]
    if organization:
        roots.append(f"{ORGANIZATIONS}/{organization}")
    return (*(each for root in roots for each in (root, f"{root}/")), *ALWAYS_TOUCHED)


def parse_error_message(body: bytes, status: int) -> str:
    """Extract the message for people from an error response, as one line; empty if there is none.

    A body that isn't an error object is meant for developers, so its kind is returned instead.
    """
    text = body[:MAX_BODY].decode("utf-8", errors="replace").strip()
    if text[:1] in {"{", "[", '"'}:
        return redact_message(_join_lines(_find_message(_parse_json(text))))
    message = redact_message(_join_lines(text))
    return PLAIN_TEXT if status in FAULTS and message not in {"", HTML_PAGE, TRACEBACK} else message


def _parse_json(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _find_message(value: object) -> str:
    for _ in range(len(NAMES)):  # errors are nested once at most
        if not isinstance(value, dict):
            break
        value = next((value[name] for name in NAMES if name in value), None)
    return value if isinstance(value, str) else ""


def _join_lines(text: str) -> str:
    shown = "".join(" " if unicodedata.category(sign) in UNSHOWN else sign for sign in text[:2000])
    return " ".join(shown.split())


def parse_retry_after(header: str) -> float | None:
    """Convert a Retry-After header to seconds, at most a day. Returns None if it is missing or invalid."""
    header = header.strip(" \t")
    if re.fullmatch(r"[0-9]+", header):
        return min(float(header), DAY_SECONDS)
    try:
        # HTTP also allows a date.
        moment = parsedate_to_datetime(header)
        aware = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
        seconds = (aware - datetime.now(UTC)).total_seconds()
    except (ValueError, OverflowError, IndexError, TypeError):
        return None
    return min(max(seconds, 0.0), DAY_SECONDS)


KIND_OF_FAILURE: dict[Trouble, type[Problem]] = {
    Trouble.REDACTED: InvalidInput,
    Trouble.SLOW: TimedOut,
    Trouble.TOO_LARGE: AnswerTooLarge,
    Trouble.GARBLED: Unreadable,
}
WORDS = {
    Trouble.RESTING: N_(
        "The documentation service failed several times, so Masthead waits a few seconds before it tries again."
    ),
    Trouble.CROWDED: N_("Too many pages are waiting for the documentation service already."),
    Trouble.REDACTED: N_("Masthead removed your access token from this text, so it can't be saved from here."),
}


def parse_response(
    endpoint: Endpoint[A],
    outcome: Outcome,
    request_id: str,
    parse: Callable[[Endpoint[A], bytes], A] = Endpoint.parse,
) -> A:
    """Parse the response that the contract documents, or raise a Problem. Any 2xx status counts as the documented one.

    If the contract documents no body, an HTML page is a failure, since a proxy in front of the API must have sent it.
    """
    if isinstance(outcome, Failure):
        raise _failure_problem(endpoint, outcome, request_id)
    if outcome.status not in OK:
        raise _refusal_problem(endpoint, outcome, request_id)
    if endpoint.answer is None and outcome.is_page:
        raise OutcomeUnknown(status=outcome.status, request_id=request_id)
    try:
        return parse(endpoint, outcome.body)
    except (ValueError, RecursionError, OverflowError) as unfit:
        clear_frames(unfit.__traceback__)
    # An invalid value can be long and personal, so keep it out of the message, and out of the context, which would
    # keep the whole body in memory as long as the Problem.
    kind = Unreadable if endpoint.is_read else OutcomeUnknown
    raise kind(status=outcome.status, request_id=request_id)


def _failure_problem(endpoint: Endpoint[A], failure: Failure, request_id: str) -> Problem:
    if failure.sent and not endpoint.is_read:
        return OutcomeUnknown(request_id=request_id)
    kind = KIND_OF_FAILURE.get(failure.trouble, Unreachable)
    return kind(gettext(WORDS.get(failure.trouble, "")), request_id=request_id)


def _refusal_problem(endpoint: Endpoint[A], answer: ApiResponse, request_id: str) -> Problem:
    kind: type[Problem]
    if answer.status in REFUSALS:
        kind = KINDS.get(answer.status, InvalidInput)
    elif not endpoint.is_read:
        kind = OutcomeUnknown
    else:
        kind = Unreachable if answer.status in FAULTS else Unreadable
    return kind(
        parse_error_message(answer.body, answer.status),
        status=answer.status,
        retry_after=parse_retry_after(answer.retry_after),
        request_id=request_id,
    )
