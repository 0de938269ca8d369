"""Who is in a team: additions, removals and roles, told by a person's id or address, all or none of them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice

from sqlalchemy import Connection, delete, func, insert, or_, select, update
from werkzeug.exceptions import Conflict, NotFound

from service.tables.identity import membership, person
from service.tables.teams import team_member
from service.teams.repository import recount

AT_ONCE = 500
"""Names that one statement asks for; databases take no more than some thousands."""


@dataclass(frozen=True)
class MembershipChange:
    """By person id: who leaves, who is added, and the roles that were given."""

    removed: frozenset[str] = frozenset()
    added: Sequence[str] = ()
    roles: Mapping[str, str] = field(default_factory=dict)


def change_members(connection: Connection, team_id: str, change: MembershipChange) -> None:
    """Who leaves is not added, who is given a role is added, a new member without one is a member.

    409 when the team had an owner and would have none.
    """
    before = _roles(connection, team_id)
    added = {one: before.get(one, "member") for one in change.added}
    after = {**before, **added, **change.roles}
    after = {one: role for one, role in after.items() if one not in change.removed}
    if "owner" in before.values() and "owner" not in after.values():
        raise Conflict("The team would have no owner. Make another member an owner first.")
    _write_changes(connection, team_id, before, after)
    recount(connection, team_id)


def _roles(connection: Connection, team_id: str) -> dict[str, str]:
    rows = select(team_member.c.person, team_member.c.role).where(team_member.c.team == team_id)
    return {row.person: row.role for row in connection.execute(rows)}


def _write_changes(connection: Connection, team_id: str, before: Mapping[str, str], after: Mapping[str, str]) -> None:
    of_team = team_member.c.team == team_id
    for gone in _batches(before.keys() - after.keys()):
        connection.execute(delete(team_member).where(of_team, team_member.c.person.in_(gone)))
    new = [{"team": team_id, "person": one, "role": after[one]} for one in after if one not in before]
    if new:
        connection.execute(insert(team_member), new)
    for role in ("owner", "member"):
        changed = [one for one in after if after[one] == role and before.get(one, role) != role]
        for some in _batches(changed):
            connection.execute(update(team_member).where(of_team, team_member.c.person.in_(some)).values(role=role))


def resolve_people(connection: Connection, organization_id: str, names: Iterable[str], where: str) -> dict[str, str]:
    """The ids of members of the organization by the id or address that was given for each.

    404 for one that nobody there has; `where` is the request's field that the names came from.
    """
    given = list(dict.fromkeys(names))
    found: dict[str, str] = {}
    for some in _batches(given):
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


def is_owner(connection: Connection, team_id: str, person_id: str) -> bool:
    own = (team_member.c.team == team_id, team_member.c.person == person_id, team_member.c.role == "owner")
    return connection.scalar(select(func.count()).where(*own)) == 1


def _batches(names: Iterable[str]) -> Iterator[list[str]]:
    rest = iter(names)
    while some := list(islice(rest, AT_ONCE)):
        yield some
