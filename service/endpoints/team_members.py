"""The members of a team."""

from collections.abc import Mapping
from typing import Any

from pydantic import MISSING
from sqlalchemy import Row, bindparam, select
from werkzeug.exceptions import BadRequest, Forbidden

from contract.organization.team_members import (
    GROUP,
    LIST_TEAM_MEMBERS,
    REMOVE_TEAM_MEMBER,
    UPDATE_TEAM_MEMBER,
    UPDATE_TEAM_MEMBERS,
    TeamMembersUpdate,
    TeamMemberUpdate,
)
from contract.schema.listing import ListQuery
from service.http.paging import PagedListing, envelope
from service.http.request_context import RequestContext
from service.http.routing import RouteGroup
from service.permissions import RIGHTS
from service.storage.documents import Fields, extended, find_row, text
from service.tables.identity import membership, person, team_member
from service.teams.repository import MembershipChange, change_members, check_team, is_owner, resolve_people
from service.teams.roles import RoleReach, count_reach

group = RouteGroup(GROUP, __name__)

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


@group.serves(LIST_TEAM_MEMBERS)
def list_team_members(call: RequestContext, organization_id: str, team_id: str, query: ListQuery) -> str:
    """The members of the team, in the order in which they came."""
    check_team(call.connection, organization_id, team_id)
    found, following = LISTING.rows(call, query, {"team": team_id, "organization": organization_id})
    reach = count_reach(call.connection, organization_id, [row.id for row in found])
    return call.render(envelope((_item(row, reach[row.id]) for row in found), following))


@group.serves(UPDATE_TEAM_MEMBERS, conflicts=True)
def update_team_members(call: RequestContext, organization_id: str, team_id: str, body: TeamMembersUpdate) -> None:
    """Add, remove, and tell roles, all or none of it; who is in both lists is removed.

    One whose role is told is added too. A new member whose role is not told is a member.
    """
    _check_may_change(call, organization_id, team_id)
    given = {name: list(names) for name, names in body.model_dump().items()}
    people = {name: resolve_people(call.connection, organization_id, names, name) for name, names in given.items()}
    removed, added = (people.get(name, {}).values() for name in ("remove", "add"))
    roles = _roles(body, people.get("memberships", {}))
    change_members(call.connection, team_id, MembershipChange(frozenset(removed), list(added), roles))


@group.serves(UPDATE_TEAM_MEMBER, conflicts=True)
def update_team_member(
    call: RequestContext, organization_id: str, team_id: str, user_id: str, body: TeamMemberUpdate
) -> None:
    """Add the person, or change their role; a new member whose role is not told is a member."""
    _check_may_change(call, organization_id, team_id)
    in_organization = (membership.c.organization == organization_id, membership.c.person == user_id)
    rows = select(membership.c.person).where(*in_organization)
    find_row(call.connection, rows, "No member of this organization has this id.")
    told = {} if body.role is MISSING else {user_id: str(body.role)}
    change_members(call.connection, team_id, MembershipChange(added=[user_id], roles=told))


@group.serves(REMOVE_TEAM_MEMBER, conflicts=True)
def remove_team_member(call: RequestContext, organization_id: str, team_id: str, user_id: str) -> None:
    """Remove the person from the team."""
    _check_may_change(call, organization_id, team_id)
    own = select(team_member.c.person).where(team_member.c.team == team_id, team_member.c.person == user_id)
    find_row(call.connection, own, "No member of this team has this id.")
    change_members(call.connection, team_id, MembershipChange(removed=frozenset([user_id])))


def _check_may_change(call: RequestContext, organization_id: str, team_id: str) -> None:
    check_team(call.connection, organization_id, team_id)
    if "ownTeam" not in RIGHTS[call.role] and not is_owner(call.connection, team_id, call.person):
        raise Forbidden("Only owners of the team and admins of the organization can change its members.")


def _roles(body: TeamMembersUpdate, people: Mapping[str, str]) -> dict[str, str]:
    """The role that is told for each person, by id; `people` are the ids by the names that were given."""
    if body.memberships is MISSING:
        return {}
    roles: dict[str, str] = {}
    for name, told in body.memberships.items():
        if roles.setdefault(people[name], told.role) != told.role:
            raise BadRequest(f"memberships: gives two roles to one person, “{name:.80}”.")
    return roles


def _item(row: Row[Any], reach: RoleReach) -> str:
    """The member in the organization, under the id of the person, and in the team."""
    fields: Fields = {"object": "member", "id": row.id, "role": row.role, "disabled": False, "joinedAt": row.joined_at}
    if row.last_seen_at is not None:
        fields["lastSeenAt"] = row.last_seen_at
    fields |= {"sso": bool(row.sso), "spaces": reach.spaces, "teams": reach.teams}
    return extended(
        text({"team": {"role": row.team_role}, "permissions": {"view": True}}),
        organization=extended(text(fields), user=row.document),
    )
