"""Problems in a form: at the field that the API names, else above the form."""

import re
from contextlib import suppress
from typing import Any

from flask import url_for

from masthead.client import Cached, Conflict, InvalidInput, NotFound, Problem, TokenRefused, TooMany, quote_message
from masthead.i18n import N_, gettext
from masthead.store.entries import MAYBE_SAVED
from masthead.store.errors import StoreError
from masthead.web.forms.fields import WireField
from masthead.web.forms.forms import INVALID, ContractForm, PageForm
from masthead.web.frame.pages import Feedback
from masthead.web.frame.problems import (
    LinkedText,
    draft_stored_message,
    http_status,
    problem_message,
    retry_time_label,
    unread_message,
    whole_seconds,
)
from masthead.web.submit.drafts import is_stored
from masthead.web.submit.receipt import entry_sent_before, entry_url

TAKEN = N_("%(label)s is probably taken: the API refused it and gave no reason. Enter another one.")
GONE = N_("%(value)s no longer exists, or you no longer have access to it. Nothing was changed.")
NOT_SENT_NOW = N_("%(why)s Nothing was sent this time. It isn't known whether what you sent before was saved. ")
REFUSED_NOW = N_("%(why)s This try changed nothing. It isn't known whether what you sent before was saved. ")


def refuse_unread(form: PageForm, was: Cached[Any]) -> bool:
    """Return True, with the problem in the form, if the object to change could not be read just now.

    A cached response is enough to show the form again with the input, but not to find a colleague's changes.
    """
    if was.problem is not None:
        show(was.problem, form)
    return was.problem is not None


def show(problem: Problem, form: PageForm, *, sent: bool = False) -> None:
    """Put a problem at the field that it names, else above the form.

    `sent` says that the form was sent, and not only read for.
    """
    if isinstance(problem, TokenRefused):
        raise problem
    if isinstance(problem, TooMany):
        form.wait_seconds, form.wait_words = whole_seconds(problem.retry_after), retry_time_label(problem.retry_after)
    named = _find_field(problem, form)
    wrong = isinstance(problem, InvalidInput) or (named is not None and isinstance(problem, NotFound))
    form.status = INVALID if wrong else http_status(problem)
    if named is not None:
        named.errors = [*named.errors, _error_at_field(problem, named, form)]
    elif not _is_still_unknown(form, problem, sent=sent):
        form.problems.append(
            draft_stored_message(problem, url_for("drafts.index")) if is_stored() else _error_above(problem, form)
        )


def refuse(form: PageForm, why: str | LinkedText, status: int, outcome: Feedback = Feedback.NOT_SAVED) -> None:
    """Set the text that the form shows next, with status and outcome."""
    form.problems.append(why)
    form.status, form.outcome = status, outcome


def _error_at_field(problem: Problem, named: WireField, form: PageForm) -> str:
    """Return the API's message without the API's names of this field and of others."""
    if _is_mute_conflict(problem):
        return gettext(TAKEN, label=named.label.text)
    said = re.sub(rf"^{re.escape(named.name)}(\.(?=\w)|: *)", "", problem.message)
    for field in form.wire_fields:
        if not field.name.islower():  # a name in lower case is a word that a sentence may have too
            said = re.sub(rf"\b{re.escape(field.name)}\b", f"‘{field.label.text}’", said)
    return gettext("The API refused this: %(said)s", said=quote_message(said))


def _error_above(problem: Problem, form: PageForm) -> str:
    named = (words for name, words in form.sends.items() if re.search(rf"\b{re.escape(name)}\b", problem.message))
    gone = next(named, "") if isinstance(problem, NotFound) else ""
    return gettext(GONE, value=gone) if gone else problem_message(problem)


def _is_mute_conflict(problem: Problem) -> bool:
    return isinstance(problem, Conflict) and not problem.gives_reason


def _find_field(problem: Problem, form: PageForm) -> WireField | None:
    """Find the field that the API's message names, or the only possible one."""
    if not isinstance(problem, (InvalidInput, NotFound, Conflict)):
        return None
    if _is_mute_conflict(problem) and isinstance(form, ContractForm):
        return next((form[name] for name in form.unique if name in form.changes()), None)
    found = [(re.search(rf"\b{re.escape(f.name)}\b", problem.message), f) for f in form.wire_fields]
    return min(((match.start(), f) for match, f in found if match), key=lambda each: each[0], default=(0, None))[1]


def _is_still_unknown(form: PageForm, problem: Problem, *, sent: bool) -> bool:
    """Say that the form's earlier outcome stays unknown, as sending or reading met a `problem`."""
    with suppress(StoreError):
        entry = entry_sent_before()
        if entry is None or entry.outcome.state not in MAYBE_SAVED:
            return False
        before = gettext(REFUSED_NOW if sent else NOT_SENT_NOW, why=unread_message(problem))
        why = LinkedText(before, gettext("Check now"), gettext(" before you send it again."), entry_url(entry))
        refuse(form, why, http_status(problem), Feedback.UNKNOWN)
        return True
    return False
