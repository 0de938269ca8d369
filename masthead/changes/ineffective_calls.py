"""Calls that the service accepted, and that changed nothing: the journal does not leave them as saved."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from masthead.changes.check import check_entry
from masthead.changes.editable_settings import EDITABLE_SETTINGS
from masthead.changes.undo import sent_values
from masthead.client import Api
from masthead.store import Cause, Entry, Journal, Reason, State, Step
from masthead.writes.equality import same


def correct_ineffective(api: Api, journal: Journal, steps: Sequence[Step], known: Collection[int] = ()) -> list[Step]:
    """Read what there is now, and let the journal say of which of these steps nothing was saved; those steps.

    An answer that showed what was sent is believed, except for the steps in `known`, by position: their kind has seen
    that all is as before.
    The steps themselves fail when their plan ends: see `PlanRun.finish`. Raises the Problem of a failed read.
    """
    in_vain = []
    for step in reversed(steps):  # what a later one did not save has not changed again what this one set
        entry = journal.entry(step.intent.organization, step.entry or 0, step.intent.owner)
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
    became, sent = entry.outcome.became, sent_values(entry)
    return entry.intent.endpoint in EDITABLE_SETTINGS and all(
        same(became.get(name), value) for name, value in sent.items()
    )
