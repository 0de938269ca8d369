"""What to say of a form that was saved when it was sent before, or may have been, where that may hold no longer."""

from typing import Any

from changes import Change, intent_of, is_changed_since
from changes.creations import CREATIONS
from changes.later import find_overtaken, find_unknown
from client import Problem
from i18n import N_, gettext
from store import Entry, StoreError
from web.forms.forms import CONFLICT, PageForm
from web.pages.feedback import Feedback
from web.pages.problems import LinkedText, not_known
from web.person.access import person
from web.person.portal import api, portal
from web.saving.sent_before import NOT_THIS, entry_of_first, journal_url

OVERTAKEN = N_("It isn't known whether this was saved when you sent it before, and it was changed again since. ")
SAVED_THEN = N_("This was saved when you sent it before, and it was changed again since. ")
DELETED_THEN = N_("The API accepted this when you sent it before, and it is there now. ")
CREATED_THEN = N_("This was created when you sent it before, and it was deleted since. ")
TOLD = "told-"
"""The key of a form that has said so begins with it."""


def tell_overtaken(form: PageForm, change: Change[Any]) -> bool:
    """Say it, once, where somebody has set again since what this form may have set. Raises StoreError."""
    entry = _overtaken(form, change)
    if entry is None:
        return False
    form.form_key.data = f"{TOLD}{form.form_key.data}"
    at = journal_url("show", change, entry.number)
    refuse(
        form,
        LinkedText(gettext(OVERTAKEN), gettext("Check now"), gettext(", or send it anyway."), at),
        CONFLICT,
        Feedback.UNKNOWN,
    )
    return True


def tell_doubt(form: PageForm, change: Change[Any]) -> bool:
    """Say likewise that it is not known whether it was saved before, whether or not somebody has set it again since."""
    if tell_overtaken(form, change):
        return True
    entry = find_unknown(portal().store.journal, intent_of(change, person().owner))
    if entry is not None:
        refuse(form, not_known(journal_url("show", change, entry.number)), CONFLICT, Feedback.UNKNOWN)
    return entry is not None


def tell_changed_since(form: PageForm, change: Change[Any], since: float) -> bool:
    """Say it where what this form saved `since` then is there no longer; sent once more, it is a change of its own."""
    try:
        entry = entry_of_first(change, since)
        if entry is None or not is_changed_since(api(), entry):
            return False
    except (Problem, StoreError):  # then nobody can say more than what came of it
        return False
    form.renew_key()
    form.problem_title = gettext(NOT_THIS)
    at = journal_url("show", change, entry.number)
    saved_then = gettext(DELETED_THEN) if change.endpoint.method == "DELETE" else gettext(SAVED_THEN)
    then = gettext(CREATED_THEN) if change.endpoint.name in CREATIONS else saved_then
    refuse(form, LinkedText(then, gettext("See what was sent"), gettext(", or send it again."), at), CONFLICT)
    return True


def _overtaken(form: PageForm, change: Change[Any]) -> Entry | None:
    """What sent the same before, it is not known whether with success, where somebody has set that again since.

    A creation makes another one each time, so it is never asked about; nor is a form that has asked already.
    """
    if change.endpoint.method == "POST" or is_told(form):
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
