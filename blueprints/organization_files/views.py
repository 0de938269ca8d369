"""Pages of organization files: export, a file to plan, its review, and the bulk change that applies it."""

import json
from functools import partial

from flask import Blueprint, g, request, url_for
from werkzeug.wrappers import Response

from blueprints.organization_files.forms import FileReviewForm, OrganizationFileForm
from blueprints.organization_files.review import APPLIED, FileReview, files_url, list_sections, load_file, start_review
from masthead.bulk.goals.organization import KIND, build_goal, list_sendable
from masthead.client import Problem, TokenRefused
from masthead.i18n import N_, gettext
from masthead.organization_file.export import export as export_organization
from masthead.organization_file.export import read_for
from masthead.organization_file.plan import plan
from masthead.organization_file.schema import MARK
from masthead.organization_file.stored_file import StoredFile, Values
from masthead.store.bulk.steps import Purpose
from masthead.store.drafts.texts import TooLargeError
from masthead.web.directory.entries import download_name
from masthead.web.forms.forms import FINE, INVALID
from masthead.web.frame.organization import has_permission, load_organization
from masthead.web.frame.pages import page
from masthead.web.frame.problems import http_status, unread_message
from masthead.web.http.spreadsheets import attachment_response
from masthead.web.person.guards import keeps_input, signed_in
from masthead.web.person.portal import api, portal
from masthead.web.person.session import person
from masthead.web.submit.bulk_changes import find_resubmission, store_bulk_change
from masthead.web.submit.review import MAX_REASON_LENGTH, reason_given, should_send
from masthead.web.submit.submission import refuse_form

blueprint = Blueprint("organization_files", __name__, url_prefix="/orgs/<organization_id>/file")
GONE = 404
LOST = N_("This file is no longer kept. Masthead keeps the last five files for a day. Choose or paste it again.")
TOO_MUCH = N_("The file is too large to keep. Split it into parts.")


@blueprint.get("")
@signed_in
def show(organization_id: str) -> Response:
    """Show the forms to export and to plan a file. `file` in the query is the id of a stored file to edit."""
    load_organization(organization_id)
    form, wanted = OrganizationFileForm(), request.args.get("file")
    stored = load_file(organization_id, wanted) if wanted else None
    if stored is not None:
        form.text.data = stored.text or _dump(stored.wanted)
    return _form_page(form, lost=bool(wanted) and stored is None)


@blueprint.get("/export")
@signed_in
def export(organization_id: str) -> Response:
    """Download the organization as a file, with the `section`s asked for, or all."""
    load_organization(organization_id)
    only = {key for key, _ in list_sections()} & {*request.args.getlist("section")}
    values = export_organization(api(), organization_id, only, people="people" in request.args)
    as_json = request.args.get("format") == "json"
    text = json.dumps(values, ensure_ascii=False, indent=2) if as_json else _dump(values)
    ending = "json" if as_json else "yaml"
    name = download_name("organization", organization_id)
    return attachment_response(iter([text]), name, ending, f"application/{ending}; charset=utf-8")


def _dump(values: Values) -> str:
    from masthead.organization_file.document import dump  # noqa: PLC0415 - it imports a YAML parser

    return dump(values)


@blueprint.post("")
@signed_in
@keeps_input
def read(organization_id: str) -> Response:
    """Parse the file and redirect to its review, or show its errors."""
    form = OrganizationFileForm()
    found = form.read() if form.validate() and should_send(form) else None
    if found is not None:
        try:
            return start_review(organization_id, found.values, form.source, text=form.text.data)
        except TooLargeError:
            refuse_form(form, gettext(TOO_MUCH), INVALID)
    load_organization(organization_id)
    return _form_page(form)


@blueprint.get(f"/{APPLIED}")
@signed_in
def drift(organization_id: str) -> Response:
    """Show the changes that the file applied last needs now: what others have changed since."""
    if load_file(organization_id, APPLIED) is not None:
        return review(organization_id, APPLIED)
    load_organization(organization_id)
    return page("organization_files/none_applied.html", here=files_url(organization_id))


@blueprint.get("/<file_id>")
@signed_in
def review(organization_id: str, file_id: str) -> Response:
    """Show the changes that the file needs."""
    load_organization(organization_id)
    stored = load_file(organization_id, file_id)
    if stored is None:
        return _form_page(OrganizationFileForm(formdata=None), lost=True)
    try:
        found = _compare(organization_id, stored)
    except TokenRefused:
        raise
    except Problem as problem:
        return _review_page(file_id, stored, None, problem)
    return _review_page(file_id, stored, FileReviewForm(found))


@blueprint.post("/<file_id>")
@signed_in
@keeps_input
def apply(organization_id: str, file_id: str) -> Response:
    """Create the reviewed bulk change and start it."""
    if (made := find_resubmission()) is not None:
        return made
    load_organization(organization_id)
    stored = load_file(organization_id, file_id)
    if stored is None:
        return _form_page(OrganizationFileForm(formdata=None), lost=True)
    found = _compare(organization_id, stored)
    form = FileReviewForm(found)
    if form.validate():
        chosen = found.deleting if form.delete.data else found.planned
        delete = {each.ids[-1] for each in found.deletions} if form.delete.data else ()
        title = gettext("Apply %(source)s", source=stored.source)
        goal = build_goal(found.live, stored.wanted, delete)
        purpose = Purpose(organization_id, person().owner, title, KIND, goal, reason_given())
        changes = list_sendable(chosen, organization_id)
        mark = partial(stored.save_applied, portal().store.temporary_texts, purpose.owner, organization_id)
        if (answer := store_bulk_change(form, purpose, changes, mark)) is not None:
            return answer
    return _review_page(file_id, stored, form)


def _compare(organization_id: str, stored: StoredFile) -> FileReview:
    """Compare a file with the organization as it is now. Raises Problem if a read fails."""
    # A file has a version. What is made from one site names no others, so those aren't missing.
    live = read_for(api(), organization_id, stored.wanted, missing=MARK in stored.wanted)
    return FileReview(live, plan(live, stored.wanted), plan(live, stored.wanted, allow_delete=True))


def _form_page(form: OrganizationFileForm, *, lost: bool = False) -> Response:
    return page(
        "organization_files/show.html",
        status=GONE if lost else form.status,
        form=form,
        lost=gettext(LOST) if lost else "",
        sections=list_sections(),
        here=files_url(g.organization.id),
    )


def _review_page(
    file_id: str, stored: StoredFile, form: FileReviewForm | None, problem: Problem | None = None
) -> Response:
    organization, owner = g.organization.id, person().owner
    status = http_status(problem) if problem else FINE
    return page(
        "organization_files/review.html",
        status=form.status if form else status,
        form=form,
        file=stored,
        unread=unread_message(problem) if problem else "",
        review=form.review if form else None,
        under_way=portal().store.bulk_changes.list_unfinished(organization, owner, limit=1),
        here=url_for(".review", organization_id=organization, file_id=file_id),
        edit=url_for(".show", organization_id=organization, file=file_id),
        may=has_permission("createContent"),
        longest_reason=MAX_REASON_LENGTH,
    )
