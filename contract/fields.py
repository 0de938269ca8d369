"""The kinds of value that the contract's fields take, and the shape that all its JSON objects share."""

import math
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Annotated
from urllib.parse import urlsplit

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, JsonValue

LARGEST_COUNT = 2**53
URI_MAX_LENGTH = 2048


class Shape(BaseModel):
    """A JSON object of the contract: JSON types are taken as they are, unknown fields are ignored."""

    model_config = ConfigDict(extra="ignore", strict=True)


def _in_utc_when_naive(moment: datetime) -> datetime:
    aware = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    try:
        aware.astimezone(UTC)
    except OverflowError:
        message = "is beyond the dates that can be shown"
        raise ValueError(message) from None
    return aware


def _whole_when_integral(number: object) -> object:
    # JSON has one kind of number: 3.0 is 3.
    return int(number) if isinstance(number, float) and number.is_integer() else number


def _absolute_http(text: str) -> str:
    message = "must be an absolute URL that begins with http:// or https://"
    if any(ord(sign) <= ord(" ") or sign == "\x7f" for sign in text):
        raise ValueError(message)
    try:
        parts = urlsplit(text)
        named = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:
        named = False
    if not named:
        raise ValueError(message)
    return text


def _leaves(value: JsonValue) -> Iterator[str | int | float | bool | None]:
    waiting = [value]
    while waiting:
        held = waiting.pop()
        if isinstance(held, dict):
            waiting.extend([*held.keys(), *held.values()])
        elif isinstance(held, list):
            waiting.extend(held)
        else:
            yield held


def _writable_as_json(value: dict[str, JsonValue]) -> dict[str, JsonValue]:
    for leaf in _leaves(value):
        if isinstance(leaf, float) and not math.isfinite(leaf):
            message = "holds a number that JSON cannot write"
            raise ValueError(message)
        if isinstance(leaf, str) and not leaf.isascii() and any("\ud800" <= sign <= "\udfff" for sign in leaf):
            message = "holds half a character"
            raise ValueError(message)
    return value


Moment = Annotated[datetime, AfterValidator(_in_utc_when_naive)]
"""An ISO 8601 date-time with its zone; one without a zone is taken as UTC."""

Count = Annotated[int, Field(ge=-LARGEST_COUNT, le=LARGEST_COUNT), BeforeValidator(_whole_when_integral)]
"""A whole number that every JSON reader can hold exactly."""

Number = Annotated[int, Field(ge=-LARGEST_COUNT, le=LARGEST_COUNT)] | Annotated[float, Field(allow_inf_nan=False)]
"""Any finite number, whole or not."""

AnyHttpUri = Annotated[str, AfterValidator(_absolute_http), Field(json_schema_extra={"format": "uri"})]
"""An absolute http or https URL, kept exactly as it was typed."""

HttpUri = Annotated[AnyHttpUri, Field(max_length=URI_MAX_LENGTH)]
"""An absolute http or https URL of at most 2048 characters, kept exactly as it was typed."""

JsonObject = Annotated[dict[str, JsonValue], AfterValidator(_writable_as_json)]
"""A JSON object whose inside the contract leaves open."""
