"""Tells disabled accounts from columns such as `Status`, `Suspended` or `End date`."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from enum import Enum, auto


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split("|"))


STATUS = _words(
    "status|user status|account status|account state|user state|member status|employee status|"
    "employment status|benutzerstatus|kontostatus|statut du compte|estado de la cuenta|stato account"
)
AMBIGUOUS = _words("state|zustand|état|etat|estado|stato|statut")
"""Headings of account states in some lists, of countries' states in others; the cells decide."""
ON = _words(
    "active|is active|enabled|is enabled|accountenabled|account enabled|account active|aktiv|aktiviert|"
    "ist aktiv|konto aktiv|actif|active ?|activé|compte actif|activo|activa|habilitado|cuenta activa|attivo|"
    "attiva|abilitato"
)
OFF = _words(
    "suspended|is suspended|locked|is locked|disabled|is disabled|deactivated|blocked|is blocked|inactive|"
    "archived|is archived|deleted|is deleted|terminated|accountdisabled|account disabled|account locked|"
    "gesperrt|deaktiviert|inaktiv|gelöscht|archiviert|suspendu|bloqué|désactivé|inactif|archivé|supprimé|"
    "suspendido|bloqueado|desactivado|inactivo|archivado|eliminado|sospeso|bloccato|disattivato|inattivo|"
    "archiviato|eliminato"
)
END = _words(
    "end date|enddate|termination date|terminated on|last day|last working day|leave date|leaving date|"
    "left on|deactivated on|deactivated at|suspended at|suspended on|deleted at|expiry date|expires|"
    "account expires|enddatum|austritt|austrittsdatum|ausgetreten am|gesperrt am|date de fin|date de sortie|"
    "date de départ|fecha de fin|fecha de baja|data fine|data di fine|data di cessazione"
)
MEANS_ON = ON | _words(
    "ok|current|provisioned|invited|pending|staged active|confirmed|verified|member|employee|employed|working|"
    "present|aktiv|angestellt|beschäftigt|freigeschaltet|présent|en poste|employé|en activo|empleado|vigente|"
    "dipendente|in servizio|not suspended|unlocked|subscribed"
)
MEANS_OFF = OFF | _words(
    "deprovisioned|staged|left|gone|departed|leaver|former|ex employee|former employee|resigned|retired|"
    "dismissed|removed|closed|expired|revoked|cancelled|canceled|off|not active|password expired locked|"
    "locked out|banned|offboarded|no access|ausgeschieden|ausgetreten|gekündigt|ehemalig|verlassen|abgelaufen|"
    "nicht aktiv|entlassen|parti|partie|sorti|quitté|ancien|licencié|démissionné|expiré|résilié|baja|de baja|"
    "despedido|jubilado|caducado|antiguo|cesado|uscito|cessato|licenziato|dimesso|scaduto|ex dipendente"
)
YES = _words("true|yes|y|1|x|on|ja|wahr|j|oui|vrai|o|sí|si|verdadero|s|sì|vero")
NO = _words("false|no|n|0|off|nein|falsch|non|faux|falso")
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
            return _state_by_day(cell.strip(), today or datetime.now(UTC).date())
        if word in EMPTY:
            return AccountState.UNKNOWN if self.heading in ON else AccountState.ON
        if word in MEANS_OFF and self.heading not in ON | OFF:
            return AccountState.OFF
        if word in MEANS_ON and self.heading not in ON | OFF:
            return AccountState.ON
        return self._read_answer(word)

    def _read_answer(self, word: str) -> AccountState:
        """Read an answer to a heading such as `Suspended`: yes, no, or the word again."""
        if self.heading not in ON | OFF:
            return AccountState.UNKNOWN
        agrees, denies = (
            AccountState.ON if self.heading in ON else AccountState.OFF,
            AccountState.OFF if self.heading in ON else AccountState.ON,
        )
        if word in NO:
            return denies
        if word in YES:
            return agrees
        return AccountState.OFF if word in MEANS_OFF else AccountState.ON if word in MEANS_ON else AccountState.UNKNOWN


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


def _state_by_day(cell: str, today: date) -> AccountState:
    """Compare an account's last day with today; ambiguous dates have to agree."""
    if cell.casefold() in EMPTY:
        return AccountState.ON
    if not (found := _DAY.fullmatch(cell)):
        return AccountState.UNKNOWN
    first, second, third = map(int, found.groups())
    orders = [(first, second, third)] if len(found[1]) > 2 else [(third, second, first), (third, first, second)]  # noqa: PLR2004 - a year
    states = {AccountState.OFF if day < today else AccountState.ON for each in orders if (day := _day(*each))}
    return states.pop() if len(states) == 1 else AccountState.UNKNOWN


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year + 2000 if year < 100 else year, month, day)  # noqa: PLR2004 - a year of two digits
    except ValueError:
        return None
