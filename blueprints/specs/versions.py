"""Pages of an API specification's versions: contents, text, download, and the comparison of two."""

import json
from collections.abc import Sequence
from itertools import groupby
from math import ceil
from typing import Any

from flask import Blueprint, request
from werkzeug.wrappers import Response

from blueprints.specs.contents import list_contents, operation_details, schema_details
from blueprints.specs.reads import VersionComparison, read_comparison, read_version
from masthead.i18n import gettext, has_words
from masthead.openapi_specs import (
    LEVELS,
    Level,
    SpecChange,
    SpecDifference,
    build_json_report,
    list_notes,
    render_markdown,
    subject_title,
    unchanged_message,
)
from masthead.web.directory.entries import get_search_text
from masthead.web.frame.pages import page
from masthead.web.http.paths import get_page_number
from masthead.web.http.spreadsheets import attachment_response
from masthead.web.person.guards import signed_in

blueprint = Blueprint("specs_versions", __name__, url_prefix="/orgs/<organization_id>/specs/<slug>")
ROWS = 200
SHOWN = {"breaking": Level.BREAKING, "risky": Level.RISKY, "unjudged": Level.UNJUDGED, "safe": Level.SAFE}
BADGES = {
    Level.BREAKING: ("bad", "x-circle"),
    Level.RISKY: ("warn", "exclamation-triangle"),
    Level.UNJUDGED: ("info", "question-circle"),
    Level.SAFE: ("quiet", "check-circle"),
}


@blueprint.get("/versions/<version_id>")
@signed_in
def show(organization_id: str, slug: str, version_id: str) -> Response:
    """Show the operations and schemas of a version, with details of the selected one."""
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
    """Compare two versions: most severe changes first, 200 per page."""
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
    """Return changes of one level (or all) with all the words; subjects with the most severe changes come first."""
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
