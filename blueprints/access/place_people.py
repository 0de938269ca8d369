"""Pages and a CSV export of the people who have a role in a space or collection through teams."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from flask import Blueprint, g, request, url_for
from pydantic import MISSING
from werkzeug.wrappers import Response

from blueprints.access.filters import AT_LEAST, role_choices
from blueprints.access.reads import find_requested_place, read_place
from contract.schema.fields import value_or_none
from masthead.access import (
    ADMIN,
    ADMINISTRATOR,
    DIRECT,
    RANKS,
    EffectiveRole,
    PlaceLevel,
    find_person_role,
)
from masthead.client import Cached
from masthead.i18n import N_, gettext, has_words, sort_key
from masthead.resources.organization import Member
from masthead.web.directory.entries import download_name, find_object_titles, get_search_text
from masthead.web.directory.places import WORDS, AccessPlace
from masthead.web.frame.organization import has_permission
from masthead.web.frame.pages import page
from masthead.web.http.paths import get_page_number
from masthead.web.http.spreadsheets import csv_response
from masthead.web.people.organization_members import list_team_ids
from masthead.web.people.place_roles import READ, AccessTeam, PlaceRoles, RoleSource
from masthead.web.people.roles import general_role_source, role_label
from masthead.web.people.team_members import ReadTeam, organization_role_label, read_teams
from masthead.web.person.guards import signed_in

MAX_TEAMS = 12
"""The most teams whose members a page reads, highest roles first."""
UNLISTED = N_("Administrators who are in no team that Masthead has read aren't listed.")


class PlacePerson(NamedTuple):
    """A person with a role in the place: the effective one, and those that teams give, highest first."""

    member: Member
    role: EffectiveRole
    sources: Sequence[RoleSource]

    @property
    def role_label(self) -> str:
        """Return the label of the effective role, which may be too low if a team wasn't read."""
        label = role_label(self.role.role)
        return label if self.role.certain else gettext("%(role)s or above", role=label)

    @property
    def has_more_in_organization(self) -> bool:
        """True if the organization role outranks every role that the person has here through teams."""
        return self.role.source in {DIRECT, ADMINISTRATOR}

    @property
    def general_source(self) -> str:
        """Say where the role comes from if not from a team; else empty."""
        return general_role_source(self.role.source)


class PlacePeople(NamedTuple):
    """People with a role in a place, highest roles first.

    `unread` has teams whose members could not be read. `left` has teams beyond MAX_TEAMS, whose members
    were not requested; `cut` has teams with more members than were read. `remembered` has the age of the oldest part.
    """

    people: Sequence[PlacePerson]
    teams: int
    unread: Sequence[ReadTeam]
    left: Sequence[AccessTeam]
    cut: Sequence[ReadTeam]
    remembered: Cached[PlaceRoles]


def read_place_people(organization_id: str, place: AccessPlace) -> PlacePeople:
    """Read the members of the place's teams and set the organization. Raises a Problem if nothing is known.

    As far as MAX_TEAMS allows, other known teams follow: their members may have a role in the organization.
    """
    held = read_place(organization_id, place)
    sources = sorted(held.sources, key=lambda each: (each.rank, sort_key(each.team.title)))
    teams = [each.team for each in sources]
    others = [each for each in list_team_ids(organization_id, ()) if each not in {team.id for team in teams}]
    asked = [*teams, *map(AccessTeam, others, find_object_titles("team", organization_id, others))][:MAX_TEAMS]
    read = read_teams(organization_id, asked)
    found: dict[str, tuple[Member, set[str]]] = {}
    for team in read:
        for member in team.members:
            found.setdefault(member.id, (member, set()))[1].add(team.id)
    left = teams[MAX_TEAMS:]
    maybe = {each.id for each in left} | {each.id for each in read if not each.members.whole}
    people = [
        _build_person(member, held.levels, [each for each in sources if each.team.id in member_of], maybe - member_of)
        for member, member_of in found.values()
    ]
    known = [each for each in people if each.role.role not in {None, MISSING}]
    known.sort(key=lambda each: (each.role.rank, sort_key(each.member.name), each.member.id))
    unread, cut = [each for each in read if not each.is_read], [each for each in read if each.is_cut]
    age = max([held.age, *(each.age for each in read)])
    problem = held.problem or next((each.problem for each in read if each.is_read and each.problem), None)
    return PlacePeople(known, len(teams), unread, left, cut, Cached(held, age, problem))


def read_team_people(organization_id: str, sources: Sequence[RoleSource]) -> Mapping[str, list[PlacePerson]]:
    """Read the members of up to MAX_TEAMS teams, by team id. Leaves out teams whose members can't be read."""
    asked = sources[:MAX_TEAMS]
    levels = [PlaceLevel("", "", {each.team.id: each.role for each in asked})]
    return {
        team.id: sorted(
            (_build_person(member, levels, [source]) for member in team.members),
            key=lambda each: sort_key(each.member.name),
        )
        for source, team in zip(asked, read_teams(organization_id, [each.team for each in asked]), strict=True)
        if team.is_read
    }


def _build_person(
    member: Member, levels: Sequence[PlaceLevel], sources: Sequence[RoleSource], maybe: Iterable[str] = ()
) -> PlacePerson:
    teams, default = [each.team.id for each in sources], g.organization.defaultRole
    role = find_person_role(teams, levels, own=member.organization_role, default=default, unread=maybe)
    return PlacePerson(member, role, sources)


blueprint = Blueprint(
    "place_people", __name__, url_prefix="/orgs/<organization_id>/<any(spaces, collections):places>/<place_id>/people"
)
ROWS = 100
COLUMNS = ("person", "email", "id", "role", "through", "place", "organizationRole", "note")


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
        return self.matches_role(each.role.rank) and self.matches_words(each)

    def matches_role(self, rank: int) -> bool:
        return not self.role or rank <= RANKS[AT_LEAST[self.role]]

    def matches_words(self, *people: PlacePerson, title: str = "") -> bool:
        """True if the search words occur in `title`, or in the name, address or id of one of the people."""
        members = [each.member for each in people]
        return has_words(self.q, title) or any(has_words(self.q, each.name, each.email, each.id) for each in members)


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
    start, held = (number - 1) * ROWS, found.remembered.value
    above = held.above
    return page(
        "place_people/show.html",
        fragment="rows",
        place=place,
        places=WORDS[place.kind],
        collection=above.place if above else None,
        collection_at=above.place.access_url(organization_id) if above else "",
        found=found,
        filters=filters,
        matching=len(rows),
        rows=rows[start : start + ROWS],
        number=number,
        more=len(rows) > start + ROWS,
        at_least=role_choices(),
        organization_role_label=organization_role_label,
        administers=has_permission(ADMIN),
        unlisted=gettext(UNLISTED),
        max_teams=MAX_TEAMS,
        above_unread=above.why if above and above.state != READ else "",
        more_teams=held.more or (above is not None and above.more),
        here=url_for(".show", organization_id=organization_id, places=places, place_id=place_id),
        teams_at=place.access_url(organization_id),
    )


@blueprint.get("/export.csv")
@signed_in
def export(organization_id: str, places: str, place_id: str) -> Response:
    """Download the people who match the filters as CSV. The last rows name who is missing."""
    place = find_requested_place(organization_id, places, place_id)
    found, filters = read_place_people(organization_id, place), PeopleFilters.from_request(request.args)
    return csv_response(_csv_rows(found, filters), download_name(f"people-{place_id}", organization_id))


def _csv_rows(found: PlacePeople, filters: PeopleFilters) -> Iterator[tuple[str, ...]]:
    yield COLUMNS
    titles = {each.team.id: each.team.title for person in found.people for each in person.sources}
    held = found.remembered.value
    places = {each.place.id: each.place.called for each in (held, held.above) if each is not None}
    for each in filter(filters.matches, found.people):
        member = each.member
        own, note = value_or_none(member.organization_role), gettext("disabled") if member.disabled else ""
        through = each.general_source or titles[each.role.team]
        place = places.get(each.role.place_id, g.organization.title)
        role = (each.role_label, through, place, role_label(own) if own else "")
        yield (member.name, member.email, member.id, *role, note)
    for team in found.unread:
        yield ("", "", "", "", team.title, "", "", team.why)
    for title in [each.title for each in found.left] + [each.title for each in found.cut]:
        yield ("", "", "", "", title, "", "", gettext("not all members read"))
    yield ("", "", "", role_label(ADMIN), general_role_source(ADMINISTRATOR), "", "", gettext(UNLISTED))
