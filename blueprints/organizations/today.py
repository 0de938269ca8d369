"""Alerts that take many reads: share links, conditions and members."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from flask import url_for

from blueprints.organizations.overview import MAX_ITEMS, ListingPart, build_part, build_visible_part, listed_sites
from blueprints.organizations.site_contents import (
    SITES,
    AlertGroup,
    CheckedPart,
    Inside,
    Notes,
    alert_groups,
    check_links,
    count_label,
    read_for_today,
    read_notes,
    site_alerts,
)
from contract.organization.organizations import Organization
from contract.organization.saml import LIST_SAML_PROVIDERS, SamlProvider
from contract.publishing.sites import GET_ADAPTIVE_SCHEMA, Site, SiteAdaptiveSchema
from contract.schema.endpoint import ListQuery
from contract.schema.fields import value_or_none
from masthead.client import Cached, CachedRead, NotFound, Problem
from masthead.conditions import lint_condition
from masthead.i18n import gettext, ngettext
from masthead.web.directory.share_links import BY_LINK
from masthead.web.forms.consequences import claims_from
from masthead.web.frame.alerts import Alert, AlertLink
from masthead.web.frame.organization import has_permission, is_refresh_requested, organization_read, set_organization
from masthead.web.people.organization_members import ONLY_SEEN, KnownMembers, directory_links, read_cached_members
from masthead.web.person.portal import api

Schema = Cached[SiteAdaptiveSchema] | Problem | None
"""None if it is neither requested nor cached."""


class Today(NamedTuple):
    """Groups of alerts. `checked` says in words what was checked, `unread` what could not be read.

    `left_sites`: not all sites were checked. `age` is that of the oldest response, in seconds.
    """

    groups: Sequence[AlertGroup]
    checked: Sequence[str]
    unread: Sequence[str]
    left_sites: bool
    age: float


class JudgedSite(NamedTuple):
    """A site with the state of each condition. `with_schema`: names of claims could be checked."""

    site: Inside
    states: Sequence[str]
    with_schema: bool
    age: float


def pending_check_labels() -> list[str]:
    """Labels of checks that run after the overview is shown; empty if this person could fix none of it."""
    parts = [gettext("share links"), "conditions"] if has_permission("createContent") else []
    return [*parts, "members"] if has_permission("admin") else parts


def read_today(organization_id: str) -> Today:
    """Run the checks that this person can act on. Recent responses come from the cache."""
    few = ListQuery(limit=MAX_ITEMS)
    organization, listing, providers = api().gather(
        organization_read(organization_id),
        listed_sites(organization_id),
        CachedRead(LIST_SAML_PROVIDERS, (organization_id,), few, is_refresh_requested()),
    )
    entered = set_organization(organization).value
    sites = build_part(listing)
    creates = has_permission("createContent")
    notes = read_notes(organization_id) if creates else None
    found = read_for_today(organization_id, _sort_sites(sites.items, notes or {})).sites if creates else []
    parts = _build_site_parts(organization_id, sites, found, notes) if creates else []
    return _combine_parts(
        [*parts, check_members(entered, build_visible_part(providers))],
        left_sites=creates and (len(found) < len(sites.items) or sites.more),
    )


def _build_site_parts(
    organization_id: str, sites: ListingPart[Site], found: Sequence[Inside], notes: Notes | None
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


def _sort_sites(sites: Sequence[Site], notes: Notes) -> list[Site]:
    due = {place.site for place, note in notes.items() if note.due is not None}
    return sorted(sites, key=lambda site: (site.id not in due, site.visibility != BY_LINK))


def _combine_parts(parts: Sequence[CheckedPart], *, left_sites: bool) -> Today:
    return Today(
        alert_groups({each.title: each.alerts for each in parts}),
        [each.checked for each in parts if each.checked],
        [words for each in parts for words in each.unread],
        left_sites,
        max((each.age for each in parts), default=0.0),
    )


def check_members(organization: Organization, providers: ListingPart[SamlProvider] | None) -> CheckedPart:
    """Check the members. Only for administrators, and only if there is a provider or enforcement is on."""
    enforced = value_or_none(organization.sso) is True
    if not has_permission("admin") or providers is None or not (providers.items or enforced):
        return CheckedPart(gettext("Members"))
    found = read_cached_members(organization.id, providers.items, anew=is_refresh_requested())
    return CheckedPart(
        gettext("Members"),
        list(_member_alerts(organization.id, found, enforced=enforced)),
        _checked_label(found),
        list(_unread_labels(found)),
        found.age,
    )


def _member_alerts(organization_id: str, found: KnownMembers, *, enforced: bool) -> Iterator[Alert]:
    if not found.without:
        return
    count = len(found.without)
    of = count_label(count, ngettext("%(n)s known member", "%(n)s known members", len(found.people)))
    text = gettext("The API reports no single sign-on for %(of)s.", of=of)
    advice = (
        ngettext(
            "Since single sign-on is enforced, this person may be unable to sign in.",
            "Since single sign-on is enforced, these people may be unable to sign in.",
            count,
        )
        if enforced
        else ngettext(
            "Once single sign-on is enforced, this person may be unable to sign in.",
            "Once single sign-on is enforced, these people may be unable to sign in.",
            count,
        )
    )
    advice = f"{advice} {gettext(ONLY_SEEN)}"
    link = AlertLink(gettext("View who"), url_for("enforcement.show", organization_id=organization_id))
    yield Alert("warn" if enforced else "quiet", text, advice, (link, *directory_links(organization_id, found)))


def _checked_label(found: KnownMembers) -> str:
    if not found.people:
        return ""
    people, teams = len(found.people), found.teams
    members = ngettext("%(n)s known member", "%(n)s known members", people)
    return ngettext("%(members)s of %(n)s team", "%(members)s of %(n)s teams", teams, members=members)


def _unread_labels(found: KnownMembers) -> Iterator[str]:
    if found.unread:
        yield (
            gettext("members of 1 team")
            if found.unread == 1
            else gettext("members of %(unread)s teams", unread=found.unread)
        )
    if not found.people and not found.unread:
        yield gettext("members, because Masthead knows no team yet")
    elif found.more:
        yield gettext("members beyond the first of each team") if found.teams else gettext("members of further teams")


def check_conditions(organization_id: str, sites: Sequence[Inside]) -> CheckedPart:
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
        gettext("Adaptive content"),
        [alert for each in found for alert in _condition_alerts(organization_id, each)],
        ngettext("%(n)s condition", "%(n)s conditions", count) if sites else "",
        unread,
        max((each.age for each in found), default=0.0),
    )


def _list_conditions(site: Inside) -> list[str]:
    return [condition for each in site.spaces.items if (condition := value_or_none(each.condition))]


def _read_schemas(organization_id: str, sites: Sequence[Inside]) -> list[Schema]:
    asked = [
        CachedRead(GET_ADAPTIVE_SCHEMA, (organization_id, each.site.id), refresh=is_refresh_requested())
        for each in sites
    ]
    known = [api().get_last_response(each) for each in asked[SITES:]]
    return [*api().gather(*asked[:SITES]), *(each and each[0] for each in known)]


def _check_conditions_of(site: Inside, schema: Schema) -> JudgedSite:
    with_schema = isinstance(schema, Cached | NotFound)
    age = schema.age if isinstance(schema, Cached) else 0.0
    states = [lint_condition(each, claims_from(schema)).state for each in _list_conditions(site)]
    return JudgedSite(site, states, with_schema, max(age, site.spaces.age))


def _condition_alerts(organization_id: str, found: JudgedSite) -> Iterator[Alert]:
    site, all_ = found.site.site, len(found.states)
    address = url_for("conditions.index", organization_id=organization_id, site_id=site.id, show="findings")
    links = (AlertLink(gettext("View conditions"), address),)
    if wrong := found.states.count("wrong"):
        of = count_label(wrong, ngettext("%(n)s condition", "%(n)s conditions", all_))
        text = ngettext("%(of)s of %(site)s is wrong.", "%(of)s of %(site)s are wrong.", wrong, of=of, site=site.title)
        yield Alert("warn", text, gettext("Visitors may see too much or too little."), links)
    if doubtful := found.states.count("doubtful"):
        of = count_label(doubtful, ngettext("%(n)s condition", "%(n)s conditions", all_))
        yield Alert(
            "quiet",
            ngettext(
                "%(of)s of %(site)s needs checking.",
                "%(of)s of %(site)s need checking.",
                doubtful,
                of=of,
                site=site.title,
            ),
            "",
            links,
        )
