"""What to say of a form that is sent a second time: what came of the first one, and where that is seen."""

from contextlib import suppress
from typing import Any

from flask import url_for

from i18n import N_, gettext
from masthead.changes import GIVES_ROLES, Change, intent_of
from masthead.changes.sent_again import find_same_target, find_sent
from masthead.store import Different, Entry, State, StoreError
from masthead.web.pages.problems import LinkedText
from masthead.web.person.access import person
from masthead.web.person.portal import portal

WITHOUT_EFFECT = (State.REFUSED, State.NOT_SENT, State.NOT_SAVED)
STILL_RUNNING = N_("You sent this already, and there is no answer yet. ")
NOT_HERE_YET = N_("You sent this already, and the journal doesn't have it yet. ")
DIFFERENT = N_("You sent this page before with other contents. %(outcome)s ")
NOT_SENT_YET = N_(". What you see here was not sent. Save again to send it too.")
NOT_THIS = N_("What you see here was not saved")
THAT_SAVED, THAT_NOT_SAVED, THAT_NOT_IN_EFFECT = (
    N_("That was saved."),
    N_("That was not saved."),
    N_("That is not in effect."),
)
THAT_NOT_KNOWN = N_("It isn't known whether that was saved.")


def journal_url(page: str, change: Change[Any], entry: int) -> str:
    """A page of an entry of the journal."""
    organization = change.organization or change.ids[0]
    return url_for(f"journal.{page}", organization_id=organization, number=entry)


def entry_of_first(change: Change[Any], since: float) -> Entry | None:
    """What the journal has of the same change, sent by this person since then."""
    return find_sent(portal().store.journal, intent_of(change, person().owner), since)


def is_seen_saved(entry: Entry) -> bool:
    """Whether a check found it saved. Only a check writes a message beside it.

    What the API took without saying so is not known to be there.
    """
    return (
        bool(entry.outcome.message) and entry.outcome.state is State.SAVED and entry.intent.endpoint not in GIVES_ROLES
    )


def still_running(change: Change[Any], entry: Entry | None) -> LinkedText:
    """The first one has no answer yet; `entry` is where that is written, once there is one."""
    if entry is not None:
        at = journal_url("show", change, entry.number)
        return LinkedText(gettext(STILL_RUNNING), gettext("Check now"), gettext(" before you send it again."), at)
    return LinkedText(
        gettext(NOT_HERE_YET), gettext("Check the journal"), gettext(" before you send it again."), _journal(change)
    )


def sent_differently(change: Change[Any], first: Different) -> LinkedText:
    """The first one had other contents: what came of them, and that these were not sent."""
    entry = None
    with suppress(StoreError):  # then the journal says it once it can be read
        entry = find_same_target(portal().store.journal, intent_of(change, person().owner), first.begun_at)
    at = journal_url("show", change, entry.number) if entry else first.location or _journal(change)
    return differently(_outcome_of_first(entry, first), at)


def differently(outcome: str, address: str) -> LinkedText:
    """Other contents were sent before: `outcome` is what came of them, to be seen at `address`."""
    return LinkedText(gettext(DIFFERENT, outcome=outcome), gettext("See what was sent"), gettext(NOT_SENT_YET), address)


def _outcome_of_first(entry: Entry | None, first: Different) -> str:
    if first.location or (entry is not None and is_seen_saved(entry)):
        return gettext(THAT_SAVED)
    if entry is not None and entry.outcome.state is State.NOT_SAVED:
        return gettext(THAT_NOT_IN_EFFECT)
    return (
        gettext(THAT_NOT_SAVED)
        if entry is not None and entry.outcome.state in WITHOUT_EFFECT
        else gettext(THAT_NOT_KNOWN)
    )


def _journal(change: Change[Any]) -> str:
    return url_for("journal.index", organization_id=change.organization or change.ids[0])
