"""Reads a person's role in each known space and collection, and where it comes from."""

from collections.abc import Sequence
from typing import NamedTuple

from flask import g
from pydantic import MISSING

from masthead.access import TEAM, EffectiveRole, PlaceLevel, find_person_role
from masthead.i18n import gettext
from masthead.web.directory.places import COLLECTION, AccessPlace, access_url, list_places
from masthead.web.people.known_people import KnownPerson, KnownTeams
from masthead.web.people.place_roles import READ, PlaceRolesReader
from masthead.web.people.roles import general_role_source, role_label

MAX_PLACES, MAX_ROWS = 5000, 200


class ReachedPlace(NamedTuple):
    """A place with the person's role in it. `source` says in words where the role comes from."""

    place: AccessPlace
    role: EffectiveRole
    label: str
    source: str
    address: str


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
    reader, places = PlaceRolesReader(organization_id), list_places(organization_id, MAX_PLACES)
    reader.read(places)
    rows = reader.known_rows(places)
    read = [row for row in rows if row.state == READ]
    levels = {row.place.id: PlaceLevel(row.place.kind, row.place.id, row.roles, row.more) for row in read}
    own, teams = found.member.organization_role, [at.team.id for at in found.roles]
    unread = [each.id for each in known.unread]

    def find_role(place: AccessPlace | None = None, own: str | MISSING | None = own) -> EffectiveRole:
        ids = [each for each in (place.id, place.parent) if each] if place else []
        given = [levels.get(each, PlaceLevel(COLLECTION, each, {}, more=True)) for each in ids]
        return find_person_role(teams, given, own=own, default=g.organization.defaultRole, unread=unread)

    titles = {at.team.id: at.team.title for at in found.roles} | {row.place.id: row.place.title for row in rows}
    roles = [(row.place, find_role(row.place)) for row in read]
    reached = [
        ReachedPlace(
            place,
            role,
            role_label(role.role),
            _describe(role, place, titles),
            access_url(organization_id, place.kind, place.id),
        )
        for place, role in roles
        if role.source == TEAM or find_role(place, None).source == TEAM
    ]
    reached.sort(key=lambda each: each.role.rank)
    general = find_role()
    return Reach(
        reached[:MAX_ROWS],
        "" if general.role is MISSING else role_label(general.role),
        len(reached[MAX_ROWS:]),
        len(rows) - len(read),
    )


def _describe(role: EffectiveRole, place: AccessPlace, titles: dict[str, str]) -> str:
    if role.source != TEAM:
        return general_role_source(role.source)
    team, collection = titles.get(role.team, role.team), titles.get(role.place_id)
    if role.place_id == place.id:
        return gettext("Through %(team)s", team=team)
    if not collection:
        return gettext("Through %(team)s, in its collection", team=team)
    return gettext("Through %(team)s, in the collection %(collection)s", team=team, collection=collection)
