"""What people lose with a team: the spaces and collections where their highest role changes, as far as it is known."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from blueprints.teams.reads import TeamListPage, members_read
from changes import Member
from client import Problem
from contract.schema.fields import value_or_none
from contract.schema.listing import Next
from i18n import format_number, gettext, join_and
from store import StoreError
from web.pages.place_roles import GONE, RANKS, READ, PlaceRoles, Reader, RoleSource
from web.pages.places import COLLECTION, AccessPlace, places_in
from web.pages.roles import role_label
from web.pages.team_roles import AccessTeam
from web.person.portal import api

MAX_KNOWN = 5000
"""As many things of all sorts as the directory keeps of one person."""
MAX_PLACES = 1000
"""Places that a page looks at."""
MAX_TEAMS = 12
"""Other teams whose members a page reads; those that may do the most come first."""
MAX_ROWS = 100
MAX_NAMES = 5


@dataclass(frozen=True, slots=True)
class LostRole:
    """A place where the role of some people changes: `today` and `after`, which is None for no role."""

    place: AccessPlace
    today: RoleSource
    after: RoleSource | None
    people: Sequence[Member]

    @property
    def who(self) -> str:
        """Them by name."""
        return _names(self.people)


@dataclass(frozen=True, slots=True)
class LostRoles:
    """Those roles, `more` of them than are shown, and what isn't known.

    `beside` names the people whose role in the organization allows more than what is left somewhere, each role with
    them. `unread` is the number of places, and `unread_teams` are the names of teams that may leave somebody more roles
    than are listed. The oldest answer was read `age` seconds ago.
    """

    rows: Sequence[LostRole]
    more: int
    beside: str
    places: int
    unread: int
    unread_teams: str
    age: float

    @property
    def has_collection_roles(self) -> bool:
        """Whether a row shows a role that comes from the collection of a space."""
        return any(each.today.above or (each.after and each.after.above) for each in self.rows)


def read_lost_roles(team: TeamListPage, people: Sequence[Member]) -> LostRoles:
    """What these people lose once they aren't in the team: what is remembered, and as much as a page may read."""
    places = _known_places(team.organization)
    rows = _read_rows(team, places[:MAX_PLACES])
    known = [each for each in rows if each.knows_role_of(team.id)]
    touched = [each for each in known if team.id in each.roles or team.id in each.collection_roles]
    others, unread_teams = _read_members(team, touched)
    lost = [each for row in touched for each in _lost_in(row, team, people, others)]
    unread = len(places) - len(known) - sum(each.state == GONE for each in rows)
    age = max((each.age for each in known), default=0.0)
    beside, unread_names = _roles_beside(team, lost), join_and(unread_teams)
    return LostRoles(lost[:MAX_ROWS], len(lost[MAX_ROWS:]), beside, len(places), unread, unread_names, age)


def _known_places(organization_id: str) -> Sequence[AccessPlace]:
    try:
        return places_in(organization_id, MAX_KNOWN)
    except StoreError:
        return []


def _read_rows(team: TeamListPage, places: Sequence[AccessPlace]) -> Sequence[PlaceRoles]:
    """What is known of each place, with its collection; where the team has a role as far as is known is read first."""
    reader = Reader(team.organization)

    def turn(row: PlaceRoles) -> int:
        return 0 if team.id in row.roles else 2 if row.state == READ else 1

    reader.read([each.place for each in sorted(reader.known(places), key=turn)])
    rows = reader.known(places)
    above = {each.place.id: each for each in rows if each.place.kind == COLLECTION}
    return [replace(each, above=above.get(each.place.parent)) for each in rows]


def _read_members(team: TeamListPage, rows: Iterable[PlaceRoles]) -> tuple[Mapping[str, Collection[str]], list[str]]:
    """Who is in the other teams with a role in these places, by team; and the teams of which not all was read."""
    ranked: dict[str, RoleSource] = {}
    for source in sorted((each for row in rows for each in _sources(row)), key=lambda each: each.rank):
        ranked.setdefault(source.team.id, source)
    ranked.pop(team.id, None)
    sources = list(ranked.values())
    answers = api().gather(*(members_read(team.organization, each.team.id) for each in sources[:MAX_TEAMS]))
    found, unread = {}, [each.team.title for each in sources[MAX_TEAMS:]]
    for source, answer in zip(sources, answers, strict=False):
        if isinstance(answer, Problem):
            unread.append(source.team.title)
            continue
        found[source.team.id] = {each.organization.id for each in answer.value.items}
        if isinstance(answer.value.next, Next) or answer.value.unread:
            unread.append(source.team.title)
    return found, unread


def _sources(row: PlaceRoles) -> Iterator[RoleSource]:
    for above, at in ((False, row), (True, row.above)):
        if at is not None:
            for team, role in at.roles.items():
                yield RoleSource(AccessTeam(team, at.titles[team]), role, above)


def _lost_in(
    row: PlaceRoles, team: TeamListPage, people: Sequence[Member], others: Mapping[str, Collection[str]]
) -> Iterator[LostRole]:
    """What they lose in one place, those with the same loss together."""
    sources = sorted(_sources(row), key=lambda each: (each.rank, each.above))
    same: dict[tuple[RoleSource, RoleSource | None], list[Member]] = {}
    for person in people:
        after = next((each for each in sources if person.id in others.get(each.team.id, ())), None)
        today = next(each for each in sources if each.team.id == team.id or each is after)
        if after is None or (today.role, today.above) != (after.role, after.above):
            same.setdefault((today, after), []).append(person)
    for (today, after), those in same.items():
        yield LostRole(row.place, today, after, those)


def _roles_beside(team: TeamListPage, lost: Iterable[LostRole]) -> str:
    own = {each.organization.id: value_or_none(each.organization.role) for each in team.items}
    found: dict[str, dict[str, Member]] = {}
    for each in lost:
        left = RANKS[None] if each.after is None else each.after.rank
        for person in each.people:
            role = own.get(person.id)
            if role is not None and RANKS.get(role, left) < left:
                found.setdefault(role, {})[person.id] = person
    return join_and([f"{role_label(role)} ({_names(list(those.values()))})" for role, those in found.items()])


def _names(people: Sequence[Member]) -> str:
    """A few by name, and how many there are besides."""
    rest = len(people) - MAX_NAMES
    more = [gettext("%(rest)s more", rest=format_number(rest))] if rest > 0 else []
    return join_and([*(each.name for each in people[:MAX_NAMES]), *more])
