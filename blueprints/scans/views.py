"""Pages of a scan: a limited traversal of an organization that fills the directory, part by part."""

from flask import Blueprint, request, url_for
from werkzeug.wrappers import Response

from blueprints.scans.failed_calls import described_calls
from masthead.lookup.scan import BUDGETS, LOOKED_AT, initial_steps, scan_slice
from masthead.store.directory.objects import GONE, DirectoryQuery
from masthead.web.frame.organization import load_organization
from masthead.web.frame.pages import page
from masthead.web.http.htmx import go_to, wants_fragment
from masthead.web.person.access import person, signed_in
from masthead.web.person.portal import api, portal
from masthead.web.places import led_from, led_from_shown

blueprint = Blueprint("scans", __name__, url_prefix="/orgs/<organization_id>/known/scan")
PROGRESS = "scans-progress"


@blueprint.get("")
@signed_in
def index(organization_id: str) -> Response:
    """Show the progress of the scan, and the form to start one."""
    load_organization(organization_id)
    return _page(organization_id)


@blueprint.post("")
@signed_in
def begin(organization_id: str) -> Response:
    """Start a scan from the organization and its known objects."""
    load_organization(organization_id)
    owner, asked = person().owner, request.form.get("budget", "")
    budget = next((each for each in BUDGETS if str(each) == asked), BUDGETS[0])
    known = portal().store.known.likely(owner, DirectoryQuery(organization_id, LOOKED_AT), limit=budget)
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
    """Pause the scan until somebody resumes it."""
    portal().store.scans.stop(person().owner, organization_id)
    if wants_fragment(PROGRESS):
        load_organization(organization_id)
        return _page(organization_id)
    return _back(organization_id)


def _back(organization_id: str) -> Response:
    return go_to(url_for("scans.index", organization_id=organization_id, next=led_from() or None))


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
        known=sum(portal().store.known.counts(owner, DirectoryQuery(organization_id)).values()),
        **led_from_shown(),
    )
