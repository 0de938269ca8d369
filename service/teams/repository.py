"""Teams as they are kept, and as a caller sees them."""

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
    exists,
    func,
    insert,
    select,
    update,
)
from werkzeug.exceptions import NotFound

from service.permissions import RIGHTS
from service.storage.documents import Fields, extended, fields_of, text
from service.tables.content import space
from service.tables.identity import membership
from service.tables.teams import collection_team, space_team, team, team_member


def check_team(connection: Connection, organization_id: str, team_id: str, *, field: str = "") -> str:
    """The id, if the organization has such a team. Raises NotFound, naming the request's field it came from."""
    rows = select(team.c.id).where(team.c.organization == organization_id, team.c.id == team_id)
    if connection.scalar(rows) is None:
        raise NotFound(f"{field}{': ' if field else ''}No team of this organization has this id.")
    return team_id


def add_team(connection: Connection, organization_id: str, fields: Fields) -> None:
    """Without members. `fields` has `id`, `title` and `createdAt`."""
    document = text({"object": "team", "members": 0, "spaces": 0, **fields})
    connection.execute(insert(team).values(id=fields["id"], organization=organization_id, document=document))


def recount(connection: Connection, team_id: str) -> None:
    """Update how many members the team has, and in how many spaces it has a role."""
    own = team.c.id == team_id
    row = connection.execute(select(team.c.document, _members(), _spaces()).where(own)).one()
    fields = fields_of(row.document) | {"members": row.members, "spaces": row.spaces}
    connection.execute(update(team).where(own).values(document=text(fields)))


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


CALLERS_PLACE = (
    membership.c.role.label("callers_role"),
    team_member.c.role.label("callers_team_role"),
)
"""What `team_text` needs besides the team's document: what the caller is in the organization and in the team."""


def with_callers_place(rows: FromClause) -> FromClause:
    """Join what the caller (a bind parameter) is in the team and its organization."""
    caller: BindParameter[str] = bindparam("caller")
    in_organization = and_(membership.c.organization == team.c.organization, membership.c.person == caller)
    in_team = and_(team_member.c.team == team.c.id, team_member.c.person == caller)
    return rows.outerjoin(membership, in_organization).outerjoin(team_member, in_team)


def team_text(document: str, row: Row[Any]) -> str:
    """The team as JSON for the caller. The row contains CALLERS_PLACE."""
    rights = RIGHTS[row.callers_role]
    permissions = {
        "admin": "ownTeam" in rights or row.callers_team_role == "owner",
        "view": "listTeams" in rights or row.callers_team_role is not None,
    }
    return extended(document, permissions=text(permissions))
