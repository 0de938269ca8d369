"""Members who could not sign in once single sign-on is enforced, as far as members are known."""

from collections.abc import Iterator

from flask import url_for

from blueprints.organizations.alert_groups import CheckedPart, count_of
from blueprints.organizations.overview import Part
from contract.organization.organizations import Organization
from contract.organization.saml import SamlProvider
from contract.schema.fields import value_or_none
from web.pages.alerts import Alert, AlertLink
from web.pages.known_members import ONLY_SEEN, KnownMembers, members_lately, scan_link
from web.pages.organization import has_permission, refreshing


def check_members(organization: Organization, providers: Part[SamlProvider] | None) -> CheckedPart:
    """For administrators, and where there is a provider: without one, nobody is about to enforce anything."""
    enforced = value_or_none(organization.sso) is True
    if not has_permission("admin") or providers is None or not (providers.items or enforced):
        return CheckedPart("Members")
    found = members_lately(organization.id, providers.items, anew=refreshing())
    return CheckedPart(
        "Members",
        list(_alerts(organization.id, found, enforced=enforced)),
        _checked(found),
        list(_unread(found)),
        found.age,
    )


def _alerts(organization_id: str, found: KnownMembers, *, enforced: bool) -> Iterator[Alert]:
    if not found.without:
        return
    count = len(found.without)
    of = count_of(count, len(found.people), "known member", "known members")
    text = f"The API reports no single sign-on for {of}."
    they = "this person" if count == 1 else "these people"
    advice = (
        f"{'Since' if enforced else 'Once'} single sign-on is enforced, {they} may be unable to sign in. {ONLY_SEEN}"
    )
    link = AlertLink("View who", url_for("enforcement.show", organization_id=organization_id))
    yield Alert("warn" if enforced else "quiet", text, advice, (link, scan_link(organization_id)))


def _checked(found: KnownMembers) -> str:
    if not found.people:
        return ""
    people, teams = len(found.people), found.teams
    members = "1 known member" if people == 1 else f"{people:,} known members"
    return f"{members} of {teams} {'team' if teams == 1 else 'teams'}"


def _unread(found: KnownMembers) -> Iterator[str]:
    if found.unread:
        yield "members of 1 team" if found.unread == 1 else f"members of {found.unread} teams"
    if not found.people and not found.unread:
        yield "members, because Masthead knows no team yet"
    elif found.more:
        yield "members beyond the first of each team" if found.teams else "members of further teams"
