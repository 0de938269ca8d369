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

NOT_TOLD_APART = "The API doesn't list guests, so Masthead can't tell which."
NOT_SAID = "A collection may pass the roles of its teams on to its spaces. The API doesn't document whether it does."


def role_meaning(role: Any) -> str:  # noqa: ANN401 - JSON
    """What a role allows; empty for one that nobody here knows."""
    return GUEST[1] if role is None else ROLES.get(role, ("", ""))[1]


def explain_role(at: PlacePage, found: AccessTeamPage) -> Sequence[str]:
    """Where what a team may do in a place comes from, in sentences."""
    kind, team, role = at.place.kind, found.team.title, found.was
    if role is None:
        first = f"The API reports no role of {team} in this {kind}: the team has none, or is a guest. {NOT_TOLD_APART}"
    else:
        first = f"{team} has the role {role_label(role)} in this {kind} itself."
    above = NOT_SAID if kind == COLLECTION else _explain_collection_role(at, found)
    return [first, above, _explain_other_sources()]


def _explain_collection_role(at: PlacePage, found: AccessTeamPage) -> str:
    team, above = found.team.title, found.above_role
    if at.collection is None:
        return "Masthead doesn't know yet whether this space is in a collection."
    collection = at.collection.called
    if isinstance(at.above, Problem):
        return (
            f"The space is in the collection {collection}. Masthead couldn't read the teams of the "
            f"collection. {why_unread(at.above)}"
        )
    if above is MISSING:
        return f"The API reports no role of {team} in its collection, {collection}."
    told = f"In its collection, {collection}, the team is {role_label(above)}."
    if found.was is None:
        return (
            f"{told} This role may pass on to this space, unless the team is a guest here. The API doesn't document it."
        )
    return f"{told} The API doesn't document which of the two counts."


def _explain_other_sources() -> str:
    role = g.organization.defaultRole
    newcomers = "" if role is MISSING else f" People who join the organization start as {role_label(role)}."
    return f"Members can have more access through other teams or through their own role in the organization.{newcomers}"
