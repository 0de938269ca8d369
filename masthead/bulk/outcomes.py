"""Finds out what sent steps did, if they have no answer or may have had no effect."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace

from masthead.client import Api, NotFound, Problem
from masthead.resources import BY_UPDATE
from masthead.resources.values import same
from masthead.store.bulk.changes import BulkChanges
from masthead.store.bulk.runs import BulkRun
from masthead.store.bulk.steps import BulkChange, Mark, Step, StepState, state_after
from masthead.store.entries import MAYBE_SAVED, Cause, Entry, Intent, Outcome, Reason, State
from masthead.store.journal.journal import Journal
from masthead.writes.check import check_entry
from masthead.writes.send import sent_values

MAX_CHECKED, MAX_SAME_CALL, MAX_STEPS = 8, 2, 10_000
"""Steps checked again at the end; times that a call without effect is sent; steps of a bulk change."""
Call = tuple[str, tuple[str, ...], str | None]
SENT_WITHOUT_ANSWER = (StepState.SENT, StepState.UNKNOWN)
OPEN_STATES = (State.UNKNOWN, State.UNDER_WAY)


def resolve_sent(api: Api, journal: Journal, run: BulkRun, step: Step) -> bool:
    """Mark a step without an answer as the API shows it; False if it doesn't tell.

    Raises the Problem of a failed read.
    """
    entry = _entry_of(journal, step)
    if entry is None:
        return False
    if entry.outcome.state not in OPEN_STATES:  # somebody has checked it in the journal
        run.mark([Mark(step.position, state_after(entry.outcome), entry.outcome.cause)])
        return True
    try:
        found = check_entry(api, entry, journal)
    except NotFound:
        found = Outcome(State.UNKNOWN, Cause(Reason.GONE, {"title": entry.intent.subject.title}))
    if found.state is State.UNKNOWN:
        run.mark([Mark(step.position, StepState.UNKNOWN, found.cause)])
        return False
    journal.settle(entry.number, found, run.sending(step.position))
    return True


def check_doubtful(api: Api, journal: Journal, steps: Sequence[Step]) -> list[Mark]:
    """Read again for the last few unknown steps; unreadable ones stay unknown."""
    doubtful = [step for step in steps if step.state is StepState.DOUBTFUL]
    return [_check_again(api, journal, step) for step in doubtful[-MAX_CHECKED:]]


def _check_again(api: Api, journal: Journal, step: Step) -> Mark:
    entry = _entry_of(journal, step)
    outcome = entry.outcome if entry is not None else Outcome(State.UNKNOWN, Cause(Reason.IN_DOUBT))
    if entry is not None and outcome.state in OPEN_STATES:
        with suppress(Problem):
            outcome = check_entry(api, entry, journal)
            if outcome.state is State.SAVED:
                journal.settle(entry.number, outcome)
    if outcome.state is State.SAVED:
        return Mark(step.position, StepState.DONE)
    state = StepState.UNKNOWN if outcome.state in MAYBE_SAVED else StepState.NOT_SAVED
    return Mark(step.position, state, outcome.cause)


def settle_ineffective(api: Api, journal: Journal, steps: Sequence[Step], known: Collection[int] = ()) -> None:
    """Record in the journal which accepted steps saved nothing.

    An answer that showed the sent values is believed, except for positions in `known`, where all is as before. The
    steps fail when their bulk change ends: see `BulkRun.finish`. Raises the Problem of a failed read.
    """
    for step in reversed(steps):  # a later step that saved nothing has not overwritten this one
        entry = _entry_of(journal, step)
        if entry is None or entry.outcome.state is not State.SAVED:
            continue
        if step.position not in known and _is_confirmed_by_answer(entry):
            continue
        found = check_entry(api, entry, journal)
        if found.state is State.NOT_SAVED:
            journal.settle(entry.number, replace(found, cause=Cause(Reason.WITHOUT_EFFECT)))


def _is_confirmed_by_answer(entry: Entry) -> bool:
    # The answer may repeat what was asked, and somebody may have set it back.
    became, sent = entry.outcome.became, sent_values(entry.intent)
    return entry.intent.endpoint in BY_UPDATE and all(same(became.get(name), value) for name, value in sent.items())


def _entry_of(journal: Journal, step: Step) -> Entry | None:
    return journal.entry(step.intent.organization, step.entry or 0, step.intent.owner)


def tried_steps(journal: Journal, bulk_changes: BulkChanges, bulk: BulkChange) -> list[Step]:
    """List sent steps that may have had an effect, with outcomes from the journal."""
    steps = bulk_changes.steps(bulk, limit=MAX_STEPS)
    without_effect = {StepState.WAITING, StepState.NOT_SAVED}
    numbers = {step.position: step.entry for step in steps if step.entry and step.state not in without_effect}
    entries = journal.numbered(bulk.purpose.organization, bulk.purpose.owner, list(numbers.values())) if numbers else []
    outcomes = {entry.number: entry.outcome for entry in entries}
    return [replace(step, outcome=outcomes.get(numbers[step.position])) for step in steps if step.position in numbers]


def call_of(intent: Intent) -> Call:
    return intent.endpoint, intent.ids, intent.body


def is_repeated(calls: Sequence[Intent], tried: Iterable[Step]) -> bool:
    """True if one of the calls was sent the maximum number of times."""
    done = Counter(call_of(step.intent) for step in tried)
    return any(done[call_of(intent)] >= MAX_SAME_CALL for intent in calls)
