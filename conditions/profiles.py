"""A visitor as one imagines them: what is known of them, and whether that is all."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from conditions.claims import Path

Rest = Literal["unknown", "absent"]


@dataclass(frozen=True)
class Profile:
    """`claims` by path. `rest` says of all others that they are not known, or that the visitor does not have them."""

    claims: Mapping[Path, bool | int | float | str] = field(default_factory=dict)
    rest: Rest = "unknown"
