"""The bulk changes that undo a bulk change, or redo it, and what each of them came to."""

from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from blueprints.bulk_changes.words import REDO, UNDO, following, not_started, undo_summary, version_of, was_stopped
from i18n import N_, gettext
from masthead.bulk.goal import MAYBE_DONE
from masthead.bulk.outcomes import MAX_STEPS, call_of
from masthead.bulk.registry import GOALS
from masthead.bulk.undo import are_current, entries_to_undo
from masthead.store.bulk.steps import BulkChange, StepState
from masthead.store.causes import Reason
from masthead.store.entries import MAYBE_SAVED, Entry
from masthead.structure.arranging import KIND as STRUCTURE
from masthead.structure.planning import consents_wanted
from masthead.web.descriptions.outcome_text import cause_text
from masthead.web.person.portal import api, portal
from masthead.web.submit.bulk_changes import mine, prepare

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


def as_it_is_now(bulk: BulkChange) -> BulkChange:
    """An undo that was not started, with its steps worked out again where others have changed what it is about.

    It doesn't end without any: they may set that back before it is started.
    """
    is_open = bulk.purpose.undoes is not None and not_started(bulk) and not bulk.runs
    if not is_open or are_current(api(), portal().store.journal, portal().store.bulk_changes, bulk):
        return bulk
    prepare(bulk, ends=False)
    return mine(bulk.purpose.organization, bulk.number) or bulk


def steps_shown(bulk: BulkChange) -> str:
    """Names the steps that are to be looked at before a bulk change is started; empty once it was."""
    if not not_started(bulk):
        return ""
    calls = [call_of(step.intent) for step in portal().store.bulk_changes.steps(bulk, limit=MAX_STEPS)]
    return sha256(repr(calls).encode()).hexdigest()[:16]


def read_undoings(bulk: BulkChange) -> list[BulkChange]:
    """The bulk changes that undo it, those that undo one of them, and so on; the newest first."""
    return portal().store.bulk_changes.undoings(bulk)


def undo_summaries(bulk: BulkChange, undoings: Sequence[BulkChange]) -> list[tuple[int, str]]:
    """The number of each of these bulk changes, and what came of it in words."""
    bulk_changes, is_redo = {bulk.number: bulk}, {bulk.number: True}
    for back in reversed(undoings):
        bulk_changes[back.number], is_redo[back.number] = back, not is_redo[back.purpose.undoes or 0]
    return [
        (back.number, _summary(bulk_changes[back.purpose.undoes or 0], back, REDO if is_redo[back.number] else UNDO))
        for back in undoings
    ]


def undoings_shown(bulk: BulkChange) -> dict[str, Any]:
    """What a page says of the bulk changes that undo it, and the version of both."""
    found, entry = read_undoings(bulk), undone_in_draft(bulk)
    told, version = undo_summaries(bulk, found), f"{version_of(bulk, found)}{steps_shown(bulk)}"
    is_possible = entry is None and can_undo(bulk, found)
    return {"undoings": told, "undone_in_draft": entry, "can_undo": is_possible, "version": version}


def undone_in_draft(bulk: BulkChange) -> Entry | None:
    """The last entry of the bulk change that took all of it back, where that came of a draft."""
    store = portal().store
    last = store.bulk_changes.last_entries_of_undoing(STRUCTURE, [bulk.number]).get(bulk.number)
    if last is None or last in store.bulk_changes.entries_of_undoings(bulk):
        return None
    return store.journal.entry(bulk.purpose.organization, last)


def version_shown(bulk: BulkChange) -> str:
    """Names what the page of a bulk change shows, to see later whether that is so still."""
    return f"{version_of(bulk, read_undoings(bulk))}{steps_shown(bulk)}"


def _summary(bulk: BulkChange, back: BulkChange, verbs: tuple[str, str]) -> str:
    return undo_summary(back, gettext(verbs[0]), gettext(verbs[1]), bulk, omits=_omits_steps(back))


def _omits_steps(back: BulkChange) -> bool:
    """Whether steps were left out that had something to do; kinds that recompute tell it as a difference."""
    if GOALS[back.purpose.kind].recomputes or not any(back.counts.get(state) for state in OMITTED):
        return False
    steps = portal().store.bulk_changes.steps(back, states=OMITTED, limit=back.steps)
    return any(step.cause.reason is not Reason.ALREADY_SO for step in steps)


def newest_undo(bulk: BulkChange, undoings: Sequence[BulkChange]) -> BulkChange | None:
    """Of these bulk changes the newest one that undoes this one itself."""
    return next((each for each in undoings if each.purpose.undoes == bulk.number), None)


def can_undo(bulk: BulkChange, undoings: Sequence[BulkChange]) -> bool:
    """Whether there may be something to take back.

    Where no undo had a step, somebody else had set all of it back, and may give it again.
    """
    backs = [each for each in undoings if each.purpose.undoes == bulk.number]
    had_none = all(each.finished_at is not None and not each.steps for each in backs)
    if not had_none and not _leaves_something(bulk, backs[0]):
        return False
    states = GOALS[bulk.purpose.kind].undone_states
    if not any(bulk.counts.get(state) for state in states):
        return False
    return bool(portal().store.bulk_changes.steps(bulk, states=states, effective=True, limit=1))


def consents_open(bulk: BulkChange) -> set[str]:
    """What an undo of a structure that was not started leaves, unless its person agrees to it."""
    asks = bulk.purpose.kind == STRUCTURE and bulk.purpose.undoes is not None and not_started(bulk)
    return consents_wanted(bulk.differences) if asks else set()


def why_fewer_steps(bulk: BulkChange) -> str:
    """Why an undo has fewer steps than what it undoes had; empty where it has as many, or is to add some."""
    undone = mine(bulk.purpose.organization, bulk.purpose.undoes) if bulk.purpose.undoes else None
    count = undone.counts.get(StepState.DONE, 0) if undone and GOALS[bulk.purpose.kind].recomputes else 0
    if undone is None or not 0 < bulk.steps < count or following(bulk):
        return ""
    return gettext(FEWER, number=undone.number, count=count)


def why_nothing_left(bulk: BulkChange, undoings: Sequence[BulkChange]) -> str:
    """Why there is nothing to take back, for a person who asked for it on a page that is old by now."""
    back = newest_undo(bulk, undoings)
    if back is None:
        return gettext(NOTHING_DONE)
    told = gettext(UNDONE_BEFORE, number=back.number, told=dict(undo_summaries(bulk, undoings))[back.number])
    redo = newest_undo(back, undoings)
    return f"{told} {gettext(REDONE, number=redo.number)}" if redo is not None and can_undo(redo, undoings) else told


def nothing_to_undo(bulk: BulkChange) -> str:
    """What is said where an undo has no steps, with the first few things that it leaves."""
    journal, bulk_changes = portal().store.journal, portal().store.bulk_changes
    left = GOALS[bulk.purpose.kind].left_by_undo(bulk, entries_to_undo(journal, bulk_changes, bulk), journal)
    return " ".join([gettext(NOTHING_LEFT), *map(cause_text, left[:MAX_NAMED])])


def why_no_steps(bulk: BulkChange, back: BulkChange) -> str:
    """Why the bulk change `back`, which is to undo another one, turned out to have no steps."""
    return gettext(STAYS if back.differences else AS_BEFORE, number=bulk.number)


def _leaves_something(bulk: BulkChange, back: BulkChange) -> bool:
    """Whether something of a bulk change may still be there after `back`, which is to undo it, or has."""
    if was_stopped(back) or back.differences:
        return True
    return back.finished_at is not None and (_omits_steps(back) or _leaves_unknown_calls(bulk, back))


def _leaves_unknown_calls(bulk: BulkChange, back: BulkChange) -> bool:
    """Whether nobody knows of a call whether it was carried out, nor whether `back` has looked at it.

    Undos that were made before unknown calls were looked at have skipped them.
    """
    if GOALS[back.purpose.kind].recomputes:
        return bool(back.counts.get(StepState.DONE)) and bool(_unknown_calls(bulk))
    steps = portal().store.bulk_changes.steps(back, limit=back.steps or 1)
    return not _unknown_calls(bulk) <= {step.intent.undoes for step in steps}


def _unknown_calls(bulk: BulkChange) -> set[int]:
    """By their numbers in the journal."""
    maybe = [state for state in MAYBE_DONE if state is not StepState.DONE]
    if not any(bulk.counts.get(state) for state in maybe):
        return set()
    steps = portal().store.bulk_changes.steps(bulk, states=maybe, effective=True, limit=bulk.steps)
    numbers = [step.entry for step in steps if step.entry]
    entries = portal().store.journal.numbered(bulk.purpose.organization, bulk.purpose.owner, numbers)
    return {entry.number for entry in entries if entry.outcome.state in MAYBE_SAVED}
