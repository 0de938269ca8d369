"""Pages of custom field values: the table, its editor, and a CSV file."""

import re
from collections.abc import Iterator

from flask import Blueprint, request
from pydantic import MISSING
from werkzeug.wrappers import Response

from blueprints.field_values.filters import ONLY, ValueFilters
from blueprints.field_values.forms import EditsForm
from blueprints.field_values.grid import STATES, Grid, describe_type, read_grid
from blueprints.field_values.proposals import save_proposal
from masthead.i18n import gettext
from masthead.web.directory.entries import download_name
from masthead.web.forms.custom_values import cell_text
from masthead.web.frame.matrix_filters import ALL
from masthead.web.frame.pages import page
from masthead.web.http.paths import parse_int
from masthead.web.http.responses import wants_fragment
from masthead.web.http.spreadsheets import STARTS, csv_response
from masthead.web.person.guards import keeps_input, signed_in
from masthead.web.submit.review import EDIT, KEEP, pressed_button

blueprint = Blueprint("field_values", __name__, url_prefix="/orgs/<organization_id>/field-values")
MAX_START = 9999
_QUOTED = re.compile(rf"'+[{re.escape(''.join(STARTS))}]")


@blueprint.get("")
@signed_in
def index(organization_id: str) -> Response:
    """Show a page of the table. If a filter needs all spaces, the page loads them in batches."""
    start = min(request.args.get("from", 0, type=parse_int), MAX_START)
    grid = read_grid(organization_id, ValueFilters.from_request(request.args), start)
    if wants_fragment("field_values-reading"):
        return page("field_values/index.html", fragment="reading", again=True, grid=grid, filters=grid.filters)
    return _grid_page(grid, EditsForm(formdata=None))


@blueprint.post("")
@signed_in
@keeps_input
def edit(organization_id: str) -> Response:
    """Store the edited cells as a proposal and redirect to its review. Nothing is sent to the API."""
    form, grid = EditsForm(), read_grid(organization_id, ValueFilters.from_request(request.args))
    if form.validate() and pressed_button() not in {EDIT, KEEP}:
        origin = gettext("the values that you edited")
        if kept := save_proposal(form, organization_id, origin, form.edited_cells):
            return kept
    return _grid_page(grid, form)


def _grid_page(grid: Grid, form: EditsForm) -> Response:
    return page(
        "field_values/index.html",
        fragment="rows",
        form=form,
        again=False,
        grid=grid,
        filters=grid.filters,
        only={value: gettext(label) for value, label in ONLY.items()},
        states={state: gettext(words) if words else "" for state, words in STATES.items()},
        type_words=describe_type,
    )


@blueprint.get("/export.csv")
@signed_in
def export(organization_id: str) -> Response:
    """Download all known values of matching spaces and fields as CSV."""
    grid = read_grid(organization_id, ValueFilters.from_request({**request.args, "read": ALL}))
    return csv_response(_csv_rows(grid), download_name("field-values", organization_id))


def _csv_rows(grid: Grid) -> Iterator[Iterator[str]]:
    """Yield CSV rows: one per space, one column per field. The note is the reason if a space has no values."""
    yield iter(("space", "spaceId", "note", *(f"{each.title} ({each.name})" for each in grid.matching)))
    for row in grid.possible_rows:
        note = gettext(STATES[row.state]) if STATES[row.state] else ""
        cells = (_csv_cell(cell_text(row.values.get(each.name, MISSING))) for each in grid.matching)
        yield iter((row.place.called, row.place.id, note, *cells))


def _csv_cell(text: str) -> str:
    """Escape text that already looks quoted, since the import removes one quote."""
    return f"'{text}" if text[:1] == "'" and _QUOTED.match(text) else text
