"""One write, as every form does it: shown before if asked, sent once, told on the next page or in the form."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

from flask import flash, url_for
from werkzeug.wrappers import Response

from i18n import N_, gettext
from masthead.client import (
    Cached,
    Conflict,
    InvalidInput,
    NotFound,
    OutcomeUnknown,
    Problem,
    TokenRefused,
    TooMany,
)
from masthead.store.causes import Cause, Reason
from masthead.store.entries import Outcome, State
from masthead.store.errors import StoreError
from masthead.store.journal.journal import JournalHook
from masthead.store.submissions import SentBeforeError, Submission
from masthead.web.forms.forms import INVALID, ContractForm, PageForm
from masthead.web.frame.feedback import Feedback, Report
from masthead.web.frame.pages import done, informed
from masthead.web.frame.problems import (
    NO_RECORDS,
    UNAVAILABLE,
    kept_in_words,
    not_known,
    status_of,
    wait,
    whole_seconds,
)
from masthead.web.http.paths import asked_path
from masthead.web.person.access import person
from masthead.web.person.naming import ask_name_once
from masthead.web.person.portal import api, portal
from masthead.web.person.session import write_at_end
from masthead.web.submit.drafts import draft_being_sent, is_kept, keep_again, nothing_was_sent
from masthead.web.submit.named_fields import named_field, words_above, words_at_field
from masthead.web.submit.outcome_messages import contradiction, read_back, tell_overlapping
from masthead.web.submit.receipt import observe, receipt, seen_receipt
from masthead.web.submit.review import EDIT, KEEP, reason_given, review, step, wants_review
from masthead.web.submit.submission import (
    After,
    Effect,
    answer_earlier,
    answer_repeated,
    journal_url,
    look_up_sent_before,
    refuse,
    tell_still_in_doubt,
)
from masthead.writes.change import UNDO, Change, undo_word
from masthead.writes.check import look_up_earlier
from masthead.writes.members import GIVES_ROLES
from masthead.writes.reading import read_now
from masthead.writes.send import Applied, NotAppliedError, apply
from masthead.writes.undo import is_undoable

NOT_KEPT = N_(
    "Masthead couldn't keep this as a draft, and nothing was sent. It is still here. Copy it, or try again in a moment."
)


def save(
    form: PageForm,
    change: Change[Any],
    after: After,
    beside: JournalHook | None = None,
    once_saved: Effect | None = None,
) -> Response | None:
    """Send the change of a validated form; `after` makes the message and the way on out of the API's answer.

    Of roles that were given or taken away, it gets what `read_back` gives. `beside` is what the store writes along with
    the journal's lines. `once_saved` is done where the API reports what was sent, and may raise StoreError.

    Answers the redirect, the review that was asked for, the receipt where the outcome isn't known, or None: then the
    form is to be shown again, with its problem and `status`. A form that was sent twice (a double click, the back
    button) is carried out once.
    """
    if wants_review(form):
        return review(form, change)
    if step() in {EDIT, KEEP}:
        if step() == KEEP:  # it comes here only when it could not be kept
            refuse(form, gettext(NOT_KEPT), UNAVAILABLE)
        return None
    return answer_earlier(form, change, after) or _send(form, change, after, beside, once_saved)


def save_changes(
    form: ContractForm, was: Cached[Any], change: Callable[[], Change[Any]], after: After, onward: str
) -> Response | None:
    """Send what was changed in a form, which may be nothing; `change` makes it of the validated form.

    `was` is what the form was drawn from, read just now. Answers None where the form is to be shown again.
    """
    if not form.validate() or unread(form, was):
        return None
    return nothing_sent(form, onward) if form.unchanged else save(form, change(), after)


def nothing_sent(form: ContractForm, onward: str, form_page: str = "") -> Response:
    """Say why nothing is sent, and go on. Where others changed something meanwhile: back to the form, which shows it.

    `form_page` is where the form is shown, if that is not where it is sent.
    """
    look_up_sent_before(form)
    nothing_was_sent(is_there=bool(form.three_way.edited_fields()))
    told = form.three_way.other_changes_message()
    if told:
        return informed(f"{form.why_nothing_is_sent} {told}", form_page or asked_path())
    return informed(form.why_nothing_is_sent, onward)


def _send(
    form: PageForm, change: Change[Any], after: After, beside: JournalHook | None, once_saved: Effect | None
) -> Response | None:
    key, (seen, _) = str(form.form_key.data), seen_receipt()
    sending = portal().store.submissions.sending(person().owner, key, _content(change), seen)
    try:
        draft = beside or draft_being_sent(form)
        applied = apply(api(), portal().store.journal, replace(change, reason=reason_given()), sending, draft)
    except SentBeforeError as before:
        return _repeat(form, change, before.first)
    except StoreError:
        refuse(form, gettext(NO_RECORDS), UNAVAILABLE)
        return None
    except NotAppliedError as failure:
        if isinstance(failure.problem, OutcomeUnknown):
            tell_overlapping(change, failure.entry)
            return _receipt(form, change, failure)
        if isinstance(failure.problem, Conflict):
            _look_again(form, change)
        show(failure.problem, form, sent=True)
        return None
    return _sent(form, applied, after, once_saved)


def _repeat(form: PageForm, change: Change[Any], first: Submission) -> Response | None:
    try:
        return answer_repeated(form, change, first)
    except StoreError:
        refuse(form, gettext(NO_RECORDS), UNAVAILABLE)
        return None


def _receipt(form: PageForm, change: Change[Any], failure: NotAppliedError) -> Response | None:
    try:
        entry = portal().store.journal.entry(change.organization or change.ids[0], failure.entry)
    except StoreError:
        entry = None
    if entry is None:  # else the same key finds it once the records can be read
        refuse(form, not_known(journal_url("show", change, failure.entry)), UNAVAILABLE, Feedback.UNKNOWN)
        return None
    return receipt(observe(entry, looks=False), form=form, status=status_of(failure.problem))


def _sent(form: PageForm, applied: Applied[Any], after: After, once_saved: Effect | None) -> Response:
    change, owner = applied.change, person().owner
    found = read_back(change, applied.entry) if change.endpoint.name in GIVES_ROLES else applied.after
    message, location = after(found)
    report = message if isinstance(message, Report) else Report(Feedback.SAVED, message)
    unlike = contradiction(applied) if report.outcome is Feedback.SAVED else None
    report = (unlike or report).followed_by("".join(f" {each}" for each in applied.failed))
    if report.outcome is Feedback.SAVED and once_saved is not None:
        with suppress(StoreError):  # it was saved all the same
            once_saved()
    if report.outcome is Feedback.NOT_SAVED:
        keep_again()
        if not isinstance(found, Outcome):  # else the journal has it already
            _settle(applied, Outcome(State.NOT_SAVED, Cause(Reason.WITHOUT_EFFECT)))
    if unlike is not None and unlike.outcome is Feedback.UNKNOWN:  # from then on it can be checked
        _settle(applied, Outcome(State.UNKNOWN, Cause(Reason.NOT_REPORTED)))
    if report.outcome is Feedback.SAVED and change.endpoint.method != "POST":
        look_up_earlier(api(), portal().store.journal, change, by=owner)
    if report.outcome is not Feedback.NOT_SAVED:
        tell_overlapping(change, applied.entry)
    _tell_beside(form)
    if report.outcome is Feedback.SAVED:  # else sending it again must report that it is not known
        write_at_end(partial(portal().store.submissions.finish, owner, str(form.form_key.data), location, report.text))
    with suppress(StoreError):  # it was saved all the same
        ask_name_once()
    undoable = is_undoable(change) and report.outcome is not Feedback.NOT_SAVED
    undo = journal_url("undo", change, applied.entry) if undoable else ""
    return done(report, location, undo, redoes=undo_word(change.summary) == UNDO)


def _settle(applied: Applied[Any], outcome: Outcome) -> None:
    with suppress(StoreError):  # the next page tells it all the same
        portal().store.journal.settle(applied.entry, outcome)


def _look_again(form: PageForm, change: Change[Any]) -> None:
    """Compare with what is there now: the API says that it is not what the change was made for."""
    if isinstance(form, ContractForm):
        with suppress(Problem):
            now = read_now(api(), change.endpoint.name, change.ids)
            if now:  # else nobody can read it
                form.meet(now)


def _tell_beside(form: PageForm) -> None:
    if isinstance(form, ContractForm):
        if told := form.three_way.other_changes_message():
            flash(gettext("%(changes)s That stays.", changes=told), "info")
        for advice in form.advice():
            flash(advice, "warning")


def _content(change: Change[Any]) -> str:
    body = "" if change.body is None else change.body.model_dump_json()
    return "\n".join((change.endpoint.name, *change.ids, body))


def unread(form: PageForm, was: Cached[Any]) -> bool:
    """Whether what the form changes could not be read just now: then nothing is sent, and the form says so.

    What is remembered is enough to show the form again with what was typed, and not to tell what a colleague changed.
    """
    if was.problem is not None:
        show(was.problem, form)
    return was.problem is not None


def show(problem: Problem, form: PageForm, *, sent: bool = False) -> None:
    """Put a problem where the person will see it: at the field that it names, else above the form.

    `sent` says that the form was sent, and not only read for.
    """
    if isinstance(problem, TokenRefused):
        raise problem
    if isinstance(problem, TooMany):
        form.wait_seconds, form.wait_words = whole_seconds(problem.retry_after), wait(problem.retry_after)
    named = named_field(problem, form)
    wrong = isinstance(problem, InvalidInput) or (named is not None and isinstance(problem, NotFound))
    form.status = INVALID if wrong else status_of(problem)
    if named is not None:
        named.errors = [*named.errors, words_at_field(problem, named, form)]
    elif not tell_still_in_doubt(form, problem, sent=sent):
        form.problems.append(
            kept_in_words(problem, url_for("drafts.index")) if is_kept() else words_above(problem, form)
        )
