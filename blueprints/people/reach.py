"""Reads a person's role in each known space and collection, and where it comes from."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from flask import g
from pydantic import MISSING

from masthead.access import TEAM, EffectiveRole, PlaceLevel, find_person_role
from masthead.i18n import gettext
from masthead.web.directory.places import AccessPlace, list_places
from masthead.web.people.known_people import KnownPerson, KnownTeams
from masthead.web.people.place_roles import READ, PlaceRoles, PlaceRolesReader, add_collections
from masthead.web.people.roles import general_role_source, role_label

MAX_ROWS = 200


class ReachedPlace(NamedTuple):
    """A place with the person's role in it. `source` says in words where the role comes from."""

    place: AccessPlace
    role: EffectiveRole
    source: str

    @property
    def label(self) -> str:
        return role_label(self.role.role)


class Reach(NamedTuple):
    """The places where a person's teams have a role, highest first. Elsewhere they have the `general` role.

    `more` counts those that are left out, `unread` the places whose roles aren't known.
    """

    rows: Sequence[ReachedPlace]
    general: str
    more: int
    unread: int


def read_reach(organization_id: str, known: KnownTeams, found: KnownPerson) -> Reach:
    """Read the roles of teams within a page's budget, and find the person's role in each place. Raises StoreError."""
    reader, places = PlaceRolesReader(organization_id), list_places(organization_id)
    reader.read(places)
    rows = reader.known_rows(places)
    read = [row for row in add_collections(rows, rows) if row.state == READ]
    own, teams = found.member.organization_role, {at.team.id: at.team.title for at in found.roles}
    unread = [each.id for each in known.unread]

    def find_role(levels: Sequence[PlaceLevel], own: str | MISSING | None = own) -> EffectiveRole:
        return find_person_role(teams, levels, own=own, default=g.organization.defaultRole, unread=unread)

    roles = [(row, find_role(row.levels)) for row in read]
    reached = [
        ReachedPlace(row.place, role, _describe(role, row, teams))
        for row, role in roles
        if role.source == TEAM or find_role(row.levels, None).source == TEAM
    ]
    reached.sort(key=lambda each: each.role.rank)
    general = find_role([])
    return Reach(
        reached[:MAX_ROWS],
        "" if general.role is MISSING else role_label(general.role),
        len(reached[MAX_ROWS:]),
        len(rows) - len(read),
    )


def _describe(role: EffectiveRole, row: PlaceRoles, teams: Mapping[str, str]) -> str:
    if role.source != TEAM:
        return general_role_source(role.source)
    team = teams.get(role.team, role.team)
    if role.place_id == row.place.id:
        return gettext("Through %(team)s", team=team)
    if row.above is None or not row.above.place.title:
        return gettext("Through %(team)s, in its collection", team=team)
    return gettext("Through %(team)s, in the collection %(collection)s", team=team, collection=row.above.place.title)
