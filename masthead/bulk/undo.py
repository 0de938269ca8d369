"""Creates a bulk change that undoes another one."""

from collections.abc import Mapping
from dataclasses import replace

from masthead.bulk.goal import Goal, Reversal
from masthead.bulk.reconcile import GOALS
from masthead.store.bulk.changes import BulkChanges
from masthead.store.bulk.steps import BulkChange
from masthead.store.entries import Entry
from masthead.store.journal.journal import Journal
from masthead.writes.send import build_intent


def add_undo(
    journal: Journal, bulk_changes: BulkChanges, bulk: BulkChange, goals: Mapping[str, Goal] = GOALS
) -> int | None:
    """End a bulk change if needed and store one that undoes it; return its number.

    The last step is undone first. None if nothing can be undone or a run is under way; then nothing changes.
    """
    purpose, back = bulk.purpose, plan_undo(journal, bulk_changes, bulk, goals)
    if not back.changes and back.wanted is None:
        return None
    undo = replace(purpose, title=back.title, wanted=back.wanted, reason="", undoes=bulk.number)
    steps = [build_intent(change, purpose.owner) for change in back.changes]
    return bulk_changes.stop_and_add(bulk, undo, steps, back.left)


def plan_undo(
    journal: Journal, bulk_changes: BulkChanges, bulk: BulkChange, goals: Mapping[str, Goal] = GOALS
) -> Reversal:
    return goals[bulk.purpose.kind].undo(bulk, list_entries_to_undo(journal, bulk_changes, bulk, goals), journal)


def list_entries_to_undo(
    journal: Journal, bulk_changes: BulkChanges, bulk: BulkChange, goals: Mapping[str, Goal] = GOALS
) -> list[Entry]:
    """List the journal's entries of the steps that an undo reverses, in order."""
    purpose = bulk.purpose
    done = bulk_changes.steps(bulk, states=goals[purpose.kind].undone_states, limit=bulk.steps)
    return journal.by_numbers(purpose.organization, purpose.owner, [step.entry for step in done if step.entry])[::-1]
