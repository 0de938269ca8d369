"""Reads the people who have a role in a place, and the teams through which they have it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pydantic import MISSING

from blueprints.access.reads import PlacePage, read_place
from contract.organization.team_members import OrganizationMember, TeamMemberItem
from contract.schema.fields import value_or_none
from contract.schema.listing import NextPage
from i18n import sort_key
from masthead.client import Cached, Problem
from masthead.web.directory.places import AccessPlace
from masthead.web.frame.problems import why_unread
from masthead.web.people.place_roles import LEAST, RANKS, RoleSource
from masthead.web.people.team_members import members_read
from masthead.web.people.team_roles import AccessTeam, TeamRoles
from masthead.web.person.portal import api

MAX_TEAMS = 12
"""Teams whose members a page reads, highest roles first."""


@dataclass(frozen=True, slots=True)
class PlacePerson:
    """A member of one or more of the teams. `organization_role` is MISSING if the API doesn't report it."""

    id: str
    name: str
    email: str
    organization_role: str | MISSING | None
    disabled: bool
    sources: list[RoleSource] = field(default_factory=list)

    @property
    def rank(self) -> int:
        """The rank of their highest role (lowest number). The API doesn't document which of several counts."""
        return min(each.rank for each in self.sources)

    @property
    def highest(self) -> RoleSource:
        """Their highest role; of equal ones, the direct role before the collection's."""
        return min(self.sources, key=lambda each: (each.rank, each.above))

    @property
    def has_more_in_organization(self) -> bool:
        """True if the organization role allows more than each role from a team here."""
        own = value_or_none(self.organization_role)
        return own is not None and RANKS.get(own, LEAST) < self.rank


@dataclass(frozen=True, slots=True)
class PlacePeople:
    """People with a role in a place, highest roles first.

    `unread` has teams whose members could not be read, with reasons. `left` has teams beyond MAX_TEAMS, whose members
    were not requested; `cut` has teams with more members than were read. `remembered` has the age of the oldest part.
    """

    at: PlacePage
    people: Sequence[PlacePerson]
    teams: int
    unread: Sequence[tuple[AccessTeam, str]]
    left: Sequence[AccessTeam]
    cut: Sequence[AccessTeam]
    remembered: Cached[TeamRoles]


def read_place_people(organization_id: str, place: AccessPlace) -> PlacePeople:
    """Read the members of the place's teams and set the organization. Raises a Problem if nothing is known."""
    at, held = read_place(organization_id, place)
    by_team = _sources_by_team(at, held)
    # Sorting is stable: teams of the same rank stay sorted by title.
    by_title = sorted(by_team.values(), key=lambda sources: sort_key(sources[0].team.title))
    teams = sorted(by_title, key=lambda sources: min(each.rank for each in sources))
    asked, left = teams[:MAX_TEAMS], teams[MAX_TEAMS:]
    answers = api().gather(*(members_read(organization_id, sources[0].team.id) for sources in asked))
    found: dict[str, PlacePerson] = {}
    unread, cut, ages, problem = [], [], [held.age], held.problem
    for sources, answer in zip(asked, answers, strict=True):
        if isinstance(answer, Problem):
            unread.append((sources[0].team, why_unread(answer)))
            continue
        ages.append(answer.age)
        problem = problem or answer.problem
        if isinstance(answer.value.next, NextPage) or answer.value.unread:
            cut.append(sources[0].team)
        for item in answer.value.items:
            found.setdefault(item.organization.id, _person(item)).sources.extend(sources)
    people = sorted(found.values(), key=lambda each: (each.rank, sort_key(each.name), each.id))
    remembered = Cached(held, max(ages), problem)
    return PlacePeople(at, people, len(teams), unread, [each[0].team for each in left], cut, remembered)


def _sources_by_team(at: PlacePage, held: TeamRoles) -> Mapping[str, list[RoleSource]]:
    found: dict[str, list[RoleSource]] = {}
    for roles, above in ((held, False), (at.above, True)):
        if isinstance(roles, TeamRoles):
            for team, role in roles.roles.items():
                found.setdefault(team, []).append(RoleSource(AccessTeam(team, roles.titles[team]), role, above))
    return found


def _person(item: TeamMemberItem) -> PlacePerson:
    member: OrganizationMember = item.organization
    user = value_or_none(member.user)
    email = (value_or_none(user.email) if user is not None else None) or ""
    name = (user.displayName.strip() if user is not None else "") or email or member.id
    return PlacePerson(member.id, name, email, member.role, value_or_none(member.disabled) is True)
