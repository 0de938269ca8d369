"""Undoing a bulk change: another bulk change, with the changes that take back what it did."""

from collections.abc import Mapping
from dataclasses import replace

from masthead.bulk.goal import Goal
from masthead.bulk.outcomes import MAX_STEPS, SENT_WITHOUT_ANSWER, is_decided, look_for_sent, shows_in_part
from masthead.bulk.registry import GOALS
from masthead.client import Api, Problem, TokenRefused
from masthead.store.bulk.changes import BulkChanges
from masthead.store.bulk.steps import BulkChange, Step
from masthead.store.causes import quote
from masthead.store.entries import Entry
from masthead.store.journal.journal import Journal
from masthead.writes.change import intent_of


def add_undo(
    journal: Journal, bulk_changes: BulkChanges, bulk: BulkChange, kinds: Mapping[str, Goal] = GOALS
) -> int | None:
    """End a bulk change if need be, and store one that takes back what it did, the last step first; its number.

    None where nothing that was done can be taken back, or while a run is under way; the bulk change is as it was then.
    """
    purpose = bulk.purpose
    entries = entries_to_undo(journal, bulk_changes, bulk, kinds)
    undoings = bulk_changes.entries_of_undoings(bulk)
    wanted, changes = kinds[purpose.kind].undo_beside_others(bulk, entries, journal, undoings)
    if not changes and wanted is None:
        return None
    title = kinds[purpose.kind].undo_title(bulk, wanted)
    back = replace(purpose, title=title, wanted=wanted, reason="", undoes=bulk.number)
    left = kinds[purpose.kind].left_by_undo(bulk, entries, journal)
    return bulk_changes.stop_and_add(bulk, back, [intent_of(change, purpose.owner) for change in changes], left)


def look_before_undo(api: Api, journal: Journal, bulk_changes: BulkChanges, bulk: BulkChange) -> bool:
    """Find out about calls without an answer, before they are taken back; False where they could not be looked at.

    Only for a kind that asks about one that shows nowhere: somebody else may have done what the others show. A bulk
    change that has to wait for the API still has to, also where its person is asked now.
    """
    asks = GOALS[bulk.purpose.kind].asks_before_again
    steps = bulk_changes.steps(bulk, states=SENT_WITHOUT_ANSWER) if asks and bulk.finished_at is None else []
    run = bulk_changes.take(bulk, at_once=True) if steps else None
    if run is None:
        return not steps
    try:
        for step in steps:
            look_for_sent(api, journal, run, step, asks=asks)
    except TokenRefused:
        run.put_back()
        raise
    except Problem as problem:
        run.put_back(wait=problem.retry_after, cause=quote(problem.message))
        return False
    run.put_back()
    return True


def entries_to_undo(
    journal: Journal, bulk_changes: BulkChanges, bulk: BulkChange, kinds: Mapping[str, Goal] = GOALS
) -> list[Entry]:
    """What the journal has of the steps that undoing a bulk change looks at, in their order.

    Not of those that their person has sent again or left, or is asked about because some of it is there: that may be
    what a colleague did.
    """
    purpose = bulk.purpose
    done = bulk_changes.steps(bulk, states=kinds[purpose.kind].undone_states, limit=bulk.steps)
    numbers = [step.entry for step in done if step.entry and is_its_own(step)]
    return journal.numbered(purpose.organization, purpose.owner, numbers)[::-1]


def is_its_own(step: Step) -> bool:
    """Whether what is there now can be what this step did, as far as its person has not said otherwise."""
    return not (is_decided(step) or shows_in_part(step))


def are_current(api: Api, journal: Journal, bulk_changes: BulkChanges, bulk: BulkChange) -> bool:
    """Nothing is written. True too for kinds that stand as they were made, and where the service cannot be read."""
    kind = GOALS[bulk.purpose.kind]
    if not kind.recomputes:
        return True
    try:
        remaining = kind.replan_beside_others(api, journal, bulk, [])
    except TokenRefused:
        raise
    except Problem:
        return True
    steps = [step.intent for step in bulk_changes.steps(bulk, limit=MAX_STEPS)]
    told = (bulk.purpose.title, list(bulk.differences))
    is_told = not remaining.title or told == (remaining.title, list(remaining.left))
    return is_told and steps == remaining.intents(bulk)
