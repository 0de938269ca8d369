"""Team members, and team roles in spaces and collections."""

from collections.abc import Mapping
from typing import Any

from pydantic import MISSING
from sqlalchemy import Column, Row, bindparam, delete, select
from werkzeug.exceptions import BadRequest, Forbidden, NotFound

from contract.organization import team_members, team_permissions
from contract.schema.endpoint import ListQuery
from service.http.paging import PagedListing, envelope_json
from service.http.request_context import RequestContext
from service.http.routing import RouteGroup
from service.permissions import RIGHTS
from service.storage.documents import Fields, as_json, extend_json, find_row
from service.tables.identity import collection_team, membership, person, space_team, team, team_member
from service.teams import (
    CALLER_COLUMNS,
    RoleReach,
    change_members,
    count_reach,
    ensure_team,
    is_team_owner,
    join_caller,
    resolve_people,
    set_role,
    team_json,
    update_counts,
)

group = RouteGroup(__name__)

LISTING = PagedListing(
    "team members",
    select(
        person.c.id,
        person.c.document,
        membership.c.role,
        membership.c.joined_at,
        membership.c.last_seen_at,
        membership.c.sso,
        team_member.c.role.label("team_role"),
    )
    .select_from(team_member)
    .join(person)
    .join(membership)
    .where(team_member.c.team == bindparam("team"), membership.c.organization == bindparam("organization")),
    [team_member.c.number],
)


@group.serves(team_members.LIST_TEAM_MEMBERS)
def list_team_members(call: RequestContext, team_id: str, query: ListQuery) -> str:
    """List the members of the team, oldest first."""
    ensure_team(call.connection, call.organization, team_id)
    found, following = LISTING.rows(call, query, {"team": team_id, "organization": call.organization})
    reach = count_reach(call.connection, call.organization, [row.id for row in found])
    return envelope_json((_member_json(row, reach[row.id]) for row in found), following)


@group.serves(team_members.UPDATE_TEAM_MEMBERS, conflicts=True)
def update_team_members(call: RequestContext, team_id: str, body: team_members.TeamMembersUpdate) -> None:
    """Add and remove members and set roles, all or nothing; removal wins.

    A person listed only with a role is added. A new person without a role becomes a member.
    """
    _ensure_can_change(call, team_id)
    given = {name: list(names) for name, names in body.model_dump().items()}
    people = {name: resolve_people(call.connection, call.organization, names, name) for name, names in given.items()}
    removed, added = (people.get(name, {}).values() for name in ("remove", "add"))
    roles = _parse_roles(body, people.get("memberships", {}))
    change_members(call.connection, team_id, removed=set(removed), added=added, roles=roles)


@group.serves(team_members.UPDATE_TEAM_MEMBER, conflicts=True)
def update_team_member(call: RequestContext, team_id: str, user_id: str, body: team_members.TeamMemberUpdate) -> None:
    """Add a person or change their role, `member` by default."""
    _ensure_can_change(call, team_id)
    in_organization = (membership.c.organization == call.organization, membership.c.person == user_id)
    rows = select(membership.c.person).where(*in_organization)
    find_row(call.connection, rows, "No member of this organization has this id.")
    roles = {} if body.role is MISSING else {user_id: str(body.role)}
    change_members(call.connection, team_id, added=[user_id], roles=roles)


@group.serves(team_members.REMOVE_TEAM_MEMBER, conflicts=True)
def remove_team_member(call: RequestContext, team_id: str, user_id: str) -> None:
    """Remove the person from the team."""
    _ensure_can_change(call, team_id)
    own = select(team_member.c.person).where(team_member.c.team == team_id, team_member.c.person == user_id)
    find_row(call.connection, own, "No member of this team has this id.")
    change_members(call.connection, team_id, removed=[user_id])


def _ensure_can_change(call: RequestContext, team_id: str) -> None:
    ensure_team(call.connection, call.organization, team_id)
    if "ownTeam" not in RIGHTS[call.role] and not is_team_owner(call.connection, team_id, call.person):
        raise Forbidden("Only owners of the team and admins of the organization can change its members.")


def _parse_roles(body: team_members.TeamMembersUpdate, people: Mapping[str, str]) -> dict[str, str]:
    if body.memberships is MISSING:
        return {}
    roles: dict[str, str] = {}
    for name, entry in body.memberships.items():
        if roles.setdefault(people[name], entry.role) != entry.role:
            raise BadRequest(f"memberships: gives two roles to one person, “{name:.80}”.")
    return roles


def _member_json(row: Row[Any], reach: RoleReach) -> str:
    fields: Fields = {"object": "member", "id": row.id, "role": row.role, "disabled": False, "joinedAt": row.joined_at}
    if row.last_seen_at is not None:
        fields["lastSeenAt"] = row.last_seen_at
    fields |= {"sso": bool(row.sso), "spaces": reach.spaces, "teams": reach.teams}
    return extend_json(
        as_json({"team": {"role": row.team_role}, "permissions": {"view": True}}),
        organization=extend_json(as_json(fields), user=row.document),
    )


def _build_listing(name: str, place: Column[str]) -> PagedListing:
    table = place.table
    rows = select(table.c.role, team.c.document, *CALLER_COLUMNS).select_from(
        join_caller(table.join(team, team.c.id == table.c.team))
    )
    return PagedListing(name, rows.where(place == bindparam("place"), table.c.role.is_not(None)), [table.c.number])


IN_SPACE = _build_listing("teams of space", space_team.c.space)

IN_COLLECTION = _build_listing("teams of collection", collection_team.c.collection)


@group.serves(team_permissions.LIST_SPACE_TEAMS)
def list_space_teams(call: RequestContext, space_id: str, query: ListQuery) -> str:
    """List the teams with a role of their own in the space, oldest first."""
    return _list_teams(call, IN_SPACE, space_id, query)


@group.serves(team_permissions.UPDATE_SPACE_TEAM)
def update_space_team(
    call: RequestContext, space_id: str, team_id: str, body: team_permissions.TeamPermissionUpdate
) -> None:
    """Give the team a role in the space; null makes it a guest, whatever its role in the collection."""
    _set_role(call, space_team.c.space, space_id, team_id, body)


@group.serves(team_permissions.REMOVE_SPACE_TEAM)
def remove_space_team(call: RequestContext, space_id: str, team_id: str) -> None:
    """Remove the team's role in the space; its role in the collection, if any, applies again."""
    _remove_role(call, space_team.c.space, space_id, team_id)


@group.serves(team_permissions.LIST_COLLECTION_TEAMS)
def list_collection_teams(call: RequestContext, collection_id: str, query: ListQuery) -> str:
    """List the teams with a role in the collection, oldest first."""
    return _list_teams(call, IN_COLLECTION, collection_id, query)


@group.serves(team_permissions.UPDATE_COLLECTION_TEAM)
def update_collection_team(
    call: RequestContext, collection_id: str, team_id: str, body: team_permissions.TeamPermissionUpdate
) -> None:
    """Give the team a role in the collection; null makes it a guest there."""
    _set_role(call, collection_team.c.collection, collection_id, team_id, body)


@group.serves(team_permissions.REMOVE_COLLECTION_TEAM)
def remove_collection_team(call: RequestContext, collection_id: str, team_id: str) -> None:
    """Remove the team's role in the collection."""
    _remove_role(call, collection_team.c.collection, collection_id, team_id)


def _list_teams(call: RequestContext, listing: PagedListing, place_id: str, query: ListQuery) -> str:
    of = {"place": place_id, "caller": call.person}
    return listing.page(
        call,
        query,
        of,
        document=lambda row: extend_json(as_json({"permission": row.role}), team=team_json(row.document, row)),
    )


def _set_role(
    call: RequestContext, place: Column[str], place_id: str, team_id: str, body: team_permissions.TeamPermissionUpdate
) -> None:
    ensure_team(call.connection, call.organization, team_id)
    set_role(call.connection, place, place_id, team_id, body.role)
    update_counts(call.connection, team_id)


def _remove_role(call: RequestContext, place: Column[str], place_id: str, team_id: str) -> None:
    ensure_team(call.connection, call.organization, team_id)
    table = place.table
    removed = call.connection.execute(delete(table).where(place == place_id, table.c.team == team_id))
    if removed.rowcount == 0:
        raise NotFound("This team has no role here.")
    update_counts(call.connection, team_id)
