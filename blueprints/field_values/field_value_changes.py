"""Bulk value changes: fill in many spaces or import a table, review each cell, then apply."""

from flask import Blueprint, request
from werkzeug.wrappers import Response

from blueprints.field_values.comparison import COUNTED, OUTCOMES, ValueComparison, compare_proposal
from blueprints.field_values.filters import no_editable_space_message
from blueprints.field_values.forms import REPLACE, FillForm, ValuesImportForm, ValuesReviewForm
from blueprints.field_values.grid import UNREAD, ValuesReader
from blueprints.field_values.proposals import ImportedTable, Proposal, load_proposal, save_proposal
from masthead.i18n import N_, gettext
from masthead.store.bulk.steps import Purpose
from masthead.web.descriptions.labels import translate_rows
from masthead.web.directory.places import SPACE, AccessPlace, list_known_spaces
from masthead.web.forms.forms import INVALID
from masthead.web.frame.matrix_filters import NEVER
from masthead.web.frame.pages import page
from masthead.web.http.paths import parse_int, request_path
from masthead.web.person.guards import keeps_input, signed_in
from masthead.web.person.session import person
from masthead.web.submit.bulk_changes import find_resubmission, store_bulk_change
from masthead.web.submit.drafts import drop_stored_draft
from masthead.web.submit.review import EDIT, KEEP, MAX_REASON_LENGTH, pressed_button, reason_given
from masthead.web.submit.submission import refuse_form

blueprint = Blueprint("field_value_changes", __name__, url_prefix="/orgs/<organization_id>/field-values")
ROWS = 100
GONE = 404
MAX_NOTES = 20
LOST = N_("Masthead no longer keeps these values. It keeps the last five for a day. Enter them again.")


@blueprint.get("/fill")
@signed_in
def ask_fill(organization_id: str) -> Response:
    return _fill_page(organization_id, _fill_form(organization_id))


@blueprint.post("/fill")
@signed_in
@keeps_input
def fill(organization_id: str) -> Response:
    """Store the proposal and redirect to its review."""
    form = _fill_form(organization_id)
    if form.validate() and pressed_button() not in {EDIT, KEEP}:
        origin = gettext("one value for many spaces")
        if kept := save_proposal(form, organization_id, origin, form.proposed_cells):
            return kept
    return _fill_page(organization_id, form)


def _fill_form(organization_id: str) -> FillForm:
    reader, form = ValuesReader(organization_id), FillForm()
    reader.ensure_organization_read()
    form.set_choices(reader.fields, [each for each in list_known_spaces(organization_id) if each.may("edit")])
    if request.method == "GET" and request.args.get("field") in form.field.meanings:
        form.field.data = request.args["field"]
    return form


def _fill_page(organization_id: str, form: FillForm) -> Response:
    closed = no_editable_space_message(list_known_spaces(organization_id))
    return page("field_value_changes/fill.html", form=form, closed_reason=closed)


@blueprint.get("/import")
@signed_in
def ask_import(organization_id: str) -> Response:
    ValuesReader(organization_id).ensure_organization_read()
    return _import_page(organization_id, ValuesImportForm())


@blueprint.post("/import")
@signed_in
@keeps_input
def read_import(organization_id: str) -> Response:
    """Parse the table, store the proposal and redirect to its review. Nothing is sent to the API."""
    form, reader = ValuesImportForm(), ValuesReader(organization_id)
    reader.ensure_organization_read()
    read = form.read_table() if form.validate() and pressed_button() not in {EDIT, KEEP} else None
    if read is not None:
        try:
            clears = form.blank.data == REPLACE
            table = ImportedTable(read, reader.fields, list_known_spaces(organization_id), clears=clears)
        except ValueError as wrong:
            refuse_form(form, str(wrong), INVALID)
        else:
            if kept := save_proposal(form, organization_id, read.origin, table.cells, table.notes):
                return kept
    return _import_page(organization_id, form)


def _import_page(organization_id: str, form: ValuesImportForm) -> Response:
    closed = no_editable_space_message(list_known_spaces(organization_id))
    return page("field_value_changes/import.html", form=form, closed_reason=closed)


@blueprint.get("/changes/<kept>")
@signed_in
def review(organization_id: str, kept: str) -> Response:
    """Show the change of each cell. Each page load reads some of the unread spaces."""
    proposal = load_proposal(organization_id, kept)
    return _expired_import_page(organization_id) if proposal is None else _review_page(organization_id, proposal)


@blueprint.post("/changes/<kept>")
@signed_in
@keeps_input
def make_bulk_change(organization_id: str, kept: str) -> Response:
    """Create the reviewed bulk change and start it. A second submission redirects to the same one."""
    if (made := find_resubmission()) is not None:
        return made
    proposal = load_proposal(organization_id, kept)
    return _expired_import_page(organization_id) if proposal is None else _review_page(organization_id, proposal)


def _expired_import_page(organization_id: str) -> Response:
    ValuesReader(organization_id).ensure_organization_read()
    return page("field_value_changes/lost.html", status=GONE, lost=gettext(LOST))


def _review_page(organization_id: str, proposal: Proposal) -> Response:
    places = {each.id: each for each in list_known_spaces(organization_id)}
    ids = dict.fromkeys(each.space for each in proposal.cells)
    spaces = [places.get(each, AccessPlace(SPACE, each, known=False)) for each in ids]
    refreshed = min(request.args.get("since", 0, type=parse_int), NEVER)
    reader = ValuesReader(organization_id, max(proposal.at, refreshed))
    reader.read(spaces)
    rows = reader.known_rows(spaces)
    form = ValuesReviewForm(compare_proposal(proposal, reader.fields, rows))
    if request.method == "POST" and form.validate():
        purpose = Purpose(organization_id, person().owner, form.title, "settings", reason=reason_given())
        if stored := store_bulk_change(form, purpose, form.changes(organization_id)):
            drop_stored_draft(proposal.draft, proposal.at / 1000)
            return stored
    if request.method == "GET" and form.comparison.is_already_set and not proposal.notes:
        drop_stored_draft(proposal.draft, proposal.at / 1000)
    unread = sum(each.state == UNREAD for each in rows)
    return _render_review(form, proposal, form.comparison, (len(rows), unread, reader.stopped))


def _render_review(
    form: ValuesReviewForm, proposal: Proposal, comparison: ValueComparison, reading: tuple[int, int, str]
) -> Response:
    show = request.args.get("show", "")
    cells = comparison.select_cells(show if show in OUTCOMES else "")
    first = request.args.get("after", 0, type=parse_int) // ROWS * ROWS
    total, unread, stopped = reading
    return page(
        "field_value_changes/review.html",
        form=form,
        proposal=proposal,
        notes=proposal.notes[:MAX_NOTES],
        more_notes=max(0, len(proposal.notes) - MAX_NOTES),
        total=total,
        unread=unread,
        stopped=stopped,
        totals=comparison.totals,
        counted=translate_rows(COUNTED, 2),
        outcomes=translate_rows(OUTCOMES),
        cells=cells[first : first + ROWS],
        found=len(cells),
        first=first,
        rows=ROWS,
        show=show,
        here=request_path(),
        sending=len(comparison.cells_to_send(others=True)),
        longest_reason=MAX_REASON_LENGTH,
    )
