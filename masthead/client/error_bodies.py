"""The message of a refusal, out of whatever an API, or a proxy before it, puts into one."""

import json
import re
import unicodedata
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from masthead.client.redaction import HTML_PAGE, PLAIN_TEXT, TRACEBACK, redact_message
from masthead.client.wire import FAULTS

MAX_BODY = 65_536
DAY_SECONDS = 86_400.0
UNSHOWN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}  # control, direction, half characters, unassigned
NAMES = ("error", "message", "error_description", "detail", "title")


def parse_error_message(body: bytes, status: int) -> str:
    """The message in a refusal's body, on one line; empty where a person could read none.

    A body that is not in the form of an error is for the API's developers, so it is named and not shown.
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
    """Seconds to wait by a Retry-After header, at most a day; None where it is absent or makes no sense."""
    header = header.strip(" \t")  # the spaces around a value are none of it
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
