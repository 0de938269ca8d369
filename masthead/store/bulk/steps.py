"""A bulk change as it is kept: what it is for, how far it has come, and what each of its steps came to."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from masthead.store.causes import NO_CAUSE, Cause
from masthead.store.entries import Intent, Outcome, State, Values


class StepState(StrEnum):
    """Where a step stands. `SENT` is one whose call is under way, or was when the portal ended."""

    WAITING = "waiting"
    SENT = "sent"
    DONE = "done"
    FAILED = "failed"
    UNKNOWN = "unknown"  # it was sent, and nobody can tell what came of it
    DOUBTFUL = "doubtful"  # the same, and its bulk change goes on without it; once that has ended it is unknown
    SKIPPED = "skipped"
    NOT_SAVED = "not-saved"  # it was sent without an answer and found not to be saved; what is left was planned anew


TOO_MANY, TOKEN_REFUSED = 429, 401
"""Statuses of answers that say nothing against the change."""
OPEN = (StepState.WAITING, StepState.SENT, StepState.FAILED, StepState.UNKNOWN)
"""The states of steps that a bulk change has to settle before it finishes."""
STUCK = (StepState.FAILED, StepState.UNKNOWN)


@dataclass(frozen=True, slots=True)
class Purpose:
    """What a bulk change is for. `wanted` is JSON, and says to its kind what the whole is to come to.

    `reason` goes into the journal with each step; `undoes` is the number of the bulk change that this one takes back.
    `takes_back` is that of somebody's bulk change that the draft took back which this one was made of.
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
    """One change of a bulk change. `position` counts from 1, `entry` is its number in the journal, once it was sent.

    `cause` says why it stands where it stands. `found` is, by field of the body, what somebody else had put there.
    `status` is that of the last answer; None where none came, or none was an error. `outcome` is what the journal has
    of it, where it was asked.
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
        """Whether the last answer refused the change itself, and not only for now."""
        return self.status not in {None, TOO_MANY}


@dataclass(frozen=True, slots=True)
class Mark:
    """What a run found out about a step without sending it."""

    position: int
    state: StepState
    cause: Cause = NO_CAUSE
    found: Values | None = None


@dataclass(frozen=True, slots=True)
class BulkChange:
    """A bulk change and how far it has come; times are seconds since 1970.

    `counts` are its steps by state, without those that have none; `refused` are those skipped after the API refused
    them. `held` tells that a run is under way, somewhere, or a look before the start; `runs` that a run is, or has
    just ended of its own will and is likely to be followed by another. `waits_until` and `cause` tell why it stands
    still, `differences` what the look at the end found. `report` is JSON: what its kind keeps of that
    look, or of the one before anything was sent until it has ended; None for neither.
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
        """How many of them are behind it."""
        return sum(self.counts.get(state, 0) for state in (StepState.DONE, StepState.SKIPPED, StepState.NOT_SAVED))

    @property
    def stuck(self) -> bool:
        """Whether it goes on only when somebody decides about a step."""
        open_ = self.finished_at is None and self.waits_until is None
        return open_ and (StepState.FAILED in self.counts or StepState.UNKNOWN in self.counts)


def state_after(outcome: Outcome) -> StepState:
    """What a step comes to by what came of its change; it waits again where nothing is wrong with the step itself."""
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
    """The plan that sent an entry of the journal; `owner` is whose it is, `undoes` the number of what it undoes."""

    number: int
    title: str
    owner: str
    undoes: int | None = None
