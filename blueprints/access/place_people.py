"""Pages and a CSV export of the people who have a role in a space or collection through teams."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from flask import Blueprint, request, url_for
from pydantic import MISSING
from werkzeug.wrappers import Response

from blueprints.access.filters import AT_LEAST
from blueprints.access.reads import PlacePage, find_requested_place, read_place
from contract.organization.team_members import OrganizationMember, TeamMemberItem
from contract.schema.endpoint import NextPage
from contract.schema.fields import value_or_none
from masthead.access import LEAST, RANKS
from masthead.client import Cached, Problem
from masthead.i18n import gettext, has_words, sort_key
from masthead.web.directory.entries import download_name, get_search_text
from masthead.web.directory.places import COLLECTION, WORDS, AccessPlace, access_url
from masthead.web.frame.pages import page
from masthead.web.frame.problems import unread_message
from masthead.web.http.paths import get_page_number
from masthead.web.http.spreadsheets import csv_response
from masthead.web.people.place_roles import (
    AccessTeam,
    RoleSource,
    TeamRoles,
    team_members_read,
)
from masthead.web.people.roles import role_label
from masthead.web.person.guards import signed_in
from masthead.web.person.portal import api

MAX_TEAMS = 12
"""The most teams whose members a page reads, highest roles first."""


@dataclass(frozen=True, slots=True)
class PlacePerson:
    """A member of teams with a role in the place. `organization_role` is MISSING if the API doesn't report it."""

    id: str
    name: str
    email: str
    organization_role: str | MISSING | None
    disabled: bool
    sources: list[RoleSource] = field(default_factory=list)

    @property
    def rank(self) -> int:
        """The rank of the highest role: the lowest number. The API doesn't document which of several roles applies."""
        return min(each.rank for each in self.sources)

    @property
    def highest_role(self) -> RoleSource:
        """The highest role. A direct role takes precedence over an equal one from the collection."""
        return min(self.sources, key=lambda each: (each.rank, each.above))

    @property
    def has_more_in_organization(self) -> bool:
        """True if the organization role outranks every role that the person has here through teams."""
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
        if isinstance(answer.value.next, NextPage) or answer.value.unreadable_items:
            cut.append(sources[0].team)
        for item in answer.value.items:
            found.setdefault(item.organization.id, _build_person(item)).sources.extend(sources)
    people = sorted(found.values(), key=lambda each: (each.rank, sort_key(each.name), each.id))
    remembered = Cached(held, max(ages), problem)
    return PlacePeople(at, people, len(teams), unread, [each[0].team for each in left], cut, remembered)


def read_team_people(organization_id: str, sources: Sequence[RoleSource]) -> Mapping[str, list[PlacePerson]]:
    """Read the members of up to MAX_TEAMS teams, by team id. Leaves out teams whose members can't be read."""
    asked = sources[:MAX_TEAMS]
    answers = api().gather(*(team_members_read(organization_id, each.team.id) for each in asked))
    return {
        source.team.id: sorted(
            (_build_person(item, source) for item in answer.value.items), key=lambda each: sort_key(each.name)
        )
        for source, answer in zip(asked, answers, strict=True)
        if not isinstance(answer, Problem)
    }


def _sources_by_team(at: PlacePage, held: TeamRoles) -> Mapping[str, list[RoleSource]]:
    found: dict[str, list[RoleSource]] = {}
    for roles, above in ((held, False), (at.above, True)):
        if isinstance(roles, TeamRoles):
            for team, role in roles.roles.items():
                found.setdefault(team, []).append(RoleSource(AccessTeam(team, roles.titles[team]), role, above))
    return found


def _build_person(item: TeamMemberItem, *sources: RoleSource) -> PlacePerson:
    member: OrganizationMember = item.organization
    user = value_or_none(member.user)
    email = (value_or_none(user.email) if user is not None else None) or ""
    name = (user.displayName.strip() if user is not None else "") or email or member.id
    return PlacePerson(member.id, name, email, member.role, value_or_none(member.disabled) is True, [*sources])


blueprint = Blueprint(
    "place_people", __name__, url_prefix="/orgs/<organization_id>/<any(spaces, collections):places>/<place_id>/people"
)
ROWS = 100
COLUMNS = ("person", "email", "id", "role", "through", "organizationRole", "note")


@dataclass(frozen=True, slots=True)
class PeopleFilters:
    q: str
    role: str

    @classmethod
    def from_request(cls, values: Mapping[str, str]) -> "PeopleFilters":
        role = values.get("role", "")
        return cls(get_search_text(), role if role in AT_LEAST else "")

    @property
    def active_filters(self) -> dict[str, str]:
        return {name: value for name in self.__slots__ if (value := getattr(self, name))}

    def matches(self, each: PlacePerson) -> bool:
        return self.matches_role(each.rank) and self.matches_words(each)

    def matches_role(self, rank: int) -> bool:
        return not self.role or rank <= RANKS[AT_LEAST[self.role]]

    def matches_words(self, *people: PlacePerson, title: str = "") -> bool:
        """True if the search words occur in `title`, or in the name, address or id of one of the people."""
        return has_words(self.q, title) or any(has_words(self.q, each.name, each.email, each.id) for each in people)


def role_choices() -> Mapping[str, str]:
    """Return the values of the role filter with their labels."""
    return {value: gettext("%(role)s or above", role=role_label(role)) for value, role in AT_LEAST.items()}


@blueprint.get("")
@signed_in
def show(organization_id: str, places: str, place_id: str) -> Response:
    """Show the members of the teams with their roles and the teams that give them, highest roles first."""
    place = find_requested_place(organization_id, places, place_id)
    found, filters, number = (
        read_place_people(organization_id, place),
        PeopleFilters.from_request(request.args),
        get_page_number(),
    )
    rows = [each for each in found.people if filters.matches(each)]
    start, above = (number - 1) * ROWS, found.at.collection
    return page(
        "place_people/show.html",
        fragment="rows",
        place=place,
        places=WORDS[place.kind],
        collection=above,
        collection_at=access_url(organization_id, COLLECTION, above.id) if above else "",
        found=found,
        filters=filters,
        matching=len(rows),
        rows=rows[start : start + ROWS],
        number=number,
        more=len(rows) > start + ROWS,
        at_least=role_choices(),
        role_label=role_label,
        max_teams=MAX_TEAMS,
        above_unread=unread_message(found.at.above) if isinstance(found.at.above, Problem) else "",
        more_teams=any(isinstance(each, TeamRoles) and each.more for each in (found.remembered.value, found.at.above)),
        here=url_for(".show", organization_id=organization_id, places=places, place_id=place_id),
        teams_at=access_url(organization_id, place.kind, place.id),
    )


@blueprint.get("/export.csv")
@signed_in
def export(organization_id: str, places: str, place_id: str) -> Response:
    """Download the people who match the filters as CSV. Teams whose members were not read have rows of their own."""
    place = find_requested_place(organization_id, places, place_id)
    found, filters = read_place_people(organization_id, place), PeopleFilters.from_request(request.args)
    return csv_response(_csv_rows(found, filters), download_name(f"people-{place_id}", organization_id))


def _csv_rows(found: PlacePeople, filters: PeopleFilters) -> Iterator[tuple[str, ...]]:
    yield COLUMNS
    for each in filter(filters.matches, found.people):
        role, own = each.highest_role, value_or_none(each.organization_role)
        label = gettext("%(role)s in collection", role=role.label) if role.above else role.label
        through = "; ".join(map(_source_label, sorted(each.sources, key=lambda source: source.rank)))
        note = gettext("disabled") if each.disabled else ""
        yield (each.name, each.email, each.id, label, through, role_label(own) if own else "", note)
    for team, why in found.unread:
        yield ("", "", "", "", team.title, "", why)
    for team in (*found.left, *found.cut):
        yield ("", "", "", "", team.title, "", gettext("not all members read"))


def _source_label(source: RoleSource) -> str:
    if source.above:
        return gettext("%(role)s in the collection through %(team)s", role=source.label, team=source.team.title)
    return gettext("%(role)s through %(team)s", role=source.label, team=source.team.title)
