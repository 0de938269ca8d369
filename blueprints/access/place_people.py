"""Pages and a CSV file of the people who have a role in a space or collection through teams."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from flask import Blueprint, request, url_for
from werkzeug.wrappers import Response

from blueprints.access.filters import AT_LEAST
from blueprints.access.reads import MAX_TEAMS, PlacePeople, PlacePerson, find_requested_place, read_place_people
from blueprints.access.rights import get_rights
from contract.schema.fields import value_or_none
from masthead.client import Problem
from masthead.i18n import gettext, has_words
from masthead.web.directory.entries import download_name, get_search_text
from masthead.web.directory.places import COLLECTION, WORDS, AccessPlace, access_url
from masthead.web.frame.pages import page
from masthead.web.frame.problems import unread_message
from masthead.web.http.paths import get_page_number
from masthead.web.http.spreadsheets import csv_response
from masthead.web.people.place_roles import RANKS, RoleSource, TeamRoles
from masthead.web.people.roles import role_label
from masthead.web.person.guards import signed_in

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
    def given(self) -> dict[str, str]:
        return {name: value for name in self.__slots__ if (value := getattr(self, name))}

    def matches(self, each: PlacePerson) -> bool:
        is_enough = not self.role or each.rank <= RANKS[AT_LEAST[self.role]]
        return is_enough and has_words(self.q, each.name, each.email, each.id)


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
        at_least={value: gettext("%(role)s or above", role=role_label(role)) for value, role in AT_LEAST.items()},
        role_label=role_label,
        max_teams=MAX_TEAMS,
        above_unread=unread_message(found.at.above) if isinstance(found.at.above, Problem) else "",
        more_teams=any(isinstance(each, TeamRoles) and each.more for each in (found.remembered.value, found.at.above)),
        here=url_for(".show", organization_id=organization_id, places=places, place_id=place_id),
        teams_at=access_url(organization_id, place.kind, place.id),
        may=_may_change(place, found.remembered.value),
        may_above=above is not None and _may_change(above, found.at.above),
    )


def _may_change(place: AccessPlace, teams: TeamRoles | Problem | None) -> bool:
    if not isinstance(teams, TeamRoles):
        return False
    named = [(teams.titles[team], role) for team, role in teams.roles.items()]
    return get_rights(place, named, whole=not teams.more).can_edit


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
        role, own = each.highest, value_or_none(each.organization_role)
        label = gettext("%(role)s in collection", role=role.label) if role.above else role.label
        through = "; ".join(map(_through, sorted(each.sources, key=lambda source: source.rank)))
        note = gettext("disabled") if each.disabled else ""
        yield (each.name, each.email, each.id, label, through, role_label(own) if own else "", note)
    for team, why in found.unread:
        yield ("", "", "", "", team.title, "", why)
    for team in (*found.left, *found.cut):
        yield ("", "", "", "", team.title, "", gettext("not all members read"))


def _through(source: RoleSource) -> str:
    if source.above:
        return gettext("%(role)s in the collection through %(team)s", role=source.label, team=source.team.title)
    return gettext("%(role)s through %(team)s", role=source.label, team=source.team.title)
