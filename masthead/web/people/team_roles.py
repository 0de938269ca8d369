"""Reads of teams: roles in spaces and collections, and members."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from pydantic import MISSING

from contract.organization.team_members import LIST_TEAM_MEMBERS, TeamMemberItem
from contract.organization.team_permissions import LIST_COLLECTION_TEAMS, LIST_SPACE_TEAMS, TeamPermissionItem
from contract.schema.endpoint import Endpoint
from contract.schema.listing import LIMIT_MAX, Listing, ListQuery
from masthead.client import Cached, CachedRead, Problem
from masthead.web.directory.places import COLLECTION, SPACE, AccessPlace
from masthead.web.frame.organization import is_refresh_requested
from masthead.web.person.portal import api

PAGES_OF_TEAMS = 5
LISTINGS: Mapping[str, Endpoint[Listing[TeamPermissionItem]]] = {
    SPACE: LIST_SPACE_TEAMS,
    COLLECTION: LIST_COLLECTION_TEAMS,
}
Teams = Cached[Listing[TeamPermissionItem]]


class AccessTeam(NamedTuple):
    id: str
    title: str


class TeamRoles(NamedTuple):
    """Roles by team id; `more`: there are more teams than were read."""

    roles: Mapping[str, str]
    titles: Mapping[str, str]
    age: float = 0.0
    more: bool = False
    problem: Problem | None = None


def team_roles_query(
    place: AccessPlace, *, limit: int = LIMIT_MAX, page: str | None = None, anew: bool = False, partly: bool = False
) -> CachedRead[Any]:
    """Read the teams of a place; `partly` tolerates unreadable items."""
    query = ListQuery(limit=limit, page=page) if page else ListQuery(limit=limit)
    listing = LISTINGS[place.kind]
    return CachedRead(
        listing.tolerant_listing if partly else listing, (place.id,), query, refresh=anew or is_refresh_requested()
    )


def read_all_team_roles(place: AccessPlace, first: Teams, *, anew: bool = False) -> TeamRoles:
    """Read all pages of a place's teams, within bounds."""
    pages = [first]
    while (onward := next_page_token(pages)) is not None:
        (answer,) = api().gather(team_roles_query(place, page=onward, anew=anew))
        if isinstance(answer, Problem):
            return merge_team_pages(pages, answer)
        pages.append(answer)
    return merge_team_pages(pages)


def next_page_token(pages: Sequence[Teams]) -> str | None:
    """Return the token of the next page, None if there is none or enough were read."""
    onward = pages[-1].value.next
    return None if onward is MISSING or len(pages) >= PAGES_OF_TEAMS else onward.page


def merge_team_pages(pages: Sequence[Teams], problem: Problem | None = None) -> TeamRoles:
    """Merge pages; `problem` is why there are no more."""
    items = [item for page in pages for item in page.value.items]
    return TeamRoles(
        {item.team.id: item.permission for item in items},
        {item.team.id: item.team.title or item.team.id for item in items},
        max(page.age for page in pages),
        more=pages[-1].value.next is not MISSING,
        problem=problem or next((page.problem for page in pages if page.problem), None),
    )


def team_members_read(
    organization_id: str, team_id: str, page: str | None = None, *, anew: bool = False
) -> CachedRead[Listing[TeamMemberItem]]:
    """Read one page of a team's members."""
    query = ListQuery(limit=LIMIT_MAX) if page is None else ListQuery(limit=LIMIT_MAX, page=page)
    listing = LIST_TEAM_MEMBERS if anew else LIST_TEAM_MEMBERS.tolerant_listing
    return CachedRead(listing, (organization_id, team_id), query, refresh=anew or is_refresh_requested())
