"""Labels bulk changes and steps: state and progress."""

import time
from collections import Counter
from typing import Any

from masthead.bulk.reconcile import GOALS
from masthead.i18n import N_, gettext, ngettext
from masthead.store.bulk.steps import BulkChange, Step, StepState
from masthead.store.entries import UNCONFIRMED, Reason
from masthead.web.descriptions.outcome_text import cause_text
from masthead.writes.send import strip_field

NOT_KNOWN = (N_("Not known"), "warn", "question-circle")
STATES = {
    StepState.DONE: (N_("Done"), "good", "check-circle"),
    StepState.SKIPPED: (N_("Skipped"), "quiet", "eye-slash"),
    StepState.REFUSED: (N_("Refused"), "warn", "x-circle"),
    StepState.NOT_SAVED: (N_("Not saved"), "quiet", "arrow-repeat"),
    StepState.FAILED: (N_("Failed"), "bad", "x-circle"),
    StepState.UNKNOWN: NOT_KNOWN,
    StepState.DOUBTFUL: NOT_KNOWN,
    StepState.SENT: (N_("Sent"), "warn", "question-circle"),
    StepState.WAITING: (N_("Waiting"), "quiet", "clock-history"),
}
"""Labels of step states, in the order in which counts list them."""
SOON_MILLISECONDS, HELD_MILLISECONDS, ELSEWHERE_SECONDS = 60, 1000, 3
ANEW = N_("%(found)s Masthead worked out the remaining changes again from the current state.")
BETWEEN = " · "
Label = tuple[str, str, str]
"""A text, a kind for its color, and an icon."""


def recomputes(bulk: BulkChange) -> bool:
    return GOALS[bulk.purpose.kind].recomputes


def state_label(bulk: BulkChange, *, going: bool = False) -> Label:
    """Label the state of a bulk change; `going`: the page runs it."""
    if bulk.finished_at is not None:
        return _ended_label(bulk)
    if bulk.is_stuck:
        return gettext("Needs your decision"), "bad", "exclamation-triangle"
    if seconds_to_wait(bulk):
        is_queued = bulk.cause.reason is Reason.ANOTHER_RUNS
        text = gettext("Waiting") if is_queued else gettext("Waiting for the service")
        return text, "warn", "clock-history"
    if bulk.runs and bulk.paused_at is not None:  # a step is under way, and goes on to its end
        return gettext("Pausing"), "quiet", "clock-history"
    return (gettext("Running"), "good", "arrow-clockwise") if going or bulk.runs else _waiting_label(bulk)


def _waiting_label(bulk: BulkChange) -> Label:
    if bulk.cause and bulk.cause.reason is not Reason.ANOTHER_RUNS:
        return gettext("Interrupted"), "warn", "exclamation-triangle"
    if is_unstarted(bulk):
        return gettext("Not started"), "quiet", "list-check"
    return gettext("Paused"), "quiet", "clock-history"


def _ended_label(bulk: BulkChange) -> Label:
    if bulk.cause:
        return gettext("Stopped"), "quiet", "x-circle"
    left, unconfirmed = split_differences(bulk)
    if left:
        return gettext("Done with differences"), "warn", "exclamation-triangle"
    if unconfirmed:
        return gettext("Done, not fully checked"), "warn", "question-circle"
    return gettext("Done"), "good", "check-circle"


def split_differences(bulk: BulkChange) -> tuple[list[str], list[str]]:
    """Return sentences on differences, and on values that could not be read at the end."""
    unconfirmed = [cause_text(each) for each in bulk.differences if each.reason in UNCONFIRMED]
    return [cause_text(each) for each in bulk.differences if each.reason not in UNCONFIRMED], unconfirmed


def is_unstarted(bulk: BulkChange) -> bool:
    """True if the bulk change has sent nothing, and was neither paused nor ended."""
    untouched = bulk.counts.get(StepState.WAITING, 0) == bulk.steps and bulk.paused_at is None
    return untouched and bulk.finished_at is None and not bulk.cause


def was_stopped(bulk: BulkChange) -> bool:
    """True if somebody ended it before all of it was done."""
    return bulk.finished_at is not None and bool(bulk.cause)


def seconds_to_wait(bulk: BulkChange) -> float:
    return 0.0 if bulk.waits_until is None else max(0.0, bulk.waits_until - time.time())


def progress_label(bulk: BulkChange) -> str:
    """Describe the progress, as `2 of 3 changes`; after the end, count changes by state."""
    if not bulk.steps:
        if bulk.finished_at is None:
            return gettext("no changes yet")
        is_so = not was_stopped(bulk) and not bulk.differences
        return gettext("nothing was left to change") if is_so else gettext("nothing was sent")
    values = {"settled": bulk.finished_steps, "count": ngettext("%(n)s change", "%(n)s changes", bulk.steps)}
    if bulk.counts.get(StepState.DONE) == bulk.steps and not bulk.differences:
        return gettext("%(settled)s of %(count)s completed", **values)
    if bulk.finished_at is None:
        return gettext("%(settled)s of %(count)s", **values)
    left, unconfirmed = split_differences(bulk)
    found = [step_counts_label(bulk)]
    if left:
        found.append(ngettext("%(n)s difference", "%(n)s differences", len(left)))
    if unconfirmed:
        found.append(ngettext("%(n)s result not checked", "%(n)s results not checked", len(unconfirmed)))
    return BETWEEN.join(found)


def step_label(step: Step) -> Label:
    label, kind, picture = STATES[step.state]
    return gettext(label), kind, picture


def step_message(step: Step) -> str:
    """Explain the state of a step."""
    text = strip_field(step.intent, cause_text(step.cause))
    return gettext(ANEW, found=text) if step.state is StepState.NOT_SAVED else text


def step_counts_label(bulk: BulkChange) -> str:
    """Count steps by state, as `130 done · 7 skipped · 363 waiting`."""
    counts = Counter[str]()
    for state, (label, _, _) in STATES.items():
        counts[label] += bulk.counts.get(state, 0)
    return BETWEEN.join(f"{count} {gettext(label).lower()}" for label, count in counts.items() if count)


def refresh_times(bulk: BulkChange, *, going: bool) -> dict[str, Any]:
    """Return the times until the page runs the next slice (milliseconds) and refreshes (seconds)."""
    wait = seconds_to_wait(bulk)
    return {
        "not_yet": wait > 0,
        "soon": round(wait * 1000) + (HELD_MILLISECONDS if bulk.held else SOON_MILLISECONDS),
        "elsewhere": ELSEWHERE_SECONDS if bulk.runs and not going and bulk.finished_at is None else None,
    }
