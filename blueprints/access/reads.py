"""Reads for the pages of one place: teams with a role in it and in its collection."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from pydantic import MISSING

from contract.organization.team_members import OrganizationMember, TeamMemberItem
from contract.schema.fields import value_or_none
from contract.schema.listing import NextPage
from masthead.client import Cached, NotFound, Problem
from masthead.i18n import N_, gettext, sort_key
from masthead.resources.team import MEMBERS_NOT_KNOWN
from masthead.store.directory.objects import DirectoryQuery, KnownObject
from masthead.store.errors import StoreError
from masthead.web.directory.places import COLLECTION, PARTS, AccessPlace, find_place
from masthead.web.frame.organization import or_raise, organization_read, set_organization
from masthead.web.frame.problems import unread_message
from masthead.web.people.place_roles import (
    LEAST,
    RANKS,
    AccessTeam,
    RoleSource,
    TeamRoles,
    Teams,
    read_all_team_roles,
    team_members_read,
    team_roles_query,
)
from masthead.web.person.portal import api, portal
from masthead.web.person.session import person

ROWS = 100
SIZE_READ = N_("%(size)s when last read")
MAX_TEAMS = 12
"""Teams whose members a page reads, highest roles first."""


class PlacePage(NamedTuple):
    """A place, and its collection if it is a space in a known one. `above` has the roles of teams in the collection."""

    place: AccessPlace
    collection: AccessPlace | None
    above: TeamRoles | Problem | None


class AccessTeamPage(NamedTuple):
    """One team in a place, and all teams that have a role there."""

    at: PlacePage
    team: AccessTeam
    held: TeamRoles

    @property
    def was(self) -> str | None:
        """The team's role; None if none is reported: it has none, or is a guest."""
        return self.held.roles.get(self.team.id)

    @property
    def role(self) -> str | MISSING:
        """The role as a form value: MISSING if none is reported."""
        return MISSING if self.was is None else self.was

    @property
    def above_role(self) -> str | MISSING:
        """The team's role in the collection; MISSING if none is reported."""
        above = self.at.above
        return above.roles.get(self.team.id, MISSING) if isinstance(above, TeamRoles) else MISSING

    @property
    def remembered(self) -> Cached[TeamRoles]:
        """The roles with their age, and the problem if they could not be read again."""
        return Cached(self.held, self.held.age, self.held.problem)


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
        """The rank of the highest role (lowest number). The API doesn't document which of several roles counts."""
        return min(each.rank for each in self.sources)

    @property
    def highest(self) -> RoleSource:
        """The highest role; a direct role comes before an equal one of the collection."""
        return min(self.sources, key=lambda each: (each.rank, each.above))

    @property
    def has_more_in_organization(self) -> bool:
        """True if the organization role allows more than each role from a team here."""
        own = value_or_none(self.organization_role)
        return own is not None and RANKS.get(own, LEAST) < self.rank


class PlacePeople(NamedTuple):
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


def find_requested_place(organization_id: str, places: str, place_id: str) -> AccessPlace:
    """The place in the URL. Raises NotFound if it isn't in this organization."""
    return find_place(organization_id, PARTS[places], place_id)


def read_page(
    organization_id: str, place: AccessPlace, page: str | None, *, anew: bool = False
) -> tuple[PlacePage, Teams]:
    """Read a page of the place's teams and those of its collection, and set the organization.

    With `anew`, as before a change, one unreadable team is an error; otherwise it is skipped.
    """
    above = _collection_of(organization_id, place)
    asked = [
        organization_read(organization_id),
        team_roles_query(place, limit=ROWS, page=page, anew=anew, partly=not anew),
    ]
    organization, teams, *rest = api().gather(*asked, *([team_roles_query(above)] if above else []))
    set_organization(organization)
    return PlacePage(place, above, _collection_roles(above, rest)), or_raise(teams)


def read_place(organization_id: str, place: AccessPlace, *, anew: bool = False) -> tuple[PlacePage, TeamRoles]:
    """Read all teams of a place and of its collection, and set the organization."""
    above = _collection_of(organization_id, place)
    asked = [organization_read(organization_id), team_roles_query(place, anew=anew)]
    organization, teams, *rest = api().gather(*asked, *([team_roles_query(above)] if above else []))
    set_organization(organization)
    held = read_all_team_roles(place, or_raise(teams), anew=anew)
    return PlacePage(place, above, _collection_roles(above, rest)), held


def read_team(organization_id: str, place: AccessPlace, team_id: str) -> AccessTeamPage:
    """Read one team's role in a place and in its collection, and set the organization.

    Bypasses the cache even to show a form, so that a later difference is a change made since then.
    """
    at, held = read_place(organization_id, place, anew=True)
    return AccessTeamPage(at, AccessTeam(team_id, _title(organization_id, at, held, team_id)), held)


def _collection_of(organization_id: str, place: AccessPlace) -> AccessPlace | None:
    try:
        return find_place(organization_id, COLLECTION, place.parent) if place.parent else None
    except NotFound:
        return None


def _collection_roles(place: AccessPlace | None, answers: list[Any]) -> TeamRoles | Problem | None:
    if place is None:
        return None
    return answers[0] if isinstance(answers[0], Problem) else read_all_team_roles(place, answers[0])


def _title(organization_id: str, at: PlacePage, held: TeamRoles, team_id: str) -> str:
    """The team's title from these responses or the directory; else its id."""
    above = at.above.titles if isinstance(at.above, TeamRoles) else {}
    return held.titles.get(team_id) or above.get(team_id) or find_team_title(organization_id, team_id)


def find_team_title(organization_id: str, team_id: str) -> str:
    """The team's title in this person's directory; else its id."""
    seen = _find_known_teams(organization_id, [team_id]).get(team_id)
    return (seen.title if seen else "") or team_id


def team_sizes(organization_id: str, ids: Collection[str]) -> dict[str, str]:
    """Numbers of members and spaces of each team by id, in words, as last read."""
    api().save_observations()  # so that the directory includes what this page has read
    seen = _find_known_teams(organization_id, ids)
    told = {each: known.subtitle for each, known in seen.items() if known.subtitle}
    return {each: gettext(SIZE_READ, size=told[each]) if each in told else gettext(MEMBERS_NOT_KNOWN) for each in ids}


def _find_known_teams(organization_id: str, ids: Collection[str]) -> dict[str, KnownObject]:
    sought = DirectoryQuery(organization_id, ("team",), ids=list(ids))
    try:
        return {each.id: each for each in portal().store.directory.find(person().owner, sought, limit=len(ids))}
    except StoreError:
        return {}


def read_place_people(organization_id: str, place: AccessPlace) -> PlacePeople:
    """Read the members of the place's teams and set the organization. Raises a Problem if nothing is known."""
    at, held = read_place(organization_id, place)
    by_team = _sources_by_team(at, held)
    # Sorting is stable: teams of the same rank stay sorted by title.
    by_title = sorted(by_team.values(), key=lambda sources: sort_key(sources[0].team.title))
    teams = sorted(by_title, key=lambda sources: min(each.rank for each in sources))
    asked, left = teams[:MAX_TEAMS], teams[MAX_TEAMS:]
    answers = api().gather(*(team_members_read(organization_id, sources[0].team.id) for sources in asked))
    found: dict[str, PlacePerson] = {}
    unread, cut, ages, problem = [], [], [held.age], held.problem
    for sources, answer in zip(asked, answers, strict=True):
        if isinstance(answer, Problem):
            unread.append((sources[0].team, unread_message(answer)))
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
