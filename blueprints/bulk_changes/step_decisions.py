"""What a person decides about the step that stands in the way of a bulk change."""

from dataclasses import replace

from flask import request

from masthead.bulk.goal import SKIPS_CHANGED
from masthead.store.bulk.steps import STUCK, BulkChange, Step, StepState
from masthead.store.causes import Cause, Reason
from masthead.structure.arranging import KIND as STRUCTURE
from masthead.web.http.paths import parse_int
from masthead.web.people.change_titles import replaced_role_title
from masthead.web.person.portal import portal
from masthead.web.submit.bulk_changes import carry_on


def stuck_step(bulk: BulkChange) -> Step | None:
    """The step that waits for a decision."""
    steps = portal().store.bulk_changes.steps(bulk, states=STUCK, limit=1) if bulk.stuck else []
    return next(iter(steps), None)


def retry(bulk: BulkChange) -> None:
    """Send it, with what somebody else had put there taken for what it was."""
    position = _position()
    failed = portal().store.bulk_changes.steps(bulk, after=position - 1, states=[StepState.FAILED], limit=1)
    summary = next(
        (replaced_role_title(each.intent, each.found or {}) for each in failed if each.position == position), ""
    )
    if portal().store.bulk_changes.decide(bulk, position, StepState.WAITING, adopt=True, summary=summary):
        carry_on(bulk)


def compare(bulk: BulkChange) -> None:
    """Hold it against what is there now."""
    position = _position()
    found = portal().store.bulk_changes.steps(
        bulk, after=position - 1, states=[StepState.UNKNOWN, StepState.FAILED], limit=1
    )
    step = found[0] if found and found[0].position == position else None
    if step is not None and _is_compared(bulk, step):
        carry_on(bulk)


def _is_compared(bulk: BulkChange, step: Step) -> bool:
    if step.state is StepState.UNKNOWN:
        # The run finds out about it; as one that waits again it would be forgotten, and could not be taken back.
        return True
    if bulk.purpose.kind == STRUCTURE:  # what it was refused for stays told: the way on may be another
        return portal().store.bulk_changes.decide(bulk, step.position, StepState.SKIPPED, step.cause)
    return portal().store.bulk_changes.decide(bulk, step.position, StepState.WAITING)


def skip(bulk: BulkChange) -> None:
    """Go on without it."""
    if portal().store.bulk_changes.decide(bulk, _position(), StepState.SKIPPED, Cause(Reason.SKIPPED)):
        carry_on(bulk)


def skip_changed(bulk: BulkChange) -> None:
    """Go on without it, and without each further one that would overwrite what somebody else has set."""
    purpose = replace(bulk.purpose, wanted={**(bulk.purpose.wanted or {}), SKIPS_CHANGED: True})
    if portal().store.bulk_changes.amend(bulk, purpose.wanted, also_sent=True):
        skip(replace(bulk, purpose=purpose))


def _position() -> int:
    return request.form.get("step", 0, type=parse_int)
