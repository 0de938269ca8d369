"""One page of the matrix: which teams and rows it shows, and how far all that matches was read."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from werkzeug.datastructures import MultiDict

from blueprints.access.belonging import Belonging, check_belonging
from blueprints.access.filters import AccessFilters, KnownPlaces, known_places, known_teams
from blueprints.access.narrowing import filter_by_role
from blueprints.access.shown import CellKey, Shown
from i18n import N_, gettext, join_and
from masthead.web.pages.directory import called
from masthead.web.pages.matrix_filters import ACROSS, ALL, DOWN
from masthead.web.pages.page_slices import PageSlice, slice_page
from masthead.web.pages.place_roles import FAILED, READ, UNREAD, PlaceRoles, Reader
from masthead.web.pages.places import AccessPlace
from masthead.web.pages.team_roles import AccessTeam
from masthead.web.person.portal import api

TICKED = "ticked"
MAX_NAMED = 3
NOT_IN_TABLE = N_("Masthead left out what is no longer in the table: %(names)s.")


@dataclass(frozen=True, slots=True)
class Matrix:
    """What one page shows: `rows` of places and `teams` (id, title), cut `down` and `across` out of all that match.

    `looked_at` are the rows that were looked at for it, `wanted` those of them that the filters by role leave;
    `matching` are all teams that match. `unsure` are rows of which nobody can say that their teams are of the
    organization. `done` is how many of the `asked` places were read in their turn.
    """

    filters: AccessFilters
    known: KnownPlaces
    rows: Sequence[PlaceRoles]
    teams: Sequence[tuple[str, str]]
    down: PageSlice
    across: PageSlice
    looked_at: Sequence[PlaceRoles]
    wanted: Sequence[PlaceRoles]
    matching: Sequence[tuple[str, str]]
    unsure: Sequence[PlaceRoles]
    asked: int
    done: int
    stopped: str

    @property
    def possible_rows(self) -> Sequence[PlaceRoles]:
        """Those that the filters by role leave, and those of which nobody knows whether they would."""
        wanted = {each.place for each in self.wanted}
        return [each for each in self.looked_at if each.place in wanted or each.state != READ]

    @property
    def unread_count(self) -> int:
        """How many of those that were looked at are not known."""
        return sum(each.state in {UNREAD, FAILED} for each in self.looked_at)

    @property
    def unread_collections(self) -> Sequence[str]:
        """The collections of which Masthead doesn't know what they may pass on to spaces of this page."""
        above = [each.above for each in self.rows if each.above is not None and each.above.state != READ]
        return list(dict.fromkeys(each.place.called for each in above))

    @property
    def has_collection_roles(self) -> bool:
        """Whether a space of this page is in a collection in which teams have roles."""
        return any(each.collection_roles for each in self.rows)

    @property
    def has_more(self) -> bool:
        """Whether the next part would read more."""
        return self.done < self.asked and not self.stopped

    @property
    def age(self) -> float:
        """Seconds since the oldest of what was looked at was read."""
        return max((each.age for each in self.looked_at if each.state == READ), default=0.0)


def read_matrix(organization_id: str, filters: AccessFilters, start: int = 0) -> Matrix:
    """Arrive in the organization and read the rows of the page, or all where the filters need them, from `start` on."""
    known, reader = known_places(organization_id, filters), Reader(organization_id, filters.since)
    down, places = slice_page(known.matching, filters.down, DOWN)
    if filters.needs_all_places:
        places = known.matching
    asked = [*_collections_elsewhere(known, places), *places]
    done = min(start + reader.read(asked[start:]), len(asked))
    api().save_observations()  # teams that turned up just now are known from now on
    own = check_belonging(organization_id, reader.known([*known.by_hand, *asked]))
    looked_at = _labelled_rows(known, own, reader, places)
    teams = known_teams(organization_id, filters, _titles(own.confirmed_rows(looked_at)), {*known.told, *own.here})
    wanted, teams = filter_by_role(filters, looked_at, teams)
    rows = wanted
    if filters.needs_all_places:
        down, rows = slice_page(wanted, filters.down, DOWN)
        shown = [each.place for each in rows]
        reader.read(shown)
        rows = _labelled_rows(known, own, reader, shown)
    across, columns = slice_page(teams, filters.across, ACROSS)
    at = filters.at(down=down.number, across=across.number)
    unsure = own.unconfirmed_rows(rows)
    return Matrix(
        at, known, rows, columns, down, across, looked_at, wanted, teams, unsure, len(asked), done, reader.stopped
    )


def _collections_elsewhere(known: KnownPlaces, places: Sequence[AccessPlace]) -> Sequence[AccessPlace]:
    """The collections of these spaces that are not among them: a space's row shows the roles in its collection too."""
    parents, there = {each.parent for each in places}, set(places)
    return [each for each in known.collections if each.id in parents and each not in there]


def _labelled_rows(
    known: KnownPlaces, own: Belonging, reader: Reader, places: Sequence[AccessPlace]
) -> Sequence[PlaceRoles]:
    """What is known of these places, each space together with its collection."""
    parents = {each.parent for each in places}
    above = {
        each.place.id: each for each in own.labelled(reader.known([c for c in known.collections if c.id in parents]))
    }
    return [
        replace(each, above=above[each.place.parent]) if each.place.parent in above else each
        for each in own.labelled(reader.known(places))
    ]


def _titles(rows: Sequence[PlaceRoles]) -> dict[str, str]:
    return {each: title for row in rows for each, title in row.titles.items()}


@dataclass(frozen=True, slots=True)
class Chosen:
    """What a form names: teams, rows, in sentences what is no longer in the table, and `cells` where not all are meant.

    `shown` has, by cell, the role that the page showed, in words.
    """

    teams: Sequence[AccessTeam]
    rows: Sequence[PlaceRoles]
    gone: Sequence[str]
    shown: Mapping[CellKey, str]
    cells: Collection[CellKey] | None = None

    def teams_in(self, place: AccessPlace) -> Sequence[AccessTeam]:
        """The teams whose cell in the row of a place is meant."""
        if self.cells is None:
            return self.teams
        return [each for each in self.teams if (place.key, each.id) in self.cells]

    def shown_instead(self, place: AccessPlace, team: AccessTeam, now: str) -> str:
        """What the page showed in a cell, where that is not what is there now."""
        shown = self.shown.get((place.key, team.id), now)
        return "" if shown == now else shown


def chosen_in(organization_id: str, filters: AccessFilters, form: MultiDict[str, str]) -> Chosen:
    """The teams and rows that a form names: those that are ticked, those of the page, or all that match.

    Cells that were selected one by one count instead of ticks.
    """
    which_teams, which_places = form.get("teams"), form.get("places")
    shown, everywhere = Shown.from_form(form.get("shown", "")), which_places == ALL
    matrix = read_matrix(organization_id, replace(filters, read=ALL) if everywhere else filters)
    rows, gone = matrix.possible_rows if everywhere else matrix.rows, []
    cells = set(shown.named(form.get("cells", ""))) if which_teams == which_places == TICKED else set()
    if which_places == TICKED:
        keys = dict.fromkeys([place for place, _ in cells] or form.getlist("row"))
        rows = [each for each in matrix.rows if each.place.key in keys]
        there = {each.place.key for each in rows}
        gone += [key.partition(":")[2] for key in keys if key not in there]
    teams = matrix.matching if which_teams == ALL else matrix.teams
    if which_teams == TICKED:
        ids = dict.fromkeys([team for _, team in cells] or form.getlist("team"))
        teams = [each for each in matrix.matching if each[0] in ids]
        found = {each[0] for each in teams}
        gone += [each for each in ids if each not in found]
    named = _describe_gone(organization_id, gone)
    return Chosen([AccessTeam(*each) for each in teams], rows, named, shown.labels, cells or None)


def _describe_gone(organization_id: str, ids: Sequence[str]) -> list[str]:
    if not ids:
        return []
    names = called(None, organization_id, ids[:MAX_NAMED])
    names += [gettext("%(count)s more", count=len(ids) - MAX_NAMED)] if len(ids) > MAX_NAMED else []
    return [gettext(NOT_IN_TABLE, names=join_and(names))]
