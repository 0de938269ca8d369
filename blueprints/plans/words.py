"""How the pages speak of plans: where one stands, and where its steps do."""

import time
from typing import Any

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
    StepState.SKIPPED: ("Skipped", "quiet", "eye-slash"),
}
UNDO, REDO = ("undo", "undid"), ("redo", "redid")
COUNTED = {
    StepState.DONE: "done",
    StepState.SKIPPED: "skipped",
    StepState.FAILED: "failed",
    StepState.UNKNOWN: "not known",
    StepState.DOUBTFUL: "not known",
    StepState.SENT: "sent",
    StepState.WAITING: "waiting",
}
SOON_MILLISECONDS, HELD_MILLISECONDS, ELSEWHERE_SECONDS = 60, 1000, 3
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
        return "Waiting for the API", "warn", "clock-history"
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
        return "Done with differences", "warn", "exclamation-triangle"
    if unconfirmed:
        return "Done, not fully checked", "warn", "question-circle"
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


def undo_summary(back: Plan, verb: str, past: str, plan: Plan, *, omits: bool) -> str:
    """What `back` came to, which is to undo or redo a plan; `omits`: it left out steps that had something to do."""
    if back.finished_at is None:
        return f"was created to {verb} it, and has not finished"
    if was_stopped(back):
        return f"was created to {verb} it, and was stopped{_undone_steps(back, past, plan, ' after it ')}"
    left, unconfirmed = split_differences(back)
    if left or omits:
        return _undone_steps(back, past, plan) or f"could not {verb} it"
    told = f"{past} it" if _takes_all_back(back, plan) else _undone_steps(back, past, plan)
    return (told or f"found nothing left to {verb}") + (", as far as the API shows" if unconfirmed else "")


def _done(plan: Plan) -> int:
    return plan.counts.get(StepState.DONE, 0)


def _takes_all_back(back: Plan, plan: Plan) -> bool:
    return _done(back) > 0 and (KINDS[back.purpose.kind].recomputes or _done(back) >= _done(plan))


def _undone_steps(back: Plan, past: str, plan: Plan, before: str = "") -> str:
    """How much of the plan it took back; empty where it was nothing. Kinds that recompute take other steps for that."""
    if not _done(back):
        return ""
    if KINDS[back.purpose.kind].recomputes:
        return f"{before}{past} part of it"
    return f"{before}{past} {_done(back)} of {_count(max(_done(plan), back.steps), 'step')}"


def start_label(plan: Plan, *, recomputes: bool) -> str:
    """What the button says that starts it: how many changes there are, where each step is one."""
    if recomputes or not plan.steps:
        return "Start"
    return "Apply 1 change" if plan.steps == 1 else f"Apply {plan.steps} changes"


def seconds_to_wait(plan: Plan) -> float:
    """For how many seconds it has to wait; 0 where it need not."""
    return 0.0 if plan.waits_until is None else max(0.0, plan.waits_until - time.time())


def describe_progress(plan: Plan) -> str:
    """How far it has come, as `2 of 3 steps`.

    Of one that has ended, such a count would read as if it were not finished: it says what the steps came to.
    """
    if not plan.steps:
        return "no steps yet" if plan.finished_at is None else "no steps"
    is_as_planned = plan.counts.get(StepState.DONE) == plan.steps and not plan.differences
    if plan.finished_at is None or is_as_planned:
        return f"{plan.settled} of {_count(plan.steps, 'step')}{' completed' if is_as_planned else ''}"
    left, unconfirmed = split_differences(plan)
    told = [_count(len(left), "difference"), _count(len(unconfirmed), "result") + " not checked"]
    found = [each for each, sentences in zip(told, (left, unconfirmed), strict=True) if sentences]
    return f"{_count(plan.steps, 'step')}: {'; '.join([describe_step_counts(plan), *found])}"


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' if number != 1 else ''}"


def describe_step_counts(plan: Plan) -> str:
    """Its steps by state: `130 done, 7 left out, 363 waiting`."""
    counts = {
        word: sum(plan.counts.get(state, 0) for state in COUNTED if COUNTED[state] == word) for word in COUNTED.values()
    }
    return ", ".join(f"{count} {word}" for word, count in counts.items() if count)


def waits(plan: Plan, *, going: bool) -> dict[str, Any]:
    """When the page goes on by itself, or looks at what another window does."""
    wait = seconds_to_wait(plan)
    return {
        "not_yet": wait > 0,
        "soon": round(wait * 1000) + (HELD_MILLISECONDS if plan.held else SOON_MILLISECONDS),
        "elsewhere": ELSEWHERE_SECONDS if plan.runs and not going and plan.finished_at is None else None,
    }
