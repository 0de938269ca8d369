"""Stores proposed values for many spaces, from edited cells, the fill form or an import, for one day."""

import re
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from flask import url_for
from pydantic import TypeAdapter
from werkzeug.wrappers import Response

from contract.authoring.custom_fields import CustomField
from masthead.i18n import N_, format_number, gettext
from masthead.store.drafts.texts import TooLargeError
from masthead.store.errors import StoreError
from masthead.tables.rows import Cells, parse_rows
from masthead.tables.text import TableText
from masthead.web.directory.places import AccessPlace
from masthead.web.forms.custom_values import field_title
from masthead.web.forms.forms import INVALID, PageForm
from masthead.web.frame.problems import NO_RECORDS, UNAVAILABLE
from masthead.web.http.responses import redirect_to
from masthead.web.http.spreadsheets import STARTS
from masthead.web.person.portal import portal
from masthead.web.person.session import person
from masthead.web.submit.drafts import keep_for_review
from masthead.web.submit.submission import refuse_form

TOO_MUCH = N_("This is too much to keep at once. Split it into parts.")
SPACE, SPACE_ID, NOTE = "space", "spaceid", "note"
MAX_CELLS = 100_000
NO_SPACES = N_("The table has no column “spaceId” or “space”, so Masthead can't tell its spaces.")
NO_FIELDS = N_("No column of the table has the name of a field.")
NO_CELLS = N_("The table has headings, but nothing below them that can be used.")
TOO_MANY = N_("The table has more than %(most)s cells. Split it into parts.")
_NAMED = re.compile(r"\(([a-z_\-0-9]+)\)\s*\Z")
_QUOTED = re.compile(rf"'+[{re.escape(''.join(STARTS))}]")


class ProposedCell(NamedTuple):
    """The proposed text of one cell. `shown` is the text that the page had there, or None.

    `space` is an id, `field` a name. With `fills`, an existing value is kept.
    """

    space: str
    field: str
    text: str
    shown: str | None = None
    fills: bool = False


@dataclass(frozen=True, slots=True)
class Proposal:
    """Proposed cells. `origin` describes their source, `notes` list unusable parts; `at` is a Unix timestamp in ms.

    `draft` is the id of a draft with the form's input, until the bulk change is created; it may be empty.
    """

    origin: str
    cells: tuple[ProposedCell, ...]
    notes: tuple[str, ...] = ()
    at: int = 0
    draft: str = ""


_KEPT: TypeAdapter[Proposal] = TypeAdapter(Proposal)


class ImportedTable:
    """A parsed table: proposed `cells`, and `notes` about ignored lines and columns.

    With `clears`, an empty cell clears the value; otherwise it changes nothing. Raises ValueError with a
    message to show.
    """

    def __init__(
        self, text: TableText, fields: Sequence[CustomField], spaces: Sequence[AccessPlace], *, clears: bool = False
    ) -> None:
        rows = parse_rows(text.text)
        head = next(rows, Cells(0, ()))
        self.notes = [*text.notes]
        if text.sheets:
            self.notes.append(gettext("Masthead read the sheet “%(sheet)s” only.", sheet=text.sheet))
        self._clears, self._width = clears, len(head.cells)
        self._by_id = {each.id: each for each in spaces}
        self._by_title = _index_unique((each.called, each.id) for each in spaces)
        self._places = {heading.strip().casefold().replace(" ", ""): at for at, heading in enumerate(head.cells)}
        self._columns = self._find_columns(head, fields)
        self.cells: list[ProposedCell] = []
        self._seen: set[str] = set()
        for row in rows:
            self._parse_row(row)
            if len(self.cells) > MAX_CELLS:
                raise ValueError(gettext(TOO_MANY, most=format_number(MAX_CELLS)))
        if not self.cells:
            raise ValueError(" ".join([gettext(NO_CELLS), *self.notes[:1]]))

    def _find_columns(self, head: Cells, fields: Sequence[CustomField]) -> Mapping[int, str]:
        if SPACE_ID not in self._places and SPACE not in self._places:
            raise ValueError(gettext(NO_SPACES))
        names, titles = {each.name for each in fields}, _index_unique((field_title(each), each.name) for each in fields)
        found: dict[int, str] = {}
        for at, heading in enumerate(head.cells):
            named = _NAMED.search(heading)
            name = named[1] if named else heading.strip()
            name = name if name in names else titles.get(heading.strip().casefold(), "")
            if name and name not in found.values():
                found[at] = name
            elif heading.strip() and at not in {self._places.get(each) for each in (SPACE, SPACE_ID, NOTE)}:
                self.notes.append(gettext("Masthead left out the column “%(heading)s”: no field.", heading=heading))
        if not found:
            raise ValueError(gettext(NO_FIELDS))
        return found

    def _parse_row(self, row: Cells) -> None:
        space = self._find_space(row)
        if (
            row.wrong
            or space is None
            or space in self._seen
            or self._cell_text(row, NOTE)
            or self._has_surplus_cells(row)
        ):
            self.notes.append(gettext("Line %(line)s: %(why)s", line=row.line, why=self._rejection_message(row, space)))
            return
        self._seen.add(space)
        for at, name in self._columns.items():
            text = _unquote(row.cells[at]) if at < len(row.cells) else ""
            if text.strip() or (self._clears and at < len(row.cells)):
                self.cells.append(ProposedCell(space, name, text))

    def _find_space(self, row: Cells) -> str | None:
        identifier = _unquote(self._cell_text(row, SPACE_ID)).strip()
        if identifier:
            return identifier if identifier in self._by_id else None
        return self._by_title.get(_unquote(self._cell_text(row, SPACE)).strip().casefold())

    def _rejection_message(self, row: Cells, space: str | None) -> str:
        if row.wrong:
            return row.wrong
        identifier = self._cell_text(row, SPACE_ID).strip()
        named = identifier or self._cell_text(row, SPACE).strip()
        if space is None and identifier:
            return gettext("There is no space “%(named)s”.", named=named)
        if space is None:
            return gettext("No space, or more than one, is called “%(named)s”.", named=named)
        if space in self._seen:
            return gettext("The space “%(named)s” is in the table already.", named=named)
        if self._has_surplus_cells(row):
            return gettext(
                "The row has %(count)s cells, and the table %(columns)s columns. Quote cells that contain the "
                "separator.",
                count=len(row.cells),
                columns=self._width,
            )
        return gettext("The space was not read when the file was made: %(note)s.", note=self._cell_text(row, NOTE))

    def _has_surplus_cells(self, row: Cells) -> bool:
        """Return whether a row has cells after the last column, which makes its columns ambiguous."""
        return any(cell.strip() for cell in row.cells[self._width :])

    def _cell_text(self, row: Cells, name: str) -> str:
        at = self._places.get(name)
        return row.cells[at] if at is not None and at < len(row.cells) else ""


def save_proposal(
    form: PageForm, organization_id: str, origin: str, cells: Sequence[ProposedCell], notes: Sequence[str] = ()
) -> Response | None:
    """Store a proposal and redirect to its review. Return None if that fails; then the form has a message."""
    kept = Proposal(origin, tuple(cells), tuple(notes), int(time.time() * 1000), keep_for_review())
    try:
        made = portal().store.temporary_texts.save(person().owner, _values_url(organization_id), _KEPT.dump_json(kept))
    except TooLargeError:
        refuse_form(form, gettext(TOO_MUCH), INVALID)
    except StoreError:
        refuse_form(form, gettext(NO_RECORDS), UNAVAILABLE)
    else:
        return redirect_to(url_for("field_value_changes.review", organization_id=organization_id, kept=made))
    return None


def load_proposal(organization_id: str, kept: str) -> Proposal | None:
    """Return the stored proposal; None if it expired or another version stored it. Raises StoreError."""
    text = portal().store.temporary_texts.get(person().owner, _values_url(organization_id), kept)
    try:
        return None if text is None else _KEPT.validate_json(text)
    except ValueError:  # stored by another version
        return None


def _values_url(organization_id: str) -> str:
    return url_for("field_values.index", organization_id=organization_id)


def _unquote(text: str) -> str:
    """Remove the quote that our exports put before text that a spreadsheet would run as a formula."""
    return text[1:] if _QUOTED.match(text) else text


def _index_unique(pairs: Iterator[tuple[str, str]]) -> dict[str, str]:
    """Index values by name, ignoring case. Names that occur twice are left out."""
    found: dict[str, str] = {}
    several: set[str] = set()
    for name, value in pairs:
        key = name.strip().casefold()
        if key in found:
            several.add(key)
        found[key] = value
    return {name: value for name, value in found.items() if name not in several}
