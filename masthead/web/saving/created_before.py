"""A creation that is sent again from the form whose answer was lost: nothing is sent where it is there, or may come."""

import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from werkzeug.wrappers import Response

from i18n import N_, gettext
from masthead.changes import Change, intent_of, look_up
from masthead.changes.creations import ARRIVES_WITHIN_SECONDS, CREATIONS, find_others_created, read_created
from masthead.client import Problem
from masthead.store import MAYBE_SAVED, Entry, JournalQuery, State, StoreError
from masthead.web.forms.forms import CONFLICT, PageForm
from masthead.web.pages.feedback import Feedback, Report
from masthead.web.pages.pages import done
from masthead.web.pages.problems import LinkedText
from masthead.web.person.access import person
from masthead.web.person.portal import api, portal
from masthead.web.saving.doubt import TOLD, is_told, refuse, same_in_doubt
from masthead.web.saving.sent_before import journal_url

NOT_KNOWN = N_("It isn't known whether this was created when you sent it before.")
NOT_THERE = N_("Masthead didn't find this when it looked for what you sent before.")
STILL_AT_IT = N_("The API may still be creating it: if you send it again now, it may be there twice.")
SENT_JUST_NOW = N_(
    "You sent “%(summary)s” less than a minute ago, and it isn't known whether that was saved. The API may still be "
    "creating it. "
)
CREATED_THEN = N_("“%(name)s” was created at that time, and may be this one.")
THERE_SINCE = N_(" It has been there since you sent it before, so nothing was sent now.")


def tell_created_before(
    form: PageForm, change: Change[Any], after: Callable[[Any], tuple[str | Report, str]]
) -> Response | None:
    """Go on to what it created, and say so; None where no read shows it, or other contents are sent this time."""
    with suppress(Problem, StoreError):
        entry = same_in_doubt(form, change) if change.endpoint.name in CREATIONS else None
        made = _look_for(entry) if entry else ""
        if made:
            message, location = after(read_created(api(), change.endpoint.name, (*change.ids, made)))
            told = message if isinstance(message, Report) else Report(Feedback.SAVED, message)
            return done(told.followed_by(gettext(THERE_SINCE)), location)
    return None


def tell_maybe_created(form: PageForm, change: Change[Any]) -> bool:
    """Ask, once, where what it sent before may still come, or may be there under another name."""
    if is_told(form) or change.endpoint.name not in CREATIONS:
        return False
    with suppress(Problem, StoreError):
        entry = same_in_doubt(form, change)
        if entry is not None and (why := _why_maybe_created(entry)):
            form.form_key.data = f"{TOLD}{form.form_key.data}"
            address = journal_url("show", change, entry.number)
            sought = entry.outcome.state is State.NOT_SAVED
            told, look = (NOT_THERE, N_("View journal entry")) if sought else (NOT_KNOWN, N_("Check now"))
            doubt = LinkedText(f"{gettext(told)} {why} ", gettext(look), gettext(", or send it anyway."), address)
            refuse(form, doubt, CONFLICT, Feedback.UNKNOWN)
            return True
        if entry is None and (other := _sent_just_now(change)):
            form.form_key.data = f"{TOLD}{form.form_key.data}"
            told = gettext(SENT_JUST_NOW, summary=other.intent.summary)
            address = journal_url("show", change, other.number)
            doubt = LinkedText(told, gettext("Check now"), gettext(", or send it anyway."), address)
            refuse(form, doubt, CONFLICT, Feedback.UNKNOWN)
            return True
    return False


def _sent_just_now(change: Change[Any]) -> Entry | None:
    """The newest creation of the same kind in the same place by this person that may still come."""
    intent = intent_of(change, person().owner)
    recent = JournalQuery(
        intent.organization,
        by=intent.owner,
        endpoints=[intent.endpoint],
        states=[State.UNKNOWN, State.NOT_SAVED],
        since=time.time() - ARRIVES_WITHIN_SECONDS,
    )
    found = portal().store.journal.entries(recent)
    return next((each for each in found if each.intent.ids == intent.ids), None)


def _why_maybe_created(entry: Entry) -> str:
    """Also where it was looked for in vain: that may have been too soon, or by its former name."""
    if entry.outcome.state not in {*MAYBE_SAVED, State.NOT_SAVED}:
        return ""
    making, journal = CREATIONS[entry.intent.endpoint], portal().store.journal
    with suppress(Problem):
        for item in find_others_created(api(), making, entry, journal):
            return gettext(CREATED_THEN, name=getattr(item, making.name))
    return gettext(STILL_AT_IT) if time.time() - entry.at < ARRIVES_WITHIN_SECONDS else ""


def _look_for(entry: Entry) -> str:
    """The id of what it created, which the journal then has too; empty where no read shows that.

    That it isn't there is no outcome yet: the API may still be at it.
    """
    found = look_up(api(), portal().store.journal, entry).outcome
    return found.made if found.state is State.SAVED else ""
