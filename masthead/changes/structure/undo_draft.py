"""The undo of a bulk change as a draft, for somebody else than who made the bulk change."""

from dataclasses import dataclass, replace

from masthead.changes.plan_undo import entries_to_undo
from masthead.changes.structure.arranging import StructurePlan
from masthead.changes.structure.asking import merge_to_ask
from masthead.changes.structure.fitting import copy_paths
from masthead.changes.structure.goal import parse_goal
from masthead.changes.structure.telling import differences
from masthead.changes.structure.tree import SiteStructure
from masthead.store import Cause, Journal, Plan, Plans


@dataclass(frozen=True)
class UndoDraft:
    """What a draft is begun from, and what it wants of that; `left` is what it leaves."""

    base: SiteStructure
    wanted: SiteStructure
    left: tuple[Cause, ...]


def undo_draft(plan: Plan, journal: Journal, plans: Plans, live: SiteStructure) -> UndoDraft | None:
    """A draft that takes back what the calls of a plan did; None where nothing of that is there any more.

    It is begun from what they made of the site, so that whatever was changed since stays, or is asked about.
    """
    back, _ = StructurePlan().undo(plan, entries_to_undo(journal, plans, plan), journal)
    if back is None:
        return None
    goal = parse_goal(back)
    base, wanted = copy_paths(live, goal.base), copy_paths(live, goal.wanted)
    found = merge_to_ask(base, wanted, live)
    if not found.conflicts and not differences(live, found.structure):
        return None
    return UndoDraft(replace(base, read_at=plan.created_at), wanted, goal.left)
