"""Reads the outcome of sent steps: those without effect, and those without an answer."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from enum import Enum, auto

from masthead.bulk.goal import WITHOUT_EFFECT
from masthead.client import Api, NotFound, Problem
from masthead.resources import BY_UPDATE
from masthead.resources.values import same
from masthead.store.bulk.changes import BulkChanges
from masthead.store.bulk.runs import BulkRun
from masthead.store.bulk.steps import BulkChange, Mark, Step, StepState, state_after
from masthead.store.causes import Cause, Reason
from masthead.store.entries import MAYBE_SAVED, Entry, Intent, Outcome, State
from masthead.store.journal.journal import Journal
from masthead.writes.change import sent_values
from masthead.writes.check import check_entry

MAX_LATE = 8
MAX_SAME_CALL = 2
"""How often the same call may be done in a bulk change to no effect."""
MAX_STEPS = 10_000
Call = tuple[str, tuple[str, ...], str | None]
SENT_WITHOUT_ANSWER = (StepState.SENT, StepState.UNKNOWN)
TO_DECIDE = (Reason.NO_TRACE, Reason.SOME_TRACE)
OPEN_STATES = (State.UNKNOWN, State.UNDER_WAY)
DECIDED = (Reason.SENT_AGAIN, Reason.LEFT_AS_IT_IS)


class Found(Enum):
    """What is known of a step now; of one that is `TO_DECIDE`, its person decides whether it is sent again."""

    KNOWN = auto()
    NOT_KNOWN = auto()
    TO_DECIDE = auto()


def look_for_sent(api: Api, journal: Journal, run: BulkRun, step: Step, *, asks: bool) -> Found:
    """Find out what became of a step that was sent; `asks` about one that may have done nothing."""
    entry = _entry_of(journal, step)
    if entry is None:
        return Found.NOT_KNOWN
    outcome = entry.outcome
    if outcome.state not in OPEN_STATES:  # somebody has looked in the journal
        run.mark([Mark(step.position, state_after(outcome), outcome.cause)])
        return Found.KNOWN
    return _look(api, journal, run, step, entry, asks=asks)


def _look(api: Api, journal: Journal, run: BulkRun, step: Step, entry: Entry, *, asks: bool) -> Found:
    try:
        found = check_entry(api, entry, journal)
    except NotFound:  # nor does a later look find it: a bulk change that compares goes on without
        found = Outcome(State.UNKNOWN, Cause(Reason.GONE, {"title": entry.intent.subject.title}))
    if asks and found.cause.reason is Reason.SOME_AS_SENT:
        run.mark([Mark(step.position, StepState.UNKNOWN, Cause(Reason.SOME_TRACE))])
        return Found.TO_DECIDE
    if found.state is State.UNKNOWN:
        run.mark([Mark(step.position, StepState.UNKNOWN, found.cause)])
        return Found.NOT_KNOWN
    if asks and found.state is State.NOT_SAVED:
        run.mark([Mark(step.position, StepState.UNKNOWN, Cause(Reason.NO_TRACE))])
        return Found.TO_DECIDE
    journal.settle(entry.number, found, run.sending(step.position))
    return Found.KNOWN


def shows_in_part(step: Step) -> bool:
    """Whether its person is asked, since some people are as it asked: by it, or by somebody else."""
    return step.state is StepState.UNKNOWN and step.cause.reason is Reason.SOME_TRACE


def is_to_decide(step: Step) -> bool:
    """Whether its person is asked about it."""
    return step.state is StepState.UNKNOWN and step.cause.reason in TO_DECIDE


def is_decided(step: Step) -> bool:
    """Whether its person has decided to send again what it was to change, or to leave it."""
    return step.cause.reason in DECIDED


def _entry_of(journal: Journal, step: Step) -> Entry | None:
    return journal.entry(step.intent.organization, step.entry or 0, step.intent.owner)


def mark_late_outcomes(api: Api, journal: Journal, steps: Sequence[Step]) -> list[Mark]:
    """Look for the last few of these once more, and let the journal say which were saved; how those steps stand.

    What cannot be read stays not known: the bulk change has done all that it can. So does what their person has decided
    about: what there is now may be there because of that. What was found not to be saved may have come after that look,
    where nothing sent it again.
    """
    done = {call_of(step.intent) for step in steps if step.state is StepState.DONE}
    in_doubt = [step for step in steps if step.state is StepState.DOUBTFUL and not is_decided(step)]
    came = [step for step in steps if step.state is StepState.NOT_SAVED and call_of(step.intent) not in done]
    return [_mark(api, journal, step) for step in [*came, *in_doubt][-MAX_LATE:]]


def _mark(api: Api, journal: Journal, step: Step) -> Mark:
    entry = _entry_of(journal, step)
    if entry is None:
        return Mark(step.position, StepState.UNKNOWN, Cause(Reason.IN_DOUBT))
    outcome = _late_outcome(api, journal, entry)
    if outcome.state is State.SAVED:
        return Mark(step.position, StepState.DONE)
    if outcome.state in MAYBE_SAVED:
        return Mark(step.position, StepState.UNKNOWN, outcome.cause)
    return Mark(step.position, StepState.NOT_SAVED, outcome.cause)


def _late_outcome(api: Api, journal: Journal, entry: Entry) -> Outcome:
    if entry.outcome.state not in (*OPEN_STATES, State.NOT_SAVED):  # somebody has looked in the journal
        return entry.outcome
    with suppress(Problem):
        found = check_entry(api, entry, journal)
        if found.state is State.SAVED:
            journal.settle(entry.number, found)
        if found.state is State.SAVED or entry.outcome.state is not State.NOT_SAVED:
            return found
    return entry.outcome


def correct_ineffective(api: Api, journal: Journal, steps: Sequence[Step], known: Collection[int] = ()) -> list[Step]:
    """Read what there is now, and let the journal say of which of these steps nothing was saved; those steps.

    An answer that showed what was sent is believed, except for the steps in `known`, by position: their kind has seen
    that all is as before.
    The steps themselves fail when their bulk change ends: see `BulkRun.finish`. Raises the Problem of a failed read.
    """
    in_vain = []
    for step in reversed(steps):  # what a later one did not save has not changed again what this one set
        entry = _entry_of(journal, step)
        if entry is None or entry.outcome.state is not State.SAVED:
            continue
        if step.position not in known and _is_confirmed_by_answer(entry):
            continue
        found = check_entry(api, entry, journal)
        if found.state is State.NOT_SAVED:
            journal.settle(entry.number, replace(found, cause=Cause(Reason.WITHOUT_EFFECT)))
            in_vain.append(step)
    return in_vain


def _is_confirmed_by_answer(entry: Entry) -> bool:
    """Whether the answer showed what was sent: it may repeat what was asked, and somebody may have set it back."""
    became, sent = entry.outcome.became, sent_values(entry.intent)
    return entry.intent.endpoint in BY_UPDATE and all(same(became.get(name), value) for name, value in sent.items())


def tried_steps(bulk_changes: BulkChanges, bulk: BulkChange) -> list[Step]:
    steps = bulk_changes.steps(bulk, limit=MAX_STEPS)
    return [step for step in steps if step.entry is not None and step.state not in WITHOUT_EFFECT]


def with_outcomes(journal: Journal, bulk: BulkChange, steps: Sequence[Step]) -> list[Step]:
    """The steps with what came of each, as the journal has it."""
    purpose, numbers = bulk.purpose, [step.entry or 0 for step in steps]
    entries = journal.numbered(purpose.organization, purpose.owner, numbers) if numbers else []
    outcomes = {entry.number: entry.outcome for entry in entries}
    return [replace(step, outcome=outcomes.get(step.entry or 0)) for step in steps]


def call_of(intent: Intent) -> Call:
    return intent.endpoint, intent.ids, intent.body


def is_in_vain(calls: Sequence[Intent], tried: Iterable[Step]) -> bool:
    """Whether one of the calls was done often enough."""
    done = Counter(call_of(step.intent) for step in tried)
    return any(done[call_of(intent)] >= MAX_SAME_CALL for intent in calls)
