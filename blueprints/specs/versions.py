"""Pages about an API specification's versions: contents, text, download, and comparing two of them."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import ceil
from typing import Any, NamedTuple

from flask import Blueprint, request
from werkzeug.wrappers import Response

from blueprints.specs.reads import VersionComparison, read_comparison, read_version
from masthead.i18n import gettext, has_words
from masthead.openapi_specs import (
    LEVELS,
    ApiOperation,
    Document,
    Level,
    SpecChange,
    SpecDifference,
    build_json_report,
    list_notes,
    list_operations,
    render_markdown,
    subject_title,
    unchanged_message,
)
from masthead.openapi_specs.document import get_object, get_reference, get_text, unknown_members
from masthead.openapi_specs.operations import OF_ITEMS
from masthead.openapi_specs.schema_views import SchemaView, build_view
from masthead.web.directory.entries import get_search_text
from masthead.web.frame.pages import page
from masthead.web.http.paths import get_page_number
from masthead.web.http.spreadsheets import attachment_response
from masthead.web.person.guards import signed_in

OTHERS = ""
"""Key of the group of untagged operations."""
MAX_DEPTH = 6
blueprint = Blueprint("specs_versions", __name__, url_prefix="/orgs/<organization_id>/specs/<slug>")
ROWS = 200
SHOWN = {"breaking": Level.BREAKING, "risky": Level.RISKY, "unjudged": Level.UNJUDGED, "safe": Level.SAFE}
BADGES = {
    Level.BREAKING: ("bad", "x-circle"),
    Level.RISKY: ("warn", "exclamation-triangle"),
    Level.UNJUDGED: ("info", "question-circle"),
    Level.SAFE: ("quiet", "check-circle"),
}


@dataclass(frozen=True, slots=True)
class Contents:
    """Operations and schemas. `groups` has operations by their first tag, `schemas` the names of schemas.

    `left_out` has unknown keys in path items, preceded by their paths. `count` is the number of operations, including
    those that don't match the search.
    """

    title: str
    version: str
    groups: Mapping[str, list[ApiOperation]]
    schemas: list[str]
    count: int
    unknown_version: str
    left_out: list[str]


class SchemaLine(NamedTuple):
    """A property, parameter or alternative. `schema` is the name of its schema if that has its own page, else empty."""

    label: str
    type: str
    schema: str
    required: bool
    facts: str
    description: str
    depth: int


class Details(NamedTuple):
    """An operation or a schema: texts, and tables as pairs of a heading and lines."""

    name: str
    summary: str
    description: str
    deprecated: bool
    tables: list[tuple[str, list[SchemaLine]]]


def list_contents(document: Document, words: str = "") -> Contents:
    """List the operations and schemas whose name, summary or tags contain all the words."""
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
    """Return details of the operation with the given name, or None."""
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
    """Return details of the schema with the given name, or None."""
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


@blueprint.get("/versions/<version_id>")
@signed_in
def show(organization_id: str, slug: str, version_id: str) -> Response:
    """Show a version's operations and schemas, with details of the selected one."""
    spec, version = read_version(organization_id, slug, version_id)
    operation, schema = request.args.get("operation", ""), request.args.get("schema", "")
    document = version.document
    return page(
        "specs_versions/show.html",
        spec=spec,
        version=version,
        remembered=version.read,
        contents=list_contents(document, get_search_text()) if document else None,
        words=get_search_text(),
        operation=operation_details(document, operation) if document and operation else None,
        schema=schema_details(document, schema) if document and schema else None,
    )


@blueprint.get("/versions/<version_id>/text")
@signed_in
def text(organization_id: str, slug: str, version_id: str) -> Response:
    spec, version = read_version(organization_id, slug, version_id)
    return page("specs_versions/text.html", spec=spec, version=version, remembered=version.read)


@blueprint.get("/versions/<version_id>/download")
@signed_in
def download(organization_id: str, slug: str, version_id: str) -> Response:
    _, version = read_version(organization_id, slug, version_id)
    ending = "json" if version.file.endswith(".json") else "yaml"
    kind = "application/json" if ending == "json" else "application/yaml"
    return attachment_response(iter([version.text]), f"{slug}-{version.id}", ending, kind)


@blueprint.get("/compare")
@signed_in
def compare(organization_id: str, slug: str) -> Response:
    """Compare two versions, showing the most severe changes first, 200 per page."""
    found, number, show = _compare_versions(organization_id, slug), get_page_number(), _selected_level()
    changes = _sort_changes(found.difference, SHOWN.get(show), get_search_text()) if found.difference else []
    rows = changes[(number - 1) * ROWS : number * ROWS]
    return page(
        "specs_versions/compare.html",
        found=found,
        spec=found.spec,
        remembered=found.read,
        counts=[(name, _level_label(level), found.difference.count(level)) for name, level in SHOWN.items()]
        if found.difference
        else [],
        nothing_found=unchanged_message(found.difference) if found.difference else "",
        notes=list_notes(found.difference) if found.difference else [],
        groups=_group_rows(rows, found.difference) if found.difference else [],
        show=show,
        words=get_search_text(),
        number=number,
        pages=ceil(len(changes) / ROWS),
    )


@blueprint.get("/compare.md")
@signed_in
def markdown(organization_id: str, slug: str) -> Response:
    found = _compare_versions(organization_id, slug)
    title = gettext("%(slug)s: %(before)s to %(after)s", slug=slug, before=found.names[0], after=found.names[1])
    lines = (
        render_markdown(found.difference, title, found.dates_message, SHOWN.get(_selected_level()))
        if found.difference
        else iter([found.problem + "\n"])
    )
    return attachment_response(lines, _file_name(slug, found), "md", "text/markdown; charset=utf-8")


@blueprint.get("/compare.json")
@signed_in
def as_data(organization_id: str, slug: str) -> Response:
    found = _compare_versions(organization_id, slug)
    told = {"problem": found.problem}
    if found.difference:
        before, after = (at.isoformat() if at else None for at in found.creation_times)
        versions = {"from": found.before, "fromCreatedAt": before, "to": found.after, "toCreatedAt": after}
        versions |= dict(zip(("fromVersion", "toVersion"), found.difference.versions, strict=True))
        told = build_json_report(found.difference, versions, SHOWN.get(_selected_level()))
    lines = iter([json.dumps(told, ensure_ascii=False, indent=2)])
    return attachment_response(lines, _file_name(slug, found), "json", "application/json")


def _selected_level() -> str:
    show = request.args.get("show", "")
    return show if show in SHOWN else ""


def _file_name(slug: str, found: VersionComparison) -> str:
    return "-".join(filter(None, (slug, found.before, found.after, _selected_level())))


def _compare_versions(organization_id: str, slug: str) -> VersionComparison:
    return read_comparison(organization_id, slug, request.args.get("from", ""), request.args.get("to", ""))


def _sort_changes(difference: SpecDifference, level: Level | None, words: str) -> list[SpecChange]:
    """Return the changes of one level (or any) that contain all words; subjects with the most severe come first."""
    wanted = [
        each
        for each in difference.changes
        if (level is None or each.level is level)
        and has_words(words, subject_title(each.subject, difference), each.place, each.text)
    ]
    worst: dict[str, Level] = {}
    for each in wanted:
        worst[each.subject] = max(each.level, worst.get(each.subject, Level.SAFE))
    order = {subject: place for place, subject in enumerate(sorted(worst, key=lambda each: -worst[each]))}
    return sorted(wanted, key=lambda each: (order[each.subject], -each.level))


def _group_rows(rows: Sequence[SpecChange], difference: SpecDifference) -> list[tuple[str, list[dict[str, Any]]]]:
    return [
        (subject_title(subject, difference), [_change_row(each) for each in several])
        for subject, several in groupby(rows, key=lambda each: each.subject)
    ]


def _change_row(change: SpecChange) -> dict[str, Any]:
    return {
        "label": _level_label(change.level),
        "badge": BADGES[change.level],
        "place": change.place,
        "text": change.text,
        "why": change.why,
    }


def _level_label(level: Level) -> str:
    return gettext(LEVELS[level])
