"""What planning is allowed to do, and what comes of it."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pydantic_core import from_json

from contract.publishing.sites import UPDATE_SITE
from masthead.changes.change import Change
from masthead.changes.structure.merged import MergeConflict
from masthead.changes.structure.steps import DEFAULTS
from masthead.changes.structure.tree import SiteStructure
from masthead.store import Cause, Reason


@dataclass(frozen=True, slots=True)
class Allowed:
    """What people have agreed to, because it takes something away for a moment.

    `readd`: a site space may be removed and added again to get into another section. `reorder`: sections may leave
    their group and come back for their order.
    """

    readd: bool = False
    reorder: bool = False


@dataclass(frozen=True, slots=True)
class Ways:
    """What is known of this service where the contract is silent.

    `crosses`: a site space that is put beside one of another section goes there. `defaults_apart`: the default section
    and the default space cannot change in one call.
    """

    crosses: bool = True
    defaults_apart: bool = False


def changes_both_defaults(endpoint: str, body: str | None) -> bool:
    """Whether a call changes the default section and the default space at once."""
    return endpoint == UPDATE_SITE.name and set(DEFAULTS.values()) <= set(from_json(body or "{}"))


CONSENTS = {Reason.KEPT_IN_SECTION: "readd", Reason.NO_NEIGHBOUR: "readd", Reason.REORDERS: "reorder"}
"""The fields of Allowed by what takes them."""


def consents_wanted(left: Iterable[Cause]) -> set[str]:
    """The fields of Allowed without which a plan leaves this undone."""
    return {CONSENTS[each.reason] for each in left if each.reason in CONSENTS}


@dataclass(slots=True)
class Planned:
    """The calls that can be named now, and what none of them can bring about.

    `consents` are the fields of Allowed that make a difference. `after` is the structure once all of it is done.
    What is new has no id before it was made: what follows from that is planned when it is there. `names` are as in
    `Progress`; `conflicts` are what was left to others, `not_kept`
    the keys of what earlier calls set and the ids of what they added, and is as before the plan now.
    """

    changes: list[Change[Any]] = field(default_factory=list)
    left: list[Cause] = field(default_factory=list)
    consents: set[str] = field(default_factory=set)
    after: SiteStructure = field(default_factory=SiteStructure)
    names: Mapping[str, str] = field(default_factory=dict)
    conflicts: Sequence[MergeConflict] = ()
    not_kept: Collection[str] = ()
