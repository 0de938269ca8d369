"""What somebody did at once: a plan, or a single entry of the journal; and whose value is there after many of them."""

from dataclasses import dataclass, field
from typing import NamedTuple

from masthead.store import Entry, StepOfPlan

Act = tuple[bool, int | None]
"""Whether it is a plan or an entry, and its number."""


class Holder(NamedTuple):
    """The entry that set something last, and what that belongs to."""

    number: int
    act: Act


NOBODY = Holder(0, (False, 0))
"""Who set it before all that is read."""


def act_of(entry: Entry, plan: StepOfPlan | None) -> tuple[Act, Act]:
    """What an entry belongs to, and what that undoes: both are plans, or both are entries. `plan` is what sent it."""
    if plan is not None:
        return (True, plan.number), (True, plan.undoes)
    return (False, entry.number), (False, entry.intent.undoes)


@dataclass
class Holding:
    """Who set a value last, as one entry after the other sets it: undoing gives it back to whom that had it from.

    All that is undone has to be among the entries; `found` is, by act, whom the first entry of it had it from.
    """

    holder: Holder = NOBODY
    found: dict[Act, Holder] = field(default_factory=dict)

    def set_by(self, entry: Entry, plan: StepOfPlan | None, *, stays: bool = False) -> None:
        """`plan` is what sent the entry. If the value `stays`, what undoes nothing of it leaves the holder as well."""
        act, undone = act_of(entry, plan)
        held = self.holder
        self.found.setdefault(act, held)
        self.found.setdefault((False, entry.number), held)
        self.holder = self.found.get(undone, held if stays else Holder(entry.number, act))
