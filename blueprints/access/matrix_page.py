"""A page of the matrix: its teams and rows, how many places have been read, and the roles that it showed."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from pydantic import TypeAdapter, ValidationError
from werkzeug.datastructures import MultiDict

from blueprints.access.filters import AccessFilters, KnownPlaces, filter_by_role, find_known_places, find_known_teams
from masthead.i18n import N_, gettext, join_and
from masthead.web.directory.entries import find_object_titles
from masthead.web.directory.places import AccessPlace
from masthead.web.frame.matrix_filters import ACROSS, ALL, DOWN, PageSlice, slice_page
from masthead.web.people.place_roles import (
    FAILED,
    READ,
    UNREAD,
    AccessTeam,
    PlaceRoles,
    PlaceRolesReader,
    add_collections,
)
from masthead.web.people.roles import ROLES, role_label
from masthead.web.person.portal import api

NONE, OTHER, UNKNOWN = "-", "*", "?"
LETTERS: Mapping[str | None, str] = {None: NONE, **dict(zip(ROLES, "abcdef", strict=True))}
"""One letter per role keeps the form small: a page has hundreds of cells."""
NOT_REPORTED = N_("None")
ROLE_OF = {letter: role for role, letter in LETTERS.items()}
PACKED = TypeAdapter(tuple[list[str], list[str], list[str]])
CellKey = tuple[str, str]
"""A place's key and a team's id."""


class ShownCells(NamedTuple):
    """The matrix as the page showed it: place keys, team ids, and for each row a string with one letter per cell."""

    places: Sequence[str] = ()
    teams: Sequence[str] = ()
    roles: Sequence[str] = ()

    @classmethod
    def of_page(cls, rows: Sequence[PlaceRoles], teams: Sequence[AccessTeam]) -> "ShownCells":
        ids = [each.id for each in teams]
        return cls([each.place.key for each in rows], ids, [_role_letters(each, ids) for each in rows])

    @classmethod
    def from_form(cls, text: str) -> "ShownCells":
        try:
            return cls(*PACKED.validate_json(text))
        except ValidationError:
            return cls()

    @property
    def packed_json(self) -> str:
        """The JSON for the form's hidden field."""
        return PACKED.dump_json((list(self.places), list(self.teams), list(self.roles))).decode()

    @property
    def labels(self) -> Mapping[CellKey, str]:
        """Labels of the shown roles by cell. Leaves out cells whose role or kind of role is unknown."""
        # The text comes from the browser, so its lists may have any length.
        return {
            (place, team): reported_role_label(ROLE_OF[letter])
            for place, letters in zip(self.places, self.roles, strict=False)
            for team, letter in zip(self.teams, letters, strict=False)
            if letter in ROLE_OF
        }

    def parse_cells(self, text: str) -> Iterator[CellKey]:
        """Parse cells named by row and column number, such as "0.3 12.7", ignoring invalid ones."""
        for each in text.split():
            row, _, column = each.partition(".")
            if row.isdecimal() and column.isdecimal() and int(row) < len(self.places) and int(column) < len(self.teams):
                yield self.places[int(row)], self.teams[int(column)]


def _role_letters(row: PlaceRoles, teams: Sequence[str]) -> str:
    if row.state != READ:
        return UNKNOWN * len(teams)
    return "".join(LETTERS.get(row.roles.get(each), OTHER) if row.is_role_known(each) else UNKNOWN for each in teams)


def reported_role_label(role: str | None) -> str:
    """Return the label of a role as the matrix shows it. None means that none is reported."""
    return gettext(NOT_REPORTED) if role is None else role_label(role)


TICKED = "ticked"
MAX_NAMED = 3
NOT_IN_TABLE = N_("Masthead left out what is no longer in the table: %(names)s.")


class Matrix(NamedTuple):
    """One page of the matrix: its `rows` and `teams`. `down` and `across` are its slices of all rows and teams.

    `looked_at` are the examined rows, `wanted` the rows that pass the role filters, and `matching` all matching teams.
    `done` of `asked` places have been read. `stopped` is the reason if reading ended early.
    """

    filters: AccessFilters
    known: KnownPlaces
    rows: Sequence[PlaceRoles]
    teams: Sequence[AccessTeam]
    down: PageSlice
    across: PageSlice
    looked_at: Sequence[PlaceRoles]
    wanted: Sequence[PlaceRoles]
    matching: Sequence[AccessTeam]
    asked: int
    done: int
    stopped: str

    @property
    def possible_rows(self) -> Sequence[PlaceRoles]:
        """Rows that match the role filters, and rows with unknown roles, which may match."""
        wanted = {each.place for each in self.wanted}
        return [each for each in self.looked_at if each.place in wanted or each.state != READ]

    @property
    def unread_count(self) -> int:
        return sum(each.state in {UNREAD, FAILED} for each in self.looked_at)

    @property
    def unread_collections(self) -> Sequence[str]:
        """Collections with unknown roles that contain spaces of this page, which may inherit such roles."""
        above = [each.above for each in self.rows if each.above is not None and each.above.state != READ]
        return list(dict.fromkeys(each.place.called for each in above))

    @property
    def has_collection_roles(self) -> bool:
        """True if a space of this page is in a collection where teams have roles."""
        return any(each.above is not None and each.above.roles for each in self.rows)

    @property
    def has_more(self) -> bool:
        return self.done < self.asked and not self.stopped

    @property
    def age(self) -> float:
        return max((each.age for each in self.looked_at if each.state == READ), default=0.0)


def read_matrix(organization_id: str, filters: AccessFilters, start: int = 0) -> Matrix:
    """Read the page's rows, or every row from `start` if the filters need all, and set the organization."""
    known, reader = find_known_places(organization_id, filters), PlaceRolesReader(organization_id, filters.since)
    down, places = slice_page(known.matching, filters.down, DOWN)
    if filters.needs_all_places:
        places = known.matching
    asked = [*_missing_collections(known, places), *places]
    done = min(start + reader.read(asked[start:]), len(asked))
    api().save_observations()  # so that the directory includes teams found just now
    looked_at = _rows_with_collections(known, reader, places)
    teams = find_known_teams(organization_id, filters, _team_titles(looked_at), known.told)
    wanted, teams = filter_by_role(filters, looked_at, teams)
    rows = wanted
    if filters.needs_all_places:
        down, rows = slice_page(wanted, filters.down, DOWN)
        shown = [each.place for each in rows]
        # Only rows from `start` on were read above, so read those of the page if they are not among them.
        reader.read(shown)
        rows = _rows_with_collections(known, reader, shown)
    across, columns = slice_page(teams, filters.across, ACROSS)
    at = filters.at_page(down=down.number, across=across.number)
    return Matrix(at, known, rows, columns, down, across, looked_at, wanted, teams, len(asked), done, reader.stopped)


def _missing_collections(known: KnownPlaces, places: Sequence[AccessPlace]) -> Sequence[AccessPlace]:
    """Collections that `places` lacks but has spaces of: a space's row also shows its collection's roles."""
    parents, there = {each.parent for each in places}, set(places)
    return [each for each in known.collections if each.id in parents and each not in there]


def _rows_with_collections(
    known: KnownPlaces, reader: PlaceRolesReader, places: Sequence[AccessPlace]
) -> Sequence[PlaceRoles]:
    parents = {each.parent for each in places}
    collections = reader.known_rows([each for each in known.collections if each.id in parents])
    return add_collections(reader.known_rows(places), collections)


def _team_titles(rows: Sequence[PlaceRoles]) -> dict[str, str]:
    # The API doesn't report the organization of a place, so one that was added by hand may be in another one.
    return {each: title for row in rows if not row.place.by_hand for each, title in row.titles.items()}


class Chosen(NamedTuple):
    """The teams and rows selected in the form. `cells` limits them to single cells; None means all cells.

    `gone` has messages about rows and teams that are no longer in the table. `shown` has the role labels of the page.
    """

    teams: Sequence[AccessTeam]
    rows: Sequence[PlaceRoles]
    gone: Sequence[str]
    shown: Mapping[CellKey, str]
    cells: Collection[CellKey] | None = None

    def teams_in(self, place: AccessPlace) -> Sequence[AccessTeam]:
        if self.cells is None:
            return self.teams
        return [each for each in self.teams if (place.key, each.id) in self.cells]

    def outdated_label(self, place: AccessPlace, team: AccessTeam, now: str) -> str:
        """Return the label that the page showed in a cell; empty if it equals the current label `now`."""
        shown = self.shown.get((place.key, team.id), now)
        return "" if shown == now else shown


def parse_selection(organization_id: str, filters: AccessFilters, form: MultiDict[str, str]) -> Chosen:
    """Parse a selection: the ticked teams and rows, those on the page, or all that match.

    Selected single cells take precedence over the checkboxes of rows and teams.
    """
    which_teams, which_places = form.get("teams"), form.get("places")
    shown, everywhere = ShownCells.from_form(form.get("shown", "")), which_places == ALL
    matrix = read_matrix(organization_id, replace(filters, read=ALL) if everywhere else filters)
    rows, gone = matrix.possible_rows if everywhere else matrix.rows, []
    cells = set(shown.parse_cells(form.get("cells", ""))) if which_teams == which_places == TICKED else set()
    if which_places == TICKED:
        keys = dict.fromkeys([place for place, _ in cells] or form.getlist("row"))
        rows = [each for each in matrix.rows if each.place.key in keys]
        there = {each.place.key for each in rows}
        gone += [key.partition(":")[2] for key in keys if key not in there]
    teams = matrix.matching if which_teams == ALL else matrix.teams
    if which_teams == TICKED:
        ids = dict.fromkeys([team for _, team in cells] or form.getlist("team"))
        teams = [each for each in matrix.matching if each.id in ids]
        found = {each.id for each in teams}
        gone += [each for each in ids if each not in found]
    named = _describe_missing(organization_id, gone)
    return Chosen(teams, rows, named, shown.labels, cells or None)


def _describe_missing(organization_id: str, ids: Sequence[str]) -> list[str]:
    if not ids:
        return []
    names = find_object_titles(None, organization_id, ids[:MAX_NAMED])
    names += [gettext("%(count)s more", count=len(ids) - MAX_NAMED)] if len(ids) > MAX_NAMED else []
    return [gettext(NOT_IN_TABLE, names=join_and(names))]
