"""The roles that teams have in a space or in a collection."""

from sqlalchemy import Column, bindparam, delete, select
from werkzeug.exceptions import NotFound

from contract.organization.team_permissions import (
    GROUP,
    LIST_COLLECTION_TEAMS,
    LIST_SPACE_TEAMS,
    REMOVE_COLLECTION_TEAM,
    REMOVE_SPACE_TEAM,
    UPDATE_COLLECTION_TEAM,
    UPDATE_SPACE_TEAM,
    TeamPermissionUpdate,
)
from contract.schema.listing import ListQuery
from service.http.paging import PagedListing
from service.http.request_context import RequestContext
from service.http.routing import RouteGroup
from service.storage.documents import extended, text
from service.tables.identity import collection_team, space_team, team
from service.teams.repository import CALLERS_PLACE, check_team, recount, team_text, with_callers_place
from service.teams.roles import set_role

group = RouteGroup(GROUP, __name__)


def _listing(name: str, place: Column[str]) -> PagedListing:
    """The teams that have a role; a guest's is none, so who has that one is left out."""
    table = place.table
    rows = select(table.c.role, team.c.document, *CALLERS_PLACE).select_from(
        with_callers_place(table.join(team, team.c.id == table.c.team))
    )
    return PagedListing(name, rows.where(place == bindparam("place"), table.c.role.is_not(None)), [table.c.number])


IN_SPACE = _listing("teams of space", space_team.c.space)
IN_COLLECTION = _listing("teams of collection", collection_team.c.collection)


@group.serves(LIST_SPACE_TEAMS)
def list_space_teams(call: RequestContext, space_id: str, query: ListQuery) -> str:
    """The teams that have a role in the space itself, in the order in which they got it."""
    return _page(call, IN_SPACE, space_id, query)


@group.serves(UPDATE_SPACE_TEAM)
def update_space_team(call: RequestContext, space_id: str, team_id: str, body: TeamPermissionUpdate) -> None:
    """Give the team a role in the space; null makes it a guest there, whatever it may in the collection."""
    _set(call, space_team.c.space, space_id, team_id, body)


@group.serves(REMOVE_SPACE_TEAM)
def remove_space_team(call: RequestContext, space_id: str, team_id: str) -> None:
    """Take the team's role in the space away; its role in the collection, if any, then counts there again."""
    _remove(call, space_team.c.space, space_id, team_id)


@group.serves(LIST_COLLECTION_TEAMS)
def list_collection_teams(call: RequestContext, collection_id: str, query: ListQuery) -> str:
    """The teams that have a role in the collection, in the order in which they got it."""
    return _page(call, IN_COLLECTION, collection_id, query)


@group.serves(UPDATE_COLLECTION_TEAM)
def update_collection_team(call: RequestContext, collection_id: str, team_id: str, body: TeamPermissionUpdate) -> None:
    """Give the team a role in the collection; null makes it a guest there."""
    _set(call, collection_team.c.collection, collection_id, team_id, body)


@group.serves(REMOVE_COLLECTION_TEAM)
def remove_collection_team(call: RequestContext, collection_id: str, team_id: str) -> None:
    """Take the team's role in the collection away."""
    _remove(call, collection_team.c.collection, collection_id, team_id)


def _page(call: RequestContext, listing: PagedListing, place_id: str, query: ListQuery) -> str:
    of = {"place": place_id, "caller": call.person}
    return listing.page(
        call,
        query,
        of,
        document=lambda row: extended(text({"permission": row.role}), team=team_text(row.document, row)),
    )


def _set(call: RequestContext, place: Column[str], place_id: str, team_id: str, body: TeamPermissionUpdate) -> None:
    check_team(call.connection, call.organization, team_id)
    set_role(call.connection, place, place_id, team_id, body.role)
    recount(call.connection, team_id)


def _remove(call: RequestContext, place: Column[str], place_id: str, team_id: str) -> None:
    check_team(call.connection, call.organization, team_id)
    table = place.table
    removed = call.connection.execute(delete(table).where(place == place_id, table.c.team == team_id))
    if removed.rowcount == 0:
        raise NotFound("This team has no role here.")
    recount(call.connection, team_id)
