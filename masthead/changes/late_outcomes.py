"""Calls of which nobody could tell what they did when their plan went on, and of which it shows in the end."""

from collections.abc import Sequence
from contextlib import suppress

from masthead.changes.check import check_entry
from masthead.changes.sent_steps import is_decided
from masthead.changes.tried_steps import call_of
from masthead.client import Api, Problem
from masthead.store import MAYBE_SAVED, Cause, Entry, Journal, Mark, Outcome, Reason, State, Step, StepState

MAX_ITEMS = 8
OPEN_STATES = (State.UNKNOWN, State.UNDER_WAY)


def mark_late_outcomes(api: Api, journal: Journal, steps: Sequence[Step]) -> list[Mark]:
    """Look for the last few of these once more, and let the journal say which were saved; how those steps stand.

    What cannot be read stays not known: the plan has done all that it can. So does what their person has decided about:
    what there is now may be there because of that. What was found not to be saved may have come after that look, where
    nothing sent it again.
    """
    done = {call_of(step.intent) for step in steps if step.state is StepState.DONE}
    in_doubt = [step for step in steps if step.state is StepState.DOUBTFUL and not is_decided(step)]
    came = [step for step in steps if step.state is StepState.NOT_SAVED and call_of(step.intent) not in done]
    return [_mark(api, journal, step) for step in [*came, *in_doubt][-MAX_ITEMS:]]


def _mark(api: Api, journal: Journal, step: Step) -> Mark:
    entry = journal.entry(step.intent.organization, step.entry or 0, step.intent.owner)
    if entry is None:
        return Mark(step.position, StepState.UNKNOWN, Cause(Reason.IN_DOUBT))
    outcome = _outcome_now(api, journal, entry)
    if outcome.state is State.SAVED:
        return Mark(step.position, StepState.DONE)
    if outcome.state in MAYBE_SAVED:
        return Mark(step.position, StepState.UNKNOWN, outcome.cause)
    return Mark(step.position, StepState.NOT_SAVED, outcome.cause)


def _outcome_now(api: Api, journal: Journal, entry: Entry) -> Outcome:
    if entry.outcome.state not in (*OPEN_STATES, State.NOT_SAVED):  # somebody has looked in the journal
        return entry.outcome
    with suppress(Problem):
        found = check_entry(api, entry, journal)
        if found.state is State.SAVED:
            journal.settle(entry.number, found)
        if found.state is State.SAVED or entry.outcome.state is not State.NOT_SAVED:
            return found
    return entry.outcome
