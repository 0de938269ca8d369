"""What planning is allowed to do, and what comes of it."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from i18n import N_, in_each_language
from masthead.changes.change import Change
from masthead.changes.structure.places import Places
from masthead.changes.structure.tree import SiteStructure


@dataclass(frozen=True, slots=True)
class Allowed:
    """What people have agreed to, because it takes something away for a moment.

    `readd`: a site space may be removed and added again to get into another section. `reorder`: sections may leave
    their group and come back for their order.
    """

    readd: bool = False
    reorder: bool = False


STAYS = N_("the API kept a moved space in its section, so Masthead has to remove the space and add it again")
EMPTY = N_("there is no space to move it next to, so Masthead has to remove the space and add it again")
REORDERS = N_("Masthead has to remove them and add them again")
NOT_AGREED = N_("%(what)s: %(why)s, which you did not allow.")

CONSENTS = {STAYS: "readd", EMPTY: "readd", REORDERS: "reorder"}
"""The fields of Allowed by what takes them."""


def consents_wanted(left: Iterable[str]) -> set[str]:
    """The fields of Allowed without which a plan leaves this undone."""
    return {name for each in left for why, name in CONSENTS.items() if _names(each, why)}


def kept_in_section(left: Iterable[str]) -> bool:
    """Whether a plan that left this undone found that moves do not change the section."""
    return any(_names(each, STAYS) for each in left)


def _names(left: str, why: str) -> bool:
    return any(text in left for text in in_each_language(why))


@dataclass(slots=True)
class Planned:
    """The calls that can be named now, and what none of them can bring about, in sentences.

    `consents` are the fields of Allowed that make a difference. `after` is the structure once all of it is done.
    What is new has no id before it was made: what follows from that is planned when it is there. `places` are where
    the calls so far have led.
    """

    changes: list[Change[Any]] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    consents: set[str] = field(default_factory=set)
    after: SiteStructure = field(default_factory=SiteStructure)
    places: Places = field(default_factory=Places)
