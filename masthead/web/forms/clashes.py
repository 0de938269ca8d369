"""A clash: two people changed the same field. What each of them wants, and what the journal knows of the other."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from flask import g

from masthead.store.entries import MAYBE_SAVED, Entry, State
from masthead.store.errors import StoreError
from masthead.store.journal.finding import JournalQuery
from masthead.web.frame.organization import has_permission
from masthead.web.person.access import person
from masthead.web.person.portal import portal
from masthead.writes.equality import same
from masthead.writes.undo import sent_values

LOOKED_THROUGH = 40
"""Entries of the journal, the newest first: a page is not open for longer than that."""


@dataclass(frozen=True, slots=True)
class Clash:
    """Values as the wire has them: `opened` when the page was opened, `theirs` now, `mine` as it was typed.

    Where nobody knows any more what the page showed, it is `out_of_date` and `opened` says nothing. `entry` is the
    change of `theirs` in the journal, as far as this person may see it, and `maybe` one that may not be saved. What the
    API does not tell may be seen elsewhere: `witness` is what was seen there when the page was opened, and now.
    What is `kept_here` is in Masthead alone, and not in the journal.
    """

    opened: Any
    theirs: Any
    mine: Any
    out_of_date: bool = False
    entry: Entry | None = None
    maybe: Entry | None = None
    witness: tuple[Any, Any] = (None, None)
    kept_here: bool = False


def change_authors(about: str, theirs: Mapping[str, Any], since: float) -> dict[str, tuple[Entry, bool]]:
    """Who made each value what it is now, by field of what has the id `about`, and whether that is oneself.

    An entry from before `since`, when the page was drawn, set the same value once, and not the one that is there now.
    So did one that is not the newest, but where the page shows what was there before the API was away.
    """
    if not (entries := _entries(about, theirs, since, [State.SAVED])):
        return {}
    who, is_kept = person().owner, g.api.stale is not None
    found = {name: _change_to(entries, name, value, is_kept=is_kept) for name, value in theirs.items()}
    return {name: (entry, entry.intent.owner == who) for name, entry in found.items() if entry is not None}


def unsettled_changes(about: str, theirs: Mapping[str, Any], since: float, *, own: bool = False) -> dict[str, Entry]:
    """By field, the newest change that sent what is there now, of which nobody knows whether it was saved.

    Only one's `own`, where that is asked for.
    """
    sent = [(each, sent_values(each)) for each in reversed(_entries(about, theirs, since, MAYBE_SAVED, own=own))]
    return {name: each for each, to in sent for name in theirs if name in to and same(to[name], theirs[name])}


def _entries(
    about: str, theirs: Mapping[str, Any], since: float, states: Sequence[State], *, own: bool = False
) -> list[Entry]:
    if not about or not theirs:
        return []
    seen_of = None if has_permission("admin") and not own else person().owner
    wanted = JournalQuery(g.organization.id, seen_of, object_id=about, states=states, since=since)
    with suppress(StoreError):
        return portal().store.journal.entries(wanted, limit=LOOKED_THROUGH)
    return []


def _change_to(entries: Iterable[Entry], name: str, value: Any, *, is_kept: bool) -> Entry | None:
    """The newest that set it, if to this value; of a value that `is_kept` from before, the newest that did."""
    of_name = [entry for entry in entries if name in entry.outcome.became]
    to_value = [entry for entry in (of_name if is_kept else of_name[:1]) if same(entry.outcome.became[name], value)]
    return next(iter(to_value), None)
