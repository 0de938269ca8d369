"""What others changed at the same moment as a bulk change: one of the two may have undone what the other did."""

from dataclasses import dataclass

from flask import g

from i18n import N_, gettext
from masthead.client import Problem
from masthead.store.bulk.steps import BulkChange
from masthead.store.entries import Entry, State
from masthead.web.frame.organization import has_permission, load_organization
from masthead.web.person.portal import portal
from masthead.writes.timeline import collide

TOLD = {
    State.SAVED: N_("%(author)s: %(summary)s."),
    State.UNDER_WAY: N_("%(author)s: %(summary)s. This is under way."),
}
MAYBE = N_("%(author)s: %(summary)s. It isn't known whether this was saved.")
LOOK_SECONDS = 3


@dataclass(frozen=True, slots=True)
class AtOnce:
    """A sentence for each change, those beside the `undone` bulk change apart; `look` is in seconds."""

    own: list[str]
    undone: list[str]
    look: int | None = None


def changes_at_once(bulk: BulkChange) -> AtOnce:
    """What was under way beside a step, once the plan has ended; and beside a step of the plan that it undoes.

    Only an administrator may see what others sent.
    """
    own = _entries_beside(bulk, bulk.number) if bulk.finished_at is not None else []
    undone = _entries_beside(bulk, bulk.purpose.undoes) if bulk.purpose.undoes is not None else []
    found = [*own, *undone]
    if not found or not _is_administrator(bulk.purpose.organization):
        return AtOnce([], [])
    goes_on = any(each.outcome.state is State.UNDER_WAY for each in found)
    look = LOOK_SECONDS if goes_on and bulk.finished_at is not None else None
    return AtOnce([_describe(each) for each in own], [_describe(each) for each in undone], look)


def _entries_beside(bulk: BulkChange, number: int) -> list[Entry]:
    pairs = portal().store.journal.beside_bulk_change(bulk.purpose.organization, number)
    return list({other.number: other for own, other in pairs if collide(own, other)}.values())


def _describe(entry: Entry) -> str:
    author = entry.name or gettext("Somebody else")
    return gettext(TOLD.get(entry.outcome.state, MAYBE), author=author, summary=entry.intent.summary)


def _is_administrator(organization_id: str) -> bool:
    """As far as can be told now: a part of the page is shown without a read of the organization."""
    try:
        if "organization" not in g:
            load_organization(organization_id)
    except Problem:
        return False
    return has_permission("admin")
