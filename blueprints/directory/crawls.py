"""Reads the organization in the background, part by part, while one of its pages is open."""

import time
from collections.abc import Sequence
from typing import Any, NamedTuple

from flask import Blueprint, make_response, render_template, request, url_for
from werkzeug.wrappers import Response

from contract.authoring.change_requests import LIST_CHANGE_REQUESTS, LIST_REQUESTED_REVIEWERS
from contract.authoring.comments import LIST_COMMENT_REPLIES, LIST_COMMENTS
from contract.organization.saml import LIST_SAML_PROVIDERS
from contract.organization.team_members import LIST_TEAM_MEMBERS
from contract.organization.team_permissions import LIST_COLLECTION_TEAMS, LIST_SPACE_TEAMS
from contract.publishing.section_groups import LIST_SECTION_GROUPS
from contract.publishing.site_spaces import LIST_SITE_SPACES
from contract.publishing.sites import GET_PUBLISHED, LIST_SITES
from masthead.client.problems import quote_message
from masthead.i18n import N_, gettext
from masthead.lookup.crawl import BY_ENDPOINT, MAX_STARTING, STARTING_KINDS, crawl_slice, initial_steps
from masthead.store.directory.crawls import FailedCall
from masthead.store.directory.objects import GONE, DirectoryQuery
from masthead.web.directory.entries import find_object_titles
from masthead.web.frame.crawls import CRAWL, crawl_status, crawl_url, get_crawl_status, load_crawl_status
from masthead.web.frame.organization import load_organization
from masthead.web.http.paths import local_path
from masthead.web.http.responses import redirect_to, wants_fragment
from masthead.web.person.guards import signed_in
from masthead.web.person.portal import api, portal
from masthead.web.person.session import person

blueprint = Blueprint("crawls", __name__, url_prefix="/orgs/<organization_id>/reading")
REST_SECONDS, WAIT_SECONDS = 0.3, 15.0
"""Between two requests of a page; longer while another window reads, or the API doesn't answer."""


class CallPage(NamedTuple):
    """The label and the page of what a call reads. `id_name` is the id's name in the page's URL."""

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


@blueprint.post("")
@signed_in
def continue_crawl(organization_id: str) -> Response:
    """Read for as long as a request may take. Begins a crawl if none is there or the last one is old."""
    load_organization(organization_id)
    crawls, owner = portal().store.crawls, person().owner
    status = get_crawl_status(organization_id)
    if not status.is_running and status.is_due(time.time()):
        _start_crawl(organization_id)
    crawl = crawls.take(owner, organization_id)
    if crawl is not None:
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
            rest_seconds=REST_SECONDS if crawl is not None and not status.paused_by else WAIT_SECONDS,
            counts=portal().store.directory.count_by_kind(owner, DirectoryQuery(organization_id)),
        )
    )


@blueprint.post("/refresh")
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
