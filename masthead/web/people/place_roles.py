"""Team roles by place: cached roles, and as many fresh reads as a page has time for."""

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from pydantic import MISSING

from contract.organization.team_permissions import TeamPermissionItem
from contract.schema.endpoint import LIMIT_MAX, Listing, ListQuery
from masthead.access import LEAST, RANKS, EffectiveRole, PlaceLevel, find_team_role
from masthead.client import Cached, CachedRead, Forbidden, NotFound, Problem, TokenRefused, TooMany
from masthead.web.directory.places import COLLECTION, SPACE, AccessPlace
from masthead.web.frame.organization import (
    AT_ONCE,
    MOST_CALLS,
    MOST_SECONDS,
    is_refresh_requested,
    organization_read,
    set_organization,
)
from masthead.web.frame.problems import unread_message
from masthead.web.people.roles import role_label
from masthead.web.person.portal import api
from masthead.writes.roles import IN_COLLECTION, IN_SPACE

PAGES_OF_TEAMS = 5
HOLDINGS = {SPACE: IN_SPACE, COLLECTION: IN_COLLECTION}
Teams = Cached[Listing[TeamPermissionItem]]


class AccessTeam(NamedTuple):
    id: str
    title: str


def team_roles_query(
    place: AccessPlace, *, limit: int = LIMIT_MAX, page: str | None = None, anew: bool = False, partly: bool = False
) -> CachedRead[Any]:
    """Build the read of a place's teams. `partly` tolerates unreadable items."""
    query = ListQuery(limit=limit, page=page) if page else ListQuery(limit=limit)
    listing = HOLDINGS[place.kind].listing
    return CachedRead(
        listing.tolerant_listing if partly else listing, (place.id,), query, refresh=anew or is_refresh_requested()
    )


READ, UNREAD, REFUSED, GONE, FAILED = "read", "unread", "refused", "gone", "failed"


class RoleSource(NamedTuple):
    """A team's effective role in a place. With `above`, it comes from the collection that contains the place."""

    team: AccessTeam
    role: str
    above: bool = False

    @property
    def rank(self) -> int:
        """Count the roles that allow more than this one."""
        return RANKS.get(self.role, LEAST)

    @property
    def label(self) -> str:
        return role_label(self.role)


@dataclass(frozen=True, slots=True)
class PlaceRoles:
    """The known roles in a place, by team id. `problem` is the reason why they, or some of them, are unknown or old.

    `more` means that an unlisted team may have a role. `above` contains the roles in a space's collection, if known.
    """

    place: AccessPlace
    state: str = UNREAD
    roles: Mapping[str, str] = field(default_factory=dict)
    titles: Mapping[str, str] = field(default_factory=dict)
    problem: Problem | None = None
    age: float = 0.0
    more: bool = False
    above: "PlaceRoles | None" = None

    @property
    def why(self) -> str:
        return unread_message(self.problem) if self.problem else ""

    @property
    def levels(self) -> list[PlaceLevel]:
        """The roles here, then those in the collection, which are unknown if it wasn't read."""
        here = PlaceLevel(self.place.kind, self.place.id, self.roles, self.more or self.state != READ)
        if self.above is not None:
            return [here, *self.above.levels]
        return [here, *([PlaceLevel(COLLECTION, self.place.parent, {}, more=True)] if self.place.parent else [])]

    @property
    def sources(self) -> list[RoleSource]:
        """The teams that are known to have a role here, by themselves or by the collection."""
        titles = {**self.titles, **(self.above.titles if self.above else {})}
        return [
            RoleSource(AccessTeam(team, titles[team]), found.role, found.place_id != self.place.id)
            for team, found in self.effective_roles(titles).items()
            if isinstance(found.role, str)
        ]

    def effective_roles(self, teams: Iterable[str]) -> dict[str, EffectiveRole]:
        """Return what each team may do here; MISSING is the role of a team for which that isn't known."""
        levels = self.levels
        return {team: find_team_role(team, levels, None) for team in teams}

    @property
    def remembered(self) -> "Cached[PlaceRoles]":
        """The roles with their age, and the problem if not all could be read now."""
        return Cached(self, self.age, self.problem)

    def is_role_known(self, team_id: str) -> bool:
        """Return whether the team's role here is known."""
        return self.state == READ and (team_id in self.roles or not self.more)


def add_collections(rows: Iterable[PlaceRoles], collections: Iterable[PlaceRoles]) -> list[PlaceRoles]:
    """Return the rows with the roles in their collections, as far as these are among `collections`."""
    above = {each.place.id: each for each in collections}
    return [replace(each, above=above.get(each.place.parent)) for each in rows]


def read_all_team_roles(place: AccessPlace, first: Teams, *, anew: bool = False) -> PlaceRoles:
    """Read all pages of a place's teams, up to a limit."""
    pages = [first]
    while (onward := next_page_token(pages)) is not None:
        (answer,) = api().gather(team_roles_query(place, page=onward, anew=anew))
        if isinstance(answer, Problem):
            return _merge_pages(place, pages, answer)
        pages.append(answer)
    return _merge_pages(place, pages)


def next_page_token(pages: Sequence[Teams]) -> str | None:
    """Return the token of the next page. None for the first, if there isn't one, or if enough pages were read."""
    onward = pages[-1].value.next if pages else MISSING
    return None if onward is MISSING or len(pages) >= PAGES_OF_TEAMS else onward.page


def _merge_pages(place: AccessPlace, pages: Sequence[Teams], problem: Problem | None = None) -> PlaceRoles:
    """Merge pages. `problem` is the reason why there are no further pages."""
    items = [item for page in pages for item in page.value.items]
    return PlaceRoles(
        place,
        READ,
        {item.team.id: item.permission for item in items},
        {item.team.id: item.team.title or item.team.id for item in items},
        problem or next((page.problem for page in pages if page.problem), None),
        max(page.age for page in pages),
        more=pages[-1].value.next is not MISSING,
    )


def build_unread_roles(place: AccessPlace, problem: Problem) -> PlaceRoles:
    """Build the roles in a place whose teams can't be read."""
    state = REFUSED if isinstance(problem, Forbidden) else GONE if isinstance(problem, NotFound) else FAILED
    return PlaceRoles(place, state, problem=problem)


class PlaceRolesReader:
    """Reads roles within a budget of calls and seconds. `stopped` is the reason for stopping early.

    The first reads are sent together with the read of the organization. Anything read before `since` (in milliseconds
    since the Unix epoch) is read again.
    """

    def __init__(self, organization_id: str, since: int = 0) -> None:
        self._organization = organization_id
        self._arrived = False
        self._until = time.monotonic() + MOST_SECONDS
        self._left = MOST_CALLS
        self._rows: dict[str, PlaceRoles] = {}
        self._fresh: set[str] = set()
        self._begun: dict[AccessPlace, list[Teams]] = {}
        self._since = since
        self.stopped = ""

    def known_rows(self, places: Sequence[AccessPlace]) -> list[PlaceRoles]:
        """Return the cached roles for these places."""
        new = [each for each in places if each.key not in self._rows]
        for place, last in zip(new, api().get_last_responses([team_roles_query(each) for each in new]), strict=True):
            self._rows[place.key] = self._read_cached(place, last)
        return [self._rows[place.key] for place in places]

    def read(self, places: Sequence[AccessPlace]) -> int:
        """Read stale places in order until the budget is spent. Returns how many places at the start are read."""
        self.known_rows(places)
        missing = [each for each in places if each.key not in self._fresh]
        while missing and not self._is_budget_spent:
            self._read_places(missing[:AT_ONCE])
            del missing[:AT_ONCE]
        if not self._arrived:
            self._send([])
        return next((number for number, each in enumerate(places) if each.key not in self._fresh), len(places))

    def _read_cached(self, place: AccessPlace, last: tuple[Teams, bool] | None) -> PlaceRoles:
        """Read a place from the cache; `last` is its first page. It is fresh only if all its pages are."""
        pages: list[Teams] = []
        fresh = True
        while last is not None:
            answer, is_fresh = last
            fresh = fresh and is_fresh and (time.time() - answer.age) * 1000 >= self._since
            pages.append(answer)
            onward = next_page_token(pages)
            last = api().get_last_response(team_roles_query(place, page=onward)) if onward else None
        if pages and fresh and next_page_token(pages) is None:
            self._fresh.add(place.key)
        elif pages and fresh:
            self._begun[place] = pages
        return _merge_pages(place, pages) if pages else PlaceRoles(place)

    def _read_places(self, places: Sequence[AccessPlace]) -> None:
        """Read several places at once: the first page of each, and as many further ones as the budget allows."""
        pages = {place: self._begun.pop(place, []) for place in places}
        ended: dict[AccessPlace, Problem] = {}
        asked = list(places)
        while asked:
            anew = bool(self._since)
            reads = [team_roles_query(each, page=next_page_token(pages[each]), anew=anew) for each in asked]
            for place, answer in zip(asked, self._send(reads), strict=True):
                if isinstance(answer, Problem):
                    ended[place] = answer
                else:
                    pages[place].append(answer)
                self._stop_if_overloaded(answer if isinstance(answer, Problem) else answer.problem)
            onward = [each for each in asked if each not in ended and next_page_token(pages[each])]
            asked = [] if self._is_budget_spent else onward
        for place, read in pages.items():
            self._fresh.add(place.key)
            self._rows[place.key] = (
                _merge_pages(place, read, ended.get(place)) if read else build_unread_roles(place, ended[place])
            )

    def _send(self, reads: Sequence[CachedRead[Any]]) -> Sequence[Any]:
        self._left -= len(reads)
        # The organization comes together with the first roles, to wait once for both.
        first: list[CachedRead[Any]] = [] if self._arrived else [organization_read(self._organization)]
        answers = api().gather(*first, *reads)
        if first:
            set_organization(answers[0])
            self._arrived = True
        return answers[len(first) :]

    @property
    def _is_budget_spent(self) -> bool:
        return bool(self.stopped) or self._left <= 0 or time.monotonic() > self._until

    def _stop_if_overloaded(self, problem: Problem | None) -> None:
        """Stop if the API is down or asks to slow down, but not because of a single place's problem."""
        if isinstance(problem, TokenRefused):
            raise problem
        if problem is not None and (isinstance(problem, TooMany) or api().trouble is not None):
            self.stopped = unread_message(problem)
