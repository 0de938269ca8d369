"""What to say of a form that was saved when it was sent before, or may have been, where that may hold no longer."""

import re
import secrets
from contextlib import suppress
from dataclasses import replace
from typing import Any

from flask import Flask, request, url_for

from i18n import N_, gettext
from masthead.changes import Change, intent_of, is_changed_since, is_touched_since, look_up
from masthead.changes.creations import CREATIONS
from masthead.changes.sent_again import find_overtaken, find_unknown, sends_again
from masthead.client import Problem
from masthead.store import MAYBE_SAVED, Entry, State, StoreError
from masthead.web.forms.forms import CONFLICT, PageForm
from masthead.web.pages.feedback import Feedback
from masthead.web.pages.problems import LinkedText, not_known, status_of, why_unread
from masthead.web.person.access import person
from masthead.web.person.csrf import has_good_token
from masthead.web.person.portal import api, portal
from masthead.web.saving.sent_before import NOT_THIS, entry_of_first, journal_url
from masthead.web.saving.unsaved import draft_sent_before, entry_of

OVERTAKEN = N_("It isn't known whether this was saved when you sent it before, and it was changed again since. ")
SOME_OVERTAKEN = N_(
    "You sent some of this before: “%(summary)s”. It isn't known whether that was saved, and it was changed again "
    "since. "
)
SOME_IN_DOUBT = N_("You sent some of this before: “%(summary)s”. It isn't known whether that was saved. ")
SAVED_THEN = N_("This was saved when you sent it before, and it was changed again since. ")
DELETED_THEN = N_("The API accepted this when you sent it before, and it is there now. ")
CREATED_THEN = N_("This was created when you sent it before, and it was deleted since. ")
NOT_AGAIN = N_("This was not saved again")
NOT_SENT_NOW = N_("%(why)s Nothing was sent this time. It isn't known whether what you sent before was saved. ")
REFUSED_NOW = N_("%(why)s This try changed nothing. It isn't known whether what you sent before was saved. ")
TOLD = "told-"
"""The key of a form that has said so begins with it."""
IN_DOUBT = "doubt-"
"""The key of a form that was sent without a known outcome begins with it; the number of the entry is next."""
ENTRY = re.compile(rf"(?:{TOLD})?{IN_DOUBT}([0-9]{{1,12}})-")


def init_app(app: Flask) -> None:
    """Let templates ask."""
    app.jinja_env.globals.update(doubt_of=doubt_of)


def mark_in_doubt(form: PageForm, entry: int) -> None:
    """Let the next submission be one of its own, and know that nobody knows the outcome of this one."""
    form.form_key.data = f"{IN_DOUBT}{entry}-{secrets.token_urlsafe(16)}"


def doubt_of(form: PageForm) -> LinkedText | None:
    """What to say of a form that was sent before, while nobody knows what came of that."""
    address = _address_in_doubt(form)
    return not_known(address) if address else None


def tell_still_in_doubt(form: PageForm, problem: Problem, *, sent: bool) -> bool:
    """Say that it stays not known, where it is, of a form that met a `problem` when it was sent once more, or read."""
    draft = draft_sent_before(form)
    address = _address_in_doubt(form) or (entry_of(draft) if draft else "")
    if address:
        before = gettext(REFUSED_NOW if sent else NOT_SENT_NOW, why=why_unread(problem))
        why = LinkedText(before, gettext("Check now"), gettext(" before you send it again."), address)
        refuse(form, why, status_of(problem), Feedback.UNKNOWN)
    return bool(address)


def entry_in_doubt(form: PageForm) -> Entry | None:
    """What it sent before without an answer, whatever has become of that. Raises StoreError."""
    found = ENTRY.match(str(form.form_key.data))
    return _entry(int(found[1])) if found else None


def _entry(number: int | None) -> Entry | None:
    """The person's own of this number, in the organization that the address names."""
    organization = (request.view_args or {}).get("organization_id")
    return portal().store.journal.entry(organization, number, person().owner) if organization and number else None


def look_up_sent_before(form: PageForm) -> None:
    """Let the journal have what a read shows of what this form, or another one with the same text, sent before."""
    journal, draft = portal().store.journal, draft_sent_before(form)
    with suppress(Problem, StoreError):
        entry = entry_in_doubt(form) or (_entry(draft.entry) if draft else None)
        if entry is not None:
            look_up(api(), journal, entry)


def same_in_doubt(form: PageForm, change: Change[Any]) -> Entry | None:
    """What it sent before without an answer, where that was the same `change`. Raises StoreError.

    None for a form without a good token, which may change nothing, not even what the journal says of that.
    """
    if not has_good_token():
        return None
    entry = entry_in_doubt(form)
    return entry if entry is not None and _is_same(entry, change) else None


def _address_in_doubt(form: PageForm) -> str:
    """Of the entry of what it sent before; empty where there is none, or its outcome is known by now."""
    found, organization = ENTRY.match(str(form.form_key.data)), (request.view_args or {}).get("organization_id")
    if found is None or not organization:
        return ""
    with suppress(StoreError):
        entry = entry_in_doubt(form)
        if entry is None or entry.outcome.state not in MAYBE_SAVED:
            return ""
    return url_for("journal.show", organization_id=organization, number=found[1])


def tell_overtaken(form: PageForm, change: Change[Any]) -> bool:
    """Say it, once, where somebody has set again since what this form set, or may have set. Raises StoreError."""
    entry = None if is_told(form) else _touched(form, change) or _overtaken(change)
    if entry is None:
        return False
    form.form_key.data = f"{TOLD}{form.form_key.data}"
    if entry.outcome.state is State.SAVED:
        saved_then = gettext(CREATED_THEN if change.endpoint.name in CREATIONS else SAVED_THEN)
        _tell_then(form, change, entry, saved_then)
    else:
        at = journal_url("show", change, entry.number)
        why = LinkedText(gettext(OVERTAKEN), gettext("Check now"), gettext(", or send it anyway."), at)
        _refuse_unsure(form, change, entry, why, SOME_OVERTAKEN)
    return True


def tell_doubt(form: PageForm, change: Change[Any]) -> bool:
    """Say likewise that it is not known whether it was saved before, whether or not somebody has set it again since."""
    if tell_overtaken(form, change):
        return True
    entry = find_unknown(portal().store.journal, intent_of(change, person().owner))
    if entry is not None:
        _refuse_unsure(form, change, entry, not_known(journal_url("show", change, entry.number)), SOME_IN_DOUBT)
    return entry is not None


def _refuse_unsure(form: PageForm, change: Change[Any], entry: Entry, why: LinkedText, some: str) -> None:
    """Say `why` where the entry is of what the form sends; of another call that sent `some` of it, name that."""
    if _is_same(entry, change) or _is_of_form(entry, form):
        refuse(form, why, CONFLICT, Feedback.UNKNOWN)
        return
    form.problem_title = gettext(NOT_THIS)
    refuse(form, replace(why, before=gettext(some, summary=entry.intent.summary)), CONFLICT)


def _is_of_form(entry: Entry, form: PageForm) -> bool:
    sent = entry_in_doubt(form)
    return sent is not None and sent.number == entry.number


def _is_same(entry: Entry, change: Change[Any]) -> bool:
    before, intent = entry.intent, intent_of(change, person().owner)
    return (before.endpoint, before.ids, before.body) == (intent.endpoint, intent.ids, intent.body)


def tell_changed_since(form: PageForm, change: Change[Any], since: float) -> bool:
    """Say it where what this form saved `since` then is there no longer; sent once more, it is a change of its own."""
    try:
        entry = entry_of_first(change, since)
        if entry is None or not is_changed_since(api(), entry):
            return False
    except (Problem, StoreError):  # then nobody can say more than what came of it
        return False
    form.renew_key()
    saved_then = gettext(DELETED_THEN) if change.endpoint.method == "DELETE" else gettext(SAVED_THEN)
    _tell_then(form, change, entry, gettext(CREATED_THEN) if change.endpoint.name in CREATIONS else saved_then)
    return True


def _tell_then(form: PageForm, change: Change[Any], entry: Entry, then: str) -> None:
    """Say what came of it `then`, and that what the form shows was not saved this time."""
    form.problem_title = gettext(NOT_AGAIN)
    at = journal_url("show", change, entry.number)
    refuse(form, LinkedText(then, gettext("See what was sent"), gettext(", or send it again."), at), CONFLICT)


def _touched(form: PageForm, change: Change[Any]) -> Entry | None:
    """What this form sent before without an answer, where that is seen to be set otherwise since."""
    entry = entry_in_doubt(form)
    if entry is None or not sends_again(entry, intent_of(change, person().owner)):
        return None
    with suppress(Problem):  # then sending it meets that too
        found = look_up(api(), portal().store.journal, entry)
        return found if is_touched_since(api(), found) else None
    return None


def _overtaken(change: Change[Any]) -> Entry | None:
    """What sent the same before, it is not known whether with success, where somebody has set that again since.

    A creation makes another one each time, so it is never asked about.
    """
    if change.endpoint.method == "POST":
        return None
    return find_overtaken(portal().store.journal, intent_of(change, person().owner))


def keep_told(form: PageForm, key: str) -> str:
    """The key that stands for the one that the form came with, and that it has said so as well."""
    return f"{TOLD if is_told(form) else ''}{key}"


def is_told(form: PageForm) -> bool:
    """Whether the form has said that what it sends was sent before, and changed again since."""
    return str(form.form_key.data).startswith(TOLD)


def refuse(form: PageForm, why: str | LinkedText, status: int, outcome: Feedback = Feedback.NOT_SAVED) -> None:
    """Let the form say, once it is shown again, what came of sending it."""
    form.problems.append(why)
    form.status, form.outcome = status, outcome
