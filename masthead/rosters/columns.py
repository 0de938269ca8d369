"""Detects the columns with people and roles, by headings or by cells."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from contract.organization.people import ROLES
from masthead.i18n import N_, gettext
from masthead.rosters.account_state import StateColumn, find_state_columns
from masthead.rosters.cells import Cells
from masthead.rosters.errors import RosterError, printable
from masthead.rosters.roles import WORDS

ADDRESS = frozenset(
    (
        "email",
        "e mail",
        "mail",
        "email address",
        "e mail address",
        "mail address",
        "address",
        "emailadresse",
        "e mail adresse",
        "adresse e mail",
        "courriel",
        "correo",
        "correo electrónico",
        "saml name id",  # GitHub's, beside the login, which is no address
    )
)
SIGN_IN_NAME = frozenset(("upn", "userprincipalname", "user principal name", "member object id or user principal name"))
"""Entra's user name, which may only look like an address; used if there is no address column."""
ID = frozenset(("id", "user id", "userid", "uid", "member id", "person id", "account id"))
LOOSE = frozenset(("user", "username", "user name", "login", "person", "people", "account", "benutzer"))
ROLE = frozenset(("role", "roles", "rolle", "rôle", "rol", "ruolo", "team role", "role in team", "role in the team"))
SAMPLE = 100
MAX_NAMED, MAX_NAMED_LENGTH = 5, 40
"""Columns that a note names as left out, and characters of each."""
_UNSEEN = {ord("\ufeff"): None, ord("\u200b"): None, ord("\u00a0"): " ", ord("_"): " ", ord("-"): " "}
_LIKE_A_HEADING = re.compile(r"mail|courriel|correo|adress|address|posta", re.IGNORECASE)
_LIKE_AN_ID = re.compile(r"^\s*$|[0-9_]")
_NOTES = re.compile(r"\[[^\[\]]{0,60}\]")
NO_PEOPLE = N_("No heading names the column with the people. Name it email or id.")
SEVERAL_COLUMNS = N_("Several columns contain addresses: %(columns)s. Name the one with the people “Email”.")


@dataclass(frozen=True, slots=True)
class Columns:
    """Column indexes from 0; the first non-empty cell in `people` names the person.

    A cell in `ids` counts only if it is known already: if a list has addresses, its ids may be those of another
    program.
    """

    people: tuple[int, ...]
    role: int | None
    width: int
    heading: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    states: tuple[StateColumn, ...] = ()
    ids: tuple[int, ...] = ()
    heading_is_certain: bool = True


def normalize_heading(heading: str) -> str:
    """Convert a heading to lower case without punctuation, or notes such as `[Required]`."""
    words = _NOTES.sub(" ", heading.translate(_UNSEEN).casefold()).strip(" '\":*").split()
    return " ".join(words[:-1] if words[1:] and words[-1] == "required" else words)


def detect_columns(rows: Sequence[Cells]) -> Columns:
    """Detect the columns. Raises RosterError if the people can't be told from the rest."""
    heading = tuple(normalize_heading(cell) for cell in rows[0].cells)
    if rows[0].wrong or any("@" in cell for cell in heading):
        return _guess_columns(rows)
    addresses, notes = [at for names in (ADDRESS, SIGN_IN_NAME) for at, name in enumerate(heading) if name in names], []
    ids = [at for names in (ID, LOOSE) for at, name in enumerate(heading) if name in names]
    role = next((at for at, name in enumerate(heading) if name in ROLE), None)
    states = find_state_columns(heading, [row.cells for row in rows[1 : SAMPLE + 1]])
    is_certain = bool(addresses or ids or states or role is not None)
    if not addresses and (addresses := _address_columns(rows[1:])):
        if len(addresses) > 1:
            columns = " / ".join(
                printable(rows[0].cells[at], MAX_NAMED_LENGTH) for at in addresses if at < len(heading)
            )
            raise RosterError(gettext(SEVERAL_COLUMNS, columns=columns))
        first = rows[0].cells[addresses[0]] if addresses[0] < len(heading) else ""
        is_certain = is_certain or bool(_LIKE_A_HEADING.search(first))
        if not is_certain and (_LIKE_AN_ID.search(first) or set(heading) & set(WORDS)):
            return _guess_columns(rows)
    if not addresses and not ids:
        if role is not None and len(heading) > 1:
            raise RosterError(gettext(NO_PEOPLE))
        return _guess_columns(rows)
    used = {*addresses, *ids, role, *(each.at for each in states)}
    others = [rows[0].cells[at] for at, name in enumerate(heading) if at not in used and name]
    notes += [_left_out(others)] if others else []
    people, ids = (addresses, ids) if addresses else (ids, [])
    return Columns(tuple(people), role, len(heading), heading, tuple(notes), states, tuple(ids), is_certain)


def _address_columns(rows: Sequence[Cells]) -> list[int]:
    """Find the columns in which every cell that is not empty is an address."""
    sample = [row.cells for row in rows[:SAMPLE] if not row.wrong]
    columns = [
        [cells[at].strip() for cells in sample if at < len(cells)] for at in range(max(map(len, sample), default=0))
    ]
    return [at for at, cells in enumerate(columns) if any(cells) and all("@" in cell for cell in cells if cell)]


def _left_out(headings: Sequence[str]) -> str:
    named = ", ".join(printable(heading, MAX_NAMED_LENGTH) for heading in headings[:MAX_NAMED])
    more = len(headings) - MAX_NAMED
    return (
        gettext("Masthead left out columns that it doesn't need: %(named)s and %(more)s more.", named=named, more=more)
        if more > 0
        else gettext("Masthead left out columns that it doesn't need: %(named)s.", named=named)
    )


def _guess_columns(rows: Sequence[Cells]) -> Columns:
    sample = [row.cells for row in rows[:SAMPLE] if not row.wrong]
    widths = Counter(len(cells) for cells in sample)
    width = widths.most_common(1)[0][0] if sample else 1
    if width == 1 < len(widths):
        width = 2  # most people have no role there, and some do
    with_addresses = Counter(at for cells in sample for at, cell in enumerate(cells[:width]) if "@" in cell)
    people = with_addresses.most_common(1)[0][0] if with_addresses else 0
    role = _role_column(sample, people, width)
    if width == 1:
        return Columns((people,), role, width)
    roles = (
        gettext(", and the roles from column %(role)s", role=role + 1)
        if role is not None
        else gettext(", and no roles")
    )
    return Columns(
        (people,),
        role,
        width,
        notes=(
            gettext(
                "There are no headings. Masthead read the people from column %(people)s%(roles)s.",
                people=people + 1,
                roles=roles,
            ),
        ),
    )


def _role_column(sample: Sequence[Sequence[str]], people: int, width: int) -> int | None:
    known = {*WORDS, *ROLES}
    found = Counter(
        at
        for cells in sample
        for at, cell in enumerate(cells[:width])
        if at != people and cell.strip().casefold() in known
    )
    if found:
        return found.most_common(1)[0][0]
    # A person and one more cell: if it is no role, each row reports it.
    return 1 if (people, width) in {(0, 1), (0, 2)} else None
