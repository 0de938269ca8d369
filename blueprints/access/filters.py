"""Which teams and which places a person looks at: by words, by collection, by role, a page of each."""

import time
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from contract.organization.team_permissions import LIST_COLLECTION_TEAMS, LIST_SPACE_TEAMS
from i18n import N_
from store import DirectoryQuery, KnownObject, StoreError
from web.http.numbers import LAST_PAGE, whole
from web.pages.places import COLLECTION, SPACE, AccessPlace, places_in
from web.pages.roles import ROLES
from web.person.access import person
from web.person.portal import portal

DOWN, ACROSS = 25, 8
"""Rows of places and columns of teams on a page."""
NEVER = 9_999_999_999_999
MAX_KNOWN = 5000
"""As many things of all sorts as the directory keeps of one person."""
MAX_WORDS_LENGTH = 200
ALL = "all"
TOLD, DIFFERENT = "told", "different"
ABOVE = "-or-above"
AT_LEAST = {f"{role}{ABOVE}": role for role in list(ROLES)[1:-1]}
"""Roles with all that allow more. Admin is above all, and every role is Reader or above."""
ONLY = {TOLD: N_("Reported roles"), DIFFERENT: N_("Roles that differ")}
GIVEN = ("team", "place", "collection", "role", "only")
ROLES_LISTED = {LIST_SPACE_TEAMS.name, LIST_COLLECTION_TEAMS.name}


@dataclass(frozen=True, slots=True)
class AccessFilters:
    """Texts of the address; what makes no sense filters nothing. `down` and `across` are numbers of pages.

    What was read before `since`, in milliseconds since 1970, is to be read anew; 0 where that is not wanted.
    """

    team: str = ""
    place: str = ""
    collection: str = ""
    role: str = ""
    only: str = ""
    read: str = ""
    down: int = 1
    across: int = 1
    since: int = 0

    @classmethod
    def from_request(cls, values: Mapping[str, str]) -> "AccessFilters":
        """The filters of a request."""
        role, only, read = (values.get(name, "") for name in ("role", "only", "read"))
        team, place = (" ".join(values.get(name, "")[:MAX_WORDS_LENGTH].split()) for name in ("team", "place"))
        return cls(
            team,
            place,
            values.get("collection", ""),
            role=role if role in ROLES or role in AT_LEAST else "",
            only=only if only in ONLY else "",
            read=read if read == ALL else "",
            down=_parse_number(values.get("down", "")),
            across=_parse_number(values.get("across", "")),
            since=int(time.time() * 1000)
            if values.get("refresh") == "1"
            else _parse_number(values.get("since", ""), NEVER, 0),
        )

    @property
    def active_filters(self) -> dict[str, str]:
        """Those that narrow what is shown, for an address."""
        return {name: each for name in GIVEN if (each := getattr(self, name))}

    @property
    def roles(self) -> Collection[str]:
        """The roles that match; none where all do."""
        if self.role not in AT_LEAST:
            return {self.role} - {""}
        order = list(ROLES)
        return set(order[: order.index(self.role.removesuffix(ABOVE)) + 1])

    @property
    def address(self) -> dict[str, str | int]:
        """All of them, for an address."""
        pages = {name: each for name in ("down", "across") if (each := getattr(self, name)) > 1}
        return {**self.active_filters, **({"read": ALL} if self.read else {}), **pages}

    @property
    def needs_all_places(self) -> bool:
        """Whether more places have to be read than a page shows."""
        return bool(self.role or self.only or self.read)

    def at(self, *, down: int | None = None, across: int | None = None) -> "AccessFilters":
        """The same at another page."""
        return replace(self, down=down or self.down, across=across or self.across)


@dataclass(frozen=True, slots=True)
class KnownPlaces:
    """The places that match, each collection before its spaces; `collections` are all, to choose among.

    `by_hand` are all that this person added themselves, `told` the ids of those that the service told; `any` says
    whether they have come across any place at all.
    """

    matching: Sequence[AccessPlace]
    collections: Sequence[AccessPlace]
    by_hand: Sequence[AccessPlace]
    told: Collection[str]
    any: bool


def known_places(organization_id: str, filters: AccessFilters) -> KnownPlaces:
    """The places that this person has come across and that match."""
    try:
        places = places_in(organization_id, MAX_KNOWN)
    except StoreError:
        places = []
    arranged = _sort_by_collection(places)
    words = filters.place.casefold().split()
    matching = [
        each
        for each in arranged
        if (not filters.collection or filters.collection in {each.parent, each.id})
        and all(word in f"{each.title} {each.id}".casefold() for word in words)
    ]
    collections = [each for each in arranged if each.kind == COLLECTION]
    by_hand = [each for each in arranged if each.by_hand]
    told = {each.id for each in arranged if not each.by_hand}
    return KnownPlaces(matching, collections, by_hand, told, bool(places))


def known_teams(
    organization_id: str, filters: AccessFilters, found: Mapping[str, str], own: Collection[str]
) -> list[tuple[str, str]]:
    """The teams that match, id and title, by title: those that this person has come across, and those just found.

    Those that were met in a place that is none of its `own`, by its id, are left out: one that was only opened by an
    address, or added by hand, may be another organization's.
    """
    seen = [each for each in _teams(organization_id) if each.id in found or not _seen_outside(each, own)]
    teams = dict(found) | {each.id: each.title or each.id for each in seen}
    words = filters.team.casefold().split()
    matching = [
        (each, title) for each, title in teams.items() if all(word in f"{title} {each}".casefold() for word in words)
    ]
    return sorted(matching, key=lambda each: (each[1].casefold(), each[0]))


def _seen_outside(team: KnownObject, own: Collection[str]) -> bool:
    return team.endpoint in ROLES_LISTED and team.ids[-1] not in own


def _teams(organization_id: str) -> Sequence[KnownObject]:
    try:
        return portal().store.known.find(person().owner, DirectoryQuery(organization_id, ("team",)), limit=MAX_KNOWN)
    except StoreError:
        return []


def _sort_by_collection(places: Sequence[AccessPlace]) -> list[AccessPlace]:
    """Each collection before its spaces; those of no known collection last."""
    collections = {each.id: each for each in places if each.kind == COLLECTION}
    inside: dict[str, list[AccessPlace]] = {each: [] for each in collections}
    others: list[AccessPlace] = []
    for each in places:
        if each.kind == SPACE:
            inside.get(each.parent, others).append(each)
    grouped = [each for identifier, own in collections.items() for each in (own, *inside[identifier])]
    return grouped + others


def _parse_number(text: str, most: int = LAST_PAGE, least: int = 1) -> int:
    try:
        return min(max(whole(text, len(str(most))), least), most)
    except ValueError:
        return least
