"""What each kind of plan knows of its own: what a step meets, what is left to do, and whether all came to be."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from pydantic import MISSING

from i18n import N_, gettext, in_each_language
from masthead.changes.change import Change, intent_of, summary_of_undo
from masthead.changes.creations import DELETIONS
from masthead.changes.editable_settings import DELETED_SETTINGS
from masthead.changes.reading import Now, read_all_settings, sent
from masthead.changes.undo import undo_change
from masthead.client import Api, NotFound, Problem, Refused, TokenRefused, TooMany, Unreadable
from masthead.store import MAYBE_SAVED, Entry, Intent, Journal, Mark, Outcome, Plan, State, Step, StepState
from masthead.writes.equality import same

ALREADY_SO = N_("No change was needed, so nothing was sent.")
CHANGED_MEANWHILE = N_("It was changed outside of this bulk change, so it was not overwritten.")
CHANGED_SINCE_REVIEW = N_("It was changed outside of this bulk change, so it was not deleted.")
NOT_READ = N_("It could not be read, so nothing was sent: %(message)s")
DID_NOT_LAST = N_("%(summary)s: this was saved, but the current value is different.")
STILL_THERE = N_("%(summary)s: this was saved, but it still exists.")
CANNOT_BE_READ = N_("the current value could not be read")
NOT_LOOKED_AT = N_("%(summary)s: %(cannot_be_read)s. %(why)s")
LEFT_BY_UNDO = N_("%(summary)s: it was changed again since, so it stays as it is.")
MAYBE_LEFT = N_(
    "%(summary)s: the API doesn't report whether this was carried out, and there is no call that undoes it."
)
CHECK_IN_JOURNAL = N_("%(summary)s: it isn't known whether this was saved. Check it in the journal, and undo it there.")
SKIPS_CHANGED = "skipsChanged"
"""In what a plan of stored steps wants: see `skips_changed`."""
MAYBE_DONE = (StepState.DONE, StepState.UNKNOWN, StepState.DOUBTFUL, StepState.SKIPPED, StepState.SENT)
"""The steps that may have done something."""
WITHOUT_EFFECT = (StepState.WAITING, StepState.NOT_SAVED)
OF_THE_STEP = (Refused, Unreadable)
OF_THE_SERVICE = (TokenRefused, TooMany)


@dataclass(frozen=True, slots=True)
class Remaining:
    """What is left to do: the changes that can be named now, and what none of them brings about, in sentences.

    `report` is JSON, and what the plan keeps of this look if it is the last one, `first` the same until then, of a
    look before anything was sent. `in_vain` are the positions of steps
    that the service accepted, and that changed nothing. `title` is that of a plan that undoes another one and was not
    started, where it has to follow what is there now; `left` is then shown with it. `asks`: some of what is left takes
    the consent of the person.
    """

    changes: Sequence[Change[Any]] = ()
    left: Sequence[str] = ()
    report: Any = None
    in_vain: Sequence[int] = ()
    title: str = ""
    asks: bool = False
    first: Any = None

    def intents(self, plan: Plan) -> list[Intent]:
        return [intent_of(change, plan.purpose.owner) for change in self.changes]


def skips_changed(plan: Plan) -> bool:
    """Whether its person said to go on without each step that would overwrite what somebody else has set."""
    wanted = plan.purpose.wanted
    return isinstance(wanted, dict) and bool(wanted.get(SKIPS_CHANGED))


def _tells(difference: str, texts: Sequence[str]) -> bool:
    return any(text in difference for each in texts for text in in_each_language(each))


class PlanKind:
    """A kind of plan. Subclass it, and name it in `KINDS`; every method may raise a Problem, and then the plan waits.

    The stored steps of most kinds stand. One that `recomputes` compares what is with what is wanted instead: when its
    plan goes on after a pause, a failure or a crash, and when its steps are done, those that were not done make way
    for those of `replan`; the plan ends when there are none.
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
    """What the plan of `undo` does, in a sentence."""
    unconfirmed: ClassVar[Sequence[str]] = (CANNOT_BE_READ,)
    """What the sentences of a look at the end have in them that found nothing out."""

    following: ClassVar[Sequence[str]] = ()
    """What the sentences have in them that tell what a later look adds a step for."""

    def is_unconfirmed(self, difference: str) -> bool:
        return _tells(difference, self.unconfirmed)

    def is_following(self, difference: str) -> bool:
        return _tells(difference, self.following)

    def replan(self, api: Api, plan: Plan, tried: Sequence[Step]) -> Remaining:  # noqa: ARG002 - the same
        """What leads from what is there now to `plan.purpose.wanted`; `tried` are the steps that were sent."""
        return Remaining()

    def replan_beside_others(
        self,
        api: Api,
        journal: Journal,  # noqa: ARG002 - the same
        plan: Plan,
        tried: Sequence[Step],
    ) -> Remaining:
        """The same for kinds that ask what others have done since the plan was made."""
        return self.replan(api, plan, tried)

    def can_replan_refused(self, step: Step) -> bool:  # noqa: ARG002 - for kinds that recompute
        """Whether `replan` may know another way to do what a step was refused for."""
        return False

    def explain_no_op(self, step: Step, problem: Problem) -> str:  # noqa: ARG002 - for kinds that send without knowing
        """What to say of a step that was refused because there was nothing to do; empty where that is not why."""
        return ""

    def compensate(self, plan: Plan, step: Step) -> Change[Any] | None:  # noqa: ARG002 - for kinds that recompute
        """What makes good what the step before a refused one has taken away; None where nothing has to be."""
        return None

    def look(self, api: Api, steps: Sequence[Step]) -> Sequence[Mark | Problem | None]:  # noqa: ARG002 - the same
        """For each of the next few steps: None to send it, a Mark instead, or the Problem that makes the plan wait."""
        return [None] * len(steps)

    def is_overtaken(self, api: Api, step: Step) -> bool:  # noqa: ARG002 - for kinds that look again
        """Whether somebody set just now what a step is about to overwrite."""
        return False

    def differences(self, api: Api, steps: Sequence[Step]) -> Sequence[str]:  # noqa: ARG002 - the same
        """For each of some steps that were done, a sentence where what it did is not there; else an empty text."""
        return [""] * len(steps)

    def undo(
        self,
        plan: Plan,  # noqa: ARG002 - the same
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
        plan: Plan,
        entries: Sequence[Entry],
        journal: Journal,
        undoings: Collection[int],  # noqa: ARG002 - for kinds whose entries don't name what they undo
    ) -> tuple[Any, Sequence[Change[Any]]]:
        """The same; `undoings` are the numbers of what plans did to undo this one, and to redo it."""
        return self.undo(plan, entries, journal)

    def left_by_undo(self, plan: Plan, entries: Sequence[Entry], journal: Journal) -> Sequence[str]:  # noqa: ARG002 - the same
        """What `undo` leaves because it was changed since, in sentences; kinds that recompute tell it in the end."""
        if self.recomputes:
            return ()
        told = [(entry.intent.summary, _why_left(entry, journal)) for entry in entries]
        return [gettext(words, summary=summary) for summary, words in told if words]

    def undo_title(self, plan: Plan, wanted: Any) -> str:  # noqa: ANN401, ARG002 - JSON
        """What the plan of `undo` is called, where that is what it wants."""
        return summary_of_undo(plan.purpose.title)


def _taken_for_done(entry: Entry) -> Entry:
    """What was perhaps deleted is not: nothing would keep its undo from creating it beside what is still there."""
    if entry.outcome.state not in MAYBE_SAVED or entry.intent.endpoint in DELETIONS:
        return entry
    return replace(entry, outcome=Outcome(State.SAVED, became=sent(entry.intent)))


def _why_left(entry: Entry, journal: Journal) -> str:
    """What to say of an entry that is not undone, or not all of it; empty where there is nothing to say."""
    if entry.outcome.state in MAYBE_SAVED and entry.intent.endpoint in DELETIONS:
        return CHECK_IN_JOURNAL
    maybe = _taken_for_done(entry)
    if maybe is not entry and undo_change(maybe, None) is None:
        return MAYBE_LEFT
    return LEFT_BY_UNDO if _is_changed_since(maybe, journal) else ""


def _is_changed_since(entry: Entry, journal: Journal) -> bool:
    whole, possible = undo_change(entry, None), undo_change(entry, journal)
    if whole is None or (possible is not None and possible.sent == whole.sent):
        return False
    return all(each.outcome.state is not State.SAVED for each in journal.undoings(entry.number))


class SettingsPlan(PlanKind):
    """Updates of what `editable_settings.py` can read: each is held against a fresh read before it is sent."""

    def look(self, api: Api, steps: Sequence[Step]) -> Sequence[Mark | Problem | None]:
        """Leave out what is so already; refuse to overwrite what somebody else changed since the plan was made."""
        return [self.check_step(step, now) for step, now in zip(steps, _read_current_settings(api, steps), strict=True)]

    def check_step(self, step: Step, now: Now) -> Mark | Problem | None:
        """What comes of a step that meets these settings: None to send it."""
        return _check_settings_step(step, now)

    def differences(self, api: Api, steps: Sequence[Step]) -> Sequence[str]:
        """What does not read back as it was sent."""
        return [
            _describe_settings_difference(step, now)
            for step, now in zip(steps, _read_current_settings(api, steps), strict=True)
        ]


def mark_unreadable(step: Step, problem: Problem) -> Mark | Problem:
    """What comes of a step where what it meets could not be read: it fails, or the whole plan waits."""
    if isinstance(problem, OF_THE_STEP) and not isinstance(problem, OF_THE_SERVICE):
        return Mark(step.position, StepState.FAILED, gettext(NOT_READ, message=problem.message))
    return problem


def describe_unverified(step: Step, problem: Problem) -> str:
    """What to say of a step that could not be looked at in the end. Raises the Problem that makes the plan wait."""
    if isinstance(problem, OF_THE_STEP) and not isinstance(problem, OF_THE_SERVICE):
        return gettext(
            NOT_LOOKED_AT, summary=step.intent.summary, cannot_be_read=gettext(CANNOT_BE_READ), why=problem.message
        )
    raise problem


def _read_current_settings(api: Api, steps: Sequence[Step]) -> list[Now]:
    return read_all_settings(api, [step.intent for step in steps])


def _check_settings_step(step: Step, now: Now) -> Mark | Problem | None:
    if now is None:
        return None
    if _deletes(step) and isinstance(now, NotFound):
        return Mark(step.position, StepState.SKIPPED, gettext(ALREADY_SO))
    if isinstance(now, Problem):
        return mark_unreadable(step, now)
    was = step.intent.was
    if _deletes(step):
        return _check_deletion_step(step, now)
    there = {name: now.get(name, MISSING) for name in sent(step.intent)}
    others = {name: there[name] for name, value in sent(step.intent).items() if not same(there[name], value)}
    if not others:
        return Mark(step.position, StepState.SKIPPED, gettext(ALREADY_SO))
    told = {name: value for name, value in others.items() if value is not MISSING and name in was}
    touched = {name: value for name, value in told.items() if not same(value, was[name])}
    return Mark(step.position, StepState.FAILED, gettext(CHANGED_MEANWHILE), touched) if touched else None


def _deletes(step: Step) -> bool:
    return step.intent.endpoint in DELETED_SETTINGS


def _check_deletion_step(step: Step, now: Mapping[str, Any]) -> Mark | None:
    """Nothing is deleted that is not what its person has reviewed."""
    was, told = step.intent.was, {name: value for name, value in now.items() if value is not MISSING}
    touched = {name: value for name, value in told.items() if name in was and not same(value, was[name])}
    return Mark(step.position, StepState.FAILED, gettext(CHANGED_SINCE_REVIEW), touched) if touched else None


def _describe_settings_difference(step: Step, now: Now) -> str:
    if now is None or (_deletes(step) and isinstance(now, NotFound)):
        return ""
    if isinstance(now, Problem):
        return describe_unverified(step, now)
    if _deletes(step):
        return gettext(STILL_THERE, summary=step.intent.summary)
    told = {name: value for name, value in now.items() if value is not MISSING}
    kept = all(same(told[name], value) for name, value in sent(step.intent).items() if name in told)
    return "" if kept else gettext(DID_NOT_LAST, summary=step.intent.summary)
