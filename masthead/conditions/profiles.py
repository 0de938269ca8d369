"""A visitor as one imagines them: what is known of them, and whether that is all."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from masthead.conditions.claims import Path

Rest = Literal["unknown", "absent"]


@dataclass(frozen=True)
class Profile:
    """`rest` says whether all other claims are unknown, or absent."""

    claims: Mapping[Path, bool | int | float | str] = field(default_factory=dict)
    rest: Rest = "unknown"
