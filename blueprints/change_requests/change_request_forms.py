"""Forms that create a change request, change its subject or state, and ask for reviews."""

from typing import NamedTuple
from urllib.parse import quote

from flask import Blueprint, url_for
from pydantic import MISSING
from werkzeug.wrappers import Response
from wtforms import HiddenField

from blueprints.change_requests.facts import (
    ChangeRequestForm,
    NewChangeRequestForm,
    RequestFacts,
    ReviewersForm,
    person_name,
)
from blueprints.change_requests.reads import RequestPage, read_request, read_request_page
from contract.authoring.change_requests import (
    CREATE_CHANGE_REQUEST,
    REQUEST_REVIEWERS,
    UPDATE_CHANGE_REQUEST,
    ChangeRequest,
    RequestedReviewers,
)
from contract.schema.fields import value_or_none
from masthead.client import Cached
from masthead.i18n import gettext
from masthead.resources import CHANGE_REQUEST
from masthead.store.directory.objects import DirectoryQuery
from masthead.store.entries import Subject
from masthead.web.directory.entries import suggest_entries
from masthead.web.directory.places import SPACE, AccessPlace, find_place
from masthead.web.forms.forms import PageForm
from masthead.web.frame.organization import load_organization
from masthead.web.frame.pages import page
from masthead.web.people.roles import people_with_verb
from masthead.web.person.guards import keeps_input, signed_in
from masthead.web.submit.submission import refuse_if_unread, save, save_changes
from masthead.writes.send import Change

blueprint = Blueprint(
    "change_request_forms", __name__, url_prefix="/orgs/<organization_id>/spaces/<space_id>/change-requests"
)
MAX_PEOPLE = 200


@blueprint.get("/new")
@signed_in
def new(organization_id: str, space_id: str) -> Response:
    place = find_place(organization_id, SPACE, space_id)
    load_organization(organization_id)
    return _new_page(NewChangeRequestForm.new(), place)


@blueprint.post("/new")
@signed_in
@keeps_input
def create(organization_id: str, space_id: str) -> Response:
    """Create a change request, a draft with the content of the space."""
    place, form = find_place(organization_id, SPACE, space_id), NewChangeRequestForm.new()
    organization = load_organization(organization_id, anew=True)

    def after(made: ChangeRequest) -> tuple[str, str]:
        facts = RequestFacts(made)
        return gettext("%(title)s was created.", title=facts.title), request_url(
            organization_id, space_id, facts.number
        )

    if form.validate() and not refuse_if_unread(form, organization):
        subject = form.subject.data
        summary = gettext("Create the change request %(subject)s of %(space)s", subject=subject, space=place.called)
        named = Subject(CHANGE_REQUEST.one, "", subject)
        change = Change(
            CREATE_CHANGE_REQUEST, (space_id,), named, summary, form.request_body(), organization=organization_id
        )
        if saved := save(form, change, after):
            return saved
    return _new_page(form, place)


def _new_page(form: NewChangeRequestForm, place: AccessPlace) -> Response:
    return page("change_request_forms/new.html", form=form, space=place)


@blueprint.get("/<change_request_id>/edit")
@signed_in
def edit(organization_id: str, space_id: str, change_request_id: str) -> Response:
    place, read = read_request(organization_id, space_id, change_request_id)
    return _edit_page(ChangeRequestForm.from_values(CHANGE_REQUEST.settings_of(read.value)), place, read)


@blueprint.post("/<change_request_id>/edit")
@signed_in
@keeps_input
def update(organization_id: str, space_id: str, change_request_id: str) -> Response:
    place, read = read_request(organization_id, space_id, change_request_id)
    facts = RequestFacts(read.value)
    form = ChangeRequestForm.from_values(CHANGE_REQUEST.settings_of(read.value), about=read.value.id)
    onward = request_url(organization_id, space_id, facts.number)

    def change() -> Change[ChangeRequest]:
        summary = gettext(
            "Change the change request %(title)s of %(space)s: %(fields)s",
            title=facts.title,
            space=place.called,
            fields=form.changed_labels,
        )
        return Change(
            UPDATE_CHANGE_REQUEST,
            (space_id, read.value.id),
            journal_subject(read.value),
            summary,
            form.request_body(),
            was=form.now,
            organization=organization_id,
        )

    def after(now: ChangeRequest) -> tuple[str, str]:
        return gettext("%(name)s was saved.", name=RequestFacts(now).title), onward

    return save_changes(form, read, change, after, onward) or _edit_page(form, place, read)


def _edit_page(form: ChangeRequestForm, place: AccessPlace, read: Cached[ChangeRequest]) -> Response:
    return page(
        "change_request_forms/edit.html",
        form=form,
        space=place,
        remembered=read,
        facts=RequestFacts(read.value),
    )


@blueprint.get("/<change_request_id>/reviewers")
@signed_in
def ask_reviewers(organization_id: str, space_id: str, change_request_id: str) -> Response:
    found = read_request_page(organization_id, space_id, change_request_id, anew=True)
    return _reviewers_page(_reviewers_form(found), found)


@blueprint.post("/<change_request_id>/reviewers")
@signed_in
@keeps_input
def request_reviewers(organization_id: str, space_id: str, change_request_id: str) -> Response:
    found = read_request_page(organization_id, space_id, change_request_id, anew=True)
    form, facts = _reviewers_form(found), found.facts
    onward = request_url(organization_id, space_id, facts.number)

    def after(asked: RequestedReviewers) -> tuple[str, str]:
        people = [person_name(each.user) for each in asked.users if each.user is not MISSING]
        return gettext("%(they_were)s asked for a review.", they_were=people_with_verb(people, past=True)), onward

    if form.validate() and not refuse_if_unread(form, found.read):
        names = {id_: name for id_, name, _ in form.users.offered}
        summary = gettext(
            "Ask %(names)s to review the change request %(title)s of %(space)s",
            names=", ".join(names.get(each, each) for each in form.users.data),
            title=facts.title,
            space=found.space.called,
        )
        change = Change(
            REQUEST_REVIEWERS,
            (space_id, facts.request.id),
            journal_subject(facts.request),
            summary,
            form.request_body(),
            organization=organization_id,
        )
        if saved := save(form, change, after):
            return saved
    return _reviewers_page(form, found)


def _reviewers_form(found: RequestPage) -> ReviewersForm:
    """Build the form with people from the person's directory, reviewers and contributors first."""
    form = ReviewersForm.new()
    asked = {each.id for each in found.reviewers or ()}
    contributors = [(each.user.id, person_name(each.user)) for each in found.contributors or ()]
    reviewers = [(each.id, each.name) for each in found.reviewers or () if each.id]
    seen = suggest_entries(DirectoryQuery(found.organization, ("user",)), limit=MAX_PEOPLE)
    everybody = dict([*reviewers, *contributors, *((each.id, each.title) for each in seen)])
    author = value_or_none(found.read.value.createdBy)
    told = {id_: gettext("contributor") for id_, _ in contributors}
    told |= {author.id: gettext("author")} if author else {}
    told |= dict.fromkeys(asked, gettext("asked already; asking again is about the current revision"))
    form.users.offered = tuple((id_, name, told.get(id_, "")) for id_, name in everybody.items())
    return form


def _reviewers_page(form: ReviewersForm, found: RequestPage) -> Response:
    return page(
        "change_request_forms/reviewers.html",
        form=form,
        found=found,
        space=found.space,
        remembered=found.read,
        facts=found.facts,
    )


def journal_subject(request: ChangeRequest) -> Subject:
    return Subject(CHANGE_REQUEST.one, request.id, RequestFacts(request).subject)


def request_url(organization_id: str, space_id: str, number: str, back_link: str = "") -> str:
    return url_for(
        "change_requests.show",
        organization_id=organization_id,
        space_id=space_id,
        change_request_id=number,
        next=back_link or None,
    )


class ShownState(NamedTuple):
    """The state that a page showed: both revisions, the request's status, and the number of open comments."""

    space: str = ""
    proposed: str = ""
    state: str = ""
    comments: str = ""


class MergeForm(PageForm):
    """Merges a change request. The field `seen` has the state that the page showed."""

    seen = HiddenField()

    def set_shown_state(self, found: RequestPage) -> None:
        self.seen.data = " ".join(quote(each, safe="") for each in current_state(found))


def current_state(found: RequestPage) -> ShownState:
    own, main = found.facts.request, found.comparison.main
    return ShownState(main.id if main else "", own.revision, own.status, str(own.comments))
