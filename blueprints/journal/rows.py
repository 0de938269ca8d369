"""Rows of the journal by day. The changes of a bulk change share one row, which links to it and to its undo."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from itertools import groupby
from urllib.parse import urlencode

from flask import url_for

from blueprints.journal.entries import ShortChanges, find_site_titles
from masthead.bulk.goals.structure import KIND as STRUCTURE
from masthead.i18n import N_, gettext, join_and
from masthead.resources import BY_CREATE, BY_DELETE, BY_UPDATE
from masthead.resources.values import STRUCTURE_RULES
from masthead.store.bulk.steps import BulkReference
from masthead.store.entries import MAYBE_SAVED, Entry, State
from masthead.structure.requests import SITE_SPACE
from masthead.web.forms.fields import Switch, WireField, label_in_sentence
from masthead.web.frame.templating import date
from masthead.web.person.guards import return_url
from masthead.web.person.locale import in_time_zone
from masthead.web.person.portal import portal
from masthead.web.submit.recorded_changes import field_label
from masthead.writes.send import REDO, UNDO, sent_values, undo_prefix
from masthead.writes.timeline import is_undone_whole
from masthead.writes.undo import find_undo_obstacle

SENT = N_("%(who)s: %(summary)s")
OF_UNDO = {UNDO: N_("%(who)s undid: %(summary)s"), REDO: N_("%(who)s redid: %(summary)s")}
CREATED, DELETED = N_("%(who)s created the %(thing)s"), N_("%(who)s deleted the %(thing)s")
RENAMED, CHANGED = N_("%(who)s renamed the %(thing)s to %(title)s"), N_("%(who)s changed the %(thing)s: %(labels)s")
SWITCHED = {True: N_("%(who)s turned on the %(thing)s"), False: N_("%(who)s turned off the %(thing)s")}
SETTING_SWITCHED = {
    True: N_("%(who)s turned on “%(label)s” of the %(thing)s"),
    False: N_("%(who)s turned off “%(label)s” of the %(thing)s"),
}
ACTIVE = "active"
"""The setting that switches the object itself."""
WITH_EFFECT = {State.SAVED, *MAYBE_SAVED}


def person_name(entry: Entry) -> str:
    return entry.name or gettext("Unnamed admin (%(owner)s)", owner=entry.intent.owner[:6])


def outcome_sentence(entry: Entry, fields: dict[str, WireField]) -> str:
    """Describe a saved change, or the request if it wasn't saved. `fields` are the fields of its endpoint."""
    word, subject = undo_prefix(entry.intent.summary), entry.intent.subject
    facts = {"who": person_name(entry), "summary": entry.intent.summary.removeprefix(word)}
    if entry.outcome.state is not State.SAVED:
        return gettext(SENT, who=facts["who"], summary=entry.intent.summary)
    if word or not subject.title or subject.kind == SITE_SPACE:
        return gettext(OF_UNDO.get(word, SENT), **facts)
    facts["thing"] = f"{subject.kind} {subject.title}"
    return gettext(_choose_text(entry, fields, facts), **facts)


def _choose_text(entry: Entry, fields: dict[str, WireField], facts: dict[str, str]) -> str:
    """Choose the sentence of a saved change, and add its facts."""
    name, sent = entry.intent.endpoint, sent_values(entry.intent)
    if name in BY_CREATE:
        return CREATED
    if name in BY_DELETE:
        return DELETED
    if name not in BY_UPDATE or not sent:
        return SENT
    ((first, value), *others) = sent.items()
    field = fields.get(first)
    if not others and first == BY_UPDATE[name].name:
        facts["title"] = str(value)
        return RENAMED
    if not others and isinstance(field, Switch):
        facts["label"] = field.label.text
        return (SWITCHED if first == ACTIVE else SETTING_SWITCHED)[field.is_on(value)]
    facts["labels"] = join_and([label_in_sentence(field_label(fields, each)) for each in sent])
    return CHANGED


@dataclass(frozen=True, slots=True)
class BulkLink:
    """The bulk change that sent an entry.

    `page` is its URL, empty if somebody else made it. `undo` is the URL that undoes all of it, empty if its entries are
    undone one by one. For somebody else's bulk change, `undo` is the target of a form that creates a draft.
    """

    title: str
    page: str
    undo: str

    @property
    def is_undone_in_draft(self) -> bool:
        """True if `undo` is the target of a form that creates a draft; otherwise it is a page."""
        return bool(self.undo) and not self.page


@dataclass(frozen=True, slots=True)
class SentInBulk:
    """The bulk changes that sent some entries.

    `steps` maps entry numbers to bulk changes; `owner` is the person viewing them. `undone` maps bulk changes of
    structures that were fully undone to the last entry of their undo.
    """

    owner: str
    steps: Mapping[int, BulkReference]
    undone: Mapping[int, int] = field(default_factory=dict)

    @classmethod
    def from_entries(cls, organization: str, entries: Sequence[Entry], owner: str) -> "SentInBulk":
        """Look up the bulk changes of all `entries` at once."""
        store = portal().store
        steps = store.journal.bulk_changes_by_entry(organization, [each.number for each in entries])
        numbers = sorted({each.number for each in steps.values()})
        return cls(owner, steps, store.bulk_changes.find_last_undo_entries(STRUCTURE, numbers))

    def find_undoing_entry(self, entry: Entry) -> int | None:
        """Return the number of the last entry that undid the entry's bulk change, or None."""
        sent_by = self.steps.get(entry.number)
        return self.undone.get(sent_by.number) if sent_by and entry.outcome.state in WITH_EFFECT else None

    def bulk_change(self, entry: Entry) -> BulkLink | None:
        """Return the bulk change that sent the entry; None if it was sent alone."""
        sent_by = self.steps.get(entry.number)
        return (
            _build_bulk_link(entry, sent_by, self.owner, undone=bool(self.find_undoing_entry(entry)))
            if sent_by
            else None
        )


def _build_bulk_link(entry: Entry, sent_by: BulkReference, owner: str, *, undone: bool) -> BulkLink:
    intent = entry.intent
    own = sent_by.owner == owner
    page = url_for("bulk_changes.show", organization_id=intent.organization, number=sent_by.number) if own else ""
    if undone or intent.endpoint not in STRUCTURE_RULES or entry.outcome.state not in WITH_EFFECT:
        return BulkLink(sent_by.title, page, "")
    begin = url_for("structure.undo", organization_id=intent.organization, site_id=intent.ids[1])
    return BulkLink(sent_by.title, page, f"{page}#bulk-undo" if own else begin)


@dataclass(frozen=True, slots=True)
class EntryRow:
    """One change.

    `sentence` describes it and its outcome. `undo` is the URL that undoes it, or empty. `undone` means that it was
    undone and not redone; `in_part`, that the undo left out values set by somebody since. `values` are those before
    and after, if they fit on a line. `site` is the title of its site.
    """

    entry: Entry
    sentence: str
    undo: str
    undone: bool
    in_part: bool
    values: tuple[str, str] | None
    bulk_change: BulkLink | None = None
    site: str = ""

    @property
    def number(self) -> int | None:
        """The number that selects the entry; None if it can't be undone on its own."""
        is_single = self.undo and not (self.bulk_change and self.bulk_change.undo)
        return self.entry.number if is_single else None

    @property
    def undo_creates_draft(self) -> bool:
        """True if the entry belongs to somebody else's bulk change, whose undo creates a draft."""
        return bool(self.undo and self.bulk_change and self.bulk_change.is_undone_in_draft)


@dataclass(frozen=True, slots=True)
class BulkRow:
    """Consecutive changes of one bulk change. `counts` has the number of each outcome other than saved."""

    bulk: BulkReference
    changes: list[EntryRow]
    counts: Sequence[tuple[State, int]]

    @property
    def numbers(self) -> list[int]:
        """The numbers that select its changes."""
        return [each.number for each in self.changes if each.number is not None]

    @property
    def saved_count(self) -> int:
        """Number of changes that were saved, and may have been undone."""
        return sum(each.entry.outcome.state is State.SAVED for each in self.changes)

    @property
    def undo_creates_draft(self) -> bool:
        """True if `undo` is the target of a form that creates a draft; otherwise it is a page."""
        return any(each.undo_creates_draft for each in self.changes)

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
    """Group entries, newest first, by day. `undone` maps entry numbers to undos."""
    short = ShortChanges()
    made = [_build_row(each, sent, short, undone.get(each.number)) for each in entries]
    sites = find_site_titles(
        {row.entry.number: row.entry for row in made}, {row.entry.number: row.sentence for row in made}
    )
    rows = [replace(row, site=sites.get(row.entry.number, "")) for row in made]
    for day, of_day in groupby(rows, key=lambda each: in_time_zone(each.entry.at).date()):
        ago = in_time_zone(now).date() - day
        label = {timedelta(): gettext("Today"), timedelta(days=1): gettext("Yesterday")}.get(ago, date(day))
        yield DayRows(label, list(_group_by_bulk_change(list(of_day), sent.steps)))


def _build_row(entry: Entry, sent: SentInBulk, short: ShortChanges, undoing: Entry | None) -> EntryRow:
    bulk_change, undone = sent.bulk_change(entry), bool(undoing or sent.find_undoing_entry(entry))
    page = url_for("journal.show", organization_id=entry.intent.organization, number=entry.number)
    if undone:
        undo = ""
    elif bulk_change is not None and bulk_change.undo:
        undo = bulk_change.undo
    else:
        undo = "" if find_undo_obstacle(entry) else f"{page}/undo?{urlencode({'next': return_url()})}"
    in_part = undoing is not None and not is_undone_whole(entry, undoing)
    sentence = outcome_sentence(entry, short.fields_of(entry.intent.endpoint))
    return EntryRow(entry, sentence, undo, undone, in_part, short.find_short_values(entry), bulk_change)


def _group_by_bulk_change(rows: Sequence[EntryRow], steps: Mapping[int, BulkReference]) -> Iterator[EntryRow | BulkRow]:
    for bulk, sent in groupby(rows, key=lambda each: steps.get(each.entry.number)):
        changes = list(sent)
        if bulk is None or len(changes) == 1:
            yield from changes
        else:
            states = (each.entry.outcome.state for each in changes)
            unsaved = Counter(state for state in states if state is not State.SAVED)
            yield BulkRow(bulk, changes, unsaved.most_common())
