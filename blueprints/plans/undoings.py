"""The plans that undo a plan, or redo it, and what each of them came to."""

from collections.abc import Sequence

from blueprints.plans.words import REDO, UNDO, undo_summary, was_stopped
from changes import KINDS
from changes.plan_kinds import ALREADY_SO
from store import Plan, StepState
from web.person.portal import portal

OMITTED = (StepState.SKIPPED, StepState.FAILED, StepState.UNKNOWN)


def read_undoings(plan: Plan) -> list[Plan]:
    """The plans that undo it, those that undo one of them, and so on; the newest first."""
    return portal().store.plans.undoings(plan)


def undo_summaries(plan: Plan, undoings: Sequence[Plan]) -> list[tuple[int, str]]:
    """The number of each of these plans, and what came of it in words."""
    plans, is_redo = {plan.number: plan}, {plan.number: True}
    for back in reversed(undoings):
        plans[back.number], is_redo[back.number] = back, not is_redo[back.purpose.undoes or 0]
    return [
        (back.number, _summary(plans[back.purpose.undoes or 0], back, REDO if is_redo[back.number] else UNDO))
        for back in undoings
    ]


def _summary(plan: Plan, back: Plan, verbs: tuple[str, str]) -> str:
    return undo_summary(back, *verbs, plan, omits=_omits_steps(back))


def _omits_steps(back: Plan) -> bool:
    """Whether steps were left out that had something to do; kinds that recompute tell it as a difference."""
    if KINDS[back.purpose.kind].recomputes or not any(back.counts.get(state) for state in OMITTED):
        return False
    steps = portal().store.plans.steps(back, states=OMITTED, limit=back.steps)
    return any(step.message != ALREADY_SO for step in steps)


def newest_undo(plan: Plan, undoings: Sequence[Plan]) -> Plan | None:
    """Of these plans the newest one that undoes this one itself."""
    return next((each for each in undoings if each.purpose.undoes == plan.number), None)


def can_undo(plan: Plan, undoings: Sequence[Plan]) -> bool:
    """Whether there may be something to take back."""
    back = newest_undo(plan, undoings)
    if back is not None and not was_stopped(back) and not back.differences:
        return False
    states = KINDS[plan.purpose.kind].undone_states
    if not any(plan.counts.get(state) for state in states):
        return False
    return bool(portal().store.plans.steps(plan, states=states, effective=True, limit=1))
