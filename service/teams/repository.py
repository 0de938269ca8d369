"""Stores teams and members, and serializes teams for a caller."""

from collections.abc import Collection, Iterable, Mapping
from types import MappingProxyType
from typing import Any

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Connection,
    FromClause,
    Row,
    ScalarSelect,
    and_,
    bindparam,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    update,
)
from werkzeug.exceptions import Conflict, NotFound

from service.permissions import RIGHTS
from service.storage.documents import Fields, as_json, extend_json, find_row, parse_fields, split_batches
from service.tables.content import space
from service.tables.identity import collection_team, membership, person, space_team, team, team_member

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
    """Update the team's numbers of members and spaces."""
    own = team.c.id == team_id
    row = connection.execute(select(team.c.document, _members(), _spaces()).where(own)).one()
    fields = parse_fields(row.document) | {"members": row.members, "spaces": row.spaces}
    connection.execute(update(team).where(own).values(document=as_json(fields)))


def _members() -> ColumnElement[int]:
    rows = select(func.count()).where(team_member.c.team == team.c.id)
    return rows.scalar_subquery().label("members")


def _spaces() -> ColumnElement[int]:
    own = select(func.count()).where(space_team.c.team == team.c.id, space_team.c.role.is_not(None))
    return (own.scalar_subquery() + _inherited_spaces()).label("spaces")


def _inherited_spaces() -> ScalarSelect[int]:
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
    """Change members by person id. Removal wins over addition; a role adds its person.

    A new person without a role becomes a member. Raises Conflict when the team would lose its last owner.
    """
    before = _roles(connection, team_id)
    after = {**before, **{one: before.get(one, "member") for one in added}, **roles}
    after = {one: role for one, role in after.items() if one not in removed}
    if "owner" in before.values() and "owner" not in after.values():
        raise Conflict("The team would have no owner. Make another member an owner first.")
    _write_changes(connection, team_id, before, after)
    update_counts(connection, team_id)


def _roles(connection: Connection, team_id: str) -> dict[str, str]:
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

    Raises NotFound for an unknown one; `where` is the request field with the names.
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
