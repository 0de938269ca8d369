"""How the pages speak of bulk changes: where one stands, and where its steps do."""

import time
from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from i18n import N_, gettext, ngettext
from masthead.bulk.registry import GOALS
from masthead.store.bulk.steps import BulkChange, Step, StepState
from masthead.store.causes import UNCONFIRMED, Reason
from masthead.web.descriptions.outcome_text import cause_text
from masthead.writes.change import without_field

NOT_KNOWN = (N_("Not known"), "warn", "question-circle")
STATES = {
    StepState.WAITING: (N_("Waiting"), "quiet", "clock-history"),
    StepState.SENT: (N_("Sent"), "warn", "question-circle"),
    StepState.DONE: (N_("Done"), "good", "check-circle"),
    StepState.FAILED: (N_("Failed"), "bad", "x-circle"),
    StepState.UNKNOWN: NOT_KNOWN,
    StepState.DOUBTFUL: NOT_KNOWN,
    StepState.SKIPPED: (N_("Skipped"), "quiet", "eye-slash"),
    StepState.NOT_SAVED: (N_("Not saved"), "quiet", "arrow-repeat"),
}
REFUSED = (N_("Refused"), "warn", "x-circle")
"""A step that the API refused, where the bulk change has found other steps in its place."""
UNDO, REDO = (N_("undo"), N_("undid")), (N_("redo"), N_("redid"))
COUNTED = {
    StepState.DONE: N_("done"),
    StepState.SKIPPED: N_("skipped"),
    StepState.NOT_SAVED: N_("not saved"),
    StepState.FAILED: N_("failed"),
    StepState.UNKNOWN: N_("not known"),
    StepState.DOUBTFUL: N_("not known"),
    StepState.SENT: N_("sent"),
    StepState.WAITING: N_("waiting"),
}
SOON_MILLISECONDS, HELD_MILLISECONDS, ELSEWHERE_SECONDS = 60, 1000, 3
ANEW = N_("%(found)s Masthead worked out the remaining steps again from the current state.")
NOT_STARTED = N_("Not started")
Standing = tuple[str, str, str]
"""A label, how good that is, an icon."""


def standing(bulk: BulkChange, *, going: bool = False, asks: bool = False) -> Standing:
    """Where a plan stands. `going` says that the page that shows it carries it on, `asks` that it asks about a step."""
    if bulk.finished_at is not None:
        return _ended_status(bulk)
    if bulk.stuck or asks:
        return gettext("Needs your decision"), "bad", "exclamation-triangle"
    if seconds_to_wait(bulk):
        return gettext("Waiting for the API"), "warn", "clock-history"
    if bulk.runs and bulk.paused_at is not None:  # a step is under way, and goes on to its end
        return gettext("Pausing"), "quiet", "clock-history"
    return (gettext("Running"), "good", "arrow-clockwise") if going or bulk.runs else _waiting_status(bulk)


def _waiting_status(bulk: BulkChange) -> Standing:
    if bulk.cause:
        return gettext("Interrupted"), "warn", "exclamation-triangle"
    if not_started(bulk):
        return gettext(NOT_STARTED), "quiet", "list-check"
    return gettext("Paused"), "quiet", "clock-history"


def _ended_status(bulk: BulkChange) -> Standing:
    if bulk.cause:
        return gettext("Stopped"), "quiet", "x-circle"
    left, unconfirmed = split_differences(bulk)
    if left:
        return gettext("Done with differences"), "warn", "exclamation-triangle"
    if unconfirmed:
        return gettext("Done, not fully checked"), "warn", "question-circle"
    return gettext("Done"), "good", "check-circle"


def split_differences(bulk: BulkChange) -> tuple[list[str], list[str]]:
    """What is not as wanted, and what could not be read in the end, in words."""
    left = [each for each in bulk.differences if each.reason is not Reason.FOLLOWS or not _is_preview(bulk)]
    unconfirmed = [cause_text(each) for each in left if each.reason in UNCONFIRMED]
    return [cause_text(each) for each in left if each.reason not in UNCONFIRMED], unconfirmed


def following(bulk: BulkChange) -> list[str]:
    """What later steps were to change, as the preview said before the start."""
    return [cause_text(each) for each in bulk.differences if each.reason is Reason.FOLLOWS and _is_preview(bulk)]


def _is_preview(bulk: BulkChange) -> bool:
    return bulk.finished_at is None or was_stopped(bulk)


def not_started(bulk: BulkChange) -> bool:
    """Whether nothing was sent yet, and nobody has paused or ended it."""
    untouched = bulk.counts.get(StepState.WAITING, 0) == bulk.steps and bulk.paused_at is None
    return untouched and bulk.finished_at is None and not bulk.cause


def was_stopped(bulk: BulkChange) -> bool:
    """Whether somebody ended it before all of it was done."""
    return bulk.finished_at is not None and bool(bulk.cause)


def undo_summary(back: BulkChange, verb: str, past: str, bulk: BulkChange, *, omits: bool) -> str:
    """What `back` came to, which is to undo or redo a plan; `omits`: it left out steps that had something to do."""
    if back.finished_at is None:
        return gettext("was created to %(verb)s it, and has not finished", verb=verb)
    done = _undone_steps(back, past, bulk)
    if was_stopped(back) and done:
        return gettext("was created to %(verb)s it, and was stopped after it %(done)s", verb=verb, done=done)
    if was_stopped(back):
        return gettext("was created to %(verb)s it, and was stopped", verb=verb)
    left, unconfirmed = split_differences(back)
    if left or omits:
        return done or gettext("could not %(verb)s it", verb=verb)
    told = gettext("%(past)s it", past=past) if _takes_all_back(back, bulk) else done
    return (told or gettext("found nothing left to %(verb)s", verb=verb)) + (
        gettext(", as far as the API shows") if unconfirmed else ""
    )


def _done(bulk: BulkChange) -> int:
    return bulk.counts.get(StepState.DONE, 0)


def _takes_all_back(back: BulkChange, bulk: BulkChange) -> bool:
    return _done(back) > 0 and (GOALS[back.purpose.kind].recomputes or _done(back) >= _done(bulk))


def _undone_steps(back: BulkChange, past: str, bulk: BulkChange) -> str:
    """How much of the plan it took back; empty where it was nothing. Kinds that recompute take other steps for that."""
    if not _done(back):
        return ""
    if GOALS[back.purpose.kind].recomputes:
        return gettext("%(past)s part of it", past=past)
    return gettext(
        "%(past)s %(done)s of %(count)s",
        past=past,
        done=_done(back),
        count=_steps(max(_done(bulk), back.steps)),
    )


def start_label(bulk: BulkChange, *, recomputes: bool) -> str:
    """What the button says that starts it: how many changes there are, where each step is one."""
    if recomputes or not bulk.steps:
        return gettext("Apply the changes")
    return ngettext("Apply 1 change", "Apply %(n)s changes", bulk.steps)


def seconds_to_wait(bulk: BulkChange) -> float:
    """For how many seconds it has to wait; 0 where it need not."""
    return 0.0 if bulk.waits_until is None else max(0.0, bulk.waits_until - time.time())


def describe_progress(bulk: BulkChange) -> str:
    """How far it has come, as `2 of 3 steps`.

    Of one that has ended, such a count would read as if it were not finished: it says what the steps came to.
    """
    if not bulk.steps:
        if bulk.finished_at is None:
            return gettext("no steps yet")
        is_so = not was_stopped(bulk) and not bulk.differences
        return gettext("no steps: nothing was left to change") if is_so else gettext("nothing was sent")
    is_as_planned = bulk.counts.get(StepState.DONE) == bulk.steps and not bulk.differences
    if bulk.finished_at is None or is_as_planned:
        return (
            gettext("%(settled)s of %(count)s completed", settled=bulk.settled, count=_steps(bulk.steps))
            if is_as_planned
            else gettext("%(settled)s of %(count)s", settled=bulk.settled, count=_steps(bulk.steps))
        )
    left, unconfirmed = split_differences(bulk)
    told = [
        ngettext("%(n)s difference", "%(n)s differences", len(left)),
        ngettext("%(n)s result not checked", "%(n)s results not checked", len(unconfirmed)),
    ]
    found = [each for each, sentences in zip(told, (left, unconfirmed), strict=True) if sentences]
    return f"{_steps(bulk.steps)}: {'; '.join([describe_step_counts(bulk), *found])}"


def _steps(number: int) -> str:
    return ngettext("%(n)s step", "%(n)s steps", number)


def step_standing(bulk: BulkChange, step: Step) -> Standing:
    """Where a step stands. A plan that finds its steps anew skips none that was refused: it sends others instead."""
    refused = step.state is StepState.SKIPPED and step.is_refused and GOALS[bulk.purpose.kind].recomputes
    label, kind, picture = REFUSED if refused else STATES[step.state]
    return gettext(label), kind, picture


def step_message(step: Step) -> str:
    """Why a step stands as it does, in words."""
    text = without_field(step.intent, cause_text(step.cause))
    return gettext(ANEW, found=text) if step.state is StepState.NOT_SAVED else text


def describe_step_counts(bulk: BulkChange) -> str:
    """Its steps by state: `130 done, 7 left out, 363 waiting`."""
    counts = {
        word: sum(bulk.counts.get(state, 0) for state in COUNTED if COUNTED[state] == word) for word in COUNTED.values()
    }
    if bulk.refused and GOALS[bulk.purpose.kind].recomputes:
        skipped = COUNTED[StepState.SKIPPED]
        counts |= {skipped: counts[skipped] - bulk.refused, N_("refused"): bulk.refused}
    return ", ".join(f"{count} {gettext(word)}" for word, count in counts.items() if count)


def waits(bulk: BulkChange, *, going: bool) -> dict[str, Any]:
    """When the page goes on by itself, or looks at what another window does."""
    wait = seconds_to_wait(bulk)
    return {
        "not_yet": wait > 0,
        "soon": round(wait * 1000) + (HELD_MILLISECONDS if bulk.held else SOON_MILLISECONDS),
        "elsewhere": ELSEWHERE_SECONDS if bulk.runs and not going and bulk.finished_at is None else None,
    }


def version_of(bulk: BulkChange, undoings: Sequence[BulkChange]) -> str:
    """Names how far a plan and the plans that undo it have come, to see later whether that is so still."""
    told = [
        (each.number, sorted(each.counts.items()), each.finished_at, each.paused_at, each.runs, each.cause)
        for each in (bulk, *undoings)
    ]
    return sha256(repr((told, bulk.differences)).encode()).hexdigest()[:16]
