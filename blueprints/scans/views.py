"""Pages of a scan: a limited traversal of an organization that fills the directory, part by part."""

from typing import Any, NamedTuple

from flask import Blueprint, request, url_for
from werkzeug.wrappers import Response

from contract.authoring.change_requests import LIST_CHANGE_REQUESTS
from contract.authoring.comments import LIST_COMMENTS
from contract.organization.saml import LIST_SAML_PROVIDERS
from contract.organization.team_members import LIST_TEAM_MEMBERS
from contract.organization.team_permissions import LIST_COLLECTION_TEAMS, LIST_SPACE_TEAMS
from contract.publishing.section_groups import LIST_SECTION_GROUPS
from contract.publishing.site_spaces import LIST_SITE_SPACES
from contract.publishing.sites import GET_PUBLISHED, LIST_SITES
from masthead.client.problems import quote_message
from masthead.i18n import N_, gettext
from masthead.lookup.scan import BUDGETS, BY_ENDPOINT, LOOKED_AT, initial_steps, scan_slice
from masthead.store.directory.objects import GONE, DirectoryQuery
from masthead.store.directory.scans import FailedCall, Scan
from masthead.web.directory.entries import titles_of
from masthead.web.frame.organization import load_organization
from masthead.web.frame.pages import page
from masthead.web.http.htmx import redirect_to, wants_fragment
from masthead.web.person.guards import signed_in
from masthead.web.person.portal import api, portal
from masthead.web.person.session import person
from masthead.web.places import back_link, back_link_context

blueprint = Blueprint("scans", __name__, url_prefix="/orgs/<organization_id>/known/scan")
PROGRESS = "scans-progress"


class CallPage(NamedTuple):
    """The label and the page of what a request reads. `id_name` is the id's name in the page's URL."""

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
}


class DescribedCall(NamedTuple):
    """A failed request, for display. `status` is the response's HTTP status, or None."""

    name: str
    page: str
    status: int | None
    answer: str


@blueprint.get("")
@signed_in
def index(organization_id: str) -> Response:
    load_organization(organization_id)
    return _page(organization_id)


@blueprint.post("")
@signed_in
def begin(organization_id: str) -> Response:
    load_organization(organization_id)
    owner, asked = person().owner, request.form.get("budget", "")
    budget = next((each for each in BUDGETS if str(each) == asked), BUDGETS[0])
    known = portal().store.directory.suggest(owner, DirectoryQuery(organization_id, LOOKED_AT), limit=budget)
    steps = initial_steps(organization_id, ((each.kind, each.id) for each in known if each.state != GONE))
    portal().store.scans.begin(owner, organization_id, budget, steps[:budget])
    return _back(organization_id)


@blueprint.post("/go-on")
@signed_in
def go_on(organization_id: str) -> Response:
    """Continue the scan for as long as a request may take. `resume` in the form resumes a paused scan."""
    load_organization(organization_id)
    scans, owner = portal().store.scans, person().owner
    if request.form.get("resume"):
        scans.resume(owner, organization_id)
    scan = scans.take(owner, organization_id)
    if scan is not None:
        scan_slice(api(), scans, scan)
    return _page(organization_id, elsewhere=scan is None) if wants_fragment(PROGRESS) else _back(organization_id)


@blueprint.post("/stop")
@signed_in
def stop(organization_id: str) -> Response:
    portal().store.scans.stop(person().owner, organization_id)
    if wants_fragment(PROGRESS):
        load_organization(organization_id)
        return _page(organization_id)
    return _back(organization_id)


def _back(organization_id: str) -> Response:
    return redirect_to(url_for("scans.index", organization_id=organization_id, next=back_link() or None))


def _page(organization_id: str, *, elsewhere: bool = False) -> Response:
    api().save_observations()
    owner = person().owner
    scan = portal().store.scans.get(owner, organization_id)
    return page(
        "scans/index.html",
        fragment="progress",
        scan=scan,
        failed=described_calls(scan) if scan else [],
        budgets=BUDGETS,
        elsewhere=elsewhere,
        known=sum(portal().store.directory.counts(owner, DirectoryQuery(organization_id)).values()),
        **back_link_context(),
    )


def described_calls(scan: Scan) -> list[DescribedCall]:
    return [_described(scan.organization, each) for each in scan.failed]


def _described(organization: str, call: FailedCall) -> DescribedCall:
    read, id_ = READ_PAGES[call.endpoint], call.ids[-1]
    (title,) = titles_of(BY_ENDPOINT[call.endpoint].kind, organization, [id_])
    ids: dict[str, Any] = {"organization_id": organization}
    if read.id_name:
        ids[read.id_name] = id_
    if read.places:
        ids["places"] = read.places
    return DescribedCall(
        gettext(read.label, title=title), url_for(read.view, **ids), call.status, quote_message(call.message)
    )
