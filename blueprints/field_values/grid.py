"""One page of the table: its spaces and fields, and the progress of reading."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from pydantic import MISSING

from blueprints.field_values.cells import (
    EMPTY,
    ODD,
    ValueFilters,
    cell_kind,
    cell_text,
    fit_check,
    known_spaces,
    why_closed,
)
from blueprints.field_values.reads import FAILED, READ, UNREAD, SpaceValues, ValuesReader
from contract.authoring.custom_fields import CustomField
from contract.schema.fields import value_or_none
from masthead.i18n import gettext
from masthead.web.forms.custom_values import title_of
from masthead.web.frame.matrix_filters import ACROSS, DOWN, PageSlice, slice_page
from masthead.web.person.portal import api


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
        """Return the cell text of a space, and whether its value doesn't fit the field."""
        return cell_text(row.values.get(self.name, MISSING)), self.is_odd(row)

    def is_odd(self, row: SpaceValues) -> bool:
        value = row.values.get(self.name, MISSING)
        return value is not MISSING and not self.fits(value)


@dataclass(frozen=True)
class Grid:
    """One page: `rows` of spaces and `columns` of fields; `down` and `across` are its slices of all matches.

    `looked_at` are the examined rows, `wanted` the rows that pass the filters, `matching` all matching
    columns. `done` of `asked` spaces have been read; `stopped` is the reason if reading ended early.
    `has_spaces` and `has_fields` ignore filters. `why_closed` is the reason if no value can be changed.
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
    why_closed: str
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
    """Read the rows of the page, or all from `start` on if filters need them, and set the organization."""
    spaces, reader = known_spaces(organization_id), ValuesReader(organization_id, filters.since)
    matching = filters.matching_spaces(spaces)
    down, asked = slice_page(matching, filters.down, DOWN)
    if filters.needs_all_spaces:
        asked = matching
    done = min(start + reader.read(asked[start:]), len(asked))
    columns = [_column(each) for each in filters.matching_fields(reader.fields)]
    looked_at = reader.known(asked)
    wanted = [each for each in looked_at if each.state != READ or _matches(filters, each, columns)]
    rows: Sequence[SpaceValues] = wanted
    if filters.needs_all_spaces:
        down, rows = slice_page(wanted, filters.down, DOWN)
        reader.read([each.place for each in rows])
        rows = reader.known([each.place for each in rows])
    across, shown = slice_page(columns, filters.across, ACROSS)
    api().save_observations()
    return Grid(
        filters.at(down=down.number, across=across.number),
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
        why_closed(spaces),
        bool(reader.fields),
        reader.more,
    )


def _matches(filters: ValueFilters, row: SpaceValues, columns: Sequence[Column]) -> bool:
    if filters.only == EMPTY:
        return any(column.name not in row.values for column in columns)
    if filters.only == ODD:
        return any(column.is_odd(row) for column in columns)
    return True


def _column(field: CustomField) -> Column:
    options: list[Any] = value_or_none(field.options) or []
    description = value_or_none(field.description) or ""
    return Column(field, field.name, title_of(field), cell_kind(field), options, description, fit_check(field))


def type_words(kind: str) -> str:
    return {
        "number": gettext("Number"),
        "boolean": gettext("Yes or no"),
        "one": gettext("One option"),
        "several": gettext("Several options"),
        "tags": gettext("Tags"),
    }.get(kind, gettext("Text"))
