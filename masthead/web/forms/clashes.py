"""A clash: two people changed the same field. What each of them wants, and what the journal knows of the other."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
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


def change_authors(about: str, theirs: Mapping[str, Any], since: float) -> dict[str, tuple[Entry, bool]]:
    """Find by field the entry that set each value, and whether the person sent it.

    `about` is the object's id and `since` when the page was drawn. Only the newest entry of a field counts, unless the
    page shows a cached answer because the API is away.
    """
    if not (entries := _entries(about, theirs, since, [State.SAVED])):
        return {}
    who, is_kept = person().owner, g.api.stale is not None
    found = {name: _change_to(entries, name, value, is_kept=is_kept) for name, value in theirs.items()}
    return {name: (entry, entry.intent.owner == who) for name, entry in found.items() if entry is not None}


def unsettled_changes(about: str, theirs: Mapping[str, Any], since: float, *, own: bool = False) -> dict[str, Entry]:
    """Find by field the newest entry with an unknown outcome that sent the current value.

    With `own`, only the person's entries count.
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
    of_name = [entry for entry in entries if name in entry.outcome.became]
    to_value = [entry for entry in (of_name if is_kept else of_name[:1]) if same(entry.outcome.became[name], value)]
    return next(iter(to_value), None)
