"""Creates a bulk change that undoes another one."""

from collections.abc import Mapping
from dataclasses import replace

from masthead.bulk.goal import Goal
from masthead.bulk.reconcile import GOALS
from masthead.store.bulk.changes import BulkChanges
from masthead.store.bulk.steps import BulkChange
from masthead.store.entries import Entry
from masthead.store.journal.journal import Journal
from masthead.writes.send import intent_of


def add_undo(
    journal: Journal, bulk_changes: BulkChanges, bulk: BulkChange, goals: Mapping[str, Goal] = GOALS
) -> int | None:
    """End a bulk change if needed and store one that undoes it; return its number.

    The last step is undone first. None if nothing can be undone or a run is under way; then nothing changes.
    """
    purpose, goal = bulk.purpose, goals[bulk.purpose.kind]
    entries = entries_to_undo(journal, bulk_changes, bulk, goals)
    wanted, changes = goal.undo(bulk, entries, journal, bulk_changes.entries_of_undoings(bulk))
    if not changes and wanted is None:
        return None
    title = goal.undo_title(bulk, wanted)
    back = replace(purpose, title=title, wanted=wanted, reason="", undoes=bulk.number)
    left = goal.left_by_undo(bulk, entries, journal)
    return bulk_changes.stop_and_add(bulk, back, [intent_of(change, purpose.owner) for change in changes], left)


def entries_to_undo(
    journal: Journal, bulk_changes: BulkChanges, bulk: BulkChange, goals: Mapping[str, Goal] = GOALS
) -> list[Entry]:
    """List the journal's entries of the steps that an undo reverses, in order."""
    purpose = bulk.purpose
    done = bulk_changes.steps(bulk, states=goals[purpose.kind].undone_states, limit=bulk.steps)
    return journal.numbered(purpose.organization, purpose.owner, [step.entry for step in done if step.entry])[::-1]
