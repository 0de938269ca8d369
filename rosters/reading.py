"""A table of people, read row by row: what each asks for, or why it cannot be used."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from i18n import N_, format_number, gettext, ngettext
from rosters.cells import Cells, parse_rows
from rosters.columns import ENABLED, Columns, detect_columns, normalize_heading
from rosters.faults import RosterError, RowError
from rosters.people import SPREADSHEET_ERROR, read_person
from rosters.roles import read_role
from rosters.showing import printable

MAX_ROWS = 5000
REPEATED = N_("This line repeats the headings.")
COMMENT = N_("The line begins with #, so Masthead left it out.")
INACTIVE = N_("The list says that this account isn't active, so Masthead left it out.")
RECIPIENTS = N_("The recipients were on one line. Masthead read each as its own line.")
NOT_ACTIVE = frozenset(("deactivated", "deprovisioned", "suspended", "disabled", "inactive", "archived", "deleted"))
_VERSION = re.compile(r"version:v[0-9.]{1,9}", re.IGNORECASE)
_IN_BRACKETS = re.compile(r"<([^<>\s@]{1,64}@[^<>\s@]{1,253})>")
_BETWEEN = re.compile(r">\s{0,20}[;,]")
SEVERAL = N_("This line contains several addresses. Put each on its own line.")


@dataclass(frozen=True, slots=True)
class Row:
    """`given` is what names the person there, shortened.

    `person` is the id, or the address, in canonical form; `role` is one of the contract or `remove`, or empty. `wrong`
    says why the row cannot be used; `person` may be known all the same. `skipped` is a row that means nobody.
    """

    line: int
    given: str
    person: str = ""
    role: str = ""
    wrong: str = ""
    skipped: bool = False


@dataclass(frozen=True, slots=True)
class Roster:
    """`notes` are sentences on how the table was read."""

    rows: tuple[Row, ...]
    notes: tuple[str, ...] = ()


def read_roster(text: str, known: Collection[str] = ()) -> Roster:
    """Raises RosterError where no row can be used.

    `known` are ids and addresses of people who are there: a cell that is one of them names them, whatever its form.
    """
    text, notes = _split_recipients(text)
    names = {name.strip(): name for name in known if name.strip()}
    found: list[Cells] = []
    for row in parse_rows(text):
        found.append(row)
        # One more for the headings. No more are read than it takes to know.
        if len(found) > MAX_ROWS + 1:
            raise _too_many()
    if found and _VERSION.fullmatch(found[0].cells[0].strip()):  # Entra's template begins with it
        found = found[1:]
    about = [row for row in found if not _is_comment(row, names)]
    if not about:
        raise RosterError(gettext("The list contains no people."))
    columns = detect_columns(about)
    rows = [_read(row, columns, names) for row in found if not (columns.heading and row is about[0])]
    if not rows or all(row.skipped for row in rows):
        raise RosterError(gettext("The list has headings, but no people below them."))
    if len(rows) > MAX_ROWS:
        raise _too_many()
    return Roster(tuple(rows), (*notes, *columns.notes))


def _split_recipients(text: str) -> tuple[str, tuple[str, ...]]:
    """Recipients as mail programs paste them, `"Lee, Anna" <a@x.example>; …`, each on a line of its own."""
    whole = text.strip()
    found = _IN_BRACKETS.findall(whole) if "\n" not in whole and "\r" not in whole else []
    if len(found) < 2 or not _BETWEEN.search(whole):  # noqa: PLR2004 - one alone is an ordinary line
        return text, ()
    return "\n".join(found), (gettext(RECIPIENTS),)


def _read(row: Cells, columns: Columns, known: Mapping[str, str]) -> Row:
    cells = row.cells
    named = next((cells[at] for at in columns.people if at < len(cells) and cells[at].strip()), "")
    given = printable(named or cells[0])
    if _is_comment(row, known):
        return Row(row.line, given, wrong=gettext(COMMENT), skipped=True)
    if columns.heading and tuple(normalize_heading(cell) for cell in cells) == columns.heading:
        return Row(row.line, given, wrong=gettext(REPEATED), skipped=True)
    if row.wrong:
        return Row(row.line, given, wrong=row.wrong)
    if _is_inactive(cells, columns):
        return Row(row.line, given, wrong=gettext(INACTIVE), skipped=True)
    person = ""
    try:
        person = _match_known(named, known) or read_person(named)
        _check_cells(cells, columns)
        typed = cells[columns.role] if columns.role is not None and columns.role < len(cells) else ""
        return Row(row.line, given, person, read_role(typed))
    except RowError as wrong:
        return Row(row.line, given, person, wrong=str(wrong))


def _is_inactive(cells: tuple[str, ...], columns: Columns) -> bool:
    """Whether the list says that the account is off: then nobody means to add it."""
    if columns.status is None or columns.status >= len(cells):
        return False
    word = normalize_heading(cells[columns.status])
    return word in NOT_ACTIVE or (columns.heading[columns.status] in ENABLED and word in {"false", "no", "0"})


def _check_cells(cells: tuple[str, ...], columns: Columns) -> None:
    if not columns.heading and any("@" in cell for at, cell in enumerate(cells) if at not in columns.people):
        raise RowError(gettext(SEVERAL))
    if any(cell.strip() for cell in cells[columns.width :]):
        expected = ngettext("1 cell", "%(n)s cells", columns.width)
        raise RowError(
            gettext(
                "This row has %(count)s cells instead of %(expected)s. Quote cells that contain the separator.",
                count=len(cells),
                expected=expected,
            )
        )


def _match_known(cell: str, known: Mapping[str, str]) -> str:
    """The known id or address that the cell has; empty for anything else."""
    text = cell.strip()
    # Our own files have an apostrophe before what a spreadsheet would compute.
    return known.get(text, "") or (known.get(text[1:].strip(), "") if text.startswith("'") else "")


def _is_comment(row: Cells, known: Mapping[str, str]) -> bool:
    first = row.cells[0].strip()
    return first.startswith("#") and not SPREADSHEET_ERROR.fullmatch(first) and first not in known


def _too_many() -> RosterError:
    return RosterError(
        gettext(
            "The list has more than %(max_rows)s people. Split it into parts of at most %(max_rows)s rows.",
            max_rows=format_number(MAX_ROWS),
        )
    )
