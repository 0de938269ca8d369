"""The bulk change that sent an entry of the journal, and where it is undone as a whole."""

from dataclasses import dataclass

from flask import url_for

from changes.permanent import STEPS_OF_STRUCTURES
from store import MAYBE_SAVED, Entry, State, StepOfPlan
from web.person.portal import portal


@dataclass(frozen=True, slots=True)
class BulkChange:
    """What sent an entry. `page` is where it is shown, empty where it is somebody else's.

    `undo` is where it is undone as a whole, empty where its entries are undone one by one: for somebody else's it is
    sent to, and makes a draft.
    """

    title: str
    page: str
    undo: str

    @property
    def is_undone_in_draft(self) -> bool:
        """Whether a form that is sent to `undo` makes a draft; else that is a page."""
        return bool(self.undo) and not self.page


def bulk_change_of(entry: Entry, owner: str) -> BulkChange | None:
    """None for what was sent alone; `owner` is who looks."""
    sent_by = portal().store.journal.plans_of(entry.intent.organization, [entry.number]).get(entry.number)
    return describe_bulk_change(entry, sent_by, owner)


def describe_bulk_change(entry: Entry, sent_by: StepOfPlan | None, owner: str) -> BulkChange | None:
    """The same for a plan that was looked up with others."""
    if sent_by is None:
        return None
    intent = entry.intent
    own = sent_by.owner == owner
    page = url_for("plans.show", organization_id=intent.organization, number=sent_by.number) if own else ""
    if intent.endpoint not in STEPS_OF_STRUCTURES or entry.outcome.state not in {State.SAVED, *MAYBE_SAVED}:
        return BulkChange(sent_by.title, page, "")
    begin = url_for("structure_undoing.begin", organization_id=intent.organization, site_id=intent.ids[1])
    return BulkChange(sent_by.title, page, f"{page}#plan-undo" if own else begin)
