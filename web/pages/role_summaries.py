"""What a change of a team's role in a space or a collection is called."""

from collections.abc import Mapping
from typing import Any

from pydantic import MISSING

from changes.roles import sent_role
from store import Intent
from web.pages.roles import role_label


def giving(team: str, place: str, role: str | None, was: str | None) -> str:
    """The team gets a role, None for guest. `was` is the role that was told, None for none."""
    if was is not None:
        return f"Change the role of {team} in {place}: {role_label(was)} to {role_label(role)}"
    return f"Give {team} the role {role_label(role)} in {place}"


def replacing(intent: Intent, found: Mapping[str, Any]) -> str:
    """The summary of giving a role where another one than was seen is replaced; empty where it names none."""
    to = role_label(sent_role(intent)) if "role" in found else ""
    seen = f"{role_label(intent.was.get('role'))} to {to}"
    if not to or not intent.summary.endswith(f": {seen}"):
        return ""
    met = MISSING if found["role"] is None else found["role"]
    return f"{intent.summary.removesuffix(seen)}{role_label(met)} to {to}"
