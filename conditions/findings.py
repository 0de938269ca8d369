"""What is to be said of a condition: how bad, where, and what would mend it."""

from dataclasses import dataclass
from typing import Literal

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
class Finding:
    """`at` and `end` count characters of the condition from 0; `fix` is the whole condition, corrected."""

    level: Level
    code: Code
    message: str
    at: int = 0
    end: int = 0
    fix: str = ""
