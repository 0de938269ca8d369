"""How the pages speak of plans: where one stands, and where its steps do."""

import time
from collections.abc import Sequence

from changes import KINDS
from store import Plan, StepState

NOT_KNOWN = ("Not known", "warn", "question-circle")
STATES = {
    StepState.WAITING: ("Waiting", "quiet", "clock-history"),
    StepState.SENT: ("Sent", "warn", "question-circle"),
    StepState.DONE: ("Done", "good", "check-circle"),
    StepState.FAILED: ("Failed", "bad", "x-circle"),
    StepState.UNKNOWN: NOT_KNOWN,
    StepState.DOUBTFUL: NOT_KNOWN,
    StepState.SKIPPED: ("Left out", "quiet", "eye-slash"),
}
UNDO, REDO = ("undo", "undid"), ("redo", "redid")
COUNTED = {
    StepState.DONE: "done",
    StepState.SKIPPED: "left out",
    StepState.FAILED: "failed",
    StepState.UNKNOWN: "not known",
    StepState.DOUBTFUL: "not known",
    StepState.SENT: "sent",
    StepState.WAITING: "waiting",
}
NOT_STARTED = "Not started"
Standing = tuple[str, str, str]
"""A label, how good that is, an icon."""


def standing(plan: Plan, *, going: bool = False) -> Standing:
    """Where a plan stands. `going` says that the page that shows it carries it on."""
    if plan.finished_at is not None:
        return _ended_status(plan)
    if plan.stuck:
        return "Needs your decision", "bad", "exclamation-triangle"
    if seconds_to_wait(plan):
        return "Waits for the service", "warn", "clock-history"
    if plan.runs and plan.paused_at is not None:  # a step is under way, and goes on to its end
        return "Pausing", "quiet", "clock-history"
    return ("Running", "good", "arrow-clockwise") if going or plan.runs else _waiting_status(plan)


def _waiting_status(plan: Plan) -> Standing:
    if plan.message:
        return "Interrupted", "warn", "exclamation-triangle"
    if not_started(plan):
        return NOT_STARTED, "quiet", "list-check"
    return "Paused", "quiet", "clock-history"


def _ended_status(plan: Plan) -> Standing:
    if plan.message:
        return "Stopped", "quiet", "x-circle"
    left, unconfirmed = split_differences(plan)
    if left:
        return "Done, with differences", "warn", "exclamation-triangle"
    if unconfirmed:
        return "Done, not all checked", "warn", "question-circle"
    return "Done", "good", "check-circle"


def split_differences(plan: Plan) -> tuple[list[str], list[str]]:
    """What is not as wanted, and what could not be read in the end."""
    kind, told = KINDS[plan.purpose.kind], plan.differences
    unconfirmed = [each for each in told if kind.is_unconfirmed(each)]
    return [each for each in told if each not in unconfirmed], unconfirmed


def not_started(plan: Plan) -> bool:
    """Whether nothing was sent yet, and nobody has paused or ended it."""
    untouched = plan.counts.get(StepState.WAITING, 0) == plan.steps and plan.paused_at is None
    return untouched and plan.finished_at is None and not plan.message


def was_stopped(plan: Plan) -> bool:
    """Whether somebody ended it before all of it was done."""
    return plan.finished_at is not None and bool(plan.message)


def undo_summaries(undoings: Sequence[Plan]) -> list[tuple[int, str]]:
    """The last undo of a plan, and its redo if there is one: the number of each plan, and what came of it in words.

    Each of `undoings` undoes the one before it, the first one the plan itself: every second one is a redo.
    """
    is_redone = len(undoings) % 2 == 0
    told = undoings[-2:] if is_redone else undoings[-1:]
    return [(back.number, undo_summary(back, *(REDO if place else UNDO))) for place, back in enumerate(told)]


def undo_summary(back: Plan, verb: str, past: str) -> str:
    """What the plan that is to undo, or to redo, another one came to."""
    if back.finished_at is None:
        return f"is to {verb} it"
    if was_stopped(back):
        return f"was to {verb} it, and was stopped"
    is_done = bool(back.counts.get(StepState.DONE))
    left, unconfirmed = split_differences(back)
    if left:
        return f"{past} a part of it" if is_done else f"could not {verb} it"
    as_far = ", as far as the API shows" if unconfirmed else ""
    return (f"{past} it" if is_done else f"found nothing left to {verb}") + as_far


def start_label(plan: Plan, *, recomputes: bool) -> str:
    """What the button says that starts it: how many changes there are, where each step is one."""
    if recomputes or not plan.steps:
        return "Start"
    return "Apply 1 change" if plan.steps == 1 else f"Apply {plan.steps} changes"


def seconds_to_wait(plan: Plan) -> float:
    """For how many seconds it has to wait; 0 where it need not."""
    return 0.0 if plan.waits_until is None else max(0.0, plan.waits_until - time.time())


def describe_step_counts(plan: Plan) -> str:
    """Its steps by state: `130 done, 7 left out, 363 waiting`."""
    counts = {
        word: sum(plan.counts.get(state, 0) for state in COUNTED if COUNTED[state] == word) for word in COUNTED.values()
    }
    return ", ".join(f"{count} {word}" for word, count in counts.items() if count)
