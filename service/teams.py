"""Teams: members, and roles in spaces and collections.

A team's role in a space overrides its role in the space's collection.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from sqlalchemy import (
    BindParameter,
    Column,
    ColumnElement,
    Connection,
    FromClause,
    Row,
    ScalarSelect,
    Select,
    and_,
    bindparam,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    union,
    update,
)
from werkzeug.exceptions import Conflict, NotFound

from service.permissions import RIGHTS, Role
from service.storage.documents import Fields, as_json, extend_json, find_row, parse_fields, split_batches
from service.tables.content import space
from service.tables.identity import collection_team, membership, person, space_team, team, team_member


@dataclass
class RoleReach:
    """The number of a person's teams in an organization, and of the spaces where those teams have a role."""

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
    """Return the person's role in the organization, or a higher one that a team gives them in the space."""
    return _highest_role(role, connection.scalars(_IN_SPACE, {"person": person_id, "place": space_id}).all())


def find_raised_roles(connection: Connection, person_id: str, role: Role, organization_id: str) -> dict[str, Role]:
    """Return roles that teams give the person in spaces, by space id, if higher than `role`."""
    raised: dict[str, Role] = {}
    for row in connection.execute(_IN_SPACES, {"person": person_id, "organization": organization_id}):
        highest = _highest_role(raised.get(row.space, role), [row.role])
        if highest != role:
            raised[row.space] = highest
    return raised


def find_role_in_collection(connection: Connection, person_id: str, role: Role, collection_id: str) -> Role:
    """Return the person's role in the organization, or a higher one from a team in the collection."""
    return _highest_role(role, connection.scalars(_IN_COLLECTION, {"person": person_id, "place": collection_id}).all())


def _highest_role(role: Role, others: Sequence[Role]) -> Role:
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


def _select_space_roles(*columns: ColumnElement[Any]) -> Select[Any]:
    return select(*columns).select_from(space_team).join(team_member, team_member.c.team == space_team.c.team)


def _select_collection_roles(*columns: ColumnElement[Any]) -> Select[Any]:
    rows = select(*columns).select_from(collection_team)
    return rows.join(team_member, team_member.c.team == collection_team.c.team)


_BY_PERSON = team_member.c.person == bindparam("person")

_IN_SPACE = union(
    _select_space_roles(space_team.c.role).where(_BY_PERSON, space_team.c.space == bindparam("place")),
    _select_collection_roles(collection_team.c.role)
    .join(space, space.c.parent == collection_team.c.collection)
    .where(_BY_PERSON, space.c.id == bindparam("place"), _NOT_OVERRIDDEN),
)
_IN_COLLECTION = _select_collection_roles(collection_team.c.role).where(
    _BY_PERSON, collection_team.c.collection == bindparam("place")
)

_PEOPLE = team_member.c.person.in_(bindparam("people", expanding=True))
_OF_ORGANIZATION = team.c.organization == bindparam("organization")

# Filters teams by organization rather than spaces, of which there may be a hundred thousand.
_IN_SPACES = union(
    _select_space_roles(space_team.c.space.label("space"), space_team.c.role)
    .join(team, team.c.id == space_team.c.team)
    .where(_BY_PERSON, _OF_ORGANIZATION),
    _select_collection_roles(space.c.id.label("space"), collection_team.c.role)
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
    _select_space_roles(team_member.c.person, space_team.c.space.label("space"))
    .join(team, team.c.id == space_team.c.team)
    .where(_PEOPLE, _OF_ORGANIZATION, space_team.c.role.is_not(None)),
    _select_collection_roles(team_member.c.person, space.c.id.label("space"))
    .join(team, team.c.id == collection_team.c.team)
    .join(space, space.c.parent == collection_team.c.collection)
    .where(_PEOPLE, _OF_ORGANIZATION, collection_team.c.role.is_not(None), _NOT_OVERRIDDEN),
).subquery()
"""Pairs of a person and a space where a team gives them a role."""

_SPACES_OF = select(_REACHED.c.person, func.count().label("found")).group_by(_REACHED.c.person)


CALLER_COLUMNS = (
    membership.c.role.label("callers_role"),
    team_member.c.role.label("callers_team_role"),
)
"""Columns that `team_json` needs besides the document: the caller's roles in the organization and in the team."""


def ensure_team(connection: Connection, organization_id: str, team_id: str, *, field: str = "") -> str:
    """Return the id of a team of the organization. Raises NotFound; `field` is the request field that names it."""
    rows = select(team.c.id).where(team.c.organization == organization_id, team.c.id == team_id)
    find_row(connection, rows, f"{field}{': ' if field else ''}No team of this organization has this id.")
    return team_id


def add_team(connection: Connection, organization_id: str, fields: Fields) -> None:
    """Store a team without members; `fields` has `id`, `title` and `createdAt`."""
    document = as_json({"object": "team", "members": 0, "spaces": 0, **fields})
    connection.execute(insert(team).values(id=fields["id"], organization=organization_id, document=document))


def update_counts(connection: Connection, team_id: str) -> None:
    """Update the team's member and space counts."""
    own = team.c.id == team_id
    row = connection.execute(select(team.c.document, _member_count(), _space_count()).where(own)).one()
    fields = parse_fields(row.document) | {"members": row.members, "spaces": row.spaces}
    connection.execute(update(team).where(own).values(document=as_json(fields)))


def _member_count() -> ColumnElement[int]:
    rows = select(func.count()).where(team_member.c.team == team.c.id)
    return rows.scalar_subquery().label("members")


def _space_count() -> ColumnElement[int]:
    own = select(func.count()).where(space_team.c.team == team.c.id, space_team.c.role.is_not(None))
    return (own.scalar_subquery() + _inherited_space_count()).label("spaces")


def _inherited_space_count() -> ScalarSelect[int]:
    overridden = exists().where(space_team.c.space == space.c.id, space_team.c.team == collection_team.c.team)
    rows = select(func.count()).select_from(collection_team).join(space, space.c.parent == collection_team.c.collection)
    given = (collection_team.c.team == team.c.id, collection_team.c.role.is_not(None))
    return rows.where(*given, ~overridden).correlate(team).scalar_subquery()


def join_caller(rows: FromClause) -> FromClause:
    """Join the caller's roles in the team and its organization. Bind parameter: `caller`."""
    caller: BindParameter[str] = bindparam("caller")
    in_organization = and_(membership.c.organization == team.c.organization, membership.c.person == caller)
    in_team = and_(team_member.c.team == team.c.id, team_member.c.person == caller)
    return rows.outerjoin(membership, in_organization).outerjoin(team_member, in_team)


def team_json(document: str, row: Row[Any]) -> str:
    """Serialize a team for the caller; the row has CALLER_COLUMNS."""
    rights = RIGHTS[row.callers_role]
    permissions = {
        "admin": "ownTeam" in rights or row.callers_team_role == "owner",
        "view": "listTeams" in rights or row.callers_team_role is not None,
    }
    return extend_json(document, permissions=as_json(permissions))


def change_members(
    connection: Connection,
    team_id: str,
    *,
    removed: Collection[str] = (),
    added: Iterable[str] = (),
    roles: Mapping[str, str] = MappingProxyType({}),
) -> None:
    """Change members by person id. Removal wins over addition; giving a role also adds the person.

    A new person without a role becomes a member. Raises Conflict if the team would lose its last owner.
    """
    before = _roles_by_person(connection, team_id)
    after = {**before, **{one: before.get(one, "member") for one in added}, **roles}
    after = {one: role for one, role in after.items() if one not in removed}
    if "owner" in before.values() and "owner" not in after.values():
        raise Conflict("The team would have no owner. Make another member an owner first.")
    _write_changes(connection, team_id, before, after)
    update_counts(connection, team_id)


def _roles_by_person(connection: Connection, team_id: str) -> dict[str, str]:
    rows = select(team_member.c.person, team_member.c.role).where(team_member.c.team == team_id)
    return {row.person: row.role for row in connection.execute(rows)}


def _write_changes(connection: Connection, team_id: str, before: Mapping[str, str], after: Mapping[str, str]) -> None:
    of_team = team_member.c.team == team_id
    for removed in split_batches(before.keys() - after.keys()):
        connection.execute(delete(team_member).where(of_team, team_member.c.person.in_(removed)))
    new = [{"team": team_id, "person": one, "role": after[one]} for one in after if one not in before]
    if new:
        connection.execute(insert(team_member), new)
    for role in ("owner", "member"):
        changed = [one for one in after if after[one] == role and before.get(one, role) != role]
        for some in split_batches(changed):
            connection.execute(update(team_member).where(of_team, team_member.c.person.in_(some)).values(role=role))


def resolve_people(connection: Connection, organization_id: str, names: Iterable[str], where: str) -> dict[str, str]:
    """Map ids and e-mail addresses of the organization's members to ids.

    Raises NotFound for an unknown one; `where` is the request field that lists them.
    """
    given = list(dict.fromkeys(names))
    found: dict[str, str] = {}
    for some in split_batches(given):
        addresses = [name.lower() for name in some]
        rows = (
            select(person.c.id, person.c.email)
            .join(membership)
            .where(
                membership.c.organization == organization_id,
                or_(person.c.id.in_(some), person.c.email.in_(addresses)),
            )
        )
        for row in connection.execute(rows):
            found |= {row.id: row.id, row.email: row.id}
    named = {name: found.get(name) or found.get(name.lower()) for name in given}
    for name, one in named.items():
        if one is None:
            raise NotFound(f"{where}: Nobody in this organization has the id or the address {name:.80}.")
    return {name: one for name, one in named.items() if one is not None}


def is_team_owner(connection: Connection, team_id: str, person_id: str) -> bool:
    own = (team_member.c.team == team_id, team_member.c.person == person_id, team_member.c.role == "owner")
    return connection.scalar(select(func.count()).where(*own)) == 1
