"""Members of teams as tables show them, and the states by which lists are filtered."""

from datetime import datetime, timedelta
from typing import NamedTuple

from pydantic import MISSING

from contract.organization.team_members import TeamMemberItem
from contract.schema.fields import value_or_none
from masthead.i18n import N_, gettext
from masthead.web.people.roles import role_label
from masthead.writes.roles import IN_TEAM

LONG_AGO = timedelta(days=90)
STATES = {
    "disabled": N_("Disabled"),
    "no-sso": N_("No single sign-on"),
    "away": N_("Not seen for 90 days"),
    "unreported": N_("Last visit not shown"),
}
COUNTED = {
    "disabled": "disabled",
    "no-sso": N_("without single sign-on"),
    "away": N_("not seen for 90 days"),
    "unreported": N_("whose last visit isn't shown"),
}
"""Labels of STATES after a number."""


class MemberRow(NamedTuple):
    """A member of a team. `role` is the role in the team. None stands for unreported values."""

    id: str
    name: str
    email: str
    role: str
    organization_role: str
    seen: datetime | None
    sso: bool | None
    disabled: bool
    own: bool


def has_state(line: MemberRow, state: str, now: datetime) -> bool:
    """Return whether a member is in one of the `STATES`. Everybody is in the empty one."""
    match state:
        case "disabled":
            return line.disabled
        case "no-sso":
            return line.sso is False
        case "away":
            return line.seen is not None and now - line.seen > LONG_AGO
        case "unreported":
            return line.seen is None
    return True


def member_row(item: TeamMemberItem, own: frozenset[str]) -> MemberRow:
    """Convert a member for display. `own` has the ids of members who are the signed-in person."""
    found, user = item.organization, value_or_none(item.organization.user)
    seen, email = value_or_none(found.lastSeenAt), (value_or_none(user.email) if user is not None else None) or ""
    return MemberRow(
        found.id,
        (user.displayName.strip() if user is not None else "") or email or found.id,
        email,
        IN_TEAM.of(item)[1],
        organization_role_label(found.role),
        seen if isinstance(seen, datetime) else None,
        value_or_none(found.sso),
        value_or_none(found.disabled) is True,
        found.id in own,
    )


def organization_role_label(role: str | MISSING | None) -> str:
    """Return the label of an organization role. An unknown role is shown as its API value."""
    if role is MISSING:
        return gettext("Not shown")
    return role_label(role)
