"""Explains roles of teams, and where an effective role comes from, as far as the API reports it."""

from collections.abc import Sequence
from typing import Any

from flask import g
from pydantic import MISSING

from blueprints.access.reads import AccessTeamPage, PlacePage
from i18n import N_, gettext
from masthead.client import Problem
from masthead.web.directory.places import COLLECTION
from masthead.web.frame.problems import why_unread
from masthead.web.people.roles import GUEST, ROLES, role_label

NOT_TOLD_APART = N_("The API doesn't list guests, so Masthead can't tell which.")
NOT_SAID = N_(
    "A collection may pass the roles of its teams on to its spaces. The API doesn't document whether it does."
)


def role_meaning(role: Any) -> str:  # noqa: ANN401 - JSON
    """Explain what a role allows; empty for an unknown role."""
    return gettext(GUEST[1] if role is None else ROLES.get(role, ("", ""))[1])


def explain_role(at: PlacePage, found: AccessTeamPage) -> Sequence[str]:
    """Sentences about where a team's access to a place comes from."""
    kind, team, role = at.place.kind, found.team.title, found.was
    if role is None:
        first = gettext(
            "The API reports no role of %(team)s in this %(kind)s: the team has none, or is a guest. "
            "%(not_told_apart)s",
            team=team,
            kind=kind,
            not_told_apart=gettext(NOT_TOLD_APART),
        )
    else:
        first = gettext(
            "%(team)s has the role %(role)s in this %(kind)s itself.", team=team, role=role_label(role), kind=kind
        )
    above = gettext(NOT_SAID) if kind == COLLECTION else _explain_collection_role(at, found)
    return [first, above, _explain_other_sources()]


def _explain_collection_role(at: PlacePage, found: AccessTeamPage) -> str:
    team, above = found.team.title, found.above_role
    if at.collection is None:
        return gettext("Masthead doesn't know yet whether this space is in a collection.")
    collection = at.collection.called
    if isinstance(at.above, Problem):
        return gettext(
            "The space is in the collection %(collection)s. Masthead couldn't read the teams of the "
            "collection. %(why)s",
            collection=collection,
            why=why_unread(at.above),
        )
    if above is MISSING:
        return gettext(
            "The API reports no role of %(team)s in its collection, %(collection)s.", team=team, collection=collection
        )
    told = gettext(
        "In its collection, %(collection)s, the team is %(role)s.", collection=collection, role=role_label(above)
    )
    if found.was is None:
        return gettext(
            "%(told)s This role may pass on to this space, unless the team is a guest here. The API doesn't "
            "document it.",
            told=told,
        )
    return gettext("%(told)s The API doesn't document which of the two counts.", told=told)


def _explain_other_sources() -> str:
    role = g.organization.defaultRole
    newcomers = (
        ""
        if role is MISSING
        else gettext(" People who join the organization start as %(role)s.", role=role_label(role))
    )
    return gettext(
        "Members can have more access through other teams or through their own role in the organization.%(newcomers)s",
        newcomers=newcomers,
    )
