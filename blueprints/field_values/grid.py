"""Reads values of many spaces within a budget, and builds one page of the table from them."""

import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

from pydantic import MISSING

from blueprints.field_values.filters import EMPTY, ODD, ValueFilters, no_editable_space_message
from contract.authoring.custom_fields import GET_VALUES_BY_NAME, LIST_CUSTOM_FIELDS, CustomField, ValuesByName
from contract.schema.endpoint import LIMIT_MAX, ListQuery
from contract.schema.fields import value_or_none
from masthead.client import Cached, CachedRead, Forbidden, NotFound, Problem, TokenRefused, TooMany
from masthead.i18n import N_, gettext
from masthead.web.directory.places import AccessPlace, list_known_spaces
from masthead.web.forms.custom_values import build_type_check, cell_kind, cell_text, field_title
from masthead.web.frame.matrix_filters import ACROSS, DOWN, PageSlice, slice_page
from masthead.web.frame.organization import is_refresh_requested, or_raise, organization_read, set_organization
from masthead.web.frame.problems import unread_message
from masthead.web.person.portal import api

AT_ONCE = 8
"""Number of spaces that are read in parallel; more requests would queue."""
CALLS_A_PAGE = 25
"""The most requests of a page: enough for its rows. Reading all spaces takes several page loads."""
SECONDS_A_PAGE = 3.0
READ, UNREAD, REFUSED, GONE, FAILED, ELSEWHERE = "read", "unread", "refused", "gone", "failed", "elsewhere"
STATES = {
    READ: "",
    UNREAD: N_("not read yet"),
    REFUSED: N_("not allowed"),
    GONE: N_("not found"),
    FAILED: N_("could not be read"),
    ELSEWHERE: N_("of another organization"),
}
"""Reasons why the values of a space are not known, in words."""


@dataclass(frozen=True, slots=True)
class SpaceValues:
    """The known values of one space by field name, without empty fields.

    `why` is the reason in words if they couldn't be read. `age` is in seconds.
    """

    place: AccessPlace
    state: str = UNREAD
    values: Mapping[str, Any] = field(default_factory=dict)
    why: str = ""
    age: float = 0.0


class ValuesReader:
    """Reads rows for one page, within limits of requests and time. `stopped` is the reason if it gave up.

    The first request also reads the organization and its `fields`; `more` means that there are further
    fields. With `since`, a Unix timestamp in milliseconds, older rows are read again, and newer ones come
    from the cache, whatever its age limit.
    """

    def __init__(self, organization_id: str, since: int = 0) -> None:
        self._organization = organization_id
        self._since = since
        self._arrived = False
        self._until = time.monotonic() + SECONDS_A_PAGE
        self._left = CALLS_A_PAGE
        self._rows: dict[str, SpaceValues] = {}
        self._done: set[str] = set()
        self.fields: Sequence[CustomField] = ()
        self.more = False
        self.stopped = ""

    def known_rows(self, spaces: Sequence[AccessPlace]) -> list[SpaceValues]:
        """Return the rows of `spaces` from this reader or the cache, without a request."""
        new = [each for each in spaces if each.id not in self._rows]
        for space, last in zip(new, api().get_last_responses([_values_read(each) for each in new]), strict=True):
            self._rows[space.id] = self._cached_row(space, last)
        return [self._hide_foreign_values(self._rows[space.id]) for space in spaces]

    def read(self, spaces: Sequence[AccessPlace]) -> int:
        """Read stale rows in order until the budget is spent. Return how many rows at the start are done."""
        self.known_rows(spaces)
        missing = [each for each in spaces if each.id not in self._done]
        while missing and not self._is_budget_spent:
            some = missing[: min(AT_ONCE, self._left)]
            self._read_batch(some)
            del missing[: len(some)]
        self.ensure_organization_read()
        return next((number for number, each in enumerate(spaces) if each.id not in self._done), len(spaces))

    def ensure_organization_read(self) -> None:
        """Read and set the organization, once. Raises a Problem."""
        if not self._arrived:
            self._read_batch([])

    def _read_batch(self, spaces: Sequence[AccessPlace]) -> None:
        asked: list[CachedRead[Any]] = [_values_read(each, refresh=bool(self._since)) for each in spaces]
        self._left -= len(asked)
        first: list[CachedRead[Any]] = [] if self._arrived else self._list_organization_reads()
        answers = api().gather(*first, *asked)
        if first:
            set_organization(answers[0])
            listing = or_raise(answers[1]).value
            self.fields, self.more = listing.items, listing.next is not MISSING
            self._arrived = True
        for space, answer in zip(spaces, answers[len(first) :], strict=True):
            self._done.add(space.id)
            self._rows[space.id] = (
                self._failed_row(space, answer) if isinstance(answer, Problem) else _build_row(space, answer)
            )
            self._stop_if_overloaded(answer if isinstance(answer, Problem) else answer.problem)

    def _list_organization_reads(self) -> list[CachedRead[Any]]:
        query = ListQuery(limit=LIMIT_MAX)
        fields = CachedRead(LIST_CUSTOM_FIELDS.tolerant_listing, (self._organization,), query, is_refresh_requested())
        return [organization_read(self._organization), fields]

    def _cached_row(self, space: AccessPlace, last: tuple[Cached[ValuesByName], bool] | None) -> SpaceValues:
        if last is None:
            return SpaceValues(space)
        found, is_fresh = last
        if (time.time() - found.age) * 1000 >= self._since if self._since else is_fresh:
            self._done.add(space.id)
        return _build_row(space, found)

    def _hide_foreign_values(self, row: SpaceValues) -> SpaceValues:
        """Hide the values of a space added by hand that has none of the known fields: it is in another organization."""
        if row.state == READ and row.place.by_hand and self.fields and row.values.keys().isdisjoint(self._field_names):
            return SpaceValues(row.place, ELSEWHERE if row.values else row.state, {}, "", row.age)
        return row

    @property
    def _field_names(self) -> set[str]:
        return {each.name for each in self.fields}

    @property
    def _is_budget_spent(self) -> bool:
        return bool(self.stopped) or self._left <= 0 or time.monotonic() > self._until

    def _failed_row(self, space: AccessPlace, problem: Problem) -> SpaceValues:
        if isinstance(problem, TokenRefused):
            raise problem
        state = REFUSED if isinstance(problem, Forbidden) else GONE if isinstance(problem, NotFound) else FAILED
        return SpaceValues(space, state, why=unread_message(problem))

    def _stop_if_overloaded(self, problem: Problem | None) -> None:
        """Give up if the API is down or asks to slow down, but not for a problem with one space."""
        if problem is not None and (isinstance(problem, TooMany) or api().trouble is not None):
            self.stopped = unread_message(problem)


def _values_read(space: AccessPlace, *, refresh: bool = False) -> CachedRead[ValuesByName]:
    return CachedRead(GET_VALUES_BY_NAME, (space.id,), refresh=refresh)


def _build_row(space: AccessPlace, found: Cached[ValuesByName]) -> SpaceValues:
    return SpaceValues(space, READ, found.value, age=found.age)


class Column(NamedTuple):
    """A field as a table column. `fits` checks a value's type."""

    field: CustomField
    name: str
    title: str
    kind: str
    options: Sequence[str]
    description: str
    fits: Callable[[object], bool]

    @property
    def options_text(self) -> str:
        return json.dumps(self.options, ensure_ascii=False)

    def cell(self, row: SpaceValues) -> tuple[str, bool]:
        """Return a space's cell text, and whether its value doesn't fit the field."""
        return cell_text(row.values.get(self.name, MISSING)), self.has_wrong_type(row)

    def has_wrong_type(self, row: SpaceValues) -> bool:
        value = row.values.get(self.name, MISSING)
        return value is not MISSING and not self.fits(value)


@dataclass(frozen=True)
class Grid:
    """One page of the table: its `rows` and `columns`. `down` and `across` are its slices of all matches.

    `looked_at` are the examined rows, `wanted` the rows that pass the filters, `matching` all matching
    columns. `done` of `asked` spaces have been read; `stopped` is the reason if reading ended early.
    `has_spaces` and `has_fields` ignore filters. `closed_reason` is the reason if no value can be changed.
    `more` means that the organization has further fields.
    """

    filters: ValueFilters
    rows: Sequence[SpaceValues]
    columns: Sequence[Column]
    down: PageSlice
    across: PageSlice
    looked_at: Sequence[SpaceValues]
    wanted: Sequence[SpaceValues]
    matching: Sequence[Column]
    asked: int
    done: int
    stopped: str
    has_spaces: bool
    closed_reason: str
    has_fields: bool
    more: bool

    @cached_property
    def unread_count(self) -> int:
        """Return the number of examined rows whose values aren't known."""
        return sum(each.state in {UNREAD, FAILED} for each in self.looked_at)

    @property
    def has_more(self) -> bool:
        return self.done < self.asked and not self.stopped

    @property
    def age(self) -> float:
        return max((each.age for each in self.looked_at if each.state == READ), default=0.0)

    @property
    def possible_rows(self) -> Sequence[SpaceValues]:
        """Return rows that pass the filters, and unread rows, which may pass."""
        wanted = {each.place.id for each in self.wanted}
        return [each for each in self.looked_at if each.place.id in wanted or each.state != READ]


def read_grid(organization_id: str, filters: ValueFilters, start: int = 0) -> Grid:
    """Read the page's rows, or every row from `start` if the filters need all, and set the organization."""
    spaces, reader = list_known_spaces(organization_id), ValuesReader(organization_id, filters.since)
    matching = filters.matching_spaces(spaces)
    down, asked = slice_page(matching, filters.down, DOWN)
    if filters.needs_all_spaces:
        asked = matching
    done = min(start + reader.read(asked[start:]), len(asked))
    columns = [_build_column(each) for each in filters.matching_fields(reader.fields)]
    looked_at = reader.known_rows(asked)
    wanted = [each for each in looked_at if each.state != READ or _matches_filters(filters, each, columns)]
    rows: Sequence[SpaceValues] = wanted
    if filters.needs_all_spaces:
        down, rows = slice_page(wanted, filters.down, DOWN)
        reader.read([each.place for each in rows])
        rows = reader.known_rows([each.place for each in rows])
    across, shown = slice_page(columns, filters.across, ACROSS)
    api().save_observations()
    return Grid(
        filters.at_page(down=down.number, across=across.number),
        rows,
        shown,
        down,
        across,
        looked_at,
        wanted,
        columns,
        len(asked),
        done,
        reader.stopped,
        bool(spaces),
        no_editable_space_message(spaces),
        bool(reader.fields),
        reader.more,
    )


def _matches_filters(filters: ValueFilters, row: SpaceValues, columns: Sequence[Column]) -> bool:
    if filters.only == EMPTY:
        return any(column.name not in row.values for column in columns)
    if filters.only == ODD:
        return any(column.has_wrong_type(row) for column in columns)
    return True


def _build_column(field: CustomField) -> Column:
    options: list[Any] = value_or_none(field.options) or []
    description = value_or_none(field.description) or ""
    return Column(
        field, field.name, field_title(field), cell_kind(field), options, description, build_type_check(field)
    )


def describe_type(kind: str) -> str:
    return {
        "number": gettext("Number"),
        "boolean": gettext("Yes or no"),
        "one": gettext("One option"),
        "several": gettext("Several options"),
        "tags": gettext("Tags"),
    }.get(kind, gettext("Text"))
