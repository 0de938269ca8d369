"""Roles in words, from the most to the least that they allow."""

from typing import Any

from pydantic import MISSING

# Value: label, what it means.
ROLES = {
    "admin": ("Admin", "Administers everything: content, spaces, people, settings."),
    "create": ("Creator", "Creates content and sites."),
    "review": ("Reviewer", "Reviews what others propose."),
    "edit": ("Editor", "Edits content, live or by change requests."),
    "comment": ("Commenter", "Reads and discusses."),
    "read": ("Reader", "Reads only."),
}
GUEST = ("Guest", "No role. Has only the access that is given individually.")
TEAM_ROLES = {
    "owner": ("Owner", "Manages who is in the team."),
    "member": ("Member", "Belongs to the team."),
}
"""What somebody is in a team, from the most to the least."""
NONE_TOLD = "No role of its own, or guest"


def role_label(role: Any) -> str:
    """A role by its label; one that nobody here knows as the service says it."""
    if role is MISSING:
        return NONE_TOLD
    return GUEST[0] if role is None else ROLES.get(role, (role,))[0]
