"""What a schema lets through, whatever version of OpenAPI it is written in: `allOf` taken together, null as a type."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic_core import to_json

from openapi_specs.document import Document, items, part, reference_in, text

Value = Any
"""Of JSON."""
NULL = "null"
LOWER = ("minimum", "minLength", "minItems", "minProperties")
UPPER = ("maximum", "maxLength", "maxItems", "maxProperties")
MAX_PARTS = 100
"""Schemas that `allOf` takes together."""


@dataclass(slots=True)
class SchemaView:
    """`types` is empty where any will do. `enum` has the allowed values as JSON texts, None where all are.

    `bounds` are by name; a bound that is itself left out is told by `exclusive`. `choices` has the alternatives of
    `oneOf` and `anyOf` by what they are called, `names` the schemas with a name that are taken together here.
    """

    types: frozenset[str] = frozenset()
    nullable: bool = False
    format: str = ""
    enum: tuple[str, ...] | None = None
    is_const: bool = False
    bounds: dict[str, float] = field(default_factory=dict)
    exclusive: set[str] = field(default_factory=set)
    pattern: str = ""
    multiple_of: float | None = None
    unique: bool = False
    properties: dict[str, Value] = field(default_factory=dict)
    required: set[str] = field(default_factory=set)
    open: Value = True
    items: Value = None
    choices: dict[str, Value] = field(default_factory=dict)
    default: str | None = None
    deprecated: bool = False
    read_only: bool = False
    write_only: bool = False


def view_of(document: Document, schema: Value) -> SchemaView:
    """Of a schema, or of a parameter of Swagger, which is one itself."""
    view = SchemaView()
    _take(document, schema, view, [])
    return view


def _take(document: Document, written: Value, view: SchemaView, inside: list[int]) -> None:
    schema = document.resolved(written)
    if not isinstance(schema, dict) or id(schema) in inside or len(inside) > MAX_PARTS:
        return
    inside = [*inside, id(schema)]
    for each in items(schema, "allOf"):
        _take(document, each, view, inside)
    _take_types(schema, view)
    _take_values(schema, view)
    _take_bounds(schema, view)
    view.properties.update(part(schema, "properties"))
    view.required.update(each for each in items(schema, "required") if isinstance(each, str))
    view.open = False if schema.get("additionalProperties") is False else view.open
    view.items = schema.get("items", view.items)
    view.pattern = text(schema.get("pattern")) or view.pattern
    view.unique = view.unique or schema.get("uniqueItems") is True
    view.deprecated = view.deprecated or schema.get("deprecated") is True
    view.read_only = view.read_only or schema.get("readOnly") is True
    view.write_only = view.write_only or schema.get("writeOnly") is True
    for name in ("oneOf", "anyOf"):
        _take_choices(document, items(schema, name), view)


def _take_types(schema: Mapping[str, Value], view: SchemaView) -> None:
    written = schema.get("type")
    types = {written} if isinstance(written, str) else {each for each in written or () if isinstance(each, str)}
    view.nullable = view.nullable or NULL in types or schema.get("nullable") is True or schema.get("x-nullable") is True
    types.discard(NULL)
    if "number" in types:
        types.discard("integer")
    view.types = view.types & frozenset(types) or frozenset(types) if types else view.types
    view.format = text(schema.get("format")) or view.format


def _take_values(schema: Mapping[str, Value], view: SchemaView) -> None:
    if "const" in schema:
        view.enum, view.is_const = (as_text(schema["const"]),), True
    elif isinstance(schema.get("enum"), list):
        values = [each for each in schema["enum"] if each is not None]
        view.nullable = view.nullable or len(values) < len(schema["enum"])
        view.enum = tuple(map(as_text, values))
    if "default" in schema:
        view.default = as_text(schema["default"])


def _take_bounds(schema: Mapping[str, Value], view: SchemaView) -> None:
    for name in (*LOWER, *UPPER):
        if (number := _number(schema.get(name))) is not None:
            view.bounds[name] = number
    for name, of in (("exclusiveMinimum", "minimum"), ("exclusiveMaximum", "maximum")):
        written = schema.get(name)
        if written is True:
            view.exclusive.add(of)
        elif (number := _number(written)) is not None:
            view.bounds[of] = number
            view.exclusive.add(of)
    view.multiple_of = _number(schema.get("multipleOf")) or view.multiple_of


def _take_choices(document: Document, written: list[Value], view: SchemaView) -> None:
    """Of a value or null the value is taken, as `nullable` of OpenAPI 3.0 says it."""
    others = [each for each in written if not _is_null(document, each)]
    view.nullable = view.nullable or len(others) < len(written)
    if len(others) == 1 and len(written) > 1:
        _take(document, others[0], view, [])
        return
    for each in others:
        view.choices[_called(each)] = each


def _is_null(document: Document, written: Value) -> bool:
    schema = document.resolved(written)
    return isinstance(schema, dict) and schema.get("type") in (NULL, [NULL])


def _called(schema: Value) -> str:
    """By what an alternative is known: its name, its title, else what it is."""
    if name := reference_in(schema).rpartition("/")[2]:
        return name
    if isinstance(schema, dict) and (title := text(schema.get("title"))):
        return title
    return as_text(schema)


def _number(value: Value) -> float | None:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def as_text(value: Value) -> str:
    """JSON, in which equal values are written alike."""
    return to_json(_sorted(value)).decode()


def _sorted(value: Value) -> Value:
    if isinstance(value, dict):
        return {name: _sorted(value[name]) for name in sorted(value)}
    return [_sorted(each) for each in value] if isinstance(value, list) else value
