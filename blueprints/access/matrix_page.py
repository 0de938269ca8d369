"""One page of the matrix: which teams and columns it shows, and how far all that matches was read."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from babel.lists import format_list
from werkzeug.datastructures import MultiDict

from blueprints.access.belonging import check_belonging
from blueprints.access.filters import ACROSS, ALL, DOWN, AccessFilters, KnownPlaces, known_places, known_teams
from blueprints.access.matrix_reads import FAILED, READ, UNREAD, MatrixColumn, Reader
from blueprints.access.narrowing import filter_by_role
from blueprints.access.reads import AccessTeam
from web.pages.directory import called
from web.person.portal import api

TICKED = "ticked"
MAX_NAMED = 3
NOT_IN_TABLE = "Masthead left out what is no longer in the table: {}."
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class PageSlice:
    """A page of something: its number, how many pages there are, and of how many things."""

    number: int
    pages: int
    count: int


@dataclass(frozen=True, slots=True)
class Matrix:
    """What one page shows: `columns` and `teams` (id, title), cut `across` and `down` out of all that match.

    `looked_at` are the columns that were looked at for it, `wanted` those of them that the filters by role leave;
    `matching` are all teams that match. `unsure` are columns of which nobody can say that their teams are of the
    organization. `done` is how many of all places were read in their turn.
    """

    filters: AccessFilters
    known: KnownPlaces
    columns: Sequence[MatrixColumn]
    teams: Sequence[tuple[str, str]]
    across: PageSlice
    down: PageSlice
    looked_at: Sequence[MatrixColumn]
    wanted: Sequence[MatrixColumn]
    matching: Sequence[tuple[str, str]]
    unsure: Sequence[MatrixColumn]
    done: int
    stopped: str

    @property
    def possible_columns(self) -> Sequence[MatrixColumn]:
        """Those that the filters by role leave, and those of which nobody knows whether they would."""
        wanted = {each.place for each in self.wanted}
        return [each for each in self.looked_at if each.place in wanted or each.state != READ]

    @property
    def unread_count(self) -> int:
        """How many of those that were looked at are not known."""
        return sum(each.state in {UNREAD, FAILED} for each in self.looked_at)

    @property
    def has_more(self) -> bool:
        """Whether the next part would read more."""
        return self.filters.needs_all_places and self.done < len(self.known.matching) and not self.stopped

    @property
    def age(self) -> float:
        """Seconds since the oldest of what was looked at was read."""
        return max((each.age for each in self.looked_at if each.state == READ), default=0.0)


def read_matrix(organization_id: str, filters: AccessFilters, start: int = 0) -> Matrix:
    """Arrive in the organization and read the columns of the page; where all are wanted, more of them from `start`."""
    known, reader = known_places(organization_id, filters), Reader(organization_id, filters.since)
    done, (across, places) = len(known.matching), slice_page(known.matching, filters.across, ACROSS)
    if filters.needs_all_places:
        done, places = min(start + reader.read(known.matching[start:]), done), known.matching
    else:
        reader.read(places)
    api().save_observations()  # teams that turned up just now are known from now on
    own = check_belonging(organization_id, reader.known([*known.by_hand, *places]))
    looked_at = own.labelled(reader.known(places))
    teams = known_teams(organization_id, filters, _titles(own.confirmed_columns(looked_at)), {*known.told, *own.here})
    wanted, teams = filter_by_role(filters, looked_at, teams)
    columns = wanted
    if filters.needs_all_places:
        across, columns = slice_page(wanted, filters.across, ACROSS)
        shown = [each.place for each in columns]
        reader.read(shown)
        columns = own.labelled(reader.known(shown))
    down, rows = slice_page(teams, filters.down, DOWN)
    at = filters.at(down=down.number, across=across.number)
    unsure = own.unconfirmed_columns(columns)
    return Matrix(at, known, columns, rows, across, down, looked_at, wanted, teams, unsure, done, reader.stopped)


def slice_page(things: Sequence[T], number: int, size: int) -> tuple[PageSlice, Sequence[T]]:
    """A page of things, the nearest to the one asked for, and what is on it."""
    pages = max(1, -(-len(things) // size))
    number = min(number, pages)
    return PageSlice(number, pages, len(things)), things[(number - 1) * size : number * size]


def _titles(columns: Sequence[MatrixColumn]) -> dict[str, str]:
    return {each: title for column in columns for each, title in column.titles.items()}


def chosen_teams_and_columns(
    organization_id: str, filters: AccessFilters, form: MultiDict[str, str]
) -> tuple[list[AccessTeam], Sequence[MatrixColumn], list[str]]:
    """The teams and columns that a form names: those that are ticked, those of the page, or all that match.

    And in sentences what was ticked and is not in the table any more.
    """
    which_teams, which_places = form.get("teams"), form.get("places")
    everywhere = which_places == ALL
    matrix = read_matrix(organization_id, replace(filters, read=ALL) if everywhere else filters)
    columns, gone = matrix.possible_columns if everywhere else matrix.columns, []
    if which_places == TICKED:
        keys = dict.fromkeys(form.getlist("column"))
        columns = [each for each in matrix.columns if each.place.key in keys]
        missing = keys.keys() - {each.place.key for each in columns}
        gone += [key.partition(":")[2] for key in keys if key in missing]
    teams = matrix.matching if which_teams == ALL else matrix.teams
    if which_teams == TICKED:
        ids = dict.fromkeys(form.getlist("team"))
        teams = [each for each in matrix.matching if each[0] in ids]
        there = {each[0] for each in teams}
        gone += [each for each in ids if each not in there]
    return [AccessTeam(*each) for each in teams], columns, _describe_gone(organization_id, gone)


def _describe_gone(organization_id: str, ids: Sequence[str]) -> list[str]:
    if not ids:
        return []
    names = called(None, organization_id, ids[:MAX_NAMED])
    names += [f"{len(ids) - MAX_NAMED} more"] if len(ids) > MAX_NAMED else []
    return [NOT_IN_TABLE.format(format_list(names, locale="en"))]
