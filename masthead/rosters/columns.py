"""Detects the columns with people, roles and account states, by headings or by cells."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from enum import IntEnum, auto

from contract.organization.people import ROLES
from masthead.i18n import N_, gettext, join_some
from masthead.rosters import vocabulary
from masthead.rosters.people import WORDS, to_printable
from masthead.tables.rows import Cells, TableError

_CAMEL_CASE = re.compile(r"(?<=[a-z])(?=[A-Z])")
_DAY = re.compile(r"(\d{1,4})[-./](\d{1,2})[-./](\d{1,4})(?:[ T].*)?")


class AccountState(IntEnum):
    """The state that a cell gives to its row. Of several cells, the highest counts."""

    ON = auto()
    UNKNOWN = auto()  # the cell is not understood
    OFF = auto()
    NOT_PERSON = auto()  # a group, a bot or a room


@dataclass(frozen=True, slots=True)
class StateColumn:
    """A column with account states, by index and normalized heading."""

    at: int
    heading: str

    def word(self, cell: str) -> str:
        """Return the cell with its heading, as people decide what it means; empty for a day."""
        is_day = self.heading in vocabulary.END and _DAY.fullmatch(cell.strip())
        return "" if is_day else f"{self.heading}: {to_printable(cell, MAX_NAMED_LENGTH)}"

    def read(self, cell: str, today: date | None = None) -> AccountState:
        word = _normalize(cell)
        if self.heading in vocabulary.ON | vocabulary.OFF:
            return self._read_answer(word)
        if self.heading in vocabulary.END:
            return _parse_end_day(cell.strip(), today or datetime.now(UTC).date())
        if word in vocabulary.NOT_PERSONS:
            return AccountState.NOT_PERSON
        if self.heading in vocabulary.FLAGS:
            return AccountState.OFF if word.isdecimal() and int(word) & vocabulary.DISABLED_FLAG else AccountState.ON
        is_kind = self.heading in vocabulary.KIND or self.heading == vocabulary.AMBIGUOUS_KIND
        return (
            AccountState.ON
            if is_kind
            else _parse_state(word, vocabulary.MEANS_ON | vocabulary.EMPTY, vocabulary.MEANS_OFF)
        )

    def _read_answer(self, word: str) -> AccountState:
        if word in vocabulary.EMPTY:
            return AccountState.UNKNOWN if self.heading in vocabulary.ON else AccountState.ON
        if word in vocabulary.YES | vocabulary.NO:  # an answer to a heading such as `Suspended`
            return AccountState.ON if (word in vocabulary.YES) is (self.heading in vocabulary.ON) else AccountState.OFF
        return _parse_state(word, vocabulary.MEANS_ON, vocabulary.MEANS_OFF)


def _parse_state(word: str, on: Collection[str], off: Collection[str]) -> AccountState:
    return AccountState.OFF if word in off else AccountState.ON if word in on else AccountState.UNKNOWN


def find_state_columns(heading: Sequence[str], rows: Iterable[Sequence[str]]) -> tuple[StateColumn, ...]:
    """Find all columns that can show a disabled account; `heading` is normalized."""
    sample = [*rows]
    cells = {at: {_normalize(row[at]) for row in sample if at < len(row)} for at in range(len(heading))}
    columns = vocabulary.STATUS | vocabulary.ON | vocabulary.OFF | vocabulary.END | vocabulary.KIND | vocabulary.FLAGS
    deciding = dict.fromkeys(vocabulary.AMBIGUOUS, vocabulary.MEANS_ON | vocabulary.MEANS_OFF) | {
        vocabulary.AMBIGUOUS_KIND: vocabulary.PERSONS
    }
    return tuple(
        StateColumn(at, name)
        for at, name in enumerate(heading)
        if name in columns or cells[at] & deciding.get(name, frozenset())
    )


def _normalize(cell: str) -> str:
    return " ".join(_split_camel_case(cell).casefold().replace("_", " ").replace("-", " ").split()) or cell.strip()


def _split_camel_case(text: str) -> str:
    return _CAMEL_CASE.sub(" ", text)


def _parse_end_day(cell: str, today: date) -> AccountState:
    """Compare an account's last day with today; ambiguous dates have to agree."""
    if cell.casefold() in vocabulary.EMPTY:
        return AccountState.ON
    if not (found := _DAY.fullmatch(cell)):
        return AccountState.UNKNOWN
    first, second, third = map(int, found.groups())
    orders = [(first, second, third)] if len(found[1]) > 2 else [(third, second, first), (third, first, second)]  # noqa: PLR2004 - a year
    states = {AccountState.OFF if day < today else AccountState.ON for each in orders if (day := _build_date(*each))}
    return states.pop() if len(states) == 1 else AccountState.UNKNOWN


def _build_date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year + 2000 if year < 100 else year, month, day)  # noqa: PLR2004 - a year of two digits
    except ValueError:
        return None


SAMPLE = 100
MAX_NAMED, MAX_NAMED_LENGTH = 6, 40
"""The most ignored columns that a note names, and the most characters of each name."""
_UNSEEN = {ord("\ufeff"): None, ord("\u200b"): None, ord("\u00a0"): " ", ord("_"): " ", ord("-"): " "}
_LIKE_A_HEADING = re.compile(r"mail|courriel|correo|adress|address|posta", re.IGNORECASE)
_LIKE_AN_ID = re.compile(r"^\s*$|[0-9_]")
_NUMBER = re.compile(r"\d+")
_NOTES = re.compile(r"\[[^\[\]]{0,60}\]")
LEFT_OUT = N_("Masthead left out columns that it doesn't need: %(named)s.")
NO_HEADINGS = N_("There are no headings. Masthead read the people from column %(people)s%(roles)s.")
ROLES_FROM, NO_ROLES = N_(", and the roles from column %(role)s"), N_(", and no roles")
NO_PEOPLE = N_("No heading names the column with the people. Name it email.")
SEVERAL_COLUMNS = N_("Several columns contain addresses. Masthead read the people from “%(column)s”.")
READ_AS = N_("Masthead read this list as an export of %(program)s.")
STATES_FROM = N_(
    "Masthead leaves out people whose account isn't active, and rows that aren't people. "
    "It reads that from %(columns)s."
)


@dataclass(frozen=True, slots=True)
class Columns:
    """Column indexes from 0; the first non-empty cell in `people` names the person.

    A cell in `ids` counts only if it is known already: if a list has addresses, its ids may be those of another
    program. `choices` are the headings of all columns with addresses, if there are several.
    """

    people: tuple[int, ...]
    role: int | None
    width: int
    heading: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    states: tuple[StateColumn, ...] = ()
    ids: tuple[int, ...] = ()
    heading_is_certain: bool = True
    choices: tuple[str, ...] = ()


def normalize_heading(heading: str) -> str:
    """Convert a heading to lower case without punctuation, or notes such as `[Required]`."""
    words = _NOTES.sub(" ", _split_camel_case(heading.translate(_UNSEEN)).casefold()).strip(" '\":*").split()
    return " ".join(words[:-1] if words[1:] and words[-1] == "required" else words)


def detect_columns(rows: Sequence[Cells], chosen: str = "") -> Columns:
    """Detect the columns; `chosen` is the heading of the one with the people.

    Raises TableError if none can be identified as the people.
    """
    titles, chosen = rows[0].cells, normalize_heading(chosen)
    heading = tuple(normalize_heading(cell) for cell in titles)
    if rows[0].wrong or any("@" in cell for cell in heading):
        return _guess_columns(rows)
    named = _find_named(heading, vocabulary.ADDRESS, vocabulary.SIGN_IN_NAME)
    found = _find_address_columns(rows[1:])
    addresses = [heading.index(chosen)] if chosen and chosen in heading else named or _choose_addresses(heading, found)
    ids = _find_named(heading, vocabulary.ID, vocabulary.LOOSE)
    role = next(iter(_find_named(heading, vocabulary.ROLE)), None)
    states = find_state_columns(heading, [row.cells for row in rows[1 : SAMPLE + 1]])
    is_certain = bool(named or ids or states or role is not None)
    if addresses and not is_certain:
        first = titles[addresses[0]] if addresses[0] < len(heading) else ""
        is_certain = bool(_LIKE_A_HEADING.search(first))
        if not is_certain and (_LIKE_AN_ID.search(first) or set(heading) & set(WORDS)):
            return _guess_columns(rows)
    if not addresses and not ids:
        if (role is not None and len(heading) > 1) or _is_table_without_people(rows):
            raise TableError(NO_PEOPLE)
        return _guess_columns(rows)
    people, ids = (addresses, ids) if addresses else (ids, [])
    used = {*people, *ids, role, *(each.at for each in states)}
    choices = tuple(titles[at] for at in found if at < len(heading) and heading[at]) if len(found) > 1 else ()
    others = [at for at, name in enumerate(heading) if at not in used and name]
    program = vocabulary.find_program(heading)
    notes = (
        gettext(READ_AS, program=program) if program else "",
        gettext(SEVERAL_COLUMNS, column=_join_titles(titles, people[:1])) if choices and not named else "",
        gettext(STATES_FROM, columns=_join_titles(titles, [each.at for each in states])) if states else "",
        gettext(LEFT_OUT, named=_join_titles(titles, others)) if others else "",
    )
    said = tuple(filter(None, notes))
    return Columns(tuple(people), role, len(heading), heading, said, states, tuple(ids), is_certain, choices)


def _find_named(heading: Sequence[str], *names: Collection[str]) -> list[int]:
    """Return the columns with one of the names, those with the first names first."""
    return [at for each in names for at, name in enumerate(heading) if name in each]


def _join_titles(titles: Sequence[str], columns: Sequence[int]) -> str:
    return join_some([to_printable(titles[at], MAX_NAMED_LENGTH) for at in columns if at < len(titles)], MAX_NAMED)


def _choose_addresses(heading: Sequence[str], found: Sequence[int]) -> list[int]:
    """Choose the column with people's own addresses, and those that differ from it only by a number."""
    names = {at: heading[at] if at < len(heading) else "" for at in found}
    likely = [at for at in found if not vocabulary.OTHER_ADDRESS.search(names[at])] or [*found]
    return [at for at in likely if _NUMBER.sub("", names[at]) == _NUMBER.sub("", names[likely[0]])]


def _is_table_without_people(rows: Sequence[Cells]) -> bool:
    """Return True for at least three columns in which no cell is an address or a role."""
    cells = [cell.strip().casefold() for row in rows[:SAMPLE] for cell in row.cells]
    is_table = len(rows[0].cells) > 2  # noqa: PLR2004 - a person and a role
    return is_table and not any("@" in cell or cell in WORDS for cell in cells)


def _find_address_columns(rows: Sequence[Cells]) -> list[int]:
    """Find the columns in which every cell that is not empty is an address."""
    sample = [row.cells for row in rows[:SAMPLE] if not row.wrong]
    columns = [
        [cells[at].strip() for cells in sample if at < len(cells)] for at in range(max(map(len, sample), default=0))
    ]
    return [at for at, cells in enumerate(columns) if any(cells) and all("@" in cell for cell in cells if cell)]


def _guess_columns(rows: Sequence[Cells]) -> Columns:
    sample = [row.cells for row in rows[:SAMPLE] if not row.wrong]
    widths = Counter(len(cells) for cells in sample)
    width = widths.most_common(1)[0][0] if sample else 1
    if width == 1 < len(widths):
        width = 2  # most people have no role there, and some do
    with_addresses = Counter(at for cells in sample for at, cell in enumerate(cells[:width]) if "@" in cell)
    people = with_addresses.most_common(1)[0][0] if with_addresses else 0
    role = _find_role_column(sample, people, width)
    if width == 1:
        return Columns((people,), role, width)
    roles = gettext(NO_ROLES) if role is None else gettext(ROLES_FROM, role=role + 1)
    return Columns((people,), role, width, notes=(gettext(NO_HEADINGS, people=people + 1, roles=roles),))


def _find_role_column(sample: Sequence[Sequence[str]], people: int, width: int) -> int | None:
    known = {*WORDS, *ROLES}
    cells = ((at, cell) for row in sample for at, cell in enumerate(row[:width]) if at != people)
    found = Counter(at for at, cell in cells if cell.strip().casefold() in known)
    if found:
        return found.most_common(1)[0][0]
    # A person and one more cell: if it is no role, each row reports it.
    return 1 if (people, width) in {(0, 1), (0, 2)} else None
