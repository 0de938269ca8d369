"""Detects the columns with people, roles and account states, by headings or by cells."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from enum import Enum, auto

from contract.organization.people import ROLES
from masthead.i18n import N_, gettext, join_some
from masthead.rosters.cells import Cells
from masthead.rosters.people import WORDS, RosterError, to_printable


def _split_words(text: str) -> frozenset[str]:
    return frozenset(text.split("|"))


STATUS = _split_words(
    "status|user status|account status|account state|user state|member status|employee status|"
    "employment status|benutzerstatus|kontostatus|statut du compte|estado de la cuenta|stato account"
)
AMBIGUOUS = _split_words("state|zustand|état|etat|estado|stato|statut")
"""Headings that mean account states in some lists and states of a country in others; the cells decide."""
ON = _split_words(
    "active|is active|enabled|is enabled|accountenabled|account enabled|account active|aktiv|aktiviert|"
    "ist aktiv|konto aktiv|actif|active ?|activé|compte actif|activo|activa|habilitado|cuenta activa|attivo|"
    "attiva|abilitato"
)
OFF = _split_words(
    "suspended|is suspended|locked|is locked|disabled|is disabled|deactivated|blocked|is blocked|inactive|"
    "archived|is archived|deleted|is deleted|terminated|accountdisabled|account disabled|account locked|"
    "gesperrt|deaktiviert|inaktiv|gelöscht|archiviert|suspendu|bloqué|désactivé|inactif|archivé|supprimé|"
    "suspendido|bloqueado|desactivado|inactivo|archivado|eliminado|sospeso|bloccato|disattivato|inattivo|"
    "archiviato|eliminato"
)
END = _split_words(
    "end date|enddate|termination date|terminated on|last day|last working day|leave date|leaving date|"
    "left on|deactivated on|deactivated at|suspended at|suspended on|deleted at|expiry date|expires|"
    "account expires|enddatum|austritt|austrittsdatum|ausgetreten am|gesperrt am|date de fin|date de sortie|"
    "date de départ|fecha de fin|fecha de baja|data fine|data di fine|data di cessazione"
)
MEANS_ON = ON | _split_words(
    "ok|current|provisioned|invited|pending|staged active|confirmed|verified|member|employee|employed|working|"
    "present|aktiv|angestellt|beschäftigt|freigeschaltet|présent|en poste|employé|en activo|empleado|vigente|"
    "dipendente|in servizio|not suspended|unlocked|subscribed"
)
MEANS_OFF = OFF | _split_words(
    "deprovisioned|staged|left|gone|departed|leaver|former|ex employee|former employee|resigned|retired|"
    "dismissed|removed|closed|expired|revoked|cancelled|canceled|off|not active|password expired locked|"
    "locked out|banned|offboarded|no access|ausgeschieden|ausgetreten|gekündigt|ehemalig|verlassen|abgelaufen|"
    "nicht aktiv|entlassen|parti|partie|sorti|quitté|ancien|licencié|démissionné|expiré|résilié|baja|de baja|"
    "despedido|jubilado|caducado|antiguo|cesado|uscito|cessato|licenziato|dimesso|scaduto|ex dipendente"
)
YES = _split_words("true|yes|y|1|x|on|ja|wahr|j|oui|vrai|o|sí|si|verdadero|s|sì|vero")
NO = _split_words("false|no|n|0|off|nein|falsch|non|faux|falso")
EMPTY = frozenset(("", "-", "–", "—", "n/a", "null", "none", "never"))
_DAY = re.compile(r"(\d{1,4})[-./](\d{1,2})[-./](\d{1,4})(?:[ T].*)?")


class AccountState(Enum):
    ON = auto()
    OFF = auto()
    UNKNOWN = auto()  # the cell is not understood


@dataclass(frozen=True, slots=True)
class StateColumn:
    """A column with account states, by index and normalized heading."""

    at: int
    heading: str

    def read(self, cell: str, today: date | None = None) -> AccountState:
        word = _normalize(cell)
        if self.heading in END:
            return _parse_end_day(cell.strip(), today or datetime.now(UTC).date())
        if self.heading not in ON | OFF:
            return _parse_state(word, MEANS_ON | EMPTY, MEANS_OFF)
        if word in EMPTY:
            return AccountState.UNKNOWN if self.heading in ON else AccountState.ON
        if word in YES | NO:  # an answer to a heading such as `Suspended`
            return AccountState.ON if (word in YES) is (self.heading in ON) else AccountState.OFF
        return _parse_state(word, MEANS_ON, MEANS_OFF)


def _parse_state(word: str, on: Collection[str], off: Collection[str]) -> AccountState:
    return AccountState.OFF if word in off else AccountState.ON if word in on else AccountState.UNKNOWN


def find_state_columns(heading: Sequence[str], rows: Iterable[Sequence[str]]) -> tuple[StateColumn, ...]:
    """Find all columns that can show a disabled account; `heading` is normalized."""
    cells = {at: {_normalize(row[at]) for row in rows if at < len(row)} for at in range(len(heading))}
    return tuple(
        StateColumn(at, name)
        for at, name in enumerate(heading)
        if name in STATUS | ON | OFF | END or (name in AMBIGUOUS and cells[at] & (MEANS_ON | MEANS_OFF))
    )


def _normalize(cell: str) -> str:
    return " ".join(cell.casefold().replace("_", " ").replace("-", " ").split()) or cell.strip()


def _parse_end_day(cell: str, today: date) -> AccountState:
    """Compare an account's last day with today; ambiguous dates have to agree."""
    if cell.casefold() in EMPTY:
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


ADDRESS = _split_words(
    "email|e mail|mail|email address|e mail address|mail address|address|emailadresse|e mail adresse|"
    "adresse e mail|courriel|correo|correo electrónico|saml name id"  # GitHub's, beside the login, which is no address
)
SIGN_IN_NAME = _split_words("upn|userprincipalname|user principal name|member object id or user principal name")
"""Entra's user name, which may only look like an address; used if there is no address column."""
ID = _split_words("id|user id|userid|uid|member id|person id|account id")
LOOSE = _split_words("user|username|user name|login|person|people|account|benutzer")
ROLE = _split_words("role|roles|rolle|rôle|rol|ruolo|team role|role in team|role in the team")
SAMPLE = 100
MAX_NAMED, MAX_NAMED_LENGTH = 6, 40
"""The most ignored columns that a note names, and the most characters of each name."""
_UNSEEN = {ord("\ufeff"): None, ord("\u200b"): None, ord("\u00a0"): " ", ord("_"): " ", ord("-"): " "}
_LIKE_A_HEADING = re.compile(r"mail|courriel|correo|adress|address|posta", re.IGNORECASE)
_LIKE_AN_ID = re.compile(r"^\s*$|[0-9_]")
_NOTES = re.compile(r"\[[^\[\]]{0,60}\]")
LEFT_OUT = N_("Masthead left out columns that it doesn't need: %(named)s.")
NO_HEADINGS = N_("There are no headings. Masthead read the people from column %(people)s%(roles)s.")
ROLES_FROM, NO_ROLES = N_(", and the roles from column %(role)s"), N_(", and no roles")
NO_PEOPLE = N_("No heading names the column with the people. Name it email.")
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
    """Detect the columns. Raises RosterError if none can be identified as the people."""
    heading = tuple(normalize_heading(cell) for cell in rows[0].cells)
    if rows[0].wrong or any("@" in cell for cell in heading):
        return _guess_columns(rows)
    addresses = [at for names in (ADDRESS, SIGN_IN_NAME) for at, name in enumerate(heading) if name in names]
    ids = [at for names in (ID, LOOSE) for at, name in enumerate(heading) if name in names]
    role = next((at for at, name in enumerate(heading) if name in ROLE), None)
    states = find_state_columns(heading, [row.cells for row in rows[1 : SAMPLE + 1]])
    is_certain = bool(addresses or ids or states or role is not None)
    if not addresses and (addresses := _find_address_columns(rows[1:])):
        if len(addresses) > 1:
            named = [to_printable(rows[0].cells[at], MAX_NAMED_LENGTH) for at in addresses if at < len(heading)]
            raise RosterError(SEVERAL_COLUMNS, columns=" / ".join(named))
        first = rows[0].cells[addresses[0]] if addresses[0] < len(heading) else ""
        is_certain = is_certain or bool(_LIKE_A_HEADING.search(first))
        if not is_certain and (_LIKE_AN_ID.search(first) or set(heading) & set(WORDS)):
            return _guess_columns(rows)
    if not addresses and not ids:
        if role is not None and len(heading) > 1:
            raise RosterError(NO_PEOPLE)
        return _guess_columns(rows)
    used = {*addresses, *ids, role, *(each.at for each in states)}
    cells = [rows[0].cells[at] for at, name in enumerate(heading) if at not in used and name]
    others = join_some([to_printable(cell, MAX_NAMED_LENGTH) for cell in cells], MAX_NAMED)
    notes = [gettext(LEFT_OUT, named=others)] if others else []
    people, ids = (addresses, ids) if addresses else (ids, [])
    return Columns(tuple(people), role, len(heading), heading, tuple(notes), states, tuple(ids), is_certain)


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
