"""Roles of teams in spaces and collections, and the roles that members get from them.

A team's role in a space overrides its role in the space's collection.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Column, ColumnElement, Connection, Select, bindparam, exists, func, insert, select, union, update

from service.permissions import RIGHTS, Role
from service.tables.content import space
from service.tables.identity import collection_team, space_team, team, team_member


@dataclass
class RoleReach:
    """A person's number of teams in an organization, and of spaces where these teams have a role."""

    teams: int = 0
    spaces: int = 0


def count_reach(connection: Connection, organization_id: str, people: Sequence[str]) -> dict[str, RoleReach]:
    """Count teams and spaces by person id."""
    found: dict[str, RoleReach] = defaultdict(RoleReach)
    given = {"organization": organization_id, "people": list(people)}
    for row in connection.execute(_TEAMS_OF, given):
        found[row.person].teams = row.found
    for row in connection.execute(_SPACES_OF, given):
        found[row.person].spaces = row.found
    return found


def find_role_in_space(connection: Connection, person_id: str, role: Role, space_id: str) -> Role:
    """Return the person's role in the organization, or a higher one that a team gives in the space."""
    return _highest(role, connection.scalars(_IN_SPACE, {"person": person_id, "place": space_id}).all())


def find_raised_roles(connection: Connection, person_id: str, role: Role, organization_id: str) -> dict[str, Role]:
    """Find the spaces where a team gives the person a higher role than `role`, by id."""
    raised: dict[str, Role] = {}
    for row in connection.execute(_IN_SPACES, {"person": person_id, "organization": organization_id}):
        highest = _highest(raised.get(row.space, role), [row.role])
        if highest != role:
            raised[row.space] = highest
    return raised


def find_role_in_collection(connection: Connection, person_id: str, role: Role, collection_id: str) -> Role:
    """Return the person's role in the organization, or a higher one that a team gives in the collection."""
    return _highest(role, connection.scalars(_IN_COLLECTION, {"person": person_id, "place": collection_id}).all())


def _highest(role: Role, others: Sequence[Role]) -> Role:
    return max([role, *others], key=lambda each: len(RIGHTS[each]))


def set_role(connection: Connection, place: Column[str], place_id: str, team_id: str, role: Role) -> None:
    """Give a team a role; `place` is the column of the space or the collection."""
    table = place.table
    own = (place == place_id, table.c.team == team_id)
    if connection.execute(update(table).where(*own).values(role=role)).rowcount == 0:
        row = {place.name: place_id, "team": team_id, "role": role}
        connection.execute(insert(table).values(row))


_NOT_OVERRIDDEN = ~exists().where(space_team.c.space == space.c.id, space_team.c.team == collection_team.c.team)
"""Condition: the team has no role in the space itself."""


def _in_spaces(*columns: ColumnElement[Any]) -> Select[Any]:
    return select(*columns).select_from(space_team).join(team_member, team_member.c.team == space_team.c.team)


def _in_collections(*columns: ColumnElement[Any]) -> Select[Any]:
    rows = select(*columns).select_from(collection_team)
    return rows.join(team_member, team_member.c.team == collection_team.c.team)


_BY_PERSON = team_member.c.person == bindparam("person")

_IN_SPACE = union(
    _in_spaces(space_team.c.role).where(_BY_PERSON, space_team.c.space == bindparam("place")),
    _in_collections(collection_team.c.role)
    .join(space, space.c.parent == collection_team.c.collection)
    .where(_BY_PERSON, space.c.id == bindparam("place"), _NOT_OVERRIDDEN),
)
_IN_COLLECTION = _in_collections(collection_team.c.role).where(
    _BY_PERSON, collection_team.c.collection == bindparam("place")
)

_PEOPLE = team_member.c.person.in_(bindparam("people", expanding=True))
_OF_ORGANIZATION = team.c.organization == bindparam("organization")

# Filters teams by organization rather than spaces, of which there may be a hundred thousand.
_IN_SPACES = union(
    _in_spaces(space_team.c.space.label("space"), space_team.c.role)
    .join(team, team.c.id == space_team.c.team)
    .where(_BY_PERSON, _OF_ORGANIZATION),
    _in_collections(space.c.id.label("space"), collection_team.c.role)
    .join(team, team.c.id == collection_team.c.team)
    .join(space, space.c.parent == collection_team.c.collection)
    .where(_BY_PERSON, _OF_ORGANIZATION, _NOT_OVERRIDDEN),
)

_TEAMS_OF = (
    select(team_member.c.person, func.count().label("found"))
    .join(team)
    .where(_PEOPLE, _OF_ORGANIZATION)
    .group_by(team_member.c.person)
)

_REACHED = union(
    _in_spaces(team_member.c.person, space_team.c.space.label("space"))
    .join(team, team.c.id == space_team.c.team)
    .where(_PEOPLE, _OF_ORGANIZATION, space_team.c.role.is_not(None)),
    _in_collections(team_member.c.person, space.c.id.label("space"))
    .join(team, team.c.id == collection_team.c.team)
    .join(space, space.c.parent == collection_team.c.collection)
    .where(_PEOPLE, _OF_ORGANIZATION, collection_team.c.role.is_not(None), _NOT_OVERRIDDEN),
).subquery()
"""Pairs of a person and a space where a team gives them a role."""

_SPACES_OF = select(_REACHED.c.person, func.count().label("found")).group_by(_REACHED.c.person)
