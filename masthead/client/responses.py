"""Parses a response into a value or raises a Problem. Nothing else interprets responses."""

import json
import re
import unicodedata
from collections.abc import Callable
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from traceback import clear_frames
from typing import TypeVar

from contract.schema.endpoint import Endpoint
from masthead.client.exchange import FAULTS, OK, REFUSALS, ApiResponse, Failure, Outcome, Trouble
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

MAX_BODY = 65_536
DAY_SECONDS = 86_400.0
UNSHOWN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}  # control, direction, half characters, unassigned
NAMES = ("error", "message", "error_description", "detail", "title")


def parse_error_message(body: bytes, status: int) -> str:
    """Find the message in an error's body, as one line; empty if there is none for people.

    A body that isn't an error object is for developers, so its kind is named instead.
    """
    text = body[:MAX_BODY].decode("utf-8", errors="replace").strip()
    if text[:1] in {"{", "[", '"'}:
        return redact_message(_one_line(_find_message(_json(text))))
    message = redact_message(_one_line(text))
    return PLAIN_TEXT if status in FAULTS and message not in {"", HTML_PAGE, TRACEBACK} else message


def _json(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _find_message(value: object) -> str:
    for _ in range(len(NAMES)):  # an error in an error is as deep as it gets
        if not isinstance(value, dict):
            break
        value = next((value[name] for name in NAMES if name in value), None)
    return value if isinstance(value, str) else ""


def _one_line(text: str) -> str:
    shown = "".join(" " if unicodedata.category(sign) in UNSHOWN else sign for sign in text[:2000])
    return " ".join(shown.split())


def parse_retry_after(header: str) -> float | None:
    """Parse a Retry-After header into seconds, at most a day; None if it is absent or invalid."""
    header = header.strip(" \t")
    if re.fullmatch(r"[0-9]+", header):
        return min(float(header), DAY_SECONDS)
    try:
        # The other form that HTTP allows: a date.
        moment = parsedate_to_datetime(header)
        aware = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
        seconds = (aware - datetime.now(UTC)).total_seconds()
    except (ValueError, OverflowError, IndexError, TypeError):
        return None
    return min(max(seconds, 0.0), DAY_SECONDS)


A = TypeVar("A")

KINDS: dict[int, type[Refused]] = {
    401: TokenRefused,
    403: Forbidden,
    404: NotFound,
    409: Conflict,
    412: Conflict,
    429: TooMany,
}
WORDS = {
    Trouble.RESTING: N_("The API failed several times, so Masthead waits a few seconds before it tries again."),
    Trouble.CROWDED: N_("Too many pages are waiting for the API already."),
    Trouble.REDACTED: N_("Masthead removed your access token from this text, so it can't be saved from here."),
}


def parse_response(
    endpoint: Endpoint[A],
    outcome: Outcome,
    request_id: str,
    parse: Callable[[Endpoint[A], bytes], A] = Endpoint.parse,
) -> A:
    """Parse the value that the contract documents, or raise a Problem. Any 2xx counts as the documented one.

    Where no response body is documented, a web page is a failure: a proxy in front of the API has sent it.
    """
    if isinstance(outcome, Failure):
        raise _failed(endpoint, outcome, request_id)
    if outcome.status not in OK:
        raise _refused(endpoint, outcome, request_id)
    if endpoint.answer is None and outcome.is_page:
        raise OutcomeUnknown(status=outcome.status, request_id=request_id)
    try:
        return parse(endpoint, outcome.body)
    except (ValueError, RecursionError, OverflowError) as unfit:
        clear_frames(unfit.__traceback__)
    # An invalid value can be long and personal, so it stays out of the message; and out of the context, which would
    # keep the whole body in memory as long as the Problem.
    kind = Unreadable if endpoint.reads else OutcomeUnknown
    raise kind(status=outcome.status, request_id=request_id)


def _failed(endpoint: Endpoint[A], failure: Failure, request_id: str) -> Problem:
    if failure.sent and not endpoint.reads:
        return OutcomeUnknown(request_id=request_id)
    if failure.trouble is Trouble.REDACTED:
        return InvalidInput(gettext(WORDS[failure.trouble]), request_id=request_id)
    if failure.trouble is Trouble.SLOW:
        return TimedOut(request_id=request_id)
    if failure.trouble is Trouble.TOO_LARGE:
        return AnswerTooLarge(request_id=request_id)
    if failure.trouble is Trouble.GARBLED:
        return Unreadable(request_id=request_id)
    return Unreachable(gettext(WORDS.get(failure.trouble, "")), request_id=request_id)


def _refused(endpoint: Endpoint[A], answer: ApiResponse, request_id: str) -> Problem:
    kind: type[Problem]
    if answer.status in REFUSALS:
        kind = KINDS.get(answer.status, InvalidInput)
    elif not endpoint.reads:
        kind = OutcomeUnknown
    else:
        kind = Unreachable if answer.status in FAULTS else Unreadable
    return kind(
        parse_error_message(answer.body, answer.status),
        status=answer.status,
        retry_after=parse_retry_after(answer.retry_after),
        request_id=request_id,
    )
