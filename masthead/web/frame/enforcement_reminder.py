"""Enforcement of single sign-on that was lifted for a certificate, and has not come back."""

from contextlib import suppress
from dataclasses import replace

from contract.organization.organizations import Organization
from contract.schema.fields import value_or_none
from masthead.store.entries import MAYBE_SAVED, Entry, State
from masthead.store.errors import StoreError
from masthead.store.journal.finding import JournalQuery
from masthead.store.sso.rotations import LiftedEnforcement
from masthead.web.frame.organization import has_permission
from masthead.web.person.portal import portal
from masthead.writes.undo import sent_values

MAX_ENTRIES = 100
"""Of enforcement since it was lifted."""


def lifted(organization: Organization) -> LiftedEnforcement | None:
    """For administrators, while the API says that it is not enforced, and nobody changed that since."""
    if not has_permission("admin") or value_or_none(organization.sso) is not False:
        return None
    with suppress(StoreError):
        note = portal().store.rotations.lifted(organization.id)
        return None if note is None else _as_recorded(organization.id, note)
    return None


def _as_recorded(organization_id: str, note: LiftedEnforcement) -> LiftedEnforcement | None:
    """What the journal has of it: who noted it may not have come to it, and a colleague may have done it."""
    wanted = JournalQuery(organization_id, endpoints=(), since=note.at, enforcement=True)
    entries = portal().store.journal.entries(wanted, limit=MAX_ENTRIES)
    own = next((each for each in reversed(entries) if each.intent.owner == note.owner and _lifts(each)), None)
    if own is None or any(each.number > own.number and each.outcome.state is State.SAVED for each in entries):
        return None
    if own.outcome.state in MAYBE_SAVED:
        return replace(note, is_certain=False)
    return note if own.outcome.state is State.SAVED else None


def _lifts(entry: Entry) -> bool:
    return sent_values(entry).get("sso") is False


def note_enforced(organization: Organization) -> None:
    """Drop the note where single sign-on was just read to be enforced again, by whoever did that and wherever."""
    if value_or_none(organization.sso) is True and has_permission("admin"):
        forget_lifted(organization.id)


def forget_lifted(organization_id: str) -> None:
    """Somebody has decided about enforcement since."""
    with suppress(StoreError):
        portal().store.rotations.forget_lifted(organization_id)
