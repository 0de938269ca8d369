"""Messages after a change: current values, and concurrent changes made by others."""

from contextlib import suppress
from typing import Any

from flask import flash, url_for
from pydantic import MISSING

from masthead.client import Problem
from masthead.i18n import N_, gettext, join_and
from masthead.resources import BY_CREATE, BY_UPDATE
from masthead.resources.values import NOT_KNOWN, is_same_value
from masthead.store.entries import Entry, State
from masthead.store.errors import StoreError
from masthead.web.descriptions.outcome_text import cause_text
from masthead.web.forms.fields import label_in_sentence
from masthead.web.frame.organization import has_permission
from masthead.web.frame.pages import OF_STATE, Feedback, Report
from masthead.web.frame.templating import time_text
from masthead.web.person.portal import api, portal
from masthead.web.person.session import person
from masthead.web.submit.recorded_changes import field_label, forget_deleted, list_fields, object_page_url
from masthead.writes.check import CHECKS, get_sent_entry, read_values, verify_outcome
from masthead.writes.observe import does_exist
from masthead.writes.roles import GIVES_ROLES
from masthead.writes.send import REDO, Applied, Change, undo_prefix
from masthead.writes.timeline import find_concurrent, is_deletion

ACCEPTED = N_("%(name)s: the change was accepted. %(message)s")
OTHERWISE = N_("%(name)s: the change was accepted, but there is another value for %(fields)s.")
NOT_READ = N_("%(name)s: accepted. Masthead couldn't check it yet.")
NOT_THERE = N_("%(name)s: the change was accepted, but it isn't there.")
AT_ONCE = {
    State.SAVED: N_("While this was being sent, %(author)s saved another change: “%(summary)s”."),
    State.UNDER_WAY: N_("Another change was under way: at %(at)s, %(author)s began “%(summary)s”."),
}
MAYBE_AT_ONCE = N_("While this was being sent, %(author)s began “%(summary)s”. It isn't known whether that was saved.")
INNER_QUOTES = str.maketrans("“”", "‘’")
"""Turns quotes into quotes within quotes."""


def success_message(change: Change[Any]) -> Report:
    """Report that a change was saved. For a deletion, read first whether the object is gone."""
    if change.endpoint.method == "DELETE" and change.endpoint.name not in GIVES_ROLES:
        return deletion_report(change, change.subject.title)
    return Report(Feedback.SAVED, gettext("Saved: %(summary)s.", summary=change.summary))


def verify_effect(applied: Applied[Any]) -> Report | None:
    """Report differences between an accepted change and the values read afterwards. None if there are none.

    If the read fails, the API's answer counts. Values count as saved if somebody has set them again since, if the API
    normalized them, or if they can't be read. Values that haven't changed don't count as saved. Deletions have their
    own report.
    """
    endpoint = applied.change.endpoint
    if endpoint.method == "DELETE" and endpoint.name not in GIVES_ROLES:
        return None
    if endpoint.name in BY_CREATE:
        return _missing_report(applied)
    if endpoint.name in BY_UPDATE:
        return _difference_report(applied)
    return _unconfirmed_report(applied) if endpoint.name in CHECKS else None


def _difference_report(applied: Applied[Any]) -> Report | None:
    change, after = applied.change, applied.after
    sent, was, journal = change.settings, change.was, portal().store.journal
    answered = {} if after is None else BY_UPDATE[change.endpoint.name].settings_of(after)
    reported = {name: answered[name] for name in sent if answered.get(name, MISSING) is not MISSING}
    try:
        found = read_values(api(), get_sent_entry(api(), change, journal, applied.entry), journal)
        reported |= {
            name: each.resulting_value
            for name, each in found.items()
            if each.resulting_value not in (MISSING, NOT_KNOWN)
        }
    except (Problem, StoreError):
        if reported.keys() != sent.keys():
            return Report(Feedback.UNKNOWN, gettext(NOT_READ, name=_title(change)))
    others = [name for name, value in reported.items() if not is_same_value(value, sent[name])]
    if not others:
        return None
    as_before = [name for name in others if is_same_value(reported[name], was.get(name, MISSING))]
    fields = list_fields(change.endpoint.name)
    unlike = join_and([label_in_sentence(field_label(fields, each)) for each in others])
    outcome = Feedback.NOT_SAVED if len(as_before) == len(sent) else Feedback.SAVED
    return Report(outcome, gettext(OTHERWISE, name=_title(change), fields=unlike))


def _missing_report(applied: Applied[Any]) -> Report | None:
    change, made = applied.change, str(getattr(applied.after, "id", ""))
    with suppress(Problem):  # the answer contained the value
        if made and not does_exist(api(), change.endpoint.name, (*change.ids, made)):
            return Report(Feedback.NOT_SAVED, gettext(NOT_THERE, name=_title(change)))
    return None


def _unconfirmed_report(applied: Applied[Any]) -> Report | None:
    change = applied.change
    try:
        found = verify_outcome(api(), change, portal().store.journal, applied.entry)
    except (Problem, StoreError):
        unread = Report(Feedback.UNKNOWN, gettext(NOT_READ, name=_title(change)))
        return unread if change.endpoint.answer is None else None
    if found.state is State.SAVED:
        return None
    return Report(OF_STATE[found.state], gettext(ACCEPTED, name=_title(change), message=cause_text(found.cause)))


def _title(change: Change[Any]) -> str:
    return undo_title(change) if undo_prefix(change.summary) else change.subject.title


def undo_title(change: Change[Any]) -> str:
    """Return the title for an undo or a redo, quoting the change that it reverts."""
    word = undo_prefix(change.summary)
    of = N_("Redo of “%(change)s”") if word == REDO else N_("Undo of “%(change)s”")
    return gettext(of, change=change.summary.removeprefix(word).translate(INNER_QUOTES))


def deletion_report(change: Change[Any], name: str) -> Report:
    """Report a deletion after reading whether the object still exists, since the API's answer is empty."""
    try:
        found = verify_outcome(api(), change)
    except Problem:
        unread = gettext("%(name)s: accepted. Masthead couldn't check yet whether it is gone.", name=name)
        return Report(Feedback.UNKNOWN, unread)
    if found.state is State.NOT_SAVED:
        still_there = gettext("%(name)s: the change was accepted, but it is still there.", name=name)
        return Report(Feedback.NOT_SAVED, still_there)
    forget_deleted(change.endpoint.name, change.ids)
    return Report(Feedback.SAVED, gettext("%(name)s was deleted.", name=name))


def flash_concurrent(change: Change[Any], entry: int) -> None:
    """Flash a message for each concurrent change that set a value differently or created the same name.

    Each message links to the page with the saved values, or else to the other change. Only administrators may see the
    values sent by others. `entry` is the number of this change in the journal.
    """
    journal, owner = portal().store.journal, None if has_permission("admin") else person().owner
    with suppress(StoreError):
        own = journal.entry(change.organization or change.ids[0], entry)
        for each in find_concurrent(journal, own, owner)[::-1] if own is not None else ():
            flash(_describe(each, own), "warning")  # type: ignore[arg-type] # any JSON


def _describe(other: Entry, own: Entry) -> dict[str, str]:
    is_mine, words = other.intent.owner == person().owner, AT_ONCE.get(other.outcome.state, MAYBE_AT_ONCE)
    author = gettext("you, in another window,") if is_mine else other.name or gettext("somebody else")
    text = gettext(words, author=author, summary=other.intent.summary, at=time_text(other.at))
    if is_deletion(own) or is_deletion(other):
        sent = url_for("journal.show", organization_id=other.intent.organization, number=other.number)
        return {"text": text, "link": gettext("See what was sent"), "address": sent}
    return {"text": text, "link": gettext("See what is saved now"), "address": object_page_url(own)}
