"""Reads for the pages of one place: teams with a role in it or in its collection, and who may change the roles.

Changes need `permissions.admin` of the organization, or of the space, where a team may make its members Admin.
Collections don't report it, so anybody who may be Admin of one can try, and the API decides.
"""

from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, NamedTuple

from pydantic import MISSING

from masthead.client import CachedRead, NotFound, Problem
from masthead.i18n import N_, gettext
from masthead.resources.organization import MEMBERS_NOT_KNOWN
from masthead.store.directory.objects import DirectoryQuery
from masthead.store.errors import StoreError
from masthead.web.directory.entries import find_object_titles
from masthead.web.directory.places import COLLECTION, PARTS, AccessPlace, find_place
from masthead.web.frame.organization import gather_in_organization, has_permission, or_raise, read_in_organization
from masthead.web.people.place_roles import (
    AccessTeam,
    PlaceRoles,
    Teams,
    build_unread_roles,
    read_all_team_roles,
    team_roles_query,
)
from masthead.web.person.portal import api, portal
from masthead.web.person.session import person

ROWS = 100
SIZE_READ = N_("%(size)s when last read")


class AccessTeamPage(NamedTuple):
    """One team in a place, and all teams that have a role there."""

    team: AccessTeam
    held: PlaceRoles

    @property
    def reported_role(self) -> str | None:
        """The team's role; None if the API reports none, because the team has no role or is a guest."""
        return self.held.roles.get(self.team.id)

    @property
    def role(self) -> str | MISSING:
        """The role as a form value: MISSING if none is reported."""
        return MISSING if self.reported_role is None else self.reported_role

    @property
    def collection_role(self) -> str | MISSING:
        """The team's role in the collection; MISSING if none is reported."""
        return self.held.above.roles.get(self.team.id, MISSING) if self.held.above else MISSING


def find_requested_place(organization_id: str, places: str, place_id: str) -> AccessPlace:
    """The place in the URL. Raises NotFound if it isn't in this organization."""
    return find_place(organization_id, PARTS[places], place_id)


def read_place_page(
    organization_id: str, place: AccessPlace, page: str | None, *, anew: bool = False
) -> tuple[PlaceRoles | None, Teams]:
    """Read a page of the place's teams, and the roles in its collection, and set the organization.

    With `anew`, as before a change, an unreadable team is an error; otherwise it is skipped.
    """
    read = team_roles_query(place, limit=ROWS, page=page, anew=anew, partly=not anew)
    return _read_with_collection(organization_id, place, read)


def read_place(organization_id: str, place: AccessPlace, *, anew: bool = False) -> PlaceRoles:
    """Read all teams of a place and of its collection, and set the organization."""
    above, teams = _read_with_collection(organization_id, place, team_roles_query(place, anew=anew))
    return replace(read_all_team_roles(place, teams, anew=anew), above=above)


def _read_with_collection(
    organization_id: str, place: AccessPlace, read: CachedRead[Any]
) -> tuple[PlaceRoles | None, Teams]:
    """Send the read of the place's teams together with that of its collection's, if it has a known one."""
    try:
        above = find_place(organization_id, COLLECTION, place.parent) if place.parent else None
    except NotFound:
        above = None
    if above is None:
        return None, or_raise(read_in_organization(organization_id, read))
    teams, outer = gather_in_organization(organization_id, read, team_roles_query(above))
    first = or_raise(teams)
    return build_unread_roles(above, outer) if isinstance(outer, Problem) else read_all_team_roles(above, outer), first


def read_team(organization_id: str, place: AccessPlace, team_id: str) -> AccessTeamPage:
    """Read one team's role in a place and in its collection, and set the organization.

    Bypasses the cache even to show a form, so any later difference was made after the form was shown.
    """
    held = read_place(organization_id, place, anew=True)
    titles = {**(held.above.titles if held.above else {}), **held.titles}
    title = titles.get(team_id) or find_object_titles("team", organization_id, [team_id])[0]
    return AccessTeamPage(AccessTeam(team_id, title), held)


def team_size_labels(organization_id: str, ids: Collection[str]) -> dict[str, str]:
    """Return, by team id, a text with the numbers of members and spaces that were last read."""
    api().save_observations()  # so that the directory includes what this page has read
    sought, told = DirectoryQuery(organization_id, ("team",), ids=list(ids)), dict[str, str]()
    with suppress(StoreError):
        found = portal().store.directory.find(person().owner, sought, limit=len(ids))
        told = {each.id: each.subtitle for each in found if each.subtitle}
    return {each: gettext(SIZE_READ, size=told[each]) if each in told else gettext(MEMBERS_NOT_KNOWN) for each in ids}


ADMIN = "admin"
MAX_NAMED = 3
BY_TEAM = N_("You administer this space through a team, so you can change the roles of teams here.")
NO = N_(
    "Your role doesn't let you change the roles of teams here. Administrators of the organization can, and members of "
    "a team that is Admin here."
)
PERHAPS = N_(
    "To change the roles of teams here, you have to be in a team that is Admin here. Masthead can't see if you are."
)
NOT_HERE = N_("You can't change the roles of teams in the spaces and collections on this page.")


class Rights(NamedTuple):
    """The right to change roles in a place, and the reason, which is empty for organization administrators."""

    can_edit: bool
    reason: str = ""


def get_rights(place: AccessPlace, roles: Collection[str], *, whole: bool) -> Rights:
    """Return the person's rights in a place. `roles` are those that teams have there.

    Unless they are the `whole` list, another team may be Admin.
    """
    if has_permission(ADMIN):
        return Rights(can_edit=True)
    if place.permission(ADMIN):
        return Rights(can_edit=True, reason=gettext(BY_TEAM))
    if place.permission(ADMIN) is False or (whole and ADMIN not in roles):
        return Rights(can_edit=False, reason=gettext(NO))
    return Rights(can_edit=True, reason=gettext(PERHAPS))


def can_change_in_bulk(place: AccessPlace) -> bool:
    """True if a bulk change may include the place.

    Stricter than `get_rights`: the API has to confirm the permission.
    """
    return has_permission(ADMIN) or place.permission(ADMIN) is True


def explain_matrix_rights(rows: Sequence[PlaceRoles]) -> str:
    """Explain where on the page the person can change roles; empty for administrators and for an empty page."""
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
