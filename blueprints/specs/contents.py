"""Contents of a version of an API specification: a tree of operations and schemas, and details of one."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from masthead.i18n import gettext, has_words
from masthead.openapi_specs import ApiOperation, Document, list_operations
from masthead.openapi_specs.document import get_object, get_reference, get_text, unknown_members
from masthead.openapi_specs.operations import OF_ITEMS
from masthead.openapi_specs.schema_views import SchemaView, build_view

OTHERS = ""
"""Key of the group of untagged operations."""
MAX_DEPTH = 6


@dataclass(frozen=True, slots=True)
class Contents:
    """Operations and schemas. `groups` are operations by first tag, `schemas` the names of named schemas.

    `left_out` are unknown keys of path items, with their paths. `count` includes operations that a search
    hides.
    """

    title: str
    version: str
    groups: Mapping[str, list[ApiOperation]]
    schemas: list[str]
    count: int
    unknown_version: str
    left_out: list[str]


class SchemaLine(NamedTuple):
    """A property, parameter or alternative. `schema` is its schema's name if that has its own page."""

    label: str
    type: str
    schema: str
    required: bool
    facts: str
    description: str
    depth: int


class Details(NamedTuple):
    """An operation or a schema: texts, and tables of lines with their headings."""

    name: str
    summary: str
    description: str
    deprecated: bool
    tables: list[tuple[str, list[SchemaLine]]]


def list_contents(document: Document, words: str = "") -> Contents:
    """List the operations and schemas that have all the words in their name, summary or tags."""
    groups: dict[str, list[ApiOperation]] = {}
    found = list(list_operations(document))
    for each in found:
        if has_words(words, each.name, each.summary, *each.tags):
            groups.setdefault(each.tags[0] if each.tags else OTHERS, []).append(each)
    schemas = [name for name in document.schemas if has_words(words, name)]
    left_out = [
        f"{path} {name}"
        for path, item in document.paths("paths").items()
        for name in unknown_members(item, OF_ITEMS)
        if not name.startswith("x-")
    ]
    named = (document.title, document.info_version)
    return Contents(*named, groups, schemas, len(found), document.unknown_version, left_out)


def operation_details(document: Document, name: str) -> Details | None:
    """Return details of the operation with this name, or None."""
    found = next((each for each in list_operations(document) if each.name == name), None)
    if found is None:
        return None
    parameters = [
        _schema_line(document, f"{each.name} ({each.place})", each.schema, required=each.required)
        for each in found.parameters.values()
    ]
    tables = [(gettext("parameters"), parameters)] if parameters else []
    for kind, schema in (found.body.content if found.body else {}).items():
        tables.append((gettext("request body, %(type)s", type=kind), _schema_lines(document, schema)))
    for status, response in found.responses.items():
        tables.extend(
            (gettext("response %(status)s, %(type)s", status=status, type=kind), _schema_lines(document, schema))
            for kind, schema in response.content.items()
        )
        if not response.content:
            tables.append((gettext("response %(status)s", status=status), []))
    return Details(found.name, found.summary, found.description, found.deprecated, tables)


def schema_details(document: Document, name: str) -> Details | None:
    """Return details of the schema with this name, or None."""
    if name not in document.schemas:
        return None
    schema = document.schemas[name]
    description = get_text(get_object({"": schema}, "").get("description"))
    return Details(
        name, "", description, build_view(document, schema).deprecated, [("", _schema_lines(document, schema))]
    )


def _schema_lines(document: Document, schema: Any, depth: int = 0) -> list[SchemaLine]:  # noqa: ANN401 - JSON
    """Return lines for a schema and its parts. Named schemas aren't expanded, since they have their own pages."""
    found = [_schema_line(document, "", schema, required=True)] if depth == 0 else []
    if depth == 0 and get_reference(schema):
        return found
    view = build_view(document, schema)
    inner = [(name, each, name in view.required) for name, each in view.properties.items()]
    inner += [("[]", view.items, True)] if isinstance(view.items, dict) else []
    inner += [
        (name if get_reference(each) else gettext("alternative %(number)s", number=number), each, True)
        for number, (name, each) in enumerate(view.choices.items(), 1)
    ]
    for label, each, required in inner if depth < MAX_DEPTH else ():
        found.append(_schema_line(document, label, each, required=required, depth=depth))
        if not get_reference(each):
            found += _schema_lines(document, each, depth + 1)
    return found


def _schema_line(document: Document, label: str, schema: Any, *, required: bool, depth: int = 0) -> SchemaLine:  # noqa: ANN401 - JSON
    view = build_view(document, schema)
    name = get_reference(schema).rpartition("/")[2]
    resolved = document.resolve(schema)
    return SchemaLine(
        label=label,
        type=_type_label(view),
        schema=name if name in document.schemas else "",
        required=required,
        facts=_facts_label(view),
        description=get_text(get_object({"": schema}, "").get("description"))
        or get_text(get_object({"": resolved}, "").get("description")),
        depth=depth,
    )


def _type_label(view: SchemaView) -> str:
    types = " | ".join([*sorted(view.types), *(["null"] if view.nullable else [])]) or gettext("any")
    return f"{types} ({view.format})" if view.format else types


def _facts_label(view: SchemaView) -> str:
    told = [f"{name} {value:g}" for name, value in view.bounds.items()]
    told += [gettext("pattern %(pattern)s", pattern=view.pattern)] if view.pattern else []
    told += [gettext("one of %(values)s", values=", ".join(view.enum[:20]))] if view.enum else []
    told += [gettext("default %(value)s", value=view.default)] if view.default is not None else []
    return "; ".join(told)
