"""Who may do what where: teams by spaces and collections, with their roles; and many of these changed at once."""

from collections.abc import Iterator
from dataclasses import replace
from urllib.parse import urlencode

from flask import Blueprint, g, request, url_for
from werkzeug.wrappers import Response

from blueprints.access.chosen import COPY, GUEST, TAKE, TAKE_ALL, role_changes_for
from blueprints.access.filters import ALL, ONLY, AccessFilters
from blueprints.access.matrix_page import Matrix, chosen_teams_and_columns, read_matrix
from blueprints.access.matrix_reads import ELSEWHERE, FAILED, GONE, READ, REFUSED, UNREAD, MatrixColumn
from blueprints.access.reads import seen_title
from blueprints.access.review_form import SetForm
from blueprints.access.rights import explain_matrix_rights, is_open
from store import Purpose
from web.forms.forms import FINE
from web.http.htmx import wants_fragment
from web.http.numbers import whole
from web.http.paths import asked_path
from web.http.spreadsheets import csv_file
from web.pages.organization import has_permission, load_organization
from web.pages.pages import informed, page
from web.pages.roles import ROLES, role_label
from web.person.access import person, signed_in
from web.person.csrf import keeps_input
from web.saving.planning import store_plan
from web.saving.review import MAX_REASON_LENGTH, REVIEWED, reason_given, step

blueprint = Blueprint("access_matrix", __name__, url_prefix="/orgs/<organization_id>/access")
MAX_START = 9999
CHOOSE = "Select at least one team, and at least one space or collection, first."
CLOSED = "The API doesn't report that you administer it."
CHOOSE_WHAT = "Select a role first."
UNTOLD = {
    READ: "not reported",
    UNREAD: "not read yet",
    REFUSED: "not allowed",
    GONE: "not found",
    FAILED: "could not be read",
    ELSEWHERE: "of another organization",
}


@blueprint.get("")
@signed_in
def index(organization_id: str) -> Response:
    """A page of teams and of places; where all are wanted, parts that follow by themselves read what is not known."""
    start = min(request.args.get("from", 0, type=whole), MAX_START)
    matrix = read_matrix(organization_id, AccessFilters.from_request(request.args), start)
    if wants_fragment("access_matrix-reading"):
        return page("access_matrix/index.html", fragment="reading", again=True, matrix=matrix, filters=matrix.filters)
    return _matrix_page(matrix)


def _matrix_page(matrix: Matrix) -> Response:
    return page(
        "access_matrix/index.html",
        fragment="rows",
        again=False,
        matrix=matrix,
        filters=matrix.filters,
        roles=ROLES,
        only=ONLY,
        labels={value: label for value, (label, _) in ROLES.items()},
        collections={each.id: each.called for each in matrix.known.collections},
        newcomers=role_label(g.organization.defaultRole),
        open={each.place.key for each in matrix.columns if is_open(each.place)},
        rights=explain_matrix_rights(matrix.columns),
    )


@blueprint.get("/export.csv")
@signed_in
def export(organization_id: str) -> Response:
    """All teams and places that the filters let through, as a file, as far as they are known."""
    filters = AccessFilters.from_request({**request.args, "read": ALL})
    matrix = read_matrix(organization_id, filters)
    return csv_file(_csv_rows(matrix), f"access-{organization_id}")


def _csv_rows(matrix: Matrix) -> Iterator[Iterator[str]]:
    """The file's lines: a team each, with a cell for each place. Those that may match by role are in it too."""
    columns = matrix.possible_columns
    yield iter(("team", "teamId", *(f"{each.place.called} ({each.place.kind} {each.place.id})" for each in columns)))
    for team, title in matrix.matching:
        yield iter((title, team, *(_csv_cell(each, team) for each in columns)))


def _csv_cell(column: MatrixColumn, team: str) -> str:
    if column.state == READ and not column.knows_role_of(team):
        return UNTOLD[UNREAD]
    role = column.roles.get(team)
    return UNTOLD[column.state] if role is None else role_label(role)


@blueprint.post("")
@signed_in
@keeps_input
def change(organization_id: str) -> Response:
    """Show what was chosen for review; then make the plan."""
    return _start_plan(organization_id) if "was" in request.form else _choose_page(organization_id)


def _choose_page(organization_id: str) -> Response:
    sent = {name.removeprefix("filter-"): value for name, value in request.form.items() if name.startswith("filter-")}
    filters = AccessFilters.from_request(sent)
    back = f"{asked_path()}?{urlencode(filters.address)}"
    what = request.form.get("what", "")
    if what not in (*ROLES, GUEST, TAKE, TAKE_ALL) and not what.startswith(COPY):
        return informed(CHOOSE_WHAT, back)
    teams, columns, gone = chosen_teams_and_columns(organization_id, filters, request.form)
    if not teams or not columns:
        return informed(" ".join([*gone, CHOOSE]), back)
    source = seen_title(organization_id, what.removeprefix(COPY)) if what.startswith(COPY) else ""
    columns = [each if is_open(each.place) else replace(each, state=REFUSED, why=CLOSED) for each in columns]
    wishes = role_changes_for(what, source, teams, columns)
    wishes.left_out = [*gone, *wishes.left_out]
    form = SetForm(organization_id, g.organization.title, wishes)
    form.validate()
    form.status = FINE  # it is the first time that it is shown
    return _review_page(form, back)


def _start_plan(organization_id: str) -> Response:
    load_organization(organization_id, anew=True)
    form = SetForm(organization_id, g.organization.title)
    if form.validate() and step() == REVIEWED:
        purpose = Purpose(organization_id, person().owner, form.wishes.title, "roles", reason=reason_given())
        if stored := store_plan(form, purpose, form.changes(organization_id)):
            return stored
    return _review_page(form, url_for(".index", organization_id=organization_id))


def _review_page(form: SetForm, back: str) -> Response:
    return page(
        "access_matrix/review.html",
        status=form.status,
        form=form,
        wishes=form.wishes,
        here=asked_path(),
        back=back,
        may=has_permission("admin") or bool(form.wishes.cells),
        longest_reason=MAX_REASON_LENGTH,
    )
