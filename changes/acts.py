"""What somebody did at once: a plan, or a single entry of the journal."""

from store import Entry, StepOfPlan

Act = tuple[bool, int | None]
"""Whether it is a plan or an entry, and its number."""


def act_of(entry: Entry, plan: StepOfPlan | None) -> tuple[Act, Act]:
    """What an entry belongs to, and what that undoes: both are plans, or both are entries. `plan` is what sent it."""
    if plan is not None:
        return (True, plan.number), (True, plan.undoes)
    return (False, entry.number), (False, entry.intent.undoes)
