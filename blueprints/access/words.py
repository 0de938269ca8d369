"""Roles of teams in words: what each is called, and where an effective role comes from, as far as the API tells."""

from collections.abc import Sequence
from typing import Any

from flask import g
from pydantic import MISSING

from blueprints.access.reads import AccessTeamPage, PlacePage
from client import Problem
from web.pages.places import COLLECTION
from web.pages.problems import why_unread
from web.pages.roles import GUEST, ROLES, role_label

NOT_TOLD_APART = "The service leaves guests out of what it lists, so the two cannot be told apart."
NOT_SAID = "A collection may pass the roles of its teams on to its spaces; the API's description does not say."


def role_meaning(role: Any) -> str:  # noqa: ANN401 - JSON
    """What a role allows; empty for one that nobody here knows."""
    return GUEST[1] if role is None else ROLES.get(role, ("", ""))[1]


def explain_role(at: PlacePage, found: AccessTeamPage) -> Sequence[str]:
    """Where what a team may do in a place comes from, in sentences."""
    kind, team, role = at.place.kind, found.team.title, found.was
    if role is None:
        first = f"No role of {team} in this {kind} is told: it has none, or is a guest. {NOT_TOLD_APART}"
    else:
        first = f"{team} was given the role {role_label(role)} in this {kind} itself."
    above = NOT_SAID if kind == COLLECTION else _explain_collection_role(at, found)
    return [first, above, _explain_other_sources()]


def _explain_collection_role(at: PlacePage, found: AccessTeamPage) -> str:
    team, above = found.team.title, found.above_role
    if at.collection is None:
        return "Whether this space is in a collection was not seen yet."
    collection = at.collection.called
    if isinstance(at.above, Problem):
        return f"It is in the collection {collection}, whose teams could not be read. {why_unread(at.above)}"
    if above is MISSING:
        return f"In its collection, {collection}, no role of {team} is told."
    told = f"In its collection, {collection}, the team is {role_label(above)}."
    if found.was is None:
        return f"{told} That may pass on to this space, unless the team is a guest here; the API does not tell."
    return f"{told} Which of the two counts, the API does not tell."


def _explain_other_sources() -> str:
    role = g.organization.defaultRole
    newcomers = "" if role is MISSING else f" Who joins the organization starts as {role_label(role)}."
    return f"Members can have more through other teams, or through their own role in the organization.{newcomers}"
