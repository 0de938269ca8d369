"""Pages of a person's directory: the objects that they have seen, since the API can list only some kinds of objects."""

import time
from collections.abc import Sequence
from typing import Any, NamedTuple

from flask import Blueprint, g, make_response, render_template, request, url_for
from werkzeug.wrappers import Response

from contract.authoring.change_requests import LIST_CHANGE_REQUESTS, LIST_REQUESTED_REVIEWERS
from contract.authoring.comments import LIST_COMMENT_REPLIES, LIST_COMMENTS
from contract.organization.saml import LIST_SAML_PROVIDERS
from contract.organization.team_members import LIST_TEAM_MEMBERS
from contract.organization.team_permissions import LIST_COLLECTION_TEAMS, LIST_SPACE_TEAMS
from contract.publishing.section_groups import LIST_SECTION_GROUPS
from contract.publishing.site_spaces import LIST_SITE_SPACES
from contract.publishing.sites import GET_PUBLISHED, LIST_SITES
from masthead.client import Forbidden, NotFound, Problem, TokenRefused
from masthead.client.problems import quote_message
from masthead.i18n import N_, gettext
from masthead.lookup.crawl import BY_ENDPOINT, MAX_STARTING, QUICK_CALLS, STARTING_KINDS, crawl_slice, initial_steps
from masthead.lookup.references import (
    NO_KIND,
    VERIFIABLE,
    CannotVerifyError,
    InvalidReferenceError,
    ObjectReference,
    parse_reference,
    verify_exists,
)
from masthead.store.directory.crawls import FailedCall
from masthead.store.directory.objects import GONE, TOLD_BY_SERVICE, DirectoryQuery
from masthead.web.directory.entries import (
    KINDS,
    entry_url,
    find_object_titles,
    get_search_text,
    kind_labels,
    kind_name,
    known_hosts,
    list_entries,
    list_kind_labels,
    suggest_entries,
)
from masthead.web.forms.fields import Choice, TextInput
from masthead.web.forms.forms import INVALID, PageForm
from masthead.web.forms.merge import Snapshot, seal_snapshot
from masthead.web.frame.crawls import CRAWL, crawl_status, crawl_url, get_crawl_status, load_crawl_status
from masthead.web.frame.organization import load_organization
from masthead.web.frame.pages import Feedback, Report, page, redirect_info, redirect_saved
from masthead.web.frame.problems import http_status
from masthead.web.http.paths import get_page_number, local_path
from masthead.web.http.responses import redirect_to, wants_fragment
from masthead.web.person.guards import signed_in
from masthead.web.person.portal import api, portal
from masthead.web.person.session import person
from masthead.web.places import back_link_context

crawls = Blueprint("crawls", __name__, url_prefix="/orgs/<organization_id>/reading")
REST_SECONDS, LONG_REST_SECONDS, WAIT_SECONDS = 0.3, 9.0, 15.0
"""Between two requests of a page: short, then long to leave room for other pages, or to wait for the API."""
blueprint = Blueprint("directory", __name__, url_prefix="/orgs/<organization_id>/known")
ROWS = 100
OPTIONS = 12
PINNED = N_("Pinned. Form fields offer it first.")
MORE_PINNED = N_("Pin limit reached. Unpin one first.")
IN_ANOTHER = N_("This belongs to another organization. Open that organization, then add it there.")
NOT_THERE = N_("There is no such %(label)s, or you don't have access to it. Nothing was added.")
FORBIDDEN = N_("You aren't allowed to see this %(label)s. Nothing was added.")
NOT_ASKED = N_("Masthead couldn't look this up, so nothing was added. Try again in a moment.")


class CallPage(NamedTuple):
    """The label and page for objects that a call reads. `id_name` is the URL parameter with the object's id."""

    label: str
    view: str
    id_name: str = ""
    places: str = ""


READ_PAGES = {
    LIST_SITES.name: CallPage(N_("Sites"), "sites.index"),
    LIST_SAML_PROVIDERS.name: CallPage(N_("Identity providers"), "sso.index"),
    LIST_SITE_SPACES.name: CallPage(N_("Spaces of the site %(title)s"), "structure.show", "site_id"),
    LIST_SECTION_GROUPS.name: CallPage(N_("Section groups of the site %(title)s"), "structure.show", "site_id"),
    GET_PUBLISHED.name: CallPage(N_("Published view of the site %(title)s"), "published.show", "site_id"),
    LIST_SPACE_TEAMS.name: CallPage(N_("Teams of the space %(title)s"), "place_access.show", "place_id", "spaces"),
    LIST_COLLECTION_TEAMS.name: CallPage(
        N_("Teams of the collection %(title)s"), "place_access.show", "place_id", "collections"
    ),
    LIST_TEAM_MEMBERS.name: CallPage(N_("Members of the team %(title)s"), "teams.show", "team_id"),
    LIST_CHANGE_REQUESTS.name: CallPage(
        N_("Change requests of the space %(title)s"), "change_requests.index", "space_id"
    ),
    LIST_COMMENTS.name: CallPage(N_("Comments of the space %(title)s"), "comments.index", "space_id"),
    LIST_REQUESTED_REVIEWERS.name: CallPage(N_("Reviewers of a change request"), "inbox.index"),
    LIST_COMMENT_REPLIES.name: CallPage(N_("Replies to a comment"), "inbox.index"),
}


class DescribedCall(NamedTuple):
    """A failed call, for display. `status` is the response's HTTP status, or None."""

    name: str
    page: str
    status: int | None
    answer: str


@crawls.post("")
@signed_in
def continue_crawl(organization_id: str) -> Response:
    """Crawl for as long as a request may take. Starts a new crawl if there is none or the last one is old."""
    load_organization(organization_id)
    crawls, owner = portal().store.crawls, person().owner
    status = get_crawl_status(organization_id)
    if not status.is_running and status.is_due(time.time()):
        _start_crawl(organization_id)
    crawl = crawls.take(owner, organization_id)
    rest = WAIT_SECONDS
    if crawl is not None:
        rest = REST_SECONDS if crawl.calls < QUICK_CALLS else LONG_REST_SECONDS
        crawl_slice(api(), crawls, portal().store.open_lists, crawl)
    if not wants_fragment(CRAWL):
        return _redirect_back(organization_id)
    load_crawl_status()
    status = crawl_status()
    return make_response(
        render_template(
            "crawls/_progress.html",
            address=crawl_url(),
            paused_by=status.paused_by,
            rest_seconds=WAIT_SECONDS if status.paused_by else rest,
            counts=portal().store.directory.count_by_kind(owner, DirectoryQuery(organization_id)),
        )
    )


@crawls.post("/refresh")
@signed_in
def refresh(organization_id: str) -> Response:
    load_organization(organization_id)
    _start_crawl(organization_id)
    return _redirect_back(organization_id)


def describe_calls(organization_id: str, calls: Sequence[FailedCall]) -> list[DescribedCall]:
    return [_describe_call(organization_id, each) for each in calls]


def _describe_call(organization_id: str, call: FailedCall) -> DescribedCall:
    read, id_ = READ_PAGES[call.endpoint], call.ids[-1]
    (title,) = find_object_titles(BY_ENDPOINT[call.endpoint].kind, organization_id, [id_])
    ids: dict[str, Any] = {"organization_id": organization_id}
    if read.id_name:
        ids[read.id_name] = id_
    if read.places:
        ids["places"] = read.places
    return DescribedCall(
        gettext(read.label, title=title), url_for(read.view, **ids), call.status, quote_message(call.message)
    )


def _start_crawl(organization_id: str) -> None:
    owner = person().owner
    sought = DirectoryQuery(organization_id, STARTING_KINDS)
    known = portal().store.directory.suggest(owner, sought, limit=MAX_STARTING)
    steps = initial_steps(organization_id, ((each.kind, each.id) for each in known if each.state != GONE))
    portal().store.crawls.begin(owner, organization_id, steps)


def _redirect_back(organization_id: str) -> Response:
    directory = url_for("directory.index", organization_id=organization_id)
    return redirect_to(local_path(request.form.get("next"), directory))


class KindChoice(Choice):
    def __init__(self, label: str, **options: Any) -> None:  # noqa: ANN401 - WTForms' own
        super().__init__(label, **options)
        self.meanings = {kind: (one,) for kind, (one, _, _) in list_kind_labels().items()}


class AddWords(PageForm):
    """Input labels for drafts of the form that adds an object."""

    typed = TextInput(N_("Address"))
    kind = KindChoice(N_("Kind"))


@blueprint.get("")
@signed_in
def index(organization_id: str) -> Response:
    load_organization(organization_id)
    return _render(organization_id)


@blueprint.get("/options")
@signed_in
def options(organization_id: str) -> Response:
    """Show objects that a picker suggests for the typed words: a fragment, or a page if opened on its own."""
    load_organization(organization_id)
    kind, words = request.args.get("kind", ""), get_search_text()
    sought = DirectoryQuery(
        organization_id, (kind,) if kind in KINDS else None, request.args.get("parent") or None, words
    )
    return page(
        "directory/options.html",
        fragment="options",
        found=suggest_entries(sought, limit=OPTIONS),
        words=words,
        looks_up=not kind or kind in VERIFIABLE,
        kinds=list_kind_labels(),
    )


@blueprint.post("/add")
@signed_in
def add(organization_id: str) -> Response:
    """Look up an id or URL in the API, and add the object if it exists."""
    load_organization(organization_id)
    typed, kind = request.form.get("typed", ""), request.form.get("kind", "")
    label = ""
    try:
        named = parse_reference(typed, known_hosts())
        named = named if named.kind else ObjectReference(named.id, kind if kind in VERIFIABLE else "")
        label = kind_name(named.kind) if named.kind else ""
        _ensure_in_organization(named, organization_id)
        seen = verify_exists(api(), named, organization_id)
    except (InvalidReferenceError, CannotVerifyError) as wrong:
        return _render(organization_id, problem=str(wrong), typed=typed, kind=kind)
    except TokenRefused:
        raise
    except Problem as problem:
        said, status = _problem_message(problem, label), http_status(problem)
        return _render(organization_id, problem=said, typed=typed, kind=kind, status=status)
    portal().store.directory.add(person().owner, seen)
    what = f"{kind_labels(seen.kind)[0]} {seen.title or seen.id}"
    its_page = entry_url(seen.kind, seen.id, organization_id, seen.parent) if "open" in request.form else ""
    return redirect_saved(
        gettext("%(what)s was added.", what=what),
        its_page or url_for("directory.index", organization_id=organization_id, q=seen.id),
    )


@blueprint.post("/mark")
@signed_in
def mark(organization_id: str) -> Response:
    """Pin, unpin or remove an object. The button's name is the action, its value the kind and id."""
    known, owner = portal().store.directory, person().owner
    back = local_path(request.form.get("next"), url_for("directory.index", organization_id=organization_id))
    for action in ("pin", "unpin", "forget"):
        kind, _, identifier = request.form.get(action, "").partition(":")
        if not identifier:
            continue
        if action == "forget":
            known.forget(owner, organization_id, kind, identifier)
            return redirect_saved(gettext("Removed. It comes back when Masthead reads it again."), back)
        if not known.pin(owner, organization_id, kind, identifier, pinned=action == "pin"):
            return redirect_saved(Report(Feedback.NOT_SAVED, gettext(MORE_PINNED)), back)
        return redirect_saved(gettext(PINNED) if action == "pin" else gettext("Unpinned."), back)
    return redirect_info(gettext("Nothing was selected."), back)


def _ensure_in_organization(named: ObjectReference, organization_id: str) -> None:
    """Raise InvalidReferenceError for an id without a kind, or an object known to be another organization's."""
    if not named.kind:
        raise InvalidReferenceError(gettext(NO_KIND))
    if named.kind == "organization":
        return
    told = named.ancestor_id("organization")
    sought = DirectoryQuery(kinds=(named.kind,), ids=(named.id,))
    found = portal().store.directory.find(person().owner, sought)
    known = {each.organization for each in found if each.provenance == TOLD_BY_SERVICE}
    if (told and told != organization_id) or (known and organization_id not in known):
        raise InvalidReferenceError(gettext(IN_ANOTHER))


def _problem_message(problem: Problem, label: str) -> str:
    match problem:
        case NotFound():
            return gettext(NOT_THERE, label=label)
        case Forbidden():
            return gettext(FORBIDDEN, label=label)
    return gettext(NOT_ASKED)


def _render(
    organization_id: str, *, problem: str = "", typed: str = "", kind: str = "", status: int = INVALID
) -> Response:
    api().save_observations()  # so that the directory includes the organization
    words, of = get_search_text(), request.args.get("kind", "")
    filters = {name: value for name, value in (("q", words), ("kind", of if of in KINDS else "")) if value}
    number, crawl = get_page_number(), get_crawl_status(organization_id)
    everything = DirectoryQuery(organization_id, text=words)
    counts = portal().store.directory.count_by_kind(person().owner, everything)
    sought = DirectoryQuery(organization_id, (of,) if of in KINDS else None, text=words)
    rows = list_entries(sought, offset=(number - 1) * ROWS, limit=ROWS + 1)
    return page(
        "directory/index.html",
        status=status if problem else 200,
        fragment="rows",
        rows=rows[:ROWS],
        more=number + 1 if len(rows) > ROWS else None,
        number=number,
        filters=filters,
        counts=counts,
        kinds=list_kind_labels(),
        provable=VERIFIABLE,
        problem=problem,
        typed=typed,
        kind=kind,
        was=seal_snapshot(Snapshot({"name": g.organization.title})),
        skipped=crawl.skipped,
        failed=describe_calls(organization_id, crawl.failed),
        **back_link_context(),
    )
