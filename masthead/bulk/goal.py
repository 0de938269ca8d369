"""Base classes for the goals of bulk changes, which compare, replan and undo steps."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple

from masthead.client import Api, NotFound, Problem, Refused, TokenRefused, TooMany, Unreadable
from masthead.resources import BY_DELETE, DELETIONS
from masthead.store.bulk.steps import BulkChange, Mark, Step, StepState
from masthead.store.entries import MAYBE_SAVED, NO_CAUSE, Cause, Entry, Intent, Outcome, Reason, State, Values
from masthead.store.journal.journal import Journal
from masthead.writes.observe import read_all
from masthead.writes.send import Change, build_intent, sent_values, summary_of_undo
from masthead.writes.undo import undo_change

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
    undone_states: ClassVar[Sequence[StepState]] = MAYBE_DONE
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


class Contrast(NamedTuple):
    """The current values compared with those that a step sends.

    `touched` are values that somebody else set since the person saw them. `is_hidden` means that the API doesn't report
    all values. `skip` is the reason to skip the step.
    """

    differs: bool = False
    touched: Values = {}  # noqa: RUF012 - read only
    is_hidden: bool = False
    skip: Reason | None = None


class StoredGoal(Goal):
    """Keeps stored steps. Compares each with current values before sending it and at the end."""

    missing: ClassVar[Reason | None] = None
    """Reason to skip a step if its resource is gone; without one, the step fails."""

    def read(self, api: Api, steps: Sequence[Step]) -> Sequence[Any]:
        """Read the current values for each step; a failed read gives a Problem."""
        return read_all(api, [step.intent for step in steps])

    @abstractmethod
    def compare_values(self, step: Step, now: Any) -> Contrast:  # noqa: ANN401 - as `read` gives it
        """Compare the current values with those that the step sends."""

    def check_steps(self, api: Api, steps: Sequence[Step]) -> Sequence[Mark | Problem | None]:
        return [self._compare_step(step, now) for step, now in zip(steps, self.read(api, steps), strict=True)]

    def differences(self, api: Api, steps: Sequence[Step]) -> Sequence[Cause]:
        return [self._difference(step, now) for step, now in zip(steps, self.read(api, steps), strict=True)]

    def _compare_step(self, step: Step, now: Any) -> Mark | Problem | None:  # noqa: ANN401 - as `read` gives it
        missing = Reason.ALREADY_SO if step.intent.endpoint in BY_DELETE else self.missing
        if isinstance(now, NotFound) and missing:
            return Mark(step.position, StepState.SKIPPED, Cause(missing))
        if isinstance(now, Problem):
            not_read = Cause(Reason.NOT_READ, {"message": now.message})
            return Mark(step.position, StepState.FAILED, not_read) if _is_about_one_resource(now) else now
        found = self.compare_values(step, now)
        skip = found.skip or (None if found.differs or found.is_hidden else Reason.ALREADY_SO)
        if skip:
            return Mark(step.position, StepState.SKIPPED, Cause(skip))
        changed = Mark(step.position, StepState.FAILED, Cause(Reason.CHANGED_MEANWHILE), found.touched)
        return changed if found.touched else None

    def _difference(self, step: Step, now: Any) -> Cause:  # noqa: ANN401 - as `read` gives it
        summary = {"summary": step.intent.summary}
        if isinstance(now, NotFound) and step.intent.endpoint in BY_DELETE:
            return NO_CAUSE
        if isinstance(now, Problem):
            if not _is_about_one_resource(now):
                raise now
            return Cause(Reason.NOT_LOOKED_AT, {**summary, "why": now.message})
        return Cause(Reason.DIFFERENT, summary) if self.compare_values(step, now).differs else NO_CAUSE

    def undo(self, bulk: BulkChange, entries: Sequence[Entry], journal: Journal) -> Reversal:
        """Undo each entry, the last one first, except for values that somebody else set since.

        A call of unknown outcome counts as done: `check_steps` skips its undo if it did nothing.
        """
        back = [undo_change(_assume_saved(entry), journal) for entry in reversed(entries)]
        left = [(entry.intent.summary, _omission_reason(entry, journal)) for entry in entries]
        return Reversal(
            summary_of_undo(bulk.purpose.title),
            changes=[change for change in back if change is not None],
            left=[Cause(reason, {"summary": summary}) for summary, reason in left if reason is not None],
        )


def _is_about_one_resource(problem: Problem) -> bool:
    """True if the problem is with a single resource, not with the person's access or the API."""
    return isinstance(problem, (Refused, Unreadable)) and not isinstance(problem, (TokenRefused, TooMany))


def _assume_saved(entry: Entry) -> Entry:
    # Except deletions: undoing one would create a resource that may still exist.
    if entry.outcome.state not in MAYBE_SAVED or entry.intent.endpoint in DELETIONS:
        return entry
    return replace(entry, outcome=Outcome(State.SAVED, became=sent_values(entry.intent)))


def _omission_reason(entry: Entry, journal: Journal) -> Reason | None:
    done = _assume_saved(entry)
    whole, possible = undo_change(done, None), undo_change(done, journal)
    if entry.outcome.state in MAYBE_SAVED and (entry.intent.endpoint in DELETIONS or whole is None):
        return Reason.NOT_UNDONE
    if whole is None or (possible is not None and possible.sent == whole.sent):
        return None
    is_undone = any(each.outcome.state is State.SAVED for each in journal.list_undos(entry.number))
    return None if is_undone else Reason.CHANGED_AGAIN
