"""What a change of a team's role in a space or a collection is called."""

from collections.abc import Mapping
from typing import Any

from pydantic import MISSING

from i18n import gettext
from masthead.store.entries import Intent
from masthead.web.people.roles import role_label
from masthead.writes.roles import sent_role


def giving(team: str, place: str, role: str | None, was: str | None) -> str:
    """The team gets a role, None for guest. `was` is the role that was told, None for none."""
    if was is not None:
        return gettext(
            "Change the role of %(team)s in %(place)s: %(role)s to %(other_role)s",
            team=team,
            place=place,
            role=role_label(was),
            other_role=role_label(role),
        )
    return gettext("Give %(team)s the role %(role)s in %(place)s", team=team, role=role_label(role), place=place)


def replacing(intent: Intent, found: Mapping[str, Any]) -> str:
    """The summary of giving a role where another one than was seen is replaced; empty where it names none."""
    to = role_label(sent_role(intent)) if "role" in found else ""
    seen = gettext("%(role)s to %(to)s", role=role_label(intent.was.get("role")), to=to)
    if not to or not intent.summary.endswith(f": {seen}"):
        return ""
    met = MISSING if found["role"] is None else found["role"]
    return gettext(
        "%(summary)s%(role)s to %(to)s", summary=intent.summary.removesuffix(seen), role=role_label(met), to=to
    )
