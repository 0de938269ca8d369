"""Organization pages: the list, the switcher, one organization's overview, and lookup by e-mail domain."""

from datetime import UTC, datetime

from flask import Blueprint, g, request, url_for
from werkzeug.wrappers import Response

from blueprints.organizations.alerts import ChangeCounts, progress_label, read_change_counts, read_unfinished
from blueprints.organizations.overview import next_expiry_label, read_overview, visibility_shares
from blueprints.organizations.today import find_needs, list_slow_checks
from contract.organization.organizations import LIST_ORGANIZATIONS, LIST_ORGANIZATIONS_OF_DOMAIN
from contract.schema.endpoint import ListQuery
from masthead.i18n import gettext, ngettext
from masthead.store.directory.objects import DirectoryQuery
from masthead.store.directory.open_lists import REQUESTS
from masthead.web.forms.field_types import clean_domain, domain_problem
from masthead.web.forms.forms import INVALID
from masthead.web.frame.charts import chart_columns
from masthead.web.frame.layout import PageContext
from masthead.web.frame.navigation import CREATE, Destination
from masthead.web.frame.organization import (
    ROWS,
    has_permission,
    is_first_page,
    is_refresh_requested,
    load_organization,
    page_query,
)
from masthead.web.frame.pages import page, redirect_info
from masthead.web.frame.templating import date
from masthead.web.http.responses import redirect_to
from masthead.web.people.inbox import list_inbox
from masthead.web.person.guards import signed_in
from masthead.web.person.portal import api, portal
from masthead.web.person.session import person
from masthead.web.places import draft_title, places
from masthead.web.submit.drafts import find_form

blueprint = Blueprint("organizations", __name__, url_prefix="/orgs")
FEW = 5
COLUMN_HEIGHT = 24.0


@blueprint.get("")
@signed_in
def index() -> Response:
    """List the organizations that the token can access. With `only` in the query, redirect if there is just one."""
    listing = api().read_cached(LIST_ORGANIZATIONS.tolerant_listing, query=page_query(), refresh=is_refresh_requested())
    items = listing.value.items
    if request.args.get("only") and len(items) == 1 and is_first_page():
        return redirect_to(url_for("organizations.show", organization_id=items[0].id))
    return page(
        "organizations/index.html",
        fragment="rows",
        listing=listing,
        first=is_first_page(),
        api_base_url=portal().settings.api_base_url,
    )


@blueprint.get("/switcher")
@signed_in
def switcher() -> Response:
    """Show the list of organizations: in the banner's menu, or in full if opened as a page."""
    listing = api().read_cached(LIST_ORGANIZATIONS.tolerant_listing, query=ListQuery(limit=ROWS))
    return page("organizations/index.html", fragment="switcher", listing=listing, first=True)


@blueprint.get("/of-domain")
@signed_in
def of_domain() -> Response:
    typed = request.args.get("domain", "")
    domain = clean_domain(typed)
    problem = domain_problem(domain) if typed.strip() else ""
    asked = bool(typed.strip()) and not problem
    found = api().read(LIST_ORGANIZATIONS_OF_DOMAIN, domain).organizations if asked else None
    status = INVALID if problem else 200
    return page(
        "organizations/of_domain.html",
        status=status,
        typed=typed,
        domain=domain,
        problem=problem,
        found=found,
    )


@blueprint.get("/<organization_id>")
@signed_in
def show(organization_id: str) -> Response:
    """Show the organization's home page: work and alerts for the person, and figures. A script adds the slow checks."""
    now = datetime.now(UTC)
    overview = read_overview(organization_id)
    changes = read_change_counts(overview.organization, now)
    items = list_inbox(organization_id)
    waiting = [each for each in items if each.is_waiting]
    home = url_for("organizations.show", organization_id=organization_id)
    return page(
        "organizations/show.html",
        overview=overview,
        needs=find_needs(overview, changes, now, is_whole=not list_slow_checks()),
        size=_describe_size(organization_id),
        creating=list_create_pages(),
        waiting=[(each, each.address(organization_id, home)) for each in waiting[:FEW]],
        more_waiting=len(waiting[FEW:]),
        bulk_changes=[(each, progress_label(each)) for each in read_unfinished(organization_id)],
        list_drafts=list_drafts,
        open_requests=sum(each.kind == REQUESTS for each in items),
        readers=visibility_shares(overview.sites.items),
        expiry=next_expiry_label(overview.providers, now),
        changes=changes,
        columns=chart_columns(changes.each_day, COLUMN_HEIGHT),
        ways=_day_links(organization_id, changes),
        column_height=COLUMN_HEIGHT,
        anew=is_refresh_requested(),
    )


def _describe_size(organization_id: str) -> str:
    """Return how many sites, spaces and teams are in the person's directory, in words."""
    counts = portal().store.directory.count_by_kind(person().owner, DirectoryQuery(organization_id))
    sites, spaces, teams = (counts.get(kind, 0) for kind in ("site", "space", "team"))
    parts = (
        ngettext("%(n)s site", "%(n)s sites", sites) if sites else "",
        ngettext("%(n)s space", "%(n)s spaces", spaces) if spaces else "",
        ngettext("%(n)s team", "%(n)s teams", teams) if teams else "",
    )
    return " · ".join(filter(None, parts))


def list_create_pages() -> list[Destination]:
    """List the pages on which the person may create something."""
    found = [place.with_permission(each) for place in places() for each in place.destinations if each.hint == CREATE]
    return [each for each in found if not each.needs or has_permission(each.needs)]


def list_drafts(context: PageContext) -> list[tuple[str, float | None, str]]:
    """List the person's drafts in the current organization: label, time of the last change, and URL."""
    own = f"{url_for('organizations.show', organization_id=g.organization.id)}/"
    typed = {each.page: each for each in reversed(context.drafts) if each.page.startswith(own)}
    found: list[tuple[str, float | None, str]] = [
        (draft_title(*find_form(each.page)) or gettext("A form"), each.at, url_for("drafts.show", draft=each.id))
        for each in typed.values()
    ]
    places = [(*each[0].partition("/"), each[1]) for each in context.structures]
    found += [
        (gettext("Structure of a site"), at, url_for("structure.show", organization_id=organization, site_id=site))
        for organization, _, site, at in places
        if organization == g.organization.id
    ]
    if any(each.draft.page.startswith(own) for each in context.parked):
        found.append((gettext("Input of an earlier session"), None, url_for("drafts.index")))
    return found


def _day_links(organization_id: str, changes: ChangeCounts) -> list[tuple[str, str]]:
    journal = url_for("journal.index", organization_id=organization_id)
    return [
        (
            f"{journal}?since={day}&until={day}",
            ngettext("%(day)s: %(n)s change", "%(day)s: %(n)s changes", count, day=date(day)),
        )
        for day, count in changes.days
    ]


@blueprint.get("/<organization_id>/today")
@signed_in
def today(organization_id: str) -> Response:
    """Show all alerts, including those of the slow checks. The home page loads them in the background."""
    now = datetime.now(UTC)
    overview = read_overview(organization_id)
    changes = read_change_counts(overview.organization, now)
    needs = find_needs(overview, changes, now, is_whole=True)
    return page("organizations/today.html", fragment="today", needs=needs, anew=False)


@blueprint.post("/<organization_id>/snoozes/<need>")
@signed_in
def snooze(organization_id: str, need: str) -> Response:
    """Hide an alert from the person for a week; with `wake` in the query, show it again."""
    load_organization(organization_id)
    snoozes, home = portal().store.snoozes, url_for("organizations.show", organization_id=organization_id)
    if request.args.get("wake"):
        snoozes.end_snooze(person().owner, organization_id, need)
        return redirect_info(gettext("This is shown again."), home)
    snoozes.snooze(person().owner, organization_id, need)
    undo = url_for("organizations.snooze", organization_id=organization_id, need=need, wake=1)
    return redirect_info(gettext("Snoozed for 7 days, for you only."), home, undo)
