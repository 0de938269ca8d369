"""What comes of a change: found by reading where it has to be, each told as checked, untold or not checked."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from i18n import N_


class Look(StrEnum):
    """Whether something could be checked: FAILED may be over in a moment, UNTOLD stays."""

    CHECKED = N_("checked now")
    UNTOLD = N_("can't be checked")
    FAILED = N_("not checked")


@dataclass(frozen=True, slots=True)
class Consequence:
    """A sentence about a result of a change, or why it isn't known; `links` are labels with addresses.

    `is_affected`: people or things notice it. `is_serious`: the change is reviewed before it is sent.
    """

    text: str
    look: Look = Look.CHECKED
    links: Sequence[tuple[str, str]] = ()
    is_affected: bool = False
    is_serious: bool = False


def serious(text: str, links: Sequence[tuple[str, str]] = ()) -> Consequence:
    """A consequence that has to be read before the change is sent."""
    return Consequence(text, links=links, is_affected=True, is_serious=True)


def notable(text: str) -> Consequence:
    """A consequence that is shown where somebody asks for it."""
    return Consequence(text, is_affected=True)


def worst_first(consequences: Iterable[Consequence]) -> list[Consequence]:
    return sorted(consequences, key=lambda each: (not each.is_serious, not each.is_affected))


def unchecked(consequences: Iterable[Consequence]) -> list[Consequence]:
    return [each for each in consequences if each.look is Look.FAILED]
