"""Lists what needs the person's attention. Some checks take many reads: share links, conditions and members."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

from flask import url_for

from blueprints.organizations.alerts import ChangeCounts, checked_changes_label, organization_alerts
from blueprints.organizations.overview import ListingPart, Overview, checked_part_labels
from blueprints.organizations.site_contents import (
    SITES,
    CheckedPart,
    Notes,
    SiteListings,
    check_links,
    count_label,
    read_notes,
    read_site_listings,
    site_alerts,
)
from contract.organization.organizations import Organization
from contract.organization.saml import SamlProvider
from contract.publishing.sites import GET_ADAPTIVE_SCHEMA, Site, SiteAdaptiveSchema
from contract.schema.fields import value_or_none
from masthead.client import Cached, CachedRead, NotFound, Problem
from masthead.conditions import lint_condition
from masthead.i18n import N_, gettext, join_some, ngettext
from masthead.store.errors import StoreError
from masthead.web.directory.share_links import BY_LINK
from masthead.web.forms.consequences import claims_of_schema
from masthead.web.frame.alerts import Alert, AlertLink
from masthead.web.frame.organization import has_permission, is_refresh_requested
from masthead.web.people.organization_members import ONLY_SEEN, KnownMembers, directory_links, read_members
from masthead.web.person.portal import api, portal
from masthead.web.person.session import person

ENFORCED = N_("They have no single sign-on, which is enforced.")
MAX_NAMED = 4
Schema = Cached[SiteAdaptiveSchema] | Problem | None
"""A site's claim schema, or the Problem of reading it; None if it is neither requested nor cached."""


class Needs(NamedTuple):
    """Alerts that need the person's attention. `snoozed` pairs each with the Unix timestamp at which its snooze ends.

    `checked` describes what was checked, `unread` what could not be read, and `later` what is still to be checked.
    `left_sites` names sites that were not checked. `age` is the age of the oldest response, in seconds.
    """

    urgent: Sequence[Alert]
    soon: Sequence[Alert]
    snoozed: Sequence[tuple[Alert, float]]
    checked: Sequence[str]
    unread: Sequence[str]
    later: Sequence[str]
    left_sites: str
    age: float


class JudgedSite(NamedTuple):
    """A site and the state of each of its conditions. `with_schema` is true if claim names could be checked."""

    site: SiteListings
    states: Sequence[str]
    with_schema: bool
    age: float


def find_needs(overview: Overview, changes: ChangeCounts, now: datetime, *, is_whole: bool) -> Needs:
    """Find what the person can act on. `is_whole` includes the checks that take many reads."""
    organization, sites, creates = overview.organization.value, overview.sites, has_permission("createContent")
    notes = read_notes(organization.id) if creates and is_whole else None
    found = read_site_listings(organization.id, _sort_sites(sites.items, notes or {})) if creates and is_whole else []
    alerts, checked = organization_alerts(overview, changes, now), checked_changes_label(changes)
    parts = [CheckedPart(alerts, checked, overview.unread, overview.age)]
    if is_whole:
        parts += _build_site_parts(organization.id, sites, found, notes) if creates else []
        parts.append(check_members(organization, overview.providers))
    alerts = [alert for each in parts for alert in each.alerts]
    snoozed = _find_snoozes(organization.id)
    awake = [each for each in alerts if each.key not in snoozed]
    return Needs(
        [each for each in awake if each.level == "bad"],
        [each for each in awake if each.level == "warn"],
        [(each, snoozed[each.key]) for each in alerts if each.key in snoozed],
        [each for each in (*checked_part_labels(overview), *(part.checked for part in parts)) if each],
        [words for each in parts for words in each.unread],
        [] if is_whole else list_slow_checks(),
        _left_sites_label(sites, found) if creates and is_whole else "",
        max(each.age for each in parts),
    )


def _left_sites_label(sites: ListingPart[Site], found: Sequence[SiteListings]) -> str:
    checked = {each.site.id for each in found}
    left = [each.title for each in sites.items if each.id not in checked]
    # Nobody knows how many the further ones are.
    named = [*left[: MAX_NAMED - 1], gettext("further sites")] if sites.more else left
    return join_some(named, MAX_NAMED)


def _find_snoozes(organization_id: str) -> dict[str, float]:
    try:
        return portal().store.snoozes.find(person().owner, organization_id)
    except StoreError:  # a need that is shown twice is better than none
        return {}


def list_slow_checks() -> list[str]:
    """List the checks that take many reads; empty if the person couldn't act on any of them."""
    parts = [gettext("share links"), gettext("conditions")] if has_permission("createContent") else []
    return [*parts, gettext("members")] if has_permission("admin") else parts


def _build_site_parts(
    organization_id: str, sites: ListingPart[Site], found: Sequence[SiteListings], notes: Notes | None
) -> list[CheckedPart]:
    if not sites.known:
        return [CheckedPart(unread=["sites"])]
    looked_at = (
        gettext("%(count)s of %(other_count)s site", count=len(found), other_count=sites.count)
        if sites.count == "1"
        else gettext("%(count)s of %(other_count)s sites", count=len(found), other_count=sites.count)
    )
    return [
        CheckedPart(list(site_alerts(organization_id, found)), looked_at),
        check_links(organization_id, found, notes),
        check_conditions(organization_id, found),
    ]


def _sort_sites(sites: Sequence[Site], notes: Notes) -> list[Site]:
    due = {place.site for place, note in notes.items() if note.due is not None}
    return sorted(sites, key=lambda site: (site.id not in due, site.visibility != BY_LINK))


def check_members(organization: Organization, providers: ListingPart[SamlProvider] | None) -> CheckedPart:
    """Find members without single sign-on. Checked only for administrators, and only while it is enforced."""
    if not has_permission("admin") or providers is None or value_or_none(organization.sso) is not True:
        return CheckedPart()
    found = read_members(organization.id, providers.items, anew=False)
    return CheckedPart(
        list(_member_alerts(organization.id, found)),
        _checked_members_label(found),
        list(_unread_members_labels(found)),
        found.age,
    )


def _member_alerts(organization_id: str, found: KnownMembers) -> Iterator[Alert]:
    count = len(found.list_by_sso(sso=False))
    if not count:
        return
    of = count_label(count, ngettext("%(n)s member", "%(n)s members", len(found.people)))
    text = ngettext("%(of)s may be unable to sign in.", "%(of)s may be unable to sign in.", count, of=of)
    advice = f"{gettext(ENFORCED)} {gettext(ONLY_SEEN)}"
    link = AlertLink(gettext("View who"), url_for("enforcement.show", organization_id=organization_id))
    yield Alert("warn", text, advice, (link, *directory_links(organization_id, found)))


def _checked_members_label(found: KnownMembers) -> str:
    if not found.people:
        return ""
    people, teams = len(found.people), found.teams
    members = ngettext("%(n)s member", "%(n)s members", people)
    return ngettext("%(members)s of %(n)s team", "%(members)s of %(n)s teams", teams, members=members)


def _unread_members_labels(found: KnownMembers) -> Iterator[str]:
    if found.unread:
        yield (
            gettext("members of 1 team")
            if found.unread == 1
            else gettext("members of %(unread)s teams", unread=found.unread)
        )
    if not found.people and not found.unread:
        yield gettext("members, because no team was read yet")
    elif found.more:
        yield gettext("members beyond the first of each team") if found.teams else gettext("members of further teams")


def check_conditions(organization_id: str, sites: Sequence[SiteListings]) -> CheckedPart:
    having = [each for each in sites if any(_list_conditions(each))]
    found = [
        _check_conditions_of(site, schema)
        for site, schema in zip(having, _read_schemas(organization_id, having), strict=True)
    ]
    count = sum(len(each.states) for each in found)
    unread = [
        gettext("all spaces of %(site)s", site=each.site.title)
        for each in sites
        if each.spaces.more or not each.spaces.known
    ]
    unread += [gettext("the claims of %(site)s", site=each.site.site.title) for each in found if not each.with_schema]
    return CheckedPart(
        [alert for each in found for alert in _condition_alerts(organization_id, each)],
        ngettext("%(n)s condition", "%(n)s conditions", count) if sites else "",
        unread,
        max((each.age for each in found), default=0.0),
    )


def _list_conditions(site: SiteListings) -> list[str]:
    return [condition for each in site.spaces.items if (condition := value_or_none(each.condition))]


def _read_schemas(organization_id: str, sites: Sequence[SiteListings]) -> list[Schema]:
    asked = [
        CachedRead(GET_ADAPTIVE_SCHEMA, (organization_id, each.site.id), refresh=is_refresh_requested())
        for each in sites
    ]
    known = [api().get_last_response(each) for each in asked[SITES:]]
    return [*api().gather(*asked[:SITES]), *(each and each[0] for each in known)]


def _check_conditions_of(site: SiteListings, schema: Schema) -> JudgedSite:
    with_schema = isinstance(schema, Cached | NotFound)
    age = schema.age if isinstance(schema, Cached) else 0.0
    states = [lint_condition(each, claims_of_schema(schema)).state for each in _list_conditions(site)]
    return JudgedSite(site, states, with_schema, max(age, site.spaces.age))


def _condition_alerts(organization_id: str, found: JudgedSite) -> Iterator[Alert]:
    site, all_ = found.site.site, len(found.states)
    address = url_for("conditions.index", organization_id=organization_id, site_id=site.id, show="findings")
    links = (AlertLink(gettext("View conditions"), address),)
    if wrong := found.states.count("wrong"):
        of = count_label(wrong, ngettext("%(n)s condition", "%(n)s conditions", all_))
        text = ngettext("%(of)s of %(site)s is wrong.", "%(of)s of %(site)s are wrong.", wrong, of=of, site=site.title)
        yield Alert("warn", text, gettext("Visitors may see too much or too little."), links)
