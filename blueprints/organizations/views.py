"""Pages of organizations: the list, the switcher, the overview of one, and lookup by e-mail domain."""

from datetime import UTC, datetime

from flask import Blueprint, request, url_for
from werkzeug.wrappers import Response

from blueprints.organizations.alerts import (
    Changes,
    checked_changes_label,
    find_failing_specs,
    organization_alerts,
    read_changes,
    read_unfinished,
)
from blueprints.organizations.overview import (
    MAX_ITEMS,
    build_part,
    certificate_bars,
    checked_part_labels,
    listed_sites,
    read_overview,
    target_languages_label,
    visibility_shares,
)
from blueprints.organizations.site_contents import SITES, read_inside, site_alerts
from blueprints.organizations.today import pending_check_labels, read_today
from contract.organization.organizations import LIST_ORGANIZATIONS, LIST_ORGANIZATIONS_OF_DOMAIN
from contract.schema.endpoint import ListQuery
from masthead.i18n import ngettext
from masthead.web.descriptions.outcome_text import OUTCOMES
from masthead.web.forms.field_types import clean_domain, domain_problem
from masthead.web.forms.forms import INVALID
from masthead.web.frame.charts import chart_columns
from masthead.web.frame.organization import (
    ROWS,
    is_first_page,
    is_refresh_requested,
    organization_read,
    page_query,
    set_organization,
)
from masthead.web.frame.pages import page
from masthead.web.frame.templating import date
from masthead.web.http.paths import parse_int
from masthead.web.http.responses import redirect_to, wants_fragment
from masthead.web.person.guards import signed_in
from masthead.web.person.portal import api, portal

blueprint = Blueprint("organizations", __name__, url_prefix="/orgs")
FEW = 5
COLUMN_HEIGHT = 24.0


@blueprint.get("")
@signed_in
def index() -> Response:
    """List the organizations that the token can see. With `only` in the query, redirect if there is just one."""
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
    """The list for the banner's menu; opened as a page, the full list."""
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
    """The overview of one organization: alerts, figures and recent changes."""
    now = datetime.now(UTC)
    overview = read_overview(organization_id)
    changes = read_changes(overview.organization, now)
    return page(
        "organizations/show.html",
        overview=overview,
        groups=organization_alerts(overview, changes, read_unfinished(organization_id), now),
        checked=[*checked_part_labels(overview), checked_changes_label(changes)],
        later=pending_check_labels(),
        unread=overview.unread,
        readers=visibility_shares(overview.sites.items),
        certificates=certificate_bars(overview.providers, now),
        failing=find_failing_specs(overview.specs.items) if overview.specs else [],
        changes=changes,
        columns=chart_columns(changes.each_day, COLUMN_HEIGHT),
        ways=_day_links(organization_id, changes),
        column_height=COLUMN_HEIGHT,
        outcomes=OUTCOMES,
        languages=target_languages_label(overview.translations),
        few=FEW,
        anew=is_refresh_requested(),
    )


def _day_links(organization_id: str, changes: Changes) -> list[tuple[str, str]]:
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
    """Alerts that take many reads; the overview loads them after it is shown."""
    found = read_today(organization_id)
    return page("organizations/today.html", fragment="today", found=found, part=wants_fragment("organizations-today"))


@blueprint.get("/<organization_id>/inside")
@signed_in
def inside(organization_id: str) -> Response:
    """Open change requests and share links by site; the overview loads a summary after it is shown."""
    organization, listing = api().gather(organization_read(organization_id), listed_sites(organization_id))
    remembered = set_organization(organization)
    sites = build_part(listing)
    found = read_inside(organization_id, sites.items, request.args.get("sites", SITES, type=parse_int))
    return page(
        "organizations/inside.html",
        fragment="inside",
        remembered=remembered,
        away=remembered.problem,
        sites=sites,
        found=found,
        further=min(len(sites.items), len(found.sites) + SITES),
        max_items=MAX_ITEMS,
        matters=list(site_alerts(organization_id, found.sites)),
        part=wants_fragment("organizations-inside"),
    )
