"""Writes the teams of the demo world, the people who are in them alone, and what the teams may do."""

from typing import Any

from sqlalchemy import Connection, update

from service.demo.moments import Moments, read_by_organization
from service.identity.people import add_person, make_member
from service.identity.tokens import give_token
from service.tables.identity import membership
from service.tables.teams import collection_team, space_team
from service.teams.members import MembershipChange, change_members
from service.teams.repository import add_team, recount
from service.teams.roles import set_role


def add_demo_teams(connection: Connection, organization_id: str, moments: Moments) -> None:
    """Needs the organization, its spaces and its collections."""
    told = read_by_organization("teams")[organization_id]
    for one in told["people"]:
        joined = moments.timestamp_ago(one["joinedDaysAgo"])
        add_person(connection, one["displayName"], one["email"], one["id"])
        make_member(connection, one["id"], organization_id, one["role"], joined)
        if "token" in one:
            give_token(connection, one["id"], joined, value=one["token"], demo=True)
    for person, days in told["signedIn"].items():
        own = update(membership).where(membership.c.person == person, membership.c.organization == organization_id)
        connection.execute(own.values(sso=True, last_seen_at=moments.timestamp_ago(days)))
    for team in told["teams"]:
        _add_team(connection, organization_id, team)


def _add_team(connection: Connection, organization_id: str, given: dict[str, Any]) -> None:
    add_team(connection, organization_id, {name: given[name] for name in ("id", "title", "createdAt")})
    change_members(connection, given["id"], MembershipChange(roles=given["members"]))
    for collection, role in given["collections"].items():
        set_role(connection, collection_team.c.collection, collection, given["id"], role)
    for space, role in given["spaces"].items():
        set_role(connection, space_team.c.space, space, given["id"], role)
    recount(connection, given["id"])
