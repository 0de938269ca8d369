"""Flattens a schema: merges `allOf`, and normalizes null and differences between OpenAPI versions."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from masthead.openapi_specs.document import (
    Document,
    canonical_json,
    get_list,
    get_object,
    get_reference,
    get_text,
    reference_siblings,
    remove_texts,
    unknown_members,
)

Value = Any
"""A JSON value."""
NULL = "null"
LOWER = ("minimum", "minContains", "minLength", "minItems", "minProperties")
UPPER = ("maximum", "maxContains", "maxLength", "maxItems", "maxProperties")
LEAST_ZERO = LOWER[2:]
KEYWORDS = (
    *("if", "not", "contains", "then", "else", "propertyNames"),
    *("contentSchema", "unevaluatedItems", "unevaluatedProperties"),
)
"""Keywords whose schema only restricts. Except for the first three, an empty schema has no effect."""
KNOWN = frozenset(
    {"$ref", "type", "nullable", "x-nullable", "format", "enum", "const", "default", "pattern", "multipleOf"}
    | {"uniqueItems", "properties", "required", "additionalProperties", "patternProperties", "items", "prefixItems"}
    | {"dependentRequired", "allOf", "oneOf", "anyOf", "deprecated"}
    | {"exclusiveMinimum", "exclusiveMaximum", "contentMediaType", "contentEncoding", *LOWER, *UPPER}
    | {"dependentSchemas", *KEYWORDS}
)
BYTES = "application/octet-stream"
MAX_PARTS = 100
"""Limit of merged schemas in `allOf`."""


@dataclass(slots=True)
class SchemaView:
    """A flattened schema. `types` is empty for any type; `enum` contains the values as JSON, None for any value.

    `bounds` are limits by name, `exclusive` the names of exclusive ones. `open` is `additionalProperties`, `patterns`
    is `patternProperties`, `first` is `prefixItems`, `dependent` is `dependentRequired`; `keywords` are the schemas in
    other keywords. `choices` are the alternatives by name, `choice` is `oneOf` or `anyOf`, `choice_types` are their
    types if each has one. `parts` are the merged schemas, `rest` are members that no rule covers.
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
    patterns: dict[str, Value] = field(default_factory=dict)
    dependent: dict[str, Value] = field(default_factory=dict)
    items: Value = None
    first: list[Value] = field(default_factory=list)
    keywords: dict[str, Value] = field(default_factory=dict)
    choice: str = ""
    choices: dict[str, Value] = field(default_factory=dict)
    choice_types: frozenset[str] = frozenset()
    default: str | None = None
    deprecated: bool = False
    parts: list[Value] = field(default_factory=list)
    rest: dict[str, Value] = field(default_factory=dict)

    def add_rest(self, rest: Mapping[str, Value]) -> None:
        # Merged schemas may come in another order in the other document.
        for name, value in rest.items():
            self.rest[name] = sorted([*self.rest.get(name, []), canonical_json(value)])


def build_view(document: Document, schema: Value) -> SchemaView:
    """Flatten a schema, or a Swagger parameter, which doubles as a schema."""
    view = SchemaView()
    _merge_schema(document, schema, view, [])
    return view


def _merge_schema(document: Document, written: Value, view: SchemaView, inside: list[int]) -> None:
    schema = document.resolve(written)
    # A recursive `allOf` adds nothing to the schema itself.
    if not isinstance(schema, dict) or id(schema) in inside or len(inside) > MAX_PARTS:
        return
    inside = [*inside, id(schema)]
    view.parts.append(written)
    if schema is not written:
        if siblings := reference_siblings(written):
            _merge_schema(document, siblings, view, inside)
        view.add_rest({} if schema else {"$ref": get_reference(written)})
    for each in get_list(schema, "allOf"):
        _merge_schema(document, each, view, inside)
    _merge_types(schema, view)
    _merge_values(schema, view)
    _merge_bounds(schema, view)
    _merge_inner(schema, view)
    view.pattern = _merge_value(view, "pattern", view.pattern, get_text(schema.get("pattern")))
    view.unique = view.unique or schema.get("uniqueItems") is True
    view.deprecated = view.deprecated or schema.get("deprecated") is True
    view.add_rest(unknown_members(schema, KNOWN))
    for name in ("oneOf", "anyOf"):
        _merge_choices(document, name, get_list(schema, name), view, inside)


def _merge_value(view: SchemaView, name: str, held: Value, found: Value) -> Value:
    """Merge two values in `allOf`. If they differ, report the first as a member that no rule covers."""
    if held and found and held != found:
        view.add_rest({name: held})
    return found or held


def _merge_inner(schema: Mapping[str, Value], view: SchemaView) -> None:
    for name, into in (("properties", view.properties), ("patternProperties", view.patterns)):
        for each, inner in get_object(schema, name).items():
            into[each] = _merge_all_of(into.get(each), inner)
    view.required.update(each for each in get_list(schema, "required") if isinstance(each, str))
    view.dependent.update(get_object(schema, "dependentRequired"))
    if "additionalProperties" in schema:
        view.open = _merge_all_of(view.open, schema["additionalProperties"])
    for name in KEYWORDS:
        if name in schema and (name in KEYWORDS[:3] or schema[name] not in ({}, True)):
            _merge_keyword(view, name, schema[name])
    for name, inner in get_object(schema, "dependentSchemas").items():
        _merge_keyword(view, f"dependentSchemas.{name}", inner)
    listed = schema.get("prefixItems", schema.get("items"))
    view.first = listed if isinstance(listed, list) else view.first
    if isinstance(schema.get("items"), dict | bool):
        view.items = _merge_all_of(view.items, schema["items"])


def _merge_keyword(view: SchemaView, name: str, found: Value) -> None:
    # Only the first of several in `allOf` has a rule.
    if view.keywords.setdefault(name, found) != found:
        view.add_rest({name: remove_texts(found)})


def _merge_all_of(held: Value, found: Value) -> Value:
    """Merge two schemas in `allOf`."""
    if held is None or held is True or held == found:
        return found
    if found is False or found is True:
        return found and held
    return held and {"allOf": [held, found]}


def _merge_types(schema: Mapping[str, Value], view: SchemaView) -> None:
    types = _parse_types(schema.get("type"))
    view.nullable = view.nullable or NULL in types or schema.get("nullable") is True or schema.get("x-nullable") is True
    if types != {NULL}:
        types.discard(NULL)
    # Every integer is a number.
    if "number" in types:
        types.discard("integer")
    view.types = view.types & frozenset(types) or frozenset(types) if types else view.types
    view.format = _merge_value(view, "format", view.format, _choose_format(schema, view))


def _choose_format(schema: Mapping[str, Value], view: SchemaView) -> str:
    """Convert contentEncoding and contentMediaType of OpenAPI 3.1 to the `format` of 3.0."""
    kind, encoding, written = (get_text(schema.get(name)) for name in ("contentMediaType", "contentEncoding", "format"))
    if not written and encoding in {"", "base64"} and (kind or encoding):
        encoding, written = "", "byte" if encoding else "binary"
    view.add_rest({"contentMediaType": kind} if kind not in {"", BYTES} else {})
    view.add_rest({"contentEncoding": encoding} if encoding else {})
    return written


def _merge_values(schema: Mapping[str, Value], view: SchemaView) -> None:
    if "const" in schema:
        view.enum, view.is_const = (canonical_json(schema["const"]),), True
    elif isinstance(schema.get("enum"), list):
        values = [each for each in schema["enum"] if each is not None]
        view.nullable = view.nullable or len(values) < len(schema["enum"])
        texts = tuple(map(canonical_json, values))
        view.enum = texts if view.enum is None else tuple(each for each in view.enum if each in texts)
    if "default" in schema:
        view.default = canonical_json(schema["default"])


def _merge_bounds(schema: Mapping[str, Value], view: SchemaView) -> None:
    for name in (*LOWER, *UPPER):
        exclusive = schema.get(f"exclusive{name[0].upper()}{name[1:]}")
        _merge_bound(view, name, _parse_number(schema.get(name)), is_exclusive=exclusive is True)
        _merge_bound(view, name, _parse_number(exclusive), is_exclusive=True)
    view.multiple_of = _merge_value(view, "multipleOf", view.multiple_of, _parse_number(schema.get("multipleOf")))


def _merge_bound(view: SchemaView, name: str, number: float | None, *, is_exclusive: bool) -> None:
    # The narrowest bound wins. A minimum length of 0 restricts nothing.
    if number is None or (name in LEAST_ZERO and number <= 0):
        return
    sign = 1 if name in LOWER else -1
    held = (sign * view.bounds[name], name in view.exclusive) if name in view.bounds else None
    if held is None or (sign * number, is_exclusive) > held:
        view.bounds[name] = number
        view.exclusive = view.exclusive - {name} | ({name} if is_exclusive else set())


def _merge_choices(document: Document, choice: str, written: list[Value], view: SchemaView, inside: list[int]) -> None:
    # "A or null" becomes a nullable A, and a single alternative is merged.
    others = [each for each in written if not _is_null(document, each)]
    view.nullable = view.nullable or len(others) < len(written)
    if len(others) == 1:
        _merge_schema(document, others[0], view, inside)
        return
    for each in others:
        name = _alternative_name(each)
        view.choices[canonical_json(each) if name in view.choices else name] = each
    if others:
        view.choice = _merge_value(view, "oneOf", view.choice, choice)
        types = [_parse_shallow_types(document, each) for each in others]
        view.choice_types = frozenset().union(*types) if all(types) else frozenset()


def _parse_shallow_types(document: Document, written: Value) -> set[str]:
    return _parse_types(get_object({"": document.resolve(written)}, "").get("type")) - {NULL}


def _parse_types(written: Value) -> set[str]:
    listed = written if isinstance(written, list) else [written]
    return {each for each in listed if isinstance(each, str)}


def _is_null(document: Document, written: Value) -> bool:
    schema = document.resolve(written)
    return isinstance(schema, dict) and schema.get("type") in (NULL, [NULL])


def _alternative_name(schema: Value) -> str:
    """Return the name of an alternative: its schema's name, or its title, or its content."""
    if name := get_reference(schema).rpartition("/")[2]:
        return name
    if isinstance(schema, dict) and (title := get_text(schema.get("title"))):
        return title
    return canonical_json(remove_texts(schema))


def _parse_number(value: Value) -> float | None:
    return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None
