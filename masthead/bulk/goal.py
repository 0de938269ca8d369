"""What each kind of bulk change knows of its own: what a step meets, what is left to do, and whether all came to be."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from pydantic import MISSING

from i18n import N_
from masthead.client import Api, NotFound, Problem, Refused, TokenRefused, TooMany, Unreadable
from masthead.resources import BY_DELETE, DELETIONS
from masthead.resources.values import same
from masthead.store.bulk.steps import BulkChange, Mark, Step, StepState
from masthead.store.causes import NO_CAUSE, Cause, Reason
from masthead.store.entries import MAYBE_SAVED, Entry, Intent, Outcome, State
from masthead.store.journal.journal import Journal
from masthead.writes.change import Change, intent_of, sent_values, summary_of_undo
from masthead.writes.reading import Now, read_all_settings
from masthead.writes.undo import undo_change

SKIPS_CHANGED = "skipsChanged"
"""In what a bulk change of stored steps wants: see `skips_changed`."""
MAYBE_DONE = (StepState.DONE, StepState.UNKNOWN, StepState.DOUBTFUL, StepState.SKIPPED, StepState.SENT)
"""The steps that may have done something."""
WITHOUT_EFFECT = (StepState.WAITING, StepState.NOT_SAVED)
OF_THE_STEP = (Refused, Unreadable)
OF_THE_SERVICE = (TokenRefused, TooMany)


@dataclass(frozen=True, slots=True)
class Remaining:
    """What is left to do: the changes that can be named now, and what none of them brings about.

    `report` is JSON, and what the bulk change keeps of this look if it is the last one, `first` the same until then, of
    a look before anything was sent. `no_effect` are the positions of steps that the service accepted, and that changed
    nothing. `title` is that of a bulk change that undoes another one and was not started, where it has to follow what
    is there now; `left` is then shown with it. `asks`: some of what is left takes the consent of the person.
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


def skips_changed(bulk: BulkChange) -> bool:
    """Whether its person said to go on without each step that would overwrite what somebody else has set."""
    wanted = bulk.purpose.wanted
    return isinstance(wanted, dict) and bool(wanted.get(SKIPS_CHANGED))


class Goal:
    """A kind of plan. Subclass it, and name it in `KINDS`; every method may raise a Problem, and then the plan waits.

    The stored steps of most kinds stand. One that `recomputes` compares what is with what is wanted instead: when its
    bulk change goes on after a pause, a failure or a crash, and when its steps are done, those that were not done make
    way for those of `replan`; the bulk change ends when there are none.
    """

    recomputes: ClassVar[bool] = False
    looks_again: ClassVar[bool] = False
    """Whether one that recomputes also does so while it runs, so as not to overwrite what somebody sets meanwhile."""
    needs_outcomes: ClassVar[bool] = False
    """Whether `replan` needs what came of each step, as the journal has it."""
    independent: ClassVar[bool] = False
    """Whether steps that wait may go on before `replan` looks for another way to do one that was refused."""
    asks_before_again: ClassVar[bool] = False
    """Whether a step whose answer was lost, and of which nothing shows, is sent again only if its person says so."""
    undone_states: ClassVar[Sequence[StepState]] = MAYBE_DONE
    """The steps that `undo` looks at."""
    undoing: ClassVar[str] = N_("Undoing creates another bulk change that reverses this one.")
    """What the bulk change of `undo` does, in a sentence."""

    def replan(self, api: Api, bulk: BulkChange, tried: Sequence[Step]) -> Remaining:  # noqa: ARG002 - the same
        """What leads from what is there now to `plan.purpose.wanted`; `tried` are the steps that were sent."""
        return Remaining()

    def replan_beside_others(
        self,
        api: Api,
        journal: Journal,  # noqa: ARG002 - the same
        bulk: BulkChange,
        tried: Sequence[Step],
    ) -> Remaining:
        """The same for kinds that ask what others have done since the bulk change was made."""
        return self.replan(api, bulk, tried)

    def can_replan_refused(self, step: Step) -> bool:  # noqa: ARG002 - for kinds that recompute
        """Whether `replan` may know another way to do what a step was refused for."""
        return False

    def is_no_op(self, step: Step, problem: Problem) -> bool:  # noqa: ARG002 - for kinds that send without knowing
        """Whether a step was refused because there was nothing to do."""
        return False

    def compensate(self, bulk: BulkChange, step: Step) -> Change[Any] | None:  # noqa: ARG002 - for kinds that recompute
        """What makes good what the step before a refused one has taken away; None where nothing has to be."""
        return None

    def look(self, api: Api, steps: Sequence[Step]) -> Sequence[Mark | Problem | None]:  # noqa: ARG002 - the same
        """For each of the next few steps: None to send it, a Mark instead, or the Problem that makes the plan wait."""
        return [None] * len(steps)

    def is_overtaken(self, api: Api, step: Step) -> bool:  # noqa: ARG002 - for kinds that look again
        """Whether somebody set just now what a step is about to overwrite."""
        return False

    def differences(self, api: Api, steps: Sequence[Step]) -> Sequence[Cause]:  # noqa: ARG002 - the same
        """For each of some steps that were done, what is not there of what it did; an empty cause for nothing."""
        return [NO_CAUSE] * len(steps)

    def undo(
        self,
        bulk: BulkChange,  # noqa: ARG002 - the same
        entries: Sequence[Entry],
        journal: Journal | None = None,
    ) -> tuple[Any, Sequence[Change[Any]]]:
        """What a plan that takes this one back wants, and its changes, the last one first; `entries` are in order.

        What somebody else has set since is left as it is. A call of which nobody knows is taken for done: the look
        before it is undone finds nothing to do where it was not.
        """
        back = [undo_change(_taken_for_done(entry), journal) for entry in reversed(entries)]
        return None, [change for change in back if change is not None]

    def undo_beside_others(
        self,
        bulk: BulkChange,
        entries: Sequence[Entry],
        journal: Journal,
        undoings: Collection[int],  # noqa: ARG002 - for kinds whose entries don't name what they undo
    ) -> tuple[Any, Sequence[Change[Any]]]:
        """The same; `undoings` are the numbers of what bulk changes did to undo this one, and to redo it."""
        return self.undo(bulk, entries, journal)

    def left_by_undo(self, bulk: BulkChange, entries: Sequence[Entry], journal: Journal) -> Sequence[Cause]:  # noqa: ARG002 - the same
        """What `undo` leaves because it was changed since; kinds that recompute tell it in the end."""
        if self.recomputes:
            return ()
        left = [(entry.intent.summary, _why_left(entry, journal)) for entry in entries]
        return [Cause(reason, {"summary": summary}) for summary, reason in left if reason is not None]

    def undo_title(self, bulk: BulkChange, wanted: Any) -> str:  # noqa: ANN401, ARG002 - JSON
        """What the bulk change of `undo` is called, where that is what it wants."""
        return summary_of_undo(bulk.purpose.title)


def _taken_for_done(entry: Entry) -> Entry:
    """What was perhaps deleted is not: nothing would keep its undo from creating it beside what is still there."""
    if entry.outcome.state not in MAYBE_SAVED or entry.intent.endpoint in DELETIONS:
        return entry
    return replace(entry, outcome=Outcome(State.SAVED, became=sent_values(entry.intent)))


def _why_left(entry: Entry, journal: Journal) -> Reason | None:
    """Why an entry is not undone, or not all of it; None where it is."""
    if entry.outcome.state in MAYBE_SAVED and entry.intent.endpoint in DELETIONS:
        return Reason.NOT_UNDONE
    maybe = _taken_for_done(entry)
    if maybe is not entry and undo_change(maybe, None) is None:
        return Reason.NOT_UNDONE
    return Reason.CHANGED_AGAIN if _is_changed_since(maybe, journal) else None


def _is_changed_since(entry: Entry, journal: Journal) -> bool:
    whole, possible = undo_change(entry, None), undo_change(entry, journal)
    if whole is None or (possible is not None and possible.sent == whole.sent):
        return False
    return all(each.outcome.state is not State.SAVED for each in journal.undoings(entry.number))


class SettingsGoal(Goal):
    """Updates of what `editable_settings.py` can read: each is held against a fresh read before it is sent."""

    def look(self, api: Api, steps: Sequence[Step]) -> Sequence[Mark | Problem | None]:
        """Leave out what is so already; refuse to overwrite what somebody else changed since the plan was made."""
        return [self.check_step(*each) for each in zip(steps, self._read(api, steps), strict=True)]

    def check_step(self, step: Step, now: Now) -> Mark | Problem | None:
        """What comes of a step that meets these settings: None to send it."""
        is_deletion, was = step.intent.endpoint in BY_DELETE, step.intent.was
        if is_deletion and isinstance(now, NotFound):
            return Mark(step.position, StepState.SKIPPED, Cause(Reason.ALREADY_SO))
        if isinstance(now, Problem):
            return mark_unreadable(step, now)
        if now is None:
            return None
        wanted = sent_values(step.intent)
        there = now if is_deletion else {name: now.get(name, MISSING) for name in wanted}
        others = {name: value for name, value in there.items() if name not in wanted or not same(value, wanted[name])}
        if not others and not is_deletion:
            return Mark(step.position, StepState.SKIPPED, Cause(Reason.ALREADY_SO))
        # Nothing is set or deleted that is not what its person has reviewed.
        told = {name: value for name, value in others.items() if value is not MISSING and name in was}
        touched = {name: value for name, value in told.items() if not same(value, was[name])}
        return Mark(step.position, StepState.FAILED, Cause(Reason.CHANGED_MEANWHILE), touched) if touched else None

    def differences(self, api: Api, steps: Sequence[Step]) -> Sequence[Cause]:
        """What does not read back as it was sent."""
        return [self._difference(*each) for each in zip(steps, self._read(api, steps), strict=True)]

    def _read(self, api: Api, steps: Sequence[Step]) -> list[Now]:
        return read_all_settings(api, [step.intent for step in steps])

    def _difference(self, step: Step, now: Now) -> Cause:
        is_deletion, wanted = step.intent.endpoint in BY_DELETE, sent_values(step.intent)
        if now is None or (is_deletion and isinstance(now, NotFound)):
            return NO_CAUSE
        if isinstance(now, Problem):
            return describe_unverified(step, now)
        told = {name: value for name, value in now.items() if value is not MISSING and name in wanted}
        is_kept = not is_deletion and all(same(value, wanted[name]) for name, value in told.items())
        return NO_CAUSE if is_kept else tell_difference(step)


def mark_unreadable(step: Step, problem: Problem) -> Mark | Problem:
    """What comes of a step where what it meets could not be read: it fails, or the whole bulk change waits."""
    if isinstance(problem, OF_THE_STEP) and not isinstance(problem, OF_THE_SERVICE):
        return Mark(step.position, StepState.FAILED, Cause(Reason.NOT_READ, {"message": problem.message}))
    return problem


def describe_unverified(step: Step, problem: Problem) -> Cause:
    """What to say of a step that could not be looked at in the end. Raises the Problem that makes the plan wait."""
    if isinstance(problem, OF_THE_STEP) and not isinstance(problem, OF_THE_SERVICE):
        return Cause(Reason.NOT_LOOKED_AT, {"summary": step.intent.summary, "why": problem.message})
    raise problem


def tell_difference(step: Step) -> Cause:
    """That a step was done, and what it did is not there."""
    return Cause(Reason.DIFFERENT, {"summary": step.intent.summary})
