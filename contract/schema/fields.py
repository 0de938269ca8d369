"""Annotated types for the contract's fields, and the base class of its JSON objects."""

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated, Any, ClassVar, TypeVar, get_args
from urllib.parse import urlsplit

from pydantic import (
    MISSING,
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    GetJsonSchemaHandler,
    JsonValue,
    StrictFloat,
    StrictInt,
)
from pydantic.config import JsonDict
from pydantic_core import CoreSchema


class OpenEnum:
    """An open enumeration: the given values are known, but any other string is accepted and kept."""

    def __init__(self, *values: str) -> None:
        self.values = values

    def __repr__(self) -> str:
        return f"OpenEnum{self.values!r}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, OpenEnum) and self.values == other.values

    def __hash__(self) -> int:
        return hash(self.values)

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return {**handler(schema), "examples": list(self.values), "x-known-values": list(self.values)}


@dataclass(frozen=True)
class DocumentedLimit:
    """A limit that the contract documents for a field of an answer. Lengths are in characters.

    It is never enforced: one long title must not make a whole listing unreadable.
    """

    min_length: int | None = None
    max_length: int | None = None
    pattern: str | None = None
    min_items: int | None = None
    max_items: int | None = None

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        limits = {
            "minLength": self.min_length,
            "maxLength": self.max_length,
            "pattern": self.pattern,
            "minItems": self.min_items,
            "maxItems": self.max_items,
        }
        return {**handler(schema), **{name: value for name, value in limits.items() if value is not None}}


@dataclass(frozen=True)
class DefaultValue:
    """The value that the API assumes when a field is left out. The model keeps the field absent."""

    value: str | bool

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return {**handler(schema), "default": self.value}


MAX_COUNT = 2**53
URI_MAX_LENGTH = 2048
# With any limit, pydantic looks into a text and refuses a lone surrogate, which UTF-8 can't encode.
MIN_LENGTH = 0
Json = TypeVar("Json", bound=JsonValue)
T = TypeVar("T")
_DATE = re.compile(r"\d{4}-\d\d-\d\d[Tt ]", re.ASCII)


def value_or_none(value: T | MISSING) -> T | None:
    """Return the value, or None for MISSING, which is truthy and so can't be used with `or`."""
    return None if value is MISSING else value


def _require_all_but_absent(schema: JsonDict, model: type[BaseModel]) -> None:
    # A default other than absence, such as the name of a resource's kind, is always sent.
    always = [name for name, field in model.model_fields.items() if field.default is not MISSING]
    schema.pop("required", None)
    if always:
        schema["required"] = [*always]


class ContractModel(BaseModel):
    """A JSON object of the contract. Types are strict, unknown fields are ignored.

    A field that may be left out has the default MISSING; null is a value of its own. Instances are frozen, because
    several pages may share one. `absence_tells` names fields whose absence has a meaning, so we never drop their
    values, not even unreadable ones.
    """

    absence_tells: ClassVar[frozenset[str]] = frozenset()

    model_config = ConfigDict(
        extra="ignore",
        frozen=True,
        strict=True,
        str_min_length=MIN_LENGTH,
        json_schema_extra=_require_all_but_absent,
        defer_build=True,
    )


def find_models(annotation: Any) -> Iterator[type[BaseModel]]:  # noqa: ANN401 - any annotation
    """Find the models that a type annotation names, at any depth."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for inside in get_args(annotation):
        yield from find_models(inside)


def _validate_iso(moment: object) -> object:
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


def _parse_whole(number: object) -> object:
    # JSON has one kind of number: 3.0 is 3.
    return int(number) if isinstance(number, float) and number.is_integer() else number


def _validate_exact(number: float) -> float:
    # math.isfinite fails for an int that no float can hold.
    exact = abs(number) <= MAX_COUNT if type(number) is int else math.isfinite(number)
    if not exact:
        raise ValueError("is not a number that every JSON reader can hold")
    return number


def _validate_url(text: str) -> str:
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


def _list_leaves(value: JsonValue) -> Iterator[str | int | float | bool | None]:
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


def _validate_json(value: Json) -> Json:
    for leaf in _list_leaves(value):
        if isinstance(leaf, float) and not math.isfinite(leaf):
            raise ValueError("holds a number that JSON cannot write")
        if isinstance(leaf, str) and _is_unencodable(leaf):
            raise ValueError("holds half a character")
    return value


Moment = Annotated[datetime, Field(strict=False), BeforeValidator(_validate_iso), AfterValidator(_assume_utc)]
"""An ISO 8601 date-time with its zone; one without a zone is taken as UTC."""

Count = Annotated[int, Field(strict=True, ge=-MAX_COUNT, le=MAX_COUNT), BeforeValidator(_parse_whole)]
"""A whole number that every JSON reader can hold exactly."""

Number = Annotated[StrictInt | StrictFloat, AfterValidator(_validate_exact)]
"""A number, whole or not, that every JSON reader can hold."""

AnyHttpUri = Annotated[str, AfterValidator(_validate_url), Field(json_schema_extra={"format": "uri"})]
"""An absolute http or https URL, kept exactly as it was typed."""

HttpUri = Annotated[AnyHttpUri, Field(max_length=URI_MAX_LENGTH)]
"""An absolute http or https URL of at most 2048 characters, kept exactly as it was typed."""

AnyJson = Annotated[JsonValue, AfterValidator(_validate_json)]
"""A JSON value that the contract leaves open."""

JsonObject = Annotated[dict[str, JsonValue], AfterValidator(_validate_json)]
"""A JSON object whose fields the contract leaves open."""
