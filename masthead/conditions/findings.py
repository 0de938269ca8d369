"""Findings about a condition: severity, position and fix."""

from dataclasses import dataclass
from typing import Literal

from i18n import gettext

Level = Literal["wrong", "doubtful", "unchecked"]
Code = Literal[
    "too-long",
    "broken",
    "unsupported",
    "no-claim",
    "case",
    "kinds",
    "never-equal",
    "unsigned-only",
    "always",
    "never",
    "group",
]


@dataclass(frozen=True, slots=True)
class ConditionFinding:
    """`at` and `end` count characters of the condition from 0; `fix` is the whole condition, corrected."""

    level: Level
    code: Code
    message: str
    at: int = 0
    end: int = 0
    fix: str = ""

    @property
    def sentence(self) -> str:
        """The message with its place, where that helps to find what is meant."""
        of_whole = self.code in {"always", "never", "unsigned-only"}
        where = "" if of_whole else gettext("At character %(at)s: ", at=self.at + 1)
        return f"{where}{self.message}"
