"""Roles that people lose with a team: places where their highest role is known to change."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from masthead.access import RANKS, TEAM
from masthead.i18n import format_number, gettext, join_and, ngettext
from masthead.resources.organization import Member
from masthead.web.directory.places import COLLECTION, AccessPlace, list_known_places
from masthead.web.people.place_roles import (
    GONE,
    READ,
    AccessTeam,
    PlaceRoles,
    PlaceRolesReader,
    RoleSource,
    add_collections,
)
from masthead.web.people.roles import role_label
from masthead.web.people.team_members import ReadTeam, read_teams

MAX_PLACES = 1000
"""Limit of places per page."""
MAX_TEAMS = 12
"""Limit of other teams to read, starting with those that have the most permissions."""
MAX_ROWS = 100
MAX_NAMES = 5
PeopleByTeams = Mapping[frozenset[str], Sequence[Member]]
"""People by the ids of their other teams, since thousands of people share few combinations."""


@dataclass(frozen=True, slots=True)
class LostRole:
    """A place where some people's role changes from `today` to `after`. None means no role."""

    place: AccessPlace
    today: RoleSource
    after: RoleSource | None
    people: Sequence[Member]

    @property
    def people_label(self) -> str:
        return _people_label(self.people)


class LostRoles(NamedTuple):
    """Lost roles. `more` is how many of them are not shown; `several` means that more than one person may lose them.

    `changed` is the number of affected places in words; `without` counts those where a person has no role left.
    `beside` names people whose organization role allows more than their remaining roles. `unread` is the number of
    unread places. `unread_teams` names unread teams that may give a person further roles. `age` is the age of the
    oldest response in seconds.
    """

    several: bool
    rows: Sequence[LostRole]
    more: int
    changed: str
    without: int
    beside: str
    places: int
    unread: int
    unread_teams: str
    age: float


def read_lost_roles(organization_id: str, team_id: str, people: Sequence[Member]) -> LostRoles:
    """Find the roles that people lose with the team, using the cache and a page's read budget."""
    places = list_known_places(organization_id)
    rows = _read_rows(organization_id, team_id, places[:MAX_PLACES])
    roles = [(each, each.effective_roles([team_id])[team_id]) for each in rows]
    known = [each for each, role in roles if role.certain]
    touched = [each for each, role in roles if role.source == TEAM]
    others, unread_teams = _read_other_teams(organization_id, team_id, touched)
    groups = _group_by_teams(people, others)
    lost = [each for row in touched for each in _list_lost_roles(row, team_id, groups)]
    return LostRoles(
        len(people) > 1,
        lost[:MAX_ROWS],
        len(lost[MAX_ROWS:]),
        *_count_places(lost),
        beside=_organization_roles(lost),
        places=len(places),
        unread=len(places) - len(known) - sum(each.state == GONE for each in rows),
        unread_teams=join_and(unread_teams),
        age=max((each.age for each in known), default=0.0),
    )


def _read_rows(organization_id: str, team_id: str, places: Sequence[AccessPlace]) -> Sequence[PlaceRoles]:
    """Read roles, starting with the places where the team is known to have one."""
    reader = PlaceRolesReader(organization_id)

    def turn(row: PlaceRoles) -> int:
        return 0 if team_id in row.roles else 2 if row.state == READ else 1

    reader.read([each.place for each in sorted(reader.known_rows(places), key=turn)])
    rows = reader.known_rows(places)
    return add_collections(rows, rows)


def _read_other_teams(
    organization_id: str, team_id: str, rows: Iterable[PlaceRoles]
) -> tuple[Sequence[ReadTeam], list[str]]:
    """Read the members of the other teams. Also returns the names of teams that were not read completely."""
    ranked: dict[str, AccessTeam] = {}
    for source in sorted((each for row in rows for each in row.sources), key=lambda each: each.rank):
        ranked.setdefault(source.team.id, source.team)
    ranked.pop(team_id, None)
    teams = list(ranked.values())
    read = read_teams(organization_id, teams[:MAX_TEAMS])
    unread = [each.title for each in teams[MAX_TEAMS:]]
    return read, unread + [each.title for each in read if not each.members.whole]


def _group_by_teams(people: Iterable[Member], others: Sequence[ReadTeam]) -> PeopleByTeams:
    found: dict[frozenset[str], list[Member]] = {}
    for person in people:
        teams = frozenset(team.id for team in others if team.members.find(person.id))
        found.setdefault(teams, []).append(person)
    return found


def _list_lost_roles(row: PlaceRoles, team_id: str, groups: PeopleByTeams) -> Iterator[LostRole]:
    """Yield the roles that people lose in a place. People with the same loss are grouped together."""
    sources = sorted(row.sources, key=lambda each: (each.rank, each.above))
    same: dict[tuple[RoleSource, RoleSource | None], list[Member]] = {}
    for teams, people in groups.items():
        after = next((each for each in sources if each.team.id in teams), None)
        today = next(each for each in sources if each.team.id == team_id or each is after)
        if after is None or (today.role, today.above) != (after.role, after.above):
            same.setdefault((today, after), []).extend(people)
    for (today, after), those in same.items():
        yield LostRole(row.place, today, after, those)


def _count_places(lost: Sequence[LostRole]) -> tuple[str, int]:
    changed = {each.place for each in lost}
    collections = sum(each.kind == COLLECTION for each in changed)
    spaces = len(changed) - collections
    words = [ngettext("%(n)s space", "%(n)s spaces", spaces)] if spaces else []
    words += [ngettext("%(n)s collection", "%(n)s collections", collections)] if collections else []
    return join_and(words), len({each.place for each in lost if each.after is None})


def _organization_roles(lost: Iterable[LostRole]) -> str:
    found: dict[str, dict[str, Member]] = {}
    for each in lost:
        left = RANKS[None] if each.after is None else each.after.rank
        for person in each.people:
            role = person.organization_role
            if isinstance(role, str) and RANKS.get(role, left) < left:
                found.setdefault(role, {})[person.id] = person
    return join_and([f"{role_label(role)} ({_people_label(list(those.values()))})" for role, those in found.items()])


def _people_label(people: Sequence[Member]) -> str:
    rest = len(people) - MAX_NAMES
    more = [gettext("%(rest)s more", rest=format_number(rest))] if rest > 0 else []
    return join_and([*(each.name for each in people[:MAX_NAMES]), *more])
