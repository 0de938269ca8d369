"""A stored bulk change: its purpose, its progress, and the state of each step."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from masthead.store.entries import NO_CAUSE, Cause, Intent, Outcome, State, Values


class StepState(StrEnum):
    """States of a step. `SENT`: the call is under way, or was when the portal ended."""

    WAITING = "waiting"
    SENT = "sent"
    DONE = "done"
    FAILED = "failed"
    UNKNOWN = "unknown"  # it was sent, and its outcome isn't known
    DOUBTFUL = "doubtful"  # unknown, and its bulk change goes on without it
    SKIPPED = "skipped"
    NOT_SAVED = "not-saved"  # its answer was lost, and a read showed no effect


TOO_MANY, TOKEN_REFUSED = 429, 401
"""Statuses of answers that say nothing against the change."""
OPEN = (StepState.WAITING, StepState.SENT, StepState.FAILED, StepState.UNKNOWN)
"""The states of steps that a bulk change has to settle before it finishes."""
STUCK = (StepState.FAILED, StepState.UNKNOWN)


@dataclass(frozen=True, slots=True)
class Purpose:
    """The goal of a bulk change: `wanted` is its JSON for this `kind`, `reason` is recorded with each step.

    `undoes` is the number of the bulk change that this one takes back. A draft of a structure that took back somebody's
    bulk change names that in `takes_back`.
    """

    organization: str
    owner: str
    title: str
    kind: str
    wanted: Any = None
    reason: str = ""
    undoes: int | None = None
    takes_back: int | None = None


@dataclass(frozen=True, slots=True)
class Step:
    """A single call. `position` counts from 1; `entry` is its number in the journal, once it was sent.

    `cause` says why it is in this state. `found` has the values that somebody else had set, by field of the body.
    `status` is that of the last answer, if it was an error. `outcome` is the journal's, where it was asked.
    """

    position: int
    state: StepState
    intent: Intent
    entry: int | None = None
    cause: Cause = NO_CAUSE
    found: Values | None = None
    status: int | None = None
    outcome: Outcome | None = None

    @property
    def is_refused(self) -> bool:
        """Return whether the last answer refused the change for good."""
        return self.status not in {None, TOO_MANY}


@dataclass(frozen=True, slots=True)
class Mark:
    """The new state of a step that a run did not send."""

    position: int
    state: StepState
    cause: Cause = NO_CAUSE
    found: Values | None = None


@dataclass(frozen=True, slots=True)
class BulkChange:
    """A bulk change and how far it has come; times are seconds since 1970.

    `counts` are its steps by state; `refused` are those skipped after the API refused them. `held`: a run is under way,
    somewhere, or a comparison before the start. `runs`: a run is, or has just ended and will be followed by another.
    `waits_until` and `cause` say why it stands still, `differences` what is not as wanted. `report` is JSON of its
    goal's last comparison.
    """

    number: int
    purpose: Purpose
    created_at: float
    finished_at: float | None = None
    paused_at: float | None = None
    held: bool = False
    runs: bool = False
    waits_until: float | None = None
    cause: Cause = NO_CAUSE
    differences: tuple[Cause, ...] = ()
    report: Any = None
    counts: Mapping[StepState, int] = field(default_factory=dict)
    refused: int = 0

    @property
    def steps(self) -> int:
        return sum(self.counts.values())

    @property
    def finished_steps(self) -> int:
        """Count the steps that need nothing more."""
        return sum(self.counts.get(state, 0) for state in (StepState.DONE, StepState.SKIPPED, StepState.NOT_SAVED))

    @property
    def stuck(self) -> bool:
        """Return whether somebody has to decide about a step before it goes on."""
        open_ = self.finished_at is None and self.waits_until is None
        return open_ and (StepState.FAILED in self.counts or StepState.UNKNOWN in self.counts)


def state_after(outcome: Outcome) -> StepState:
    """Derive a step's state from its outcome; it waits again if the step itself is not at fault."""
    if outcome.state is State.SAVED:
        return StepState.DONE
    if outcome.state in {State.UNKNOWN, State.UNDER_WAY}:
        return StepState.UNKNOWN
    if outcome.state is State.CLOSED:
        return StepState.DOUBTFUL
    if outcome.state is State.REFUSED and outcome.status not in {TOO_MANY, TOKEN_REFUSED}:
        return StepState.FAILED
    return StepState.WAITING


@dataclass(frozen=True, slots=True)
class BulkReference:
    """The bulk change that sent a journal entry; `undoes` is the number of the one it undoes."""

    number: int
    title: str
    owner: str
    undoes: int | None = None
