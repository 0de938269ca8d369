"""Labels of roles, from most to least permissions."""

from typing import Any

from pydantic import MISSING

from masthead.i18n import N_, gettext

# Value: label, what it means.
ROLES = {
    "admin": (N_("Admin"), N_("Administers everything: content, spaces, people, settings.")),
    "create": (N_("Creator"), N_("Creates content and sites.")),
    "review": (N_("Reviewer"), N_("Reviews what others propose.")),
    "edit": (N_("Editor"), N_("Edits content, live or by change requests.")),
    "comment": (N_("Commenter"), N_("Reads and discusses.")),
    "read": (N_("Reader"), N_("Reads only.")),
}
GUEST = (N_("Guest"), N_("No role. Has only the access that is given individually."))
TEAM_ROLES = {
    "owner": (N_("Owner"), N_("Manages who is in the team.")),
    "member": (N_("Member"), N_("Belongs to the team.")),
}
"""Roles within a team, most permissions first."""
NONE_TOLD = N_("No role of its own, or guest")


def role_label(role: Any) -> str:
    """Return the role's label; an unknown role is returned as reported."""
    if role is MISSING:
        return gettext(NONE_TOLD)
    return gettext(GUEST[0] if role is None else ROLES.get(role, (role,))[0])
