"""What a person decides about the step that stands in the way of a plan."""

from dataclasses import replace

from flask import request

from masthead.bulk.kind import SKIPS_CHANGED
from masthead.bulk.sent_steps import is_to_decide
from masthead.store.causes import Cause, Reason
from masthead.store.plans.steps import Plan, Step, StepState
from masthead.structure.arranging import KIND as STRUCTURE
from masthead.web.http.numbers import whole
from masthead.web.people.role_summaries import replacing
from masthead.web.person.portal import portal
from masthead.web.submit.planning import carry_on


def stuck_step(plan: Plan) -> Step | None:
    """The step that waits for a decision: one that left no trace before what failed, which is planned anew after it.

    Its person decides about that also while the plan has to wait for the API.
    """
    if plan.finished_at is not None or not (plan.stuck or StepState.UNKNOWN in plan.counts):
        return None
    unknown = _first(plan, StepState.UNKNOWN)
    if unknown and is_to_decide(unknown):
        return unknown
    return _first(plan, StepState.FAILED, StepState.UNKNOWN) if plan.stuck else None


def _first(plan: Plan, *states: StepState) -> Step | None:
    return next(iter(portal().store.plans.steps(plan, states=states, limit=1)), None)


def retry(plan: Plan) -> None:
    """Send it, with what somebody else had put there taken for what it was."""
    position = _position()
    failed = portal().store.plans.steps(plan, after=position - 1, states=[StepState.FAILED], limit=1)
    summary = next((replacing(each.intent, each.found or {}) for each in failed if each.position == position), "")
    if portal().store.plans.decide(plan, position, StepState.WAITING, adopt=True, summary=summary):
        carry_on(plan)


def compare(plan: Plan) -> None:
    """Hold it against what is there now."""
    position = _position()
    found = portal().store.plans.steps(plan, after=position - 1, states=[StepState.UNKNOWN, StepState.FAILED], limit=1)
    step = found[0] if found and found[0].position == position else None
    if step is not None and _is_compared(plan, step):
        carry_on(plan)


def _is_compared(plan: Plan, step: Step) -> bool:
    if step.state is StepState.UNKNOWN:
        # The run finds out about it; as one that waits again it would be forgotten, and could not be taken back.
        return True
    if plan.purpose.kind == STRUCTURE:  # what it was refused for stays told: the way on may be another
        return portal().store.plans.decide(plan, step.position, StepState.SKIPPED, step.cause)
    return portal().store.plans.decide(plan, step.position, StepState.WAITING)


def send_again(plan: Plan) -> None:
    """Send again what left no trace."""
    _decide_without_trace(plan, Reason.SENT_AGAIN)


def leave(plan: Plan) -> None:
    """Leave what it was to change as it is now."""
    _decide_without_trace(plan, Reason.LEFT_AS_IT_IS)


def _decide_without_trace(plan: Plan, reason: Reason) -> None:
    """What its journal entry came to stays not known either way."""
    stuck = stuck_step(plan)
    asked = stuck is not None and is_to_decide(stuck) and stuck.position == _position()
    if asked and portal().store.plans.decide(plan, _position(), StepState.DOUBTFUL, Cause(reason)):
        carry_on(plan)


def skip(plan: Plan) -> None:
    """Go on without it."""
    if portal().store.plans.decide(plan, _position(), StepState.SKIPPED, Cause(Reason.SKIPPED)):
        carry_on(plan)


def skip_changed(plan: Plan) -> None:
    """Go on without it, and without each further one that would overwrite what somebody else has set."""
    purpose = replace(plan.purpose, wanted={**(plan.purpose.wanted or {}), SKIPS_CHANGED: True})
    if portal().store.plans.amend(plan, purpose.wanted, also_sent=True):
        skip(replace(plan, purpose=purpose))


def _position() -> int:
    return request.form.get("step", 0, type=whole)
