"""Annotations of fields beyond their type: known values, documented limits, the meaning of absence."""

from dataclasses import dataclass
from typing import Any

from pydantic import GetJsonSchemaHandler
from pydantic_core import CoreSchema


class OpenEnum:
    """An open enumeration: these values are known, any other string is accepted and kept."""

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
    """A limit that the contract documents for a field of an answer. Lengths count characters.

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
    """The value that the API assumes for a field that is left out. The model keeps the field absent."""

    value: str | bool

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return {**handler(schema), "default": self.value}
