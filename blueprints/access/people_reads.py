"""The people behind the teams that have a role in a place, and through which team each of them has which role."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pydantic import MISSING

from blueprints.access.reads import PlacePage, read_place
from contract.organization.team_members import OrganizationMember, TeamMemberItem
from contract.schema.fields import value_or_none
from contract.schema.listing import Next
from i18n import sort_key
from masthead.client import Cached, Problem
from masthead.web.pages.place_roles import LEAST, RANKS, RoleSource
from masthead.web.pages.places import AccessPlace
from masthead.web.pages.problems import why_unread
from masthead.web.pages.team_members import members_read
from masthead.web.pages.team_roles import AccessTeam, TeamRoles
from masthead.web.person.portal import api

MAX_TEAMS = 12
"""Teams whose members a page reads; those that may do the most come first."""


@dataclass(frozen=True, slots=True)
class PlacePerson:
    """Somebody in one or more of the teams. `organization_role` is MISSING where the API doesn't report it."""

    id: str
    name: str
    email: str
    organization_role: str | MISSING | None
    disabled: bool
    sources: list[RoleSource] = field(default_factory=list)

    @property
    def rank(self) -> int:
        """That of the role that allows the most: the API doesn't document which of several counts."""
        return min(each.rank for each in self.sources)

    @property
    def highest(self) -> RoleSource:
        """The role that allows the most, out of the place itself where it is there as well."""
        return min(self.sources, key=lambda each: (each.rank, each.above))

    @property
    def has_more_in_organization(self) -> bool:
        """Whether their role in the organization allows more than any that a team gives them here."""
        own = value_or_none(self.organization_role)
        return own is not None and RANKS.get(own, LEAST) < self.rank


@dataclass(frozen=True, slots=True)
class PlacePeople:
    """Those people, who may do the most first.

    `unread` are the teams whose members could not be read, each with why; `left` are those that nobody asked about
    since there are too many, and `cut` those that have more members than were read. `remembered` tells how old it is.
    """

    at: PlacePage
    people: Sequence[PlacePerson]
    teams: int
    unread: Sequence[tuple[AccessTeam, str]]
    left: Sequence[AccessTeam]
    cut: Sequence[AccessTeam]
    remembered: Cached[TeamRoles]


def read_place_people(organization_id: str, place: AccessPlace) -> PlacePeople:
    """Arrive in the organization, and read the members of the teams. Raises the Problem where nothing is known."""
    at, held = read_place(organization_id, place)
    by_team = _sources_by_team(at, held)
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
        if isinstance(answer.value.next, Next) or answer.value.unread:
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
