"""What others saved of the same thing while a change was under way: the API keeps whichever comes last."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from flask import flash, url_for

from i18n import N_, gettext
from masthead.changes import Change, read_cached_members
from masthead.client import Problem
from masthead.resources.values import MEMBER_CALLS
from masthead.store import Entry, State, StoreError
from masthead.web.pages.organization import has_permission
from masthead.web.pages.templating import clock_in_text
from masthead.web.person.access import person
from masthead.web.person.portal import api, portal
from masthead.web.saving.recorded_changes import page_of
from masthead.writes.conflicts import find_concurrent, is_deletion

WORDS = {
    State.SAVED: N_("While this was being sent, %(author)s saved another change: “%(summary)s”."),
    State.UNDER_WAY: N_("Another change was under way: at %(at)s, %(author)s began “%(summary)s”."),
}
MAYBE = N_("While this was being sent, %(author)s began “%(summary)s”. It isn't known whether that was saved.")


def tell_overlapping(change: Change[Any], entry: int) -> None:
    """Tell of each change of the same to something else that was under way beside this one.

    Of creations it tells of those of the same name. Each message links to the page that shows what is saved, else to
    what the other one sent. Only an administrator may see what others sent. `entry` is the number of the change in the
    journal.
    """
    journal, owner = portal().store.journal, None if has_permission("admin") else person().owner
    with suppress(StoreError):
        own = journal.entry(change.organization or change.ids[0], entry)
        for each in find_concurrent(journal, own, _addresses(own), owner)[::-1] if own is not None else ():
            flash(_describe(each, own), "warning")  # type: ignore[arg-type] # any JSON


def _addresses(own: Entry) -> Mapping[str, str]:
    with suppress(Problem):
        if own.intent.endpoint in MEMBER_CALLS:
            return read_cached_members(api(), *own.intent.ids[:2]).addresses
    return {}


def _describe(other: Entry, own: Entry) -> dict[str, str]:
    is_mine, words = other.intent.owner == person().owner, WORDS.get(other.outcome.state, MAYBE)
    author = gettext("you, in another window,") if is_mine else other.name or gettext("somebody else")
    text = gettext(words, author=author, summary=other.intent.summary, at=clock_in_text(other.at))
    if is_deletion(own) or is_deletion(other):
        sent = url_for("journal.show", organization_id=other.intent.organization, number=other.number)
        return {"text": text, "link": gettext("See what was sent"), "address": sent}
    return {"text": text, "link": gettext("See what is saved now"), "address": page_of(own)}
