"""Decides whether a person may change roles of teams in a place, as far as the API reports, and explains it.

The organization's `permissions.admin` allows it, and so does a space's: a team may make its members Admin there.
Collections report neither, so anybody who may be Admin of one can try, and the API decides.
"""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from pydantic import MISSING

from blueprints.access.reads import AccessTeamPage, PlacePage
from masthead.client import Problem
from masthead.i18n import N_, gettext
from masthead.web.directory.places import COLLECTION, AccessPlace
from masthead.web.frame.organization import has_permission
from masthead.web.frame.problems import unread_message
from masthead.web.people.place_roles import PlaceRoles
from masthead.web.people.roles import GUEST, ROLES, role_label

ADMIN = "admin"
MAX_NAMED = 3
BY_TEAM = N_("You administer this space through a team, so you can change the roles of teams here.")
NO = N_(
    "Your role doesn't let you change the roles of teams here. Administrators of the organization can, and members of "
    "a team that is Admin here."
)
PERHAPS = N_(
    "To change the roles of teams here, you have to be in a team that is Admin here. The API decides when you save."
)
NOT_HERE = N_("You can't change the roles of teams in the spaces and collections on this page.")
MAY_PASS_ON = N_("A collection may pass the roles of its teams on to its spaces.")


class Rights(NamedTuple):
    """The right to use a place's forms, with the reason. Administrators of the organization get no reason."""

    can_edit: bool
    reason: str = ""


def get_rights(place: AccessPlace, here: Iterable[tuple[str, str]], *, whole: bool) -> Rights:
    """Return the person's rights in a place. `here` has the teams with a role there, as pairs of title and role.

    If these are not the `whole` of them, another one may be Admin.
    """
    if has_permission(ADMIN):
        return Rights(can_edit=True)
    if place.permission(ADMIN):
        return Rights(can_edit=True, reason=gettext(BY_TEAM))
    may_be_admin = any(role == ADMIN for _, role in here) or not whole
    if place.permission(ADMIN) is False or not may_be_admin:
        return Rights(can_edit=False, reason=gettext(NO))
    return Rights(can_edit=True, reason=gettext(PERHAPS))


def can_change_in_bulk(place: AccessPlace) -> bool:
    """True if a bulk change may include the place.

    Stricter than for one place: the API has to confirm the right.
    """
    return has_permission(ADMIN) or place.permission(ADMIN) is True


def explain_matrix_rights(rows: Sequence[PlaceRoles]) -> str:
    """Explain which places of the page can be changed; empty for administrators and for an empty page."""
    if has_permission(ADMIN) or not rows:
        return ""
    own = [each.place.called for each in rows if can_change_in_bulk(each.place)]
    if not own:
        return gettext(NOT_HERE)
    others = gettext(" and %(count)s more", count=len(own) - MAX_NAMED) if len(own) > MAX_NAMED else ""
    named = ", ".join(own[:MAX_NAMED])
    return gettext(
        "You can change the roles of teams in the spaces on this page that you administer: %(named)s%(others)s.",
        named=named,
        others=others,
    )


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
