"""Reads a table of people row by row, with an error for each row that can't be used."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from pydantic import TypeAdapter

from masthead.i18n import N_, format_number, gettext, ngettext
from masthead.rosters.columns import AccountState, Columns, StateColumn, detect_columns, normalize_heading
from masthead.rosters.people import (
    ACTIVE,
    SPREADSHEET_ERROR,
    WORDS,
    Choices,
    find_foreign_word,
    read_person,
    read_role,
    to_printable,
)
from masthead.tables.rows import Cells, RowError, TableError, parse_rows
from masthead.tables.text import TableText

MAX_ROWS = 5000
TOO_MANY = N_("The list has more than %(max_rows)s people. Split it into parts of at most %(max_rows)s rows.")
REPEATED = N_("This line repeats the headings.")
COMMENT = N_("The line begins with #, so Masthead left it out.")
NOT_ACTIVE = N_("The list says that this account isn't active, so Masthead left it out.")
RECIPIENTS = N_("The recipients were on one line. Masthead read each as its own line.")
NOT_UNDERSTOOD = N_(
    "Masthead can't tell from “%(cell)s” in column “%(column)s” whether this account is active, so the row isn't used. "
    "Say in the review what it means, or correct the cell."
)
NOT_PERSON = N_("“%(cell)s” in column “%(column)s” isn't a person, so Masthead left it out.")
PERSON_OR_HEADING = N_(
    "Masthead read this line as headings, because it has no address where the lines below have one. "
    "If it is a person, enter an address. If it is a heading, name it “Email”."
)
TITLE = N_("Masthead left out the first line, which stands above the headings: %(line)s.")
_VERSION = re.compile(r"version:v[0-9.]{1,9}", re.IGNORECASE)
_IN_BRACKETS = re.compile(r"<[^<>\s@]{1,64}@[^<>\s@]{1,253}>")
_FIELD = re.compile(r"^\s*(?:to|cc|bcc|an|à|cci|para|cco|a|ccn):\s", re.IGNORECASE | re.MULTILINE)
"""Names of the fields of a message, as people copy them with the recipients."""
_BETWEEN = re.compile(r">\s{0,20}[;,]")
_PART = re.compile(r'(?:"[^"\n]*"|[^";,\n])+|[;,\n]')
REASONS = {
    AccountState.ON: "",
    AccountState.UNKNOWN: NOT_UNDERSTOOD,
    AccountState.OFF: NOT_ACTIVE,
    AccountState.NOT_PERSON: NOT_PERSON,
}
_DEFAULTS = Choices()
StateCell = tuple[StateColumn, str, AccountState]
_NO_STATE: StateCell = (StateColumn(0, ""), "", AccountState.ON)
TOO_WIDE = N_("This row has %(count)s cells instead of %(expected)s. Quote cells that contain the separator.")
SEVERAL = N_("This line contains several addresses. Put each on its own line.")


@dataclass(frozen=True, slots=True)
class RosterText:
    """A table of people, and the choices on how to read it."""

    table: TableText
    choices: Choices = _DEFAULTS

    def choose(self, choices: Choices) -> "RosterText":
        table = self.table.choose_sheet(choices.sheet)
        return RosterText(table, replace(choices, sheet=table.sheet))


STORED: TypeAdapter[RosterText] = TypeAdapter(RosterText)


def choose_sheet(table: TableText) -> RosterText:
    """Choose the first sheet with an address; if several have some, keep them for another choice."""
    sheets = {name: text for name, text in table.sheets.items() if "@" in text} or table.sheets
    table = table.choose_sheet(next(iter(sheets), ""))
    return RosterText(replace(table, sheets=sheets if len(sheets) > 1 else {}), Choices(sheet=table.sheet))


def parse_stored_text(stored: bytes | None) -> RosterText | None:
    """Parse a stored list; None if it expired or can't be parsed."""
    try:
        return None if stored is None else STORED.validate_json(stored)
    except ValueError:
        return None


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the list; `given` is the cell that names the person, shortened.

    `person` is the id or the address in canonical form; `role` is one of the contract or `remove`, or empty. `wrong`
    explains why the row can't be used, although `person` may be known. `skipped` is a row that names nobody to add; a
    `person` in it has an account that isn't active. `role_word` is the list's own word for the role, `state_word` its
    word for an account that isn't clearly active.
    """

    line: int
    given: str
    person: str = ""
    role: str = ""
    wrong: str = ""
    skipped: bool = False
    role_word: str = ""
    state_word: str = ""


@dataclass(frozen=True, slots=True)
class Roster:
    """The rows of a table; `notes` are sentences on how it was read.

    `columns` are the headings of columns with addresses, if there are several; the people are read from `column`.
    """

    rows: tuple[Row, ...]
    notes: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    column: str = ""

    @property
    def role_words(self) -> Counter[str]:
        """Count the rows for each of the list's own role words."""
        return _count_words(row.role_word for row in self.rows)

    @property
    def state_words(self) -> Counter[str]:
        """Count the rows for each of the list's words for accounts that aren't clearly active."""
        return _count_words(row.state_word for row in self.rows)


def _count_words(words: Iterable[str]) -> Counter[str]:
    spelled: dict[str, str] = {}
    return Counter(spelled.setdefault(word.casefold(), word) for word in words if word)


def read_roster(text: str, known: Collection[str] = (), choices: Choices = _DEFAULTS) -> Roster:
    """Read a table of people. Raises TableError if no row can be used.

    `known` are ids and addresses of current members: a cell that equals one names that person, whatever its form.
    """
    text, notes = _split_recipients(text)
    names = {name.strip(): name for name in known if name.strip()}
    found: list[Cells] = []
    for row in parse_rows(text, WORDS):
        found.append(row)
        # One more for the headings. Stop as soon as there are too many.
        if len(found) > MAX_ROWS + 1:
            raise TableError(TOO_MANY, max_rows=format_number(MAX_ROWS))
    found, titles = _remove_title(found)
    about = [row for row in found if not _is_comment(row, names)]
    if not about:
        raise TableError(N_("The list contains no people."))
    columns = detect_columns(about, choices.column)
    rows = [_read_row(row, columns, names, choices) for row in found if not (columns.heading and row is about[0])]
    if not columns.heading_is_certain:
        rows.insert(0, Row(about[0].line, to_printable(about[0].cells[0]), wrong=gettext(PERSON_OR_HEADING)))
    if not rows or all(row.skipped for row in rows):
        raise TableError(N_("The list has headings, but no people below them."))
    if len(rows) > MAX_ROWS:
        raise TableError(TOO_MANY, max_rows=format_number(MAX_ROWS))
    heading = about[0].cells if columns.choices else ()
    people = heading[columns.people[0]] if columns.people[0] < len(heading) else ""
    return Roster(tuple(rows), (*notes, *titles, *columns.notes), columns.choices, people)


def _split_recipients(text: str) -> tuple[str, tuple[str, ...]]:
    lines = text.strip().splitlines()
    if not any(_is_recipients(line, alone=len(lines) == 1) for line in lines):
        return text, ()
    return "\n".join(split_recipients(text)), (gettext(RECIPIENTS),)


def split_recipients(text: str) -> list[str]:
    """Split recipients as mail programs paste them: `"Lee, Anna" <a@x.example>; …`.

    Nothing is dropped: text that is neither a name before an address nor an address is an item too.
    """
    parts = [part.strip() for part in _PART.findall("\n".join(_FIELD.sub("", text).strip().splitlines()))]
    ends = {"", ";"} if ";" in parts else {"", ";", ","}
    found, begun = [], ""
    for part in [*parts, ""]:
        if part not in ends and part != ",":
            begun = f"{begun} {part}".strip()
        # In `Lee, Anna <a@x.example>, Ben <b@x.example>` a comma stands within a name too.
        elif part in ends and begun and ("@" in begun or part != ","):
            found.append(begun)
            begun = ""
    return [_IN_BRACKETS.findall(each)[-1][1:-1] if _IN_BRACKETS.search(each) else each for each in found]


def _is_recipients(line: str, *, alone: bool) -> bool:
    """True for several addresses on one line, with names unless the line is `alone`."""
    if line.count("@") < 2:  # noqa: PLR2004 - one alone is an ordinary line
        return False
    pieces = [piece for piece in re.split(r"[;,]", line) if piece.strip()]
    return bool(_BETWEEN.search(line)) or (alone and all(piece.count("@") == 1 for piece in pieces))


def _remove_title(rows: list[Cells]) -> tuple[list[Cells], tuple[str, ...]]:
    """Remove what some programs write above the headings: a version, or a group's name."""
    if rows and _VERSION.fullmatch(rows[0].cells[0].strip()):  # Entra's template begins with it
        return rows[1:], ()
    texts = [[cell for cell in row.cells if cell.strip()] for row in rows[:2]]
    if (
        len(texts) > 1
        and len(texts[0]) == 1
        and " " in texts[0][0].strip()
        and len(texts[1]) > 1
        and "@" not in "".join(texts[1])
    ):
        return rows[1:], (gettext(TITLE, line=to_printable(texts[0][0])),)
    return rows, ()


def _read_row(row: Cells, columns: Columns, known: Mapping[str, str], choices: Choices) -> Row:
    cells = row.cells
    named = _find_person_cell(cells, columns, known)
    given = to_printable(named or cells[0])
    if _is_comment(row, known):
        return Row(row.line, given, wrong=gettext(COMMENT), skipped=True)
    if columns.heading and tuple(normalize_heading(cell) for cell in cells) == columns.heading:
        return Row(row.line, given, wrong=gettext(REPEATED), skipped=True)
    if row.wrong:
        return Row(row.line, given, wrong=row.wrong)
    state, wrong, word = _judge_state(cells, columns, choices)
    if state is AccountState.NOT_PERSON:
        return Row(row.line, given, wrong=wrong, skipped=True, state_word=word)
    person = role = ""
    skipped = state is AccountState.OFF
    typed = cells[columns.role] if columns.role is not None and columns.role < len(cells) else ""
    try:
        person = _match_known(named, known) or read_person(named)
        _check_cells(cells, columns)
        role = "" if wrong else read_role(typed, choices.roles)
    except RowError as error:
        wrong = wrong if skipped else str(error)
    role_word = "" if skipped else find_foreign_word(typed)
    return Row(row.line, given, person, role, wrong, skipped, role_word, word)


def _judge_state(cells: Sequence[str], columns: Columns, choices: Choices) -> tuple[AccountState, str, str]:
    """Return the state of the row's account, what is wrong with it, and the list's word for it."""
    read = [(each, cells[each.at], each.read(cells[each.at])) for each in columns.states if each.at < len(cells)]
    column, cell, state = max(read, key=_state_of, default=_NO_STATE)
    word = column.word(cell) if state in {AccountState.OFF, AccountState.UNKNOWN} else ""
    column, cell, state = max((_decide_state(each, choices) for each in read), key=_state_of, default=_NO_STATE)
    return state, gettext(REASONS[state], cell=to_printable(cell), column=column.heading), word


def _state_of(read: StateCell) -> AccountState:
    return read[2]


def _decide_state(read: StateCell, choices: Choices) -> StateCell:
    """Replace the state by the one that a person chose for the cell."""
    column, cell, state = read
    meaning = choices.states.get(column.word(cell).casefold())
    return column, cell, state if meaning is None else AccountState.ON if meaning == ACTIVE else AccountState.OFF


def _find_person_cell(cells: tuple[str, ...], columns: Columns, known: Mapping[str, str]) -> str:
    """Return the first cell that names a person."""
    given = [cells[at] for at in columns.people if at < len(cells) and cells[at].strip()]
    given += [cells[at] for at in columns.ids if at < len(cells) and _match_known(cells[at], known)]
    return given[0] if given else ""


def _check_cells(cells: tuple[str, ...], columns: Columns) -> None:
    if not columns.heading and any("@" in cell for at, cell in enumerate(cells) if at not in columns.people):
        raise RowError(SEVERAL)
    if any(cell.strip() for cell in cells[columns.width :]):
        expected = ngettext("1 cell", "%(n)s cells", columns.width)
        raise RowError(TOO_WIDE, count=len(cells), expected=expected)


def _match_known(cell: str, known: Mapping[str, str]) -> str:
    """Return the known id or address that a cell contains; empty for anything else."""
    text = cell.strip()
    # Our own files put an apostrophe before a formula.
    return known.get(text, "") or (known.get(text[1:].strip(), "") if text.startswith("'") else "")


def _is_comment(row: Cells, known: Mapping[str, str]) -> bool:
    first = row.cells[0].strip()
    return first.startswith("#") and not SPREADSHEET_ERROR.fullmatch(first) and first not in known
