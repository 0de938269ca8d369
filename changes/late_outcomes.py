"""Calls of which nobody could tell what they did when their plan went on, and of which it shows in the end."""

from collections.abc import Sequence
from contextlib import suppress

from changes.check import check_entry
from client import Api, Problem
from store import Entry, Journal, Mark, State, Step, StepState
from store.plans.runs import ANEW

MAX_ITEMS = 8


def mark_late_outcomes(api: Api, journal: Journal, steps: Sequence[Step]) -> list[Mark]:
    """Look for the last few of these once more, and let the journal say which were saved; how those steps stand.

    What cannot be read stays as it is: the plan has done all that it can.
    """
    left = [step for step in steps if step.state is StepState.SKIPPED and step.message == ANEW]
    marks = []
    for step in left[-MAX_ITEMS:]:
        entry = journal.entry(step.intent.organization, step.entry or 0, step.intent.owner)
        with suppress(Problem):
            if entry is not None and _is_saved(api, journal, entry):
                marks.append(Mark(step.position, StepState.DONE))
    return marks


def _is_saved(api: Api, journal: Journal, entry: Entry) -> bool:
    if entry.outcome.state not in {State.UNKNOWN, State.UNDER_WAY}:  # somebody has looked in the journal
        return entry.outcome.state is State.SAVED
    found = check_entry(api, entry, journal)
    if found.state is not State.SAVED:
        return False
    journal.settle(entry.number, found)
    return True
