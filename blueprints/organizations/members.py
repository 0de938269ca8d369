"""Finds known members who may be unable to sign in once single sign-on is enforced."""

from collections.abc import Iterator

from flask import url_for

from blueprints.organizations.alert_groups import CheckedPart, count_of
from blueprints.organizations.overview import Part
from contract.organization.organizations import Organization
from contract.organization.saml import SamlProvider
from contract.schema.fields import value_or_none
from i18n import gettext, ngettext
from masthead.web.frame.alerts import Alert, AlertLink
from masthead.web.frame.organization import has_permission, refreshing
from masthead.web.people.known_members import ONLY_SEEN, KnownMembers, members_lately, scan_links


def check_members(organization: Organization, providers: Part[SamlProvider] | None) -> CheckedPart:
    """Check the members. Only for administrators, and only if there is a provider or enforcement is on."""
    enforced = value_or_none(organization.sso) is True
    if not has_permission("admin") or providers is None or not (providers.items or enforced):
        return CheckedPart(gettext("Members"))
    found = members_lately(organization.id, providers.items, anew=refreshing())
    return CheckedPart(
        gettext("Members"),
        list(_alerts(organization.id, found, enforced=enforced)),
        _checked(found),
        list(_unread(found)),
        found.age,
    )


def _alerts(organization_id: str, found: KnownMembers, *, enforced: bool) -> Iterator[Alert]:
    if not found.without:
        return
    count = len(found.without)
    of = count_of(count, ngettext("%(n)s known member", "%(n)s known members", len(found.people)))
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
    yield Alert("warn" if enforced else "quiet", text, advice, (link, *scan_links(organization_id, found)))


def _checked(found: KnownMembers) -> str:
    if not found.people:
        return ""
    people, teams = len(found.people), found.teams
    members = ngettext("%(n)s known member", "%(n)s known members", people)
    return ngettext("%(members)s of %(n)s team", "%(members)s of %(n)s teams", teams, members=members)


def _unread(found: KnownMembers) -> Iterator[str]:
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
