"""Pages of spaces: the list, a CSV file, and one space."""

from flask import Blueprint, request
from werkzeug.wrappers import Response

from blueprints.spaces.listing import (
    HEADINGS,
    collections_of,
    csv_cells,
    known_spaces,
    matching,
    table_lines,
)
from blueprints.spaces.overview import read_space
from blueprints.spaces.where_shown import read_where_shown
from i18n import N_, gettext
from masthead.web.directory.downloads import file_name
from masthead.web.frame.pages import page
from masthead.web.http.numbers import page_asked
from masthead.web.http.spreadsheets import csv_file
from masthead.web.person.access import signed_in
from masthead.web.person.portal import api

blueprint = Blueprint("spaces", __name__, url_prefix="/orgs/<organization_id>/spaces")
ROWS = 100
SHOW = {
    "live": N_("Live edits"),
    "locked": N_("Change requests only"),
    "git": N_("Synced with Git"),
    "unshown": N_("On no site"),
}
FILTERS = ("q", "collection", "site", "show")


@blueprint.get("")
@signed_in
def index(organization_id: str) -> Response:
    """List the spaces in this person's directory, filtered, a hundred per page."""
    where = read_where_shown(organization_id)
    api().save_observations()  # so that the directory includes what this page has read
    everything, filters, number = known_spaces(organization_id, where), _filters(), page_asked()
    rows = matching(everything, filters, where)
    some = rows[(number - 1) * ROWS : number * ROWS]
    return page(
        "spaces/index.html",
        fragment="rows",
        where=where,
        lines=list(table_lines(organization_id, some)),
        count=len(rows),
        total=len(everything),
        filters=filters,
        collections=collections_of(everything),
        choices=[(name, gettext(label)) for name, label in SHOW.items()],
        number=number,
        more=number * ROWS < len(rows),
    )


@blueprint.get("/export.csv")
@signed_in
def export(organization_id: str) -> Response:
    """Download all spaces that match the filters as CSV."""
    where = read_where_shown(organization_id)
    api().save_observations()
    rows = matching(known_spaces(organization_id, where), _filters(), where)
    return csv_file([HEADINGS, *csv_cells(rows)], file_name("spaces", organization_id))


def _filters() -> dict[str, str]:
    """Filters from the query that are set and valid."""
    asked = {name: request.args.get(name, "").strip() for name in FILTERS}
    return {name: value for name, value in asked.items() if value and (name != "show" or value in SHOW)}


@blueprint.get("/<space_id>")
@signed_in
def show(organization_id: str, space_id: str) -> Response:
    """Show one space: sites, editing, its last revision and alerts."""
    return page("spaces/show.html", found=(found := read_space(organization_id, space_id)), space=found.place)
