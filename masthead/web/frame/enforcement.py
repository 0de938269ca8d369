"""Enforcement of single sign-on in the layout: countdowns, and the reminder to enforce it again."""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace

from flask import g, session

from contract.organization.organizations import Organization
from contract.schema.fields import value_or_none
from masthead.store.entries import MAYBE_SAVED, Entry, State
from masthead.store.errors import StoreError
from masthead.store.journal.queries import JournalQuery
from masthead.store.sso.countdowns import Countdown
from masthead.store.sso.rotations import LiftedEnforcement
from masthead.web.frame.organization import has_permission
from masthead.web.person.portal import portal
from masthead.writes.change import sent_values

CLOSED, MAX_CLOSED = "closed", 8


def visible_countdowns(countdowns: Iterable[Countdown]) -> list[Countdown]:
    """Filter countdowns: this person's own and those of the page's organization.

    Two people who enforce it at the same moment start two countdowns. Only the first is shown until one replaces
    the other.
    """
    who, organization = g.get("person"), g.get("organization")
    if who is None:
        return []
    its = organization.id if organization is not None and has_permission("admin") else None
    found = [each for each in countdowns if (each.owner == who.owner or each.organization == its) and _holds(each)]
    first = {each.organization: each.number for each in reversed(found) if each.end is None}
    return [each for each in found if each.end is not None or first[each.organization] == each.number]


def stopper_label(countdown: Countdown) -> str:
    """Name who stopped the countdown: `you`, a name or `somebody`."""
    who = g.get("person")
    if who is not None and countdown.stopped_by == who.owner:
        return "you"
    return countdown.stopped_name or "somebody"


def countdowns_version(countdowns: Iterable[Countdown]) -> str:
    """Return a version of the shown countdowns; empty while one is due, so that it is redrawn."""
    countdowns = list(countdowns)
    if any(each.due and each.end is None for each in countdowns):
        return ""
    return " ".join(f"{each.number}:{each.confirmed:d}:{each.end or ''}" for each in countdowns)


def hide_countdown(countdown: int) -> None:
    """Stop showing the end of this countdown in this browser."""
    session[CLOSED] = [*session.get(CLOSED, [])[1 - MAX_CLOSED :], countdown]


def _holds(each: Countdown) -> bool:
    """Return whether a countdown still applies, as far as this page has read its organization."""
    if each.end is not None and each.number in session.get(CLOSED, ()):
        return False
    organization, read_now = g.get("organization"), "api" in g and g.api.trouble is None
    if organization is None or organization.id != each.organization or not read_now:
        return True
    on = value_or_none(organization.sso)
    return on is not True if each.end is not None else not (each.confirmed and on is False)


MAX_ENTRIES = 100


def find_lifted_enforcement(organization: Organization) -> LiftedEnforcement | None:
    """Return the note for administrators while enforcement is off and nobody changed it since."""
    if not has_permission("admin") or value_or_none(organization.sso) is not False:
        return None
    with suppress(StoreError):
        note = portal().store.rotations.find_lifted(organization.id)
        return None if note is None else _as_recorded(organization.id, note)
    return None


def _as_recorded(organization_id: str, note: LiftedEnforcement) -> LiftedEnforcement | None:
    """Check the note against the journal: its call may have failed, or a colleague enforced it since."""
    wanted = JournalQuery(organization_id, endpoints=(), since=note.at, enforcement=True)
    entries = portal().store.journal.entries(wanted, limit=MAX_ENTRIES)
    own = next((each for each in reversed(entries) if each.intent.owner == note.owner and _lifts(each)), None)
    if own is None or any(each.number > own.number and each.outcome.state is State.SAVED for each in entries):
        return None
    if own.outcome.state in MAYBE_SAVED:
        return replace(note, is_certain=False)
    return note if own.outcome.state is State.SAVED else None


def _lifts(entry: Entry) -> bool:
    return sent_values(entry.intent).get("sso") is False


def clear_if_enforced(organization: Organization) -> None:
    """Drop the note if the organization was just read as enforced."""
    if value_or_none(organization.sso) is True and has_permission("admin"):
        forget_lifted_enforcement(organization.id)


def forget_lifted_enforcement(organization_id: str) -> None:
    """Drop the note: somebody has decided."""
    with suppress(StoreError):
        portal().store.rotations.forget_lifted(organization_id)
