"""A bulk change as it is kept: what it is for, how far it has come, and what each of its steps came to."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from masthead.store.causes import NO_CAUSE, Cause
from masthead.store.entries import Intent, Outcome, State, Values


class StepState(StrEnum):
    """`SENT`: the call is under way, or was when the portal ended."""

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
    """`wanted` is JSON for the goal of this `kind`; `reason` goes into the journal with each step.

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
    """One call. `position` counts from 1; `entry` is its number in the journal, once it was sent.

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
        """Whether the last answer refused the change for good."""
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
    def settled(self) -> int:
        """The number of steps that need nothing more."""
        return sum(self.counts.get(state, 0) for state in (StepState.DONE, StepState.SKIPPED, StepState.NOT_SAVED))

    @property
    def stuck(self) -> bool:
        """Whether it goes on only when somebody decides about a step."""
        open_ = self.finished_at is None and self.waits_until is None
        return open_ and (StepState.FAILED in self.counts or StepState.UNKNOWN in self.counts)


def state_after(outcome: Outcome) -> StepState:
    """The state of a step by the outcome of its change; it waits again where nothing is wrong with the step itself."""
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
    """The bulk change that sent an entry of the journal; `undoes` is the number of the one that it undoes."""

    number: int
    title: str
    owner: str
    undoes: int | None = None
