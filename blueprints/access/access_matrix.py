"""The access matrix: team roles in spaces and collections, and bulk role changes."""

from collections.abc import Iterator
from urllib.parse import urlencode

from flask import Blueprint, g, request, url_for
from werkzeug.wrappers import Response

from blueprints.access.filters import ONLY, AccessFilters, role_choices
from blueprints.access.forms import GUEST_HERE, RoleChangesForm
from blueprints.access.matrix_page import Matrix, ShownCells, parse_selection, read_matrix
from blueprints.access.reads import can_change_in_bulk, explain_matrix_rights, team_size_labels
from blueprints.access.role_changes import COPY, GUEST, TAKE, TAKE_ALL, RoleChanges, plan_role_changes
from masthead.access import TEAM, EffectiveRole
from masthead.i18n import N_, gettext
from masthead.store.bulk.steps import Purpose
from masthead.web.descriptions.labels import translate_row, translate_rows
from masthead.web.directory.entries import download_name, find_object_titles
from masthead.web.forms.forms import FINE
from masthead.web.frame.matrix_filters import ALL
from masthead.web.frame.organization import has_permission, load_organization
from masthead.web.frame.pages import page, redirect_info
from masthead.web.http.paths import parse_int, request_path
from masthead.web.http.responses import wants_fragment
from masthead.web.http.spreadsheets import csv_response
from masthead.web.people.place_roles import FAILED, GONE, READ, REFUSED, UNREAD, PlaceRoles
from masthead.web.people.roles import IN_COLLECTION, ROLES, role_label
from masthead.web.person.guards import has_valid_csrf_token, keeps_input, signed_in
from masthead.web.person.session import person
from masthead.web.submit.bulk_changes import store_bulk_change
from masthead.web.submit.review import MAX_REASON_LENGTH, REVIEWED, pressed_button, reason_given

blueprint = Blueprint("access_matrix", __name__, url_prefix="/orgs/<organization_id>/access")
MAX_START = 9999
CHOOSE = N_("Select at least one team, and at least one space or collection, first.")
CHOOSE_WHAT = N_("Select a role first.")
UNTOLD = {
    READ: N_("none"),
    UNREAD: N_("not read yet"),
    REFUSED: N_("not allowed"),
    GONE: N_("not found"),
    FAILED: N_("could not be read"),
}


@blueprint.get("")
@signed_in
def index(organization_id: str) -> Response:
    """Show a page of the matrix. If a filter needs all places, the page loads them in batches."""
    start = min(request.args.get("from", 0, type=parse_int), MAX_START)
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
        at_least=role_choices(),
        roles=translate_rows(ROLES, 2),
        guest=translate_row(GUEST_HERE, 2),
        only={value: gettext(label) for value, label in ONLY.items()},
        labels={role: role_label(role) for role in ROLES},
        collections={each.id: each.called for each in matrix.known.collections},
        newcomers=role_label(g.organization.defaultRole),
        open={each.place.key for each in matrix.rows if can_change_in_bulk(each.place)},
        shown=ShownCells.of_page(matrix.rows, matrix.teams).packed_json,
        rights=explain_matrix_rights(matrix.rows),
    )


@blueprint.get("/export.csv")
@signed_in
def export(organization_id: str) -> Response:
    """Download the known places and teams that match the filters as CSV."""
    filters = AccessFilters.from_request({**request.args, "read": ALL})
    matrix = read_matrix(organization_id, filters)
    return csv_response(_csv_rows(matrix), download_name("access", organization_id))


def _csv_rows(matrix: Matrix) -> Iterator[Iterator[str]]:
    """Yield CSV rows: one per place, with a column per team. Includes places with unknown roles, which may match."""
    yield iter(("place", "placeId", "kind", "collection", *(f"{title} ({team})" for team, title in matrix.matching)))
    for row in matrix.possible_rows:
        place, above = row.place, row.above.place.called if row.above else row.place.parent
        roles = row.effective_roles(team.id for team in matrix.matching)
        cells = (_csv_cell(row, each, above) for each in roles.values())
        yield iter((place.called, place.id, place.kind, above, *cells))


def _csv_cell(row: PlaceRoles, found: EffectiveRole, collection: str) -> str:
    if found.source != TEAM:
        return gettext(UNTOLD[row.state if found.certain or row.state != READ else UNREAD])
    if found.place_id == row.place.id:
        return role_label(found.role)
    return gettext(IN_COLLECTION, role=role_label(found.role), collection=collection)


@blueprint.post("")
@signed_in
@keeps_input
def change(organization_id: str) -> Response:
    """Show the selected changes for review; once reviewed, create the bulk change."""
    return _review_or_create_bulk_change(organization_id) if "was" in request.form else _choose_page(organization_id)


def _choose_page(organization_id: str) -> Response:
    sent = {name.removeprefix("filter-"): value for name, value in request.form.items() if name.startswith("filter-")}
    filters = AccessFilters.from_request(sent)
    back = f"{request_path()}?{urlencode(filters.query_args)}"
    what = request.form.get("what", "")
    if what not in (*ROLES, GUEST, TAKE, TAKE_ALL) and not what.startswith(COPY):
        return redirect_info(gettext(CHOOSE_WHAT), back)
    chosen = parse_selection(organization_id, filters, request.form)
    if not chosen.teams or not chosen.rows:
        return redirect_info(" ".join([*chosen.gone, gettext(CHOOSE)]), back)
    source = find_object_titles("team", organization_id, [what.removeprefix(COPY)])[0] if what.startswith(COPY) else ""
    wishes = plan_role_changes(what, source, chosen)
    wishes.left_out = [*chosen.gone, *wishes.left_out]
    form = RoleChangesForm(organization_id, g.organization.title, wishes)
    form.validate()
    if has_valid_csrf_token():
        form.status = FINE  # the first view of the review page is no error
    return _review_page(organization_id, form, back)


def _review_or_create_bulk_change(organization_id: str) -> Response:
    load_organization(organization_id, anew=True)
    form = RoleChangesForm(organization_id, g.organization.title)
    if form.validate() and pressed_button() == REVIEWED:
        purpose = Purpose(organization_id, person().owner, form.wishes.title, "roles", reason=reason_given())
        if stored := store_bulk_change(form, purpose, form.changes(organization_id)):
            return stored
    return _review_page(organization_id, form, url_for(".index", organization_id=organization_id))


def _review_page(organization_id: str, form: RoleChangesForm, back: str) -> Response:
    return page(
        "access_matrix/review.html",
        form=form,
        wishes=form.wishes,
        sizes=_team_size_labels(organization_id, form.wishes),
        here=request_path(),
        back=back,
        may=has_permission("admin") or bool(form.wishes.cells),
        longest_reason=MAX_REASON_LENGTH,
    )


def _team_size_labels(organization_id: str, wishes: RoleChanges) -> list[str]:
    teams = {cell.team.id: cell.team.title for cell in wishes.cells}
    return [f"{teams[each]}: {size}" for each, size in team_size_labels(organization_id, teams).items()]
