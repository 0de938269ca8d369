"""Matrix filters, which select teams and places by search words, collection and role."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from contract.organization.team_permissions import LIST_COLLECTION_TEAMS, LIST_SPACE_TEAMS
from masthead.i18n import N_, gettext, has_words, sort_key
from masthead.store.directory.objects import DirectoryQuery, KnownObject
from masthead.store.errors import StoreError
from masthead.web.directory.places import COLLECTION, SPACE, AccessPlace, list_known_places
from masthead.web.frame.matrix_filters import MatrixFilters, get_search_words
from masthead.web.people.place_roles import AccessTeam, PlaceRoles
from masthead.web.people.roles import ROLES, role_label
from masthead.web.person.portal import portal
from masthead.web.person.session import person

MAX_TEAMS = 5000
TOLD, DIFFERENT = "told", "different"
ABOVE = "-or-above"
AT_LEAST = {f"{role}{ABOVE}": role for role in list(ROLES)[1:-1]}
"""Filters “role or above”: none for the lowest role, which every team has, and none for the highest, Admin."""
ONLY = {TOLD: N_("Reported roles"), DIFFERENT: N_("Roles that differ")}
ROLES_LISTED = {LIST_SPACE_TEAMS.name, LIST_COLLECTION_TEAMS.name}
Teams = list[AccessTeam]


@dataclass(frozen=True, slots=True, kw_only=True)
class AccessFilters(MatrixFilters):
    given: ClassVar[Sequence[str]] = ("team", "place", "collection", "role", "only")

    team: str = ""
    place: str = ""
    collection: str = ""
    role: str = ""
    only: str = ""

    @classmethod
    def from_request(cls, values: Mapping[str, str]) -> "AccessFilters":
        role, only = values.get("role", ""), values.get("only", "")
        return cls(
            team=get_search_words(values, "team"),
            place=get_search_words(values, "place"),
            collection=values.get("collection", ""),
            role=role if role in ROLES or role in AT_LEAST else "",
            only=only if only in ONLY else "",
            **cls.parse_paging(values),
        )

    @property
    def roles(self) -> Collection[str]:
        """The roles that match the filter; empty if all do."""
        if self.role not in AT_LEAST:
            return {self.role} - {""}
        order = list(ROLES)
        return set(order[: order.index(self.role.removesuffix(ABOVE)) + 1])

    @property
    def needs_all_places(self) -> bool:
        """True if the filters need more places than one page shows."""
        return bool(self.role or self.only or self.read)


class KnownPlaces(NamedTuple):
    """Places that match the filters, each collection followed by its spaces. `collections` has all, to filter by.

    `told` has the ids of places that the API reported, without those added by hand. `any` is False if the directory
    has no places.
    """

    matching: Sequence[AccessPlace]
    collections: Sequence[AccessPlace]
    told: Collection[str]
    any: bool


def find_known_places(organization_id: str, filters: AccessFilters) -> KnownPlaces:
    """Find the places in the person's directory that match the filters. Empty if the directory can't be read."""
    arranged = _sort_by_collection(list_known_places(organization_id))
    matching = [
        each
        for each in arranged
        if (not filters.collection or filters.collection in {each.parent, each.id})
        and has_words(filters.place, each.title, each.id)
    ]
    collections = [each for each in arranged if each.kind == COLLECTION]
    told = {each.id for each in arranged if not each.by_hand}
    return KnownPlaces(matching, collections, told, bool(arranged))


def find_known_teams(
    organization_id: str, filters: AccessFilters, found: Mapping[str, str], own: Collection[str]
) -> Teams:
    """Return matching teams, sorted by title: those in the person's directory, and those in `found`.

    Leaves out known teams that were only seen in places that aren't in `own`. A place opened by URL or added by hand
    may belong to another organization, and so may its teams.
    """
    seen = [
        each for each in _list_known_teams(organization_id) if each.id in found or not _is_listed_elsewhere(each, own)
    ]
    teams = dict(found) | {each.id: each.title or each.id for each in seen}
    matching = [AccessTeam(each, title) for each, title in teams.items() if has_words(filters.team, title, each)]
    return sorted(matching, key=lambda each: (sort_key(each.title), each.id))


def _is_listed_elsewhere(team: KnownObject, own: Collection[str]) -> bool:
    return team.endpoint in ROLES_LISTED and team.ids[-1] not in own


def _list_known_teams(organization_id: str) -> Sequence[KnownObject]:
    try:
        return portal().store.directory.find(
            person().owner, DirectoryQuery(organization_id, ("team",)), limit=MAX_TEAMS
        )
    except StoreError:
        return []


def _sort_by_collection(places: Sequence[AccessPlace]) -> list[AccessPlace]:
    collections = {each.id: each for each in places if each.kind == COLLECTION}
    inside: dict[str, list[AccessPlace]] = {each: [] for each in collections}
    others: list[AccessPlace] = []
    for each in places:
        if each.kind == SPACE:
            inside.get(each.parent, others).append(each)
    grouped = [each for identifier, own in collections.items() for each in (own, *inside[identifier])]
    return grouped + others


def role_choices() -> Mapping[str, str]:
    """Return the values of the filter “role or above” with their labels."""
    return {value: gettext("%(role)s or above", role=role_label(role)) for value, role in AT_LEAST.items()}


def filter_by_role(
    filters: AccessFilters, rows: Sequence[PlaceRoles], teams: Teams
) -> tuple[Sequence[PlaceRoles], Teams]:
    """Apply the role filters to rows and teams.

    A role matches where it is the effective one. A team's roles differ if it has different direct roles in matching
    places; roles that spaces inherit don't count.
    """
    if wanted := filters.roles:
        holding = [(each, _teams_with_roles(each, wanted)) for each in rows]
        rows = [each for each, found in holding if found]
        holders = {team for _, found in holding for team in found}
        teams = [each for each in teams if each.id in holders]
    if filters.only:
        least = 2 if filters.only == DIFFERENT else 1
        roles = _roles_by_team(rows)
        teams = [each for each in teams if len(roles.get(each.id, ())) >= least]
        ids = {each.id for each in teams}
        rows = [each for each in rows if not ids.isdisjoint(each.roles)]
    return rows, teams


def _teams_with_roles(row: PlaceRoles, wanted: Collection[str]) -> set[str]:
    listed = {team for level in row.levels for team in level.roles}
    return {team for team, found in row.effective_roles(listed).items() if found.role in wanted}


def _roles_by_team(rows: Sequence[PlaceRoles]) -> Mapping[str, set[str]]:
    found: dict[str, set[str]] = {}
    for row in rows:
        for team, role in row.roles.items():
            found.setdefault(team, set()).add(role)
    return found
