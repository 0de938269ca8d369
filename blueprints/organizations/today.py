"""Alerts that take many reads: share links, conditions and members."""

from collections.abc import Sequence
from dataclasses import dataclass

from blueprints.organizations.alert_groups import AlertGroup, CheckedPart, alert_groups
from blueprints.organizations.due_links import Notes, check_links, read_notes
from blueprints.organizations.inside import BY_LINK, Inside, read_for_today, site_alerts
from blueprints.organizations.members import check_members
from blueprints.organizations.overview import MAX_ITEMS, Part, listed_sites, part_of, visible_part
from blueprints.organizations.site_conditions import check_conditions
from contract.organization.saml import LIST_SAML_PROVIDERS
from contract.publishing.sites import Site
from contract.schema.listing import ListQuery
from i18n import gettext
from masthead.client import CachedRead
from masthead.web.frame.organization import has_permission, organization_read, refreshing, set_organization
from masthead.web.person.portal import api


@dataclass(frozen=True, slots=True)
class Today:
    """Groups of alerts. `checked` says in words what was checked, `unread` what could not be read.

    `left_sites`: not all sites were checked. `age` is that of the oldest response, in seconds.
    """

    groups: Sequence[AlertGroup]
    checked: Sequence[str]
    unread: Sequence[str]
    left_sites: bool
    age: float


def later_parts() -> list[str]:
    """Labels of checks that run after the overview is shown; empty if this person could fix none of it."""
    parts = [gettext("share links"), "conditions"] if has_permission("createContent") else []
    return [*parts, "members"] if has_permission("admin") else parts


def read_today(organization_id: str) -> Today:
    """Run the checks that this person can act on. Recent responses come from the cache."""
    few = ListQuery(limit=MAX_ITEMS)
    organization, listing, providers = api().gather(
        organization_read(organization_id),
        listed_sites(organization_id),
        CachedRead(LIST_SAML_PROVIDERS, (organization_id,), few, refreshing()),
    )
    entered = set_organization(organization).value
    sites = part_of(listing)
    creates = has_permission("createContent")
    notes = read_notes(organization_id) if creates else None
    found = read_for_today(organization_id, _in_order(sites.items, notes or {})).sites if creates else []
    parts = _site_parts(organization_id, sites, found, notes) if creates else []
    return _combine(
        [*parts, check_members(entered, visible_part(providers))],
        left_sites=creates and (len(found) < len(sites.items) or sites.more),
    )


def _site_parts(
    organization_id: str, sites: Part[Site], found: Sequence[Inside], notes: Notes | None
) -> list[CheckedPart]:
    if not sites.known:
        return [CheckedPart(gettext("Sites"), unread=["sites"])]
    looked_at = (
        gettext("%(count)s of %(other_count)s site", count=len(found), other_count=sites.count)
        if sites.count == "1"
        else gettext("%(count)s of %(other_count)s sites", count=len(found), other_count=sites.count)
    )
    return [
        CheckedPart(gettext("Readers"), list(site_alerts(organization_id, found)), looked_at),
        check_links(organization_id, found, notes),
        check_conditions(organization_id, found),
    ]


def _in_order(sites: Sequence[Site], notes: Notes) -> list[Site]:
    """Sites that have a link with a due date first, then sites that readers open by link."""
    due = {place.site for place, note in notes.items() if note.due is not None}
    return sorted(sites, key=lambda site: (site.id not in due, site.visibility != BY_LINK))


def _combine(parts: Sequence[CheckedPart], *, left_sites: bool) -> Today:
    return Today(
        alert_groups({each.title: each.alerts for each in parts}),
        [each.checked for each in parts if each.checked],
        [words for each in parts for words in each.unread],
        left_sites,
        max((each.age for each in parts), default=0.0),
    )
