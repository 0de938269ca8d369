"""Explains roles of teams, and where an effective role comes from, as far as the API reports it."""

from typing import Any

from pydantic import MISSING

from blueprints.access.reads import AccessTeamPage, PlacePage
from i18n import N_, gettext
from masthead.client import Problem
from masthead.web.directory.places import COLLECTION
from masthead.web.frame.problems import unread_message
from masthead.web.people.roles import GUEST, ROLES, role_label

MAY_PASS_ON = N_("A collection may pass the roles of its teams on to its spaces.")


def role_meaning(role: Any) -> str:  # noqa: ANN401 - JSON
    """Explain what a role allows; empty for an unknown role."""
    return gettext(GUEST[1] if role is None else ROLES.get(role, ("", ""))[1])


def explain_role(at: PlacePage, found: AccessTeamPage) -> list[str]:
    """Sentences about where a team's access to a place comes from."""
    kind, team, role = at.place.kind, found.team.title, found.was
    first = (
        gettext("%(team)s has no role in this %(kind)s, or is a guest.", team=team, kind=kind)
        if role is None
        else gettext("%(team)s is %(role)s in this %(kind)s.", team=team, role=role_label(role), kind=kind)
    )
    above = gettext(MAY_PASS_ON) if kind == COLLECTION else _explain_collection_role(at, found)
    others = gettext("Members can have more access through other teams or through their own role in the organization.")
    return [each for each in (first, above, others) if each]


def _explain_collection_role(at: PlacePage, found: AccessTeamPage) -> str:
    if at.collection is None:
        return ""
    collection = at.collection.called
    if isinstance(at.above, Problem):
        words = gettext("Masthead couldn't read the teams of its collection, %(collection)s.", collection=collection)
        return f"{words} {unread_message(at.above)}"
    if found.above_role is MISSING:
        return ""
    return gettext(
        "In its collection, %(collection)s, the team is %(role)s. That role may count here, too.",
        collection=collection,
        role=role_label(found.above_role),
    )
