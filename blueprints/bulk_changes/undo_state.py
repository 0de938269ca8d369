"""Lists undos and redos of a bulk change, and tells if another one is possible."""

from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from blueprints.bulk_changes.labels import (
    REDO,
    UNDO,
    not_started,
    recomputes,
    undo_summary,
    version_of,
    was_stopped,
)
from masthead.bulk.goal import call_of
from masthead.bulk.goals.structure import KIND as STRUCTURE
from masthead.bulk.reconcile import GOALS, MAX_STEPS
from masthead.bulk.undo import are_current, entries_to_undo
from masthead.i18n import N_, gettext
from masthead.store.bulk.steps import BulkChange, StepState
from masthead.store.entries import Entry, Reason
from masthead.structure.calls import consents_wanted
from masthead.web.descriptions.outcome_text import cause_text
from masthead.web.person.portal import api, portal
from masthead.web.submit.bulk_changes import get_own, prepare

MAX_NAMED = 3
NOTHING_LEFT = N_("There is nothing left to undo.")
AS_BEFORE = N_("There is nothing left to undo: what bulk change %(number)s changed is as it was before.")
STAYS = N_(
    "There is nothing left to undo: what is left of bulk change %(number)s stays as it is. "
    "“Differences from what you wanted” tells why."
)
NOTHING_DONE = N_("There is nothing to undo: no step was carried out.")
UNDONE_BEFORE = N_("There is nothing left to undo: bulk change %(number)s %(told)s.")
REDONE = N_("Bulk change %(number)s redid it. Undo bulk change %(number)s.")
FEWER = N_(
    "This has fewer steps than bulk change %(number)s, which completed %(count)s. Nothing is sent for what is as it "
    "was before already, for what stays unchanged, and for what was needed only on the way."
)
OMITTED = (StepState.SKIPPED, StepState.FAILED, StepState.UNKNOWN)


def refresh_steps(bulk: BulkChange) -> BulkChange:
    """Recompute the steps of an undo before its start, if others changed its objects.

    It doesn't end without steps, since others may set that back.
    """
    is_open = bulk.purpose.undoes is not None and not_started(bulk) and not bulk.runs
    if not is_open or are_current(api(), portal().store.journal, portal().store.bulk_changes, bulk):
        return bulk
    prepare(bulk, ends=False)
    return get_own(bulk.purpose.organization, bulk.number) or bulk


def steps_version(bulk: BulkChange) -> str:
    """Hash the steps that a person checks before the start; empty after that."""
    if not not_started(bulk):
        return ""
    calls = [call_of(step.intent) for step in portal().store.bulk_changes.steps(bulk, limit=MAX_STEPS)]
    return sha256(repr(calls).encode()).hexdigest()[:16]


def page_version(bulk: BulkChange, undoings: Sequence[BulkChange] | None = None) -> str:
    """Hash what the page of a bulk change shows."""
    return version_of(bulk, read_undoings(bulk) if undoings is None else undoings) + steps_version(bulk)


def read_undoings(bulk: BulkChange) -> list[BulkChange]:
    """List the bulk changes that undo it, those that undo them, and so on; newest first."""
    return portal().store.bulk_changes.undoings(bulk)


def undo_summaries(bulk: BulkChange, undoings: Sequence[BulkChange]) -> list[tuple[int, str]]:
    """Return the number of each undo or redo, and what it did."""
    known, is_redo = {bulk.number: bulk}, {bulk.number: True}
    for back in reversed(undoings):
        known[back.number], is_redo[back.number] = back, not is_redo[back.purpose.undoes or 0]
    return [(back.number, _summary(known[back.purpose.undoes or 0], back, is_redo[back.number])) for back in undoings]


def _summary(bulk: BulkChange, back: BulkChange, is_redo: bool) -> str:  # noqa: FBT001 - of one call
    return undo_summary(back, REDO if is_redo else UNDO, bulk, omits=_omits_steps(back))


def undoings_shown(bulk: BulkChange) -> dict[str, Any]:
    """Build the page's context of undos and redos, with a version of all."""
    found, entry = read_undoings(bulk), _undone_in_draft(bulk)
    return {
        "undoings": undo_summaries(bulk, found),
        "undone_in_draft": entry,
        "can_undo": entry is None and can_undo(bulk, found),
        "version": page_version(bulk, found),
    }


def _undone_in_draft(bulk: BulkChange) -> Entry | None:
    """Return the last entry that undid all of it, if that came from a draft."""
    store = portal().store
    last = store.bulk_changes.last_entries_of_undoing(STRUCTURE, [bulk.number]).get(bulk.number)
    if last is None or last in store.bulk_changes.entries_of_undoings(bulk):
        return None
    return store.journal.entry(bulk.purpose.organization, last)


def _omits_steps(back: BulkChange) -> bool:
    """True if steps with something to do were left out.

    Goals that recompute report these as differences.
    """
    if recomputes(back) or not any(back.counts.get(state) for state in OMITTED):
        return False
    steps = portal().store.bulk_changes.steps(back, states=OMITTED, limit=back.steps)
    return any(step.cause.reason is not Reason.ALREADY_SO for step in steps)


def newest_undo(bulk: BulkChange, undoings: Sequence[BulkChange]) -> BulkChange | None:
    return next((each for each in undoings if each.purpose.undoes == bulk.number), None)


def can_undo(bulk: BulkChange, undoings: Sequence[BulkChange]) -> bool:
    """True if there may be something to undo: no undo yet, or one that left something.

    If no undo had a step, somebody else had set all of it back, and may set it again.
    """
    backs = [each for each in undoings if each.purpose.undoes == bulk.number]
    had_none = all(each.finished_at is not None and not each.steps for each in backs)
    leaves = [was_stopped(each) or bool(each.differences) or _omits_steps(each) for each in backs[:1]]
    states = GOALS[bulk.purpose.kind].undone_states
    if not (had_none or any(leaves)) or not any(bulk.counts.get(state) for state in states):
        return False
    return bool(portal().store.bulk_changes.steps(bulk, states=states, effective=True, limit=1))


def open_consents(bulk: BulkChange) -> set[str]:
    """Return the consents that an undo of a structure needs before its start."""
    asks = bulk.purpose.kind == STRUCTURE and bulk.purpose.undoes is not None and not_started(bulk)
    return consents_wanted(bulk.differences) if asks else set()


def fewer_steps_message(bulk: BulkChange) -> str:
    """Explain why an undo has fewer steps than the original; empty if it hasn't."""
    undone = get_own(bulk.purpose.organization, bulk.purpose.undoes) if bulk.purpose.undoes else None
    count = undone.counts.get(StepState.DONE, 0) if undone and recomputes(bulk) else 0
    if undone is None or not 0 < bulk.steps < count:
        return ""
    return gettext(FEWER, number=undone.number, count=count)


def undone_before_message(bulk: BulkChange, undoings: Sequence[BulkChange]) -> str:
    """Explain on an outdated page why there is nothing to undo."""
    back = newest_undo(bulk, undoings)
    if back is None:
        return gettext(NOTHING_DONE)
    message = gettext(UNDONE_BEFORE, number=back.number, told=dict(undo_summaries(bulk, undoings))[back.number])
    redo = newest_undo(back, undoings)
    if redo is None or not can_undo(redo, undoings):
        return message
    return f"{message} {gettext(REDONE, number=redo.number)}"


def nothing_to_undo_message(bulk: BulkChange) -> str:
    """Say that nothing is left to undo, with the first few causes."""
    journal, bulk_changes = portal().store.journal, portal().store.bulk_changes
    entries = entries_to_undo(journal, bulk_changes, bulk)
    left = GOALS[bulk.purpose.kind].left_by_undo(bulk, entries, journal)
    return " ".join([gettext(NOTHING_LEFT), *map(cause_text, left[:MAX_NAMED])])


def no_steps_message(bulk: BulkChange, back: BulkChange) -> str:
    """Explain why the undo `back` turned out to have no steps."""
    return gettext(STAYS if back.differences else AS_BEFORE, number=bulk.number)
