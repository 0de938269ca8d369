"""How tables show members of teams, and the states by which lists are filtered."""

from datetime import datetime, timedelta

from pydantic import MISSING

from masthead.i18n import N_, gettext
from masthead.resources.organization import Member
from masthead.web.people.roles import role_label

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


def has_state(line: Member, state: str, now: datetime) -> bool:
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


def organization_role_label(member: Member) -> str:
    """Return the label of a member's role in the organization. An unknown role is shown as its API value."""
    role = member.organization_role
    return gettext("Not shown") if role is MISSING else role_label(role)
