"""The differences of two specifications, as they are found."""

from dataclasses import dataclass, field

from i18n import gettext
from masthead.openapi_specs.rules import RULES, Level

MAX_SHOWN = 60
"""Characters of a value in a sentence."""
MAX_CHANGES = 20_000


@dataclass(frozen=True, slots=True)
class SpecChange:
    """`subject` is an operation or a schema, `place` the way to what changed in it, empty for the whole.

    `direction` is request or response; empty where that makes no difference. `values` fill the text of the rule.
    """

    code: str
    subject: str
    place: str = ""
    direction: str = ""
    values: tuple[tuple[str, str], ...] = ()

    @property
    def level(self) -> Level:
        return RULES[self.code].level(self.direction)

    @property
    def text(self) -> str:
        """What changed, in a sentence."""
        return gettext(RULES[self.code].text, **{name: _short(value) for name, value in self.values})

    @property
    def why(self) -> str:
        """What it means to a client; empty where it is safe."""
        found = RULES[self.code].why(self.direction)
        return gettext(found) if found else ""


@dataclass
class ChangeList:
    """What was found so far. `more` says that there was too much to tell of."""

    changes: dict[SpecChange, None] = field(default_factory=dict)
    more: bool = False

    def add(self, code: str, subject: str, place: str = "", direction: str = "", **values: str) -> None:
        if len(self.changes) >= MAX_CHANGES:
            self.more = True
            return
        self.changes[SpecChange(code, subject, place, direction, tuple(values.items()))] = None


def _short(value: str) -> str:
    return value if len(value) <= MAX_SHOWN else f"{value[:MAX_SHOWN]}…"
