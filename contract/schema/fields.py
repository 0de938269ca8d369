"""The kinds of value that the contract's fields take, and the shape that all its JSON objects share."""

import math
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Annotated, ClassVar, TypeVar
from urllib.parse import urlsplit

from pydantic import (
    MISSING,
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    JsonValue,
    StrictFloat,
    StrictInt,
)
from pydantic.config import JsonDict

MAX_COUNT = 2**53
URI_MAX_LENGTH = 2048
# pydantic looks into a text only when it has a limit: the least one makes it refuse half a character everywhere.
NO_HALF_CHARACTERS = 0
Json = TypeVar("Json", bound=JsonValue)
T = TypeVar("T")
_DATE = re.compile(r"\d{4}-\d\d-\d\d[Tt ]", re.ASCII)


def value_or_none(value: T | MISSING) -> T | None:
    """MISSING itself counts as true, so `or` cannot stand in for this."""
    return None if value is MISSING else value


def _require_all_but_absent(schema: JsonDict, model: type[BaseModel]) -> None:
    # A default other than absence, such as the name of a resource's kind, is always sent.
    always = [name for name, field in model.model_fields.items() if field.default is not MISSING]
    schema.pop("required", None)
    if always:
        schema["required"] = [*always]


class ContractModel(BaseModel):
    """A JSON object of the contract: JSON types are taken as they are, unknown fields are ignored.

    A field that may be left out has MISSING for its default; null is a value of its own. Nobody changes one: what was
    read once may be shown on several pages. `absence_tells` are the fields whose absence says something: a value in one
    that cannot be read is no absence.
    """

    absence_tells: ClassVar[frozenset[str]] = frozenset()

    model_config = ConfigDict(
        extra="ignore",
        frozen=True,
        strict=True,
        str_min_length=NO_HALF_CHARACTERS,
        json_schema_extra=_require_all_but_absent,
        defer_build=True,
    )


def _check_iso(moment: object) -> object:
    # pydantic would read a number, in digits too, as seconds since 1970.
    if isinstance(moment, datetime) or (isinstance(moment, str) and _DATE.match(moment)):
        return moment
    raise ValueError("is not an ISO 8601 date-time")


def _assume_utc(moment: datetime) -> datetime:
    aware = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    try:
        aware.astimezone(UTC)
    except OverflowError:
        raise ValueError("is beyond the dates that can be shown") from None
    return aware


def _whole_when_integral(number: object) -> object:
    # JSON has one kind of number: 3.0 is 3.
    return int(number) if isinstance(number, float) and number.is_integer() else number


def _exact(number: float) -> float:
    # An int may be too large to be asked whether it is finite.
    exact = abs(number) <= MAX_COUNT if type(number) is int else math.isfinite(number)
    if not exact:
        raise ValueError("is not a number that every JSON reader can hold")
    return number


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


def _is_unencodable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return True
    return False


def _writable_as_json(value: Json) -> Json:
    for leaf in _leaves(value):
        if isinstance(leaf, float) and not math.isfinite(leaf):
            raise ValueError("holds a number that JSON cannot write")
        if isinstance(leaf, str) and _is_unencodable(leaf):
            raise ValueError("holds half a character")
    return value


Moment = Annotated[datetime, Field(strict=False), BeforeValidator(_check_iso), AfterValidator(_assume_utc)]
"""An ISO 8601 date-time with its zone; one without a zone is taken as UTC."""

Count = Annotated[int, Field(strict=True, ge=-MAX_COUNT, le=MAX_COUNT), BeforeValidator(_whole_when_integral)]
"""A whole number that every JSON reader can hold exactly."""

Number = Annotated[StrictInt | StrictFloat, AfterValidator(_exact)]
"""A number, whole or not, that every JSON reader can hold."""

AnyHttpUri = Annotated[str, AfterValidator(_absolute_http), Field(json_schema_extra={"format": "uri"})]
"""An absolute http or https URL, kept exactly as it was typed."""

HttpUri = Annotated[AnyHttpUri, Field(max_length=URI_MAX_LENGTH)]
"""An absolute http or https URL of at most 2048 characters, kept exactly as it was typed."""

AnyJson = Annotated[JsonValue, AfterValidator(_writable_as_json)]
"""A JSON value that the contract leaves open."""

JsonObject = Annotated[dict[str, JsonValue], AfterValidator(_writable_as_json)]
"""A JSON object whose inside the contract leaves open."""
