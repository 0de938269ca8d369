"""Applies a person's decision about the step that blocks a bulk change."""

from dataclasses import replace

from flask import request

from blueprints.bulk_changes.labels import recomputes
from masthead.bulk.goal import SKIPS_CHANGED
from masthead.store.bulk.steps import STUCK, BulkChange, Step, StepState
from masthead.store.entries import Cause, Reason
from masthead.web.http.paths import parse_int
from masthead.web.people.roles import replaced_role_title
from masthead.web.person.portal import portal
from masthead.web.submit.bulk_changes import run_slice


def stuck_step(bulk: BulkChange) -> Step | None:
    """Return the step that waits for a decision, or None."""
    steps = portal().store.bulk_changes.steps(bulk, states=STUCK, limit=1) if bulk.stuck else []
    return next(iter(steps), None)


def retry(bulk: BulkChange) -> None:
    """Send the step, and overwrite what somebody else set."""
    step = _asked_step(bulk)
    summary = replaced_role_title(step.intent, step.found or {}) if step and step.state is StepState.FAILED else ""
    if portal().store.bulk_changes.decide(bulk, _position(), StepState.WAITING, adopt=True, summary=summary):
        run_slice(bulk)


def compare(bulk: BulkChange) -> None:
    """Compare the step with the current state."""
    step, decide = _asked_step(bulk), portal().store.bulk_changes.decide
    if step is None:
        return
    # The run resolves an unknown step: if it waited again, it could not be undone.
    is_decided = step.state is StepState.UNKNOWN
    if not is_decided and recomputes(bulk):  # keep the refusal, as a replan may do it otherwise
        is_decided = decide(bulk, step.position, StepState.SKIPPED, step.cause)
    if is_decided or decide(bulk, step.position, StepState.WAITING):
        run_slice(bulk)


def skip(bulk: BulkChange) -> None:
    """Continue without the step."""
    if portal().store.bulk_changes.decide(bulk, _position(), StepState.SKIPPED, Cause(Reason.SKIPPED)):
        run_slice(bulk)


def skip_changed(bulk: BulkChange) -> None:
    """Continue without the step and others that would overwrite somebody else's values."""
    purpose = replace(bulk.purpose, wanted={**(bulk.purpose.wanted or {}), SKIPS_CHANGED: True})
    if portal().store.bulk_changes.amend(bulk, purpose.wanted, also_sent=True):
        skip(replace(bulk, purpose=purpose))


def _asked_step(bulk: BulkChange) -> Step | None:
    found = portal().store.bulk_changes.steps(bulk, after=_position() - 1, states=STUCK, limit=1)
    return found[0] if found and found[0].position == _position() else None


def _position() -> int:
    return request.form.get("step", 0, type=parse_int)
