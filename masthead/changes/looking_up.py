"""Calls of which nobody knew what they did, looked up when somebody comes back to what they were about."""

from contextlib import suppress
from dataclasses import replace
from typing import Any

from masthead.changes.change import Change, intent_of
from masthead.changes.check import check_entry
from masthead.changes.sent_again import subjects_of
from masthead.client import Api, Problem
from masthead.store import MAYBE_SAVED, Entry, Journal, JournalQuery, State, StoreError

MAX_LOOKED_UP = 4
"""They are looked up along with something else, whose page is not to wait for many reads."""


def look_up(api: Api, journal: Journal, entry: Entry) -> Entry:
    """The entry with what a read shows of it, where its outcome is not known; the journal then has it if it was saved.

    Raises the Problem of the read.
    """
    if entry.outcome.state not in MAYBE_SAVED:
        return entry
    found = check_entry(api, entry, journal)
    if found.state is State.SAVED:
        journal.settle_open(entry.number, found)
    return replace(entry, outcome=found)


def look_up_earlier(api: Api, journal: Journal, change: Change[Any], *, by: str | None = None) -> None:
    """The same for what was sent before to the same object, `by` one person or by anybody.

    Nothing waits for it: what cannot be told now stays not known.
    """
    intent = intent_of(change, api.owner)
    unknown = JournalQuery(intent.organization, by=by, object_id=change.subject.id, states=[State.UNKNOWN])
    about = subjects_of(intent)
    with suppress(Problem, StoreError):
        earlier = [entry for entry in journal.entries(unknown) if subjects_of(entry.intent) & about]
        for entry in earlier[:MAX_LOOKED_UP]:
            look_up(api, journal, entry)
