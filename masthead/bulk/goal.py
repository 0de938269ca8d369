"""Base classes for the goals of bulk changes, which compare, replan and undo steps."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from masthead.client import Api, Problem
from masthead.store.bulk.steps import BulkChange, Mark, Step, StepState
from masthead.store.entries import NO_CAUSE, Cause, Entry, Intent, State
from masthead.store.journal.journal import Journal
from masthead.writes.send import Change, build_intent

SKIPS_CHANGED = "skipsChanged"
"""Key in the wanted state of stored steps: skip steps that would overwrite others' values."""
MAYBE_DONE = (StepState.DONE, StepState.UNKNOWN, StepState.DOUBTFUL, StepState.SENT)
"""The states of steps that may have done something."""
OPEN_STATES = (State.UNKNOWN, State.UNDER_WAY)


def call_key(intent: Intent) -> tuple[str, tuple[str, ...], str | None]:
    return intent.endpoint, intent.ids, intent.body


@dataclass(frozen=True, slots=True)
class Replan:
    """The remaining changes, and the causes of those that can't be made.

    `report` is JSON to store if this is the last comparison; `first` is JSON to store until then, if nothing has been
    sent yet. `no_effect` are the positions of accepted steps that changed nothing. `title` replaces an undo's title
    before it starts. `asks` means that something in `left` needs the person's consent.
    """

    changes: Sequence[Change[Any]] = ()
    left: Sequence[Cause] = ()
    report: Any = None
    no_effect: Sequence[int] = ()
    title: str = ""
    asks: bool = False
    first: Any = None

    def intents(self, bulk: BulkChange) -> list[Intent]:
        return [build_intent(change, bulk.purpose.owner) for change in self.changes]


class Reversal(NamedTuple):
    """An undo: its title, its wanted state and calls, and the reasons for values that it doesn't restore."""

    title: str
    wanted: Any = None
    changes: Sequence[Change[Any]] = ()
    left: Sequence[Cause] = ()


class Goal(ABC):
    """A kind of bulk change; list subclasses in `GOALS`.

    Every method may raise Problem, which makes the bulk change wait. A goal that `recomputes` compares the current
    state with the wanted one, before the first step and while running, and replaces waiting steps. Other goals keep the
    steps that were stored.
    """

    recomputes: ClassVar[bool] = False
    runs_alone: ClassVar[bool] = False
    """Only one bulk change of this kind at a time runs in an organization."""
    undone_states: Sequence[StepState] = MAYBE_DONE
    """States of the steps that `undo` reverses."""

    def replan(self, api: Api, journal: Journal, bulk: BulkChange, tried: Sequence[Step]) -> Replan:  # noqa: ARG002 - for goals that recompute
        """Compare the state in the API with `bulk.purpose.wanted`; `tried` are the steps that were sent."""
        return Replan()

    def can_replan_refused(self, step: Step) -> bool:  # noqa: ARG002 - for goals that recompute
        """True if `replan` may find another way to do a step that was refused."""
        return False

    def would_overwrite_newer(self, api: Api, step: Step) -> bool:  # noqa: ARG002 - for goals that recompute
        """True if the step might overwrite what somebody has just set."""
        return False

    def is_no_op(self, step: Step, problem: Problem) -> bool:  # noqa: ARG002 - for goals that send without knowing
        """True if a step was refused because there was nothing to do."""
        return False

    def check_steps(self, api: Api, steps: Sequence[Step]) -> Sequence[Mark | Problem | None]:  # noqa: ARG002 - for stored steps
        """Return one result for each step: None to send it, a Mark to set instead, or a Problem to wait for."""
        return [None] * len(steps)

    def differences(self, api: Api, steps: Sequence[Step]) -> Sequence[Cause]:  # noqa: ARG002 - for stored steps
        """Return, for each done step, how the current values differ from those sent, or NO_CAUSE."""
        return [NO_CAUSE] * len(steps)

    @abstractmethod
    def undo(self, bulk: BulkChange, entries: Sequence[Entry], journal: Journal) -> Reversal:
        """Plan an undo; `entries` are in the order in which they were sent."""
