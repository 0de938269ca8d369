"""What a kind of bulk change declares: how its steps are compared with the API, planned again, and taken back."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, NamedTuple

from i18n import N_
from masthead.client import Api, NotFound, Problem, Refused, TokenRefused, TooMany, Unreadable
from masthead.resources import BY_DELETE, DELETIONS
from masthead.store.bulk.steps import BulkChange, Mark, Step, StepState
from masthead.store.causes import NO_CAUSE, Cause, Reason
from masthead.store.entries import MAYBE_SAVED, Entry, Intent, Outcome, State, Values
from masthead.store.journal.journal import Journal
from masthead.writes.change import Change, intent_of, sent_values, summary_of_undo
from masthead.writes.undo import undo_change

SKIPS_CHANGED = "skipsChanged"
"""A key of what stored steps want: skip each step that would overwrite what somebody else has set."""
MAYBE_DONE = (StepState.DONE, StepState.UNKNOWN, StepState.DOUBTFUL, StepState.SKIPPED, StepState.SENT)
"""The states of steps that may have done something."""


@dataclass(frozen=True, slots=True)
class Replan:
    """The changes that are left, and the causes of what none of them brings about.

    `report` is JSON that the bulk change keeps if this is its last comparison, `first` until then, of one before
    anything was sent. `no_effect` has the positions of accepted steps that changed nothing. `title` replaces that of an
    undo before its start. `asks`: some of `left` takes the person's consent.
    """

    changes: Sequence[Change[Any]] = ()
    left: Sequence[Cause] = ()
    report: Any = None
    no_effect: Sequence[int] = ()
    title: str = ""
    asks: bool = False
    first: Any = None

    def intents(self, bulk: BulkChange) -> list[Intent]:
        return [intent_of(change, bulk.purpose.owner) for change in self.changes]


class Goal:
    """Subclass it and name it in `GOALS`. Every method may raise a Problem, which makes the bulk change wait.

    A goal that `recomputes` compares what is there with what is wanted, before the first step and while it runs, and
    replaces the steps that wait. The steps of the others stand as they were stored.
    """

    recomputes: ClassVar[bool] = False
    independent: ClassVar[bool] = False
    """Steps that wait go on before `replan` looks for another way to do a refused one."""
    undone_states: ClassVar[Sequence[StepState]] = MAYBE_DONE
    """The states of the steps that `undo` takes back."""
    undoing: ClassVar[str] = N_("Undoing creates another bulk change that reverses this one.")

    def replan(self, api: Api, journal: Journal, bulk: BulkChange, tried: Sequence[Step]) -> Replan:  # noqa: ARG002 - for goals that recompute
        """Compare what is there with `bulk.purpose.wanted`; `tried` are the steps that were sent, with outcomes."""
        return Replan()

    def can_replan_refused(self, step: Step) -> bool:  # noqa: ARG002 - for goals that recompute
        """Whether `replan` may know another way to do what a step was refused for."""
        return False

    def is_overtaken(self, api: Api, step: Step) -> bool:  # noqa: ARG002 - for goals that recompute
        """Whether somebody set just now what a step is about to overwrite."""
        return False

    def compensate(self, bulk: BulkChange, step: Step) -> Change[Any] | None:  # noqa: ARG002 - for goals that recompute
        """The change that restores what the step before a refused one has taken away, if it has to be."""
        return None

    def is_no_op(self, step: Step, problem: Problem) -> bool:  # noqa: ARG002 - for goals that send without knowing
        """Whether a step was refused because there was nothing to do."""
        return False

    def look(self, api: Api, steps: Sequence[Step]) -> Sequence[Mark | Problem | None]:  # noqa: ARG002 - for stored steps
        """For each step: None to send it, a Mark instead, or the Problem that makes the bulk change wait."""
        return [None] * len(steps)

    def differences(self, api: Api, steps: Sequence[Step]) -> Sequence[Cause]:  # noqa: ARG002 - for stored steps
        """For each step that was done, what is not as it was sent; NO_CAUSE for nothing."""
        return [NO_CAUSE] * len(steps)

    def undo(
        self,
        bulk: BulkChange,
        entries: Sequence[Entry],
        journal: Journal,
        undoings: Collection[int],
    ) -> tuple[Any, Sequence[Change[Any]]]:
        """What the bulk change that takes this one back wants, and its changes; `entries` are in order.

        `undoings` are the numbers of the entries of earlier undos and redos.
        """
        raise NotImplementedError

    def left_by_undo(self, bulk: BulkChange, entries: Sequence[Entry], journal: Journal) -> Sequence[Cause]:  # noqa: ARG002 - `replan` reports it
        """The causes of what `undo` leaves as it is."""
        return ()

    def undo_title(self, bulk: BulkChange, wanted: Any) -> str:  # noqa: ANN401, ARG002 - JSON
        return summary_of_undo(bulk.purpose.title)


class Contrast(NamedTuple):
    """The current values beside those that a step sends.

    `touched` holds values that somebody else set since the person saw them. `is_hidden`: the API doesn't report all.
    `skip` says why the step is left out.
    """

    differs: bool = False
    touched: Values = {}  # noqa: RUF012 - read only
    is_hidden: bool = False
    skip: Reason | None = None


class StoredGoal(Goal):
    """The steps stand as they were stored; each is compared with a fresh read before it is sent and in the end."""

    missing: ClassVar[Reason | None] = None
    """Why a step is left out whose resource is gone; without a reason it fails."""

    def read(self, api: Api, steps: Sequence[Step]) -> Sequence[Any]:
        """The current values that each step is about, or a Problem."""
        raise NotImplementedError

    def contrast(self, step: Step, now: Any) -> Contrast:  # noqa: ANN401 - as `read` gives it
        raise NotImplementedError

    def look(self, api: Api, steps: Sequence[Step]) -> Sequence[Mark | Problem | None]:
        return [self._look_at(step, now) for step, now in zip(steps, self.read(api, steps), strict=True)]

    def differences(self, api: Api, steps: Sequence[Step]) -> Sequence[Cause]:
        return [self._difference(step, now) for step, now in zip(steps, self.read(api, steps), strict=True)]

    def _look_at(self, step: Step, now: Any) -> Mark | Problem | None:  # noqa: ANN401 - as `read` gives it
        missing = Reason.ALREADY_SO if step.intent.endpoint in BY_DELETE else self.missing
        if isinstance(now, NotFound) and missing:
            return Mark(step.position, StepState.SKIPPED, Cause(missing))
        if isinstance(now, Problem):
            not_read = Cause(Reason.NOT_READ, {"message": now.message})
            return Mark(step.position, StepState.FAILED, not_read) if _is_about_one(now) else now
        found = self.contrast(step, now)
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
            if not _is_about_one(now):
                raise now
            return Cause(Reason.NOT_LOOKED_AT, {**summary, "why": now.message})
        return Cause(Reason.DIFFERENT, summary) if self.contrast(step, now).differs else NO_CAUSE

    def undo(
        self,
        bulk: BulkChange,  # noqa: ARG002 - the entries tell all
        entries: Sequence[Entry],
        journal: Journal,
        undoings: Collection[int],  # noqa: ARG002 - each entry names what it undoes
    ) -> tuple[Any, Sequence[Change[Any]]]:
        """Take each entry back, the last one first, but for what somebody else has set since.

        A call of unknown outcome is taken for done: `look` finds nothing to do where it was not.
        """
        back = [undo_change(_assume_done(entry), journal) for entry in reversed(entries)]
        return None, [change for change in back if change is not None]

    def left_by_undo(self, bulk: BulkChange, entries: Sequence[Entry], journal: Journal) -> Sequence[Cause]:  # noqa: ARG002 - as above
        left = [(entry.intent.summary, _why_left(entry, journal)) for entry in entries]
        return [Cause(reason, {"summary": summary}) for summary, reason in left if reason is not None]


def _is_about_one(problem: Problem) -> bool:
    """Whether the answer is about one resource, and not about the person or the API."""
    return isinstance(problem, (Refused, Unreadable)) and not isinstance(problem, (TokenRefused, TooMany))


def _assume_done(entry: Entry) -> Entry:
    # Not a deletion: its undo would create what may still be there.
    if entry.outcome.state not in MAYBE_SAVED or entry.intent.endpoint in DELETIONS:
        return entry
    return replace(entry, outcome=Outcome(State.SAVED, became=sent_values(entry.intent)))


def _why_left(entry: Entry, journal: Journal) -> Reason | None:
    done = _assume_done(entry)
    whole, possible = undo_change(done, None), undo_change(done, journal)
    if entry.outcome.state in MAYBE_SAVED and (entry.intent.endpoint in DELETIONS or whole is None):
        return Reason.NOT_UNDONE
    if whole is None or (possible is not None and possible.sent == whole.sent):
        return None
    is_undone = any(each.outcome.state is State.SAVED for each in journal.undoings(entry.number))
    return None if is_undone else Reason.CHANGED_AGAIN
