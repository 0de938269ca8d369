"""Rows of the journal by day. The changes of a bulk change share one row."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import groupby
from urllib.parse import urlencode

from flask import url_for

from blueprints.journal.bulk_changes import BulkLink, SentInBulk
from blueprints.journal.setting_changes import ShortChanges
from blueprints.journal.subjects import sites_of
from masthead.i18n import gettext
from masthead.store.bulk.steps import BulkReference
from masthead.store.entries import Entry, State
from masthead.web.frame.templating import date
from masthead.web.person.guards import return_url
from masthead.web.person.locale import in_time_zone
from masthead.writes.timeline import is_undone_whole
from masthead.writes.undo import why_not_undoable


@dataclass(frozen=True, slots=True)
class EntryRow:
    """One change.

    `undo` is the URL of its undo, or empty. `undone`: it was undone and not redone. `in_part`: the undo left values
    that somebody has set since. `values` are those before and after, if they fit on a line. `site` is the title of its
    site.
    """

    entry: Entry
    undo: str
    undone: bool
    in_part: bool
    values: tuple[str, str] | None
    bulk_change: BulkLink | None = None
    site: str = ""

    @property
    def in_draft(self) -> bool:
        """True if it belongs to somebody else's bulk change, undone as a whole in a draft."""
        return bool(self.undo and self.bulk_change and self.bulk_change.is_undone_in_draft)


@dataclass(frozen=True, slots=True)
class BulkRow:
    """Consecutive changes of one bulk change. `counts` has their outcomes, most frequent first."""

    bulk: BulkReference
    changes: list[EntryRow]
    counts: list[tuple[State, int]]

    @property
    def undone(self) -> int:
        """Number of changes that were undone completely and not redone."""
        return sum(each.undone and not each.in_part for each in self.changes)

    @property
    def saved(self) -> int:
        """Number of changes that were saved, and may have been undone."""
        return sum(each.entry.outcome.state is State.SAVED for each in self.changes)

    @property
    def in_draft(self) -> bool:
        """True if `undo` takes a form that makes a draft; otherwise it is a page."""
        return any(each.in_draft for each in self.changes)

    @property
    def undo(self) -> str:
        """URL that undoes all changes; empty if there is none for all of them."""
        found = [(each.undo, each.bulk_change) for each in self.changes if each.undo and each.bulk_change]
        whole = next((undo for undo, bulk_change in found if bulk_change.undo), "")
        return whole or next((f"{each.page}#bulk-undo" for _, each in found if each.page), "")


@dataclass(frozen=True, slots=True)
class DayRows:
    """Changes of one day in the reader's time zone."""

    label: str
    rows: list[EntryRow | BulkRow]


def rows_by_day(
    entries: Sequence[Entry], sent: SentInBulk, undone: Mapping[int, Entry], now: datetime
) -> Iterator[DayRows]:
    """Group entries, newest first, by day. `undone` has undos by entry number."""
    short, sites = ShortChanges(), sites_of(entries)
    made = [_row(each, sent, short, undone.get(each.number)) for each in entries]
    rows = [replace(row, site=sites.get(row.entry.number, "")) for row in made]
    for day, of_day in groupby(rows, key=lambda each: in_time_zone(each.entry.at).date()):
        ago = in_time_zone(now).date() - day
        label = {timedelta(): gettext("Today"), timedelta(days=1): gettext("Yesterday")}.get(ago, date(day))
        yield DayRows(label, list(_with_bulk_changes(list(of_day), sent.steps)))


def _row(entry: Entry, sent: SentInBulk, short: ShortChanges, undoing: Entry | None) -> EntryRow:
    bulk_change, undone = sent.bulk_change(entry), bool(undoing or sent.undone_by(entry))
    page = url_for("journal.show", organization_id=entry.intent.organization, number=entry.number)
    if undone:
        undo = ""
    elif bulk_change is not None and bulk_change.undo:
        undo = bulk_change.undo
    else:
        undo = "" if why_not_undoable(entry) else f"{page}/undo?{urlencode({'next': return_url()})}"
    in_part = undoing is not None and not is_undone_whole(entry, undoing)
    return EntryRow(entry, undo, undone, in_part, short.of(entry), bulk_change)


def _with_bulk_changes(rows: Sequence[EntryRow], steps: Mapping[int, BulkReference]) -> Iterator[EntryRow | BulkRow]:
    for bulk, sent in groupby(rows, key=lambda each: steps.get(each.entry.number)):
        changes = list(sent)
        if bulk is None or len(changes) == 1:
            yield from changes
        else:
            yield BulkRow(bulk, changes, _counts(changes))


def _counts(changes: Sequence[EntryRow]) -> list[tuple[State, int]]:
    states = [each.entry.outcome.state for each in changes]
    return sorted(((state, states.count(state)) for state in set(states)), key=lambda each: -each[1])
