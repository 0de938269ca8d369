"""Links journal entries to the bulk change that sent them, and to its undo."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from flask import url_for

from masthead.bulk.goals.structure import KIND as STRUCTURE
from masthead.resources.values import STRUCTURE_RULES
from masthead.store.bulk.steps import BulkReference
from masthead.store.entries import MAYBE_SAVED, Entry, State
from masthead.web.person.portal import portal

WITH_EFFECT = {State.SAVED, *MAYBE_SAVED}


@dataclass(frozen=True, slots=True)
class BulkLink:
    """The bulk change that sent an entry.

    `page` is its URL, empty if somebody else made it. `undo` is where it is undone as a whole, empty if its entries are
    undone one by one. For somebody else's bulk change, `undo` takes a form that makes a draft.
    """

    title: str
    page: str
    undo: str

    @property
    def is_undone_in_draft(self) -> bool:
        """True if `undo` takes a form that makes a draft; otherwise it is a page."""
        return bool(self.undo) and not self.page


@dataclass(frozen=True, slots=True)
class SentInBulk:
    """The bulk changes that sent some entries.

    `steps` has them by entry number; `owner` is the person who looks. `undone` maps completely undone bulk changes of
    structures to the last entry of their undo.
    """

    owner: str
    steps: Mapping[int, BulkReference]
    undone: Mapping[int, int] = field(default_factory=dict)

    @classmethod
    def of(cls, organization: str, entries: Sequence[Entry], owner: str) -> "SentInBulk":
        """Look up the bulk changes of all these entries at once."""
        store = portal().store
        steps = store.journal.bulk_changes_by_entry(organization, [each.number for each in entries])
        numbers = sorted({each.number for each in steps.values()})
        return cls(owner, steps, store.bulk_changes.last_entries_of_undoing(STRUCTURE, numbers))

    def undone_by(self, entry: Entry) -> int | None:
        """Return the number of the last entry that undid its bulk change, or None."""
        sent_by = self.steps.get(entry.number)
        return self.undone.get(sent_by.number) if sent_by and entry.outcome.state in WITH_EFFECT else None

    def bulk_change(self, entry: Entry) -> BulkLink | None:
        """Return the bulk change that sent the entry; None if it was sent alone."""
        sent_by = self.steps.get(entry.number)
        return _describe(entry, sent_by, self.owner, undone=bool(self.undone_by(entry))) if sent_by else None


def _describe(entry: Entry, sent_by: BulkReference, owner: str, *, undone: bool) -> BulkLink:
    intent = entry.intent
    own = sent_by.owner == owner
    page = url_for("bulk_changes.show", organization_id=intent.organization, number=sent_by.number) if own else ""
    if undone or intent.endpoint not in STRUCTURE_RULES or entry.outcome.state not in WITH_EFFECT:
        return BulkLink(sent_by.title, page, "")
    begin = url_for("structure.undo", organization_id=intent.organization, site_id=intent.ids[1])
    return BulkLink(sent_by.title, page, f"{page}#bulk-undo" if own else begin)
