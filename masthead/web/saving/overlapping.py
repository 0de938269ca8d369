"""What others saved of the same thing while a change was under way: the API keeps whichever comes last."""

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from flask import flash, url_for

from contract import BY_NAME
from i18n import N_, gettext, join_and
from masthead.changes import GIVES_ROLES, Change, read_cached_members, sent_values
from masthead.client import Problem
from masthead.resources.values import MEMBER_CALLS
from masthead.store import Entry, State, StoreError
from masthead.web.forms.wording import label_in_sentence
from masthead.web.pages.organization import has_permission
from masthead.web.pages.templating import clock_in_text
from masthead.web.person.access import person
from masthead.web.person.portal import api, portal
from masthead.web.saving.recorded_changes import display_recorded, fields_of, label_of, page_of
from masthead.writes.conflicts import find_concurrent, is_deletion
from masthead.writes.equality import same

MAX_CHARACTERS = 80
"""A longer value is not for a message: the page that it links to shows it."""
VALUES = {
    State.SAVED: N_("While this was being sent, %(author)s changed %(values)s."),
    State.UNDER_WAY: N_("Another change was under way: at %(at)s, %(author)s began to change %(values)s."),
}
MAYBE_VALUES = N_(
    "While this was being sent, %(author)s tried to change %(values)s. It isn't known whether that was saved."
)
SUMMARY = {
    State.SAVED: N_("While this was being sent, %(author)s saved another change: “%(summary)s”."),
    State.UNDER_WAY: N_("Another change was under way: at %(at)s, %(author)s began “%(summary)s”."),
}
MAYBE_SUMMARY = N_("While this was being sent, %(author)s began “%(summary)s”. It isn't known whether that was saved.")


def tell_overlapping(change: Change[Any], entry: int) -> None:
    """Tell of each change of the same to something else that was under way beside this one.

    Of creations it tells of those of the same name. Each message links to the page that shows what is saved, else to
    what the other one sent. Only an administrator may see what others sent. `entry` is the number of the change in the
    journal.
    """
    organization = change.organization or change.ids[0]
    with suppress(StoreError):
        own = portal().store.journal.entry(organization, entry)
        for each in _overlapping(own) if own is not None else ():
            flash(_describe(each, own), "warning")  # type: ignore[arg-type] # any JSON


def _overlapping(own: Entry) -> list[Entry]:
    owner = None if has_permission("admin") else person().owner
    return find_concurrent(portal().store.journal, own, _addresses(own), owner)[::-1]


def _addresses(own: Entry) -> Mapping[str, str]:
    """Of the members of the team that it is about, as far as they can be read now; empty where nobody else set any."""
    team, calls = own.intent.ids[:2], sorted(MEMBER_CALLS)
    with suppress(Problem):
        if own.intent.endpoint in calls and portal().store.journal.overlapping(own, calls, team):
            return read_cached_members(api(), *team).addresses
    return {}


def _creates(own: Entry) -> bool:
    return BY_NAME[own.intent.endpoint].method == "POST"


def _differing(other: Entry, own: Entry) -> dict[str, Any]:
    mine = sent_values(own)
    return {name: value for name, value in sent_values(other).items() if name in mine and not same(value, mine[name])}


def _describe(other: Entry, own: Entry) -> dict[str, str]:
    mine, state = other.intent.owner == person().owner, other.outcome.state
    author = gettext("you, in another window,") if mine else other.name or gettext("somebody else")
    at = clock_in_text(other.at)
    gone = is_deletion(own) or is_deletion(other)
    if gone or other.intent.endpoint in GIVES_ROLES or _creates(other):  # its summary names the people, or the thing
        text = gettext(SUMMARY.get(state, MAYBE_SUMMARY), author=author, summary=other.intent.summary, at=at)
    else:
        text = gettext(VALUES.get(state, MAYBE_VALUES), author=author, values=_values(other, own), at=at)
    if gone:
        number, organization = other.number, other.intent.organization
        sent = url_for("journal.show", organization_id=organization, number=number)
        return {"text": text, "link": gettext("See what was sent"), "address": sent}
    return {"text": text, "link": gettext("See what is saved now"), "address": page_of(own)}


def _values(other: Entry, own: Entry) -> str:
    fields, told = fields_of(other.intent.endpoint), []
    for name, value in _differing(other, own).items():
        label, shown = label_in_sentence(label_of(fields, name)), display_recorded(fields, name, value)
        to = gettext("%(label)s to %(named)s", label=label, named=shown)
        told.append(to if len(shown) <= MAX_CHARACTERS else gettext("the %(label)s", label=label))
    return join_and(told)
