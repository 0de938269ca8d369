"""Submitting a form: it is reviewed, sent once, refused with its problems, or reported on the next page."""

import re
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

from flask import Flask, flash, url_for
from werkzeug.wrappers import Response

from masthead.client import (
    Cached,
    Conflict,
    InvalidInput,
    NotFound,
    OutcomeUnknown,
    Problem,
    TokenRefused,
    TooMany,
    quote_message,
)
from masthead.i18n import N_, gettext
from masthead.store.entries import MAYBE_SAVED, Cause, Entry, Outcome, Reason, State
from masthead.store.errors import StoreError
from masthead.store.journal.journal import JournalHook
from masthead.store.submissions import SentBeforeError, Submission
from masthead.web.descriptions.outcome_text import cause_text
from masthead.web.forms.fields import WireField
from masthead.web.forms.forms import ALREADY_SAVED, CONFLICT, INVALID, ContractForm, PageForm
from masthead.web.frame.pages import ADVICE, Feedback, Report, as_report, redirect_info, redirect_saved
from masthead.web.frame.problems import (
    NO_RECORDS,
    UNAVAILABLE,
    LinkedText,
    draft_stored_message,
    http_status,
    problem_message,
    retry_time_label,
    stopped_checks_message,
    unknown_outcome_message,
    unread_message,
    whole_seconds,
)
from masthead.web.http.paths import request_path
from masthead.web.person.guards import has_valid_csrf_token
from masthead.web.person.portal import api, portal
from masthead.web.person.session import person, prompt_for_name_once, write_with_session
from masthead.web.submit.drafts import draft_hook, entry_number, has_draft, release_draft, restore_sent_draft
from masthead.web.submit.outcome_messages import flash_concurrent, verify_effect
from masthead.web.submit.receipt import ObservedEntry, may_be_saved, observe_entry, render_receipt
from masthead.web.submit.recorded_changes import object_page_url
from masthead.web.submit.review import (
    EDIT,
    KEEP,
    entry_url,
    get_own_entry,
    posted_receipt,
    pressed_button,
    reason_given,
    render_review,
    wants_review,
)
from masthead.writes.check import is_changed_since, is_touched_since, verify_unknown_calls
from masthead.writes.observe import read_created, read_now
from masthead.writes.roles import GIVES_ROLES
from masthead.writes.send import UNDO, Applied, Change, NotAppliedError, apply, build_intent, undo_prefix
from masthead.writes.timeline import is_duplicate
from masthead.writes.undo import is_undoable

After = Callable[[Any], tuple[str | Report, str]]
Effect = Callable[[], object]
NOT_KEPT = N_(
    "Masthead couldn't keep this as a draft, and nothing was sent. It is still here. Copy it, or try again in a moment."
)
THERE_SINCE = N_(" It has been there since you sent it before, so nothing was sent now.")


def init_app(app: Flask) -> None:
    app.jinja_env.globals.update(unknown_outcome=unknown_outcome)


def save(
    form: PageForm,
    change: Change[Any],
    after: After,
    hook: JournalHook | None = None,
    once_saved: Effect | None = None,
) -> Response | None:
    """Send a validated form's change. `after` builds the message and the next page from the API's answer.

    `hook` writes in the same transactions as the journal. `once_saved` is called if the API reports the sent values,
    and may raise StoreError.

    Returns the redirect, the requested review, or the receipt for an unknown outcome. Returns None if the form is to be
    shown again, with its problem and `status`. A form that was sent twice (with a double click or the back button) is
    carried out once.
    """
    if wants_review(form):
        return render_review(form, change)
    if pressed_button() in {EDIT, KEEP}:
        if pressed_button() == KEEP:  # reached only if the draft could not be kept
            refuse_form(form, gettext(NOT_KEPT), UNAVAILABLE)
        return None
    return answer_duplicate(form, change, after) or _send_change(form, change, after, hook, once_saved)


def save_changes(
    form: ContractForm, was: Cached[Any], change: Callable[[], Change[Any]], after: After, onward: str
) -> Response | None:
    """Send a form's changes, if any. `change` is called with the validated form.

    `was` contains the form's values, which were just read. Returns None if the form is to be shown again.
    """
    if not form.validate() or refuse_if_unread(form, was):
        return None
    return redirect_unchanged(form, onward) if form.is_unchanged else save(form, change(), after)


def redirect_unchanged(form: ContractForm, onward: str, form_page: str = "") -> Response:
    """Redirect with a message that nothing was sent. If others changed something, go back to the form.

    `form_page` is the form's page, if the form is sent to a different URL.
    """
    with suppress(StoreError):  # a read may find out that earlier input was saved, for the journal
        if entry := find_sent_entry():
            observe_entry(entry)
    release_draft(is_saved=bool(form.three_way.edited_fields()))
    if changes := form.three_way.other_changes_message():
        return redirect_info(f"{form.no_change_message} {changes}", form_page or request_path())
    return redirect_info(form.no_change_message, onward)


def _send_change(
    form: PageForm, change: Change[Any], after: After, hook: JournalHook | None, once_saved: Effect | None
) -> Response | None:
    key, seen = str(form.form_key.data), posted_receipt()[0]
    sending = portal().store.submissions.sending(person().owner, key, _submitted_text(change), seen)
    draft = hook or draft_hook()
    try:
        applied = apply(api(), portal().store.journal, replace(change, reason=reason_given()), sending, draft)
    except SentBeforeError as before:
        return answer_duplicate(form, change, after, once_saved) or _answer_repeated_press(form, change, before.first)
    except StoreError:
        refuse_form(form, gettext(NO_RECORDS), UNAVAILABLE)
        return None
    except NotAppliedError as failure:
        if isinstance(failure.problem, OutcomeUnknown):
            flash_concurrent(change, failure.entry)
            return _receipt(form, change, failure)
        if isinstance(failure.problem, Conflict):
            _remerge(form, change)
        show_problem(failure.problem, form, sent=True)
        return None
    return _report_sent(form, applied, after, once_saved)


def _answer_repeated_press(form: PageForm, change: Change[Any], first: Submission) -> Response | None:
    """Repeat the response to the button's first press, since nothing can be read now."""
    if first.is_finished:
        return redirect_saved(first.message, first.location)
    journal = url_for("journal.index", organization_id=change.organization or change.ids[0])
    refuse_form(form, unknown_outcome_message(journal), CONFLICT, Feedback.UNKNOWN)
    return None


def journal_url(page: str, change: Change[Any], entry: int) -> str:
    """Return the URL of a page about the journal entry that sent a change."""
    return url_for(f"journal.{page}", organization_id=change.organization or change.ids[0], number=entry)


def _submitted_text(change: Change[Any]) -> str:
    body = "" if change.body is None else change.body.model_dump_json()
    return "\n".join((change.endpoint.name, *change.ids, body))


def _receipt(form: PageForm, change: Change[Any], failure: NotAppliedError) -> Response | None:
    try:
        entry = portal().store.journal.entry(change.organization or change.ids[0], failure.entry)
    except StoreError:
        entry = None
    if entry is None:  # otherwise the same key finds the entry as soon as the store can be read
        refuse_form(
            form, unknown_outcome_message(journal_url("show", change, failure.entry)), UNAVAILABLE, Feedback.UNKNOWN
        )
        return None
    return render_receipt(observe_entry(entry, looks=False), form=form, status=http_status(failure.problem))


def _remerge(form: PageForm, change: Change[Any]) -> None:
    """Merge with the current values after the API reported a conflict."""
    if isinstance(form, ContractForm):
        with suppress(Problem):
            now = read_now(api(), change.endpoint.name, change.ids)
            if now:  # otherwise it can't be read
                form.remerge(now)


def _report_sent(form: PageForm, applied: Applied[Any], after: After, once_saved: Effect | None) -> Response:
    change, owner = applied.change, person().owner
    message, location = after(applied.after)
    report = as_report(message)
    unlike = verify_effect(applied) if report.outcome is Feedback.SAVED else None
    report = (unlike or report).followed_by("".join(f" {cause_text(each)}" for each in applied.failed))
    if report.outcome is Feedback.NOT_SAVED:
        restore_sent_draft()
        _write_outcome(applied, Outcome(State.NOT_SAVED, Cause(Reason.WITHOUT_EFFECT)))
    else:
        flash_concurrent(change, applied.entry)
    # Afterwards, the outcome can be checked. Accepted roles that no list shows stay saved, so that they can be undone.
    if unlike is not None and unlike.outcome is Feedback.UNKNOWN and change.endpoint.name not in GIVES_ROLES:
        _write_outcome(applied, Outcome(State.UNKNOWN, Cause(Reason.NOT_REPORTED)))
    if report.outcome is Feedback.SAVED:  # otherwise a repeated form must report an unknown outcome
        if once_saved is not None:
            with suppress(StoreError):  # the change was saved even if this fails
                once_saved()
        if change.endpoint.method != "POST":
            verify_unknown_calls(api(), portal().store.journal, change, by=owner)
        key, finish = str(form.form_key.data), portal().store.submissions.finish
        write_with_session(partial(finish, owner, key, location, report.text, entry=applied.entry))
    _flash_notes(form)
    with suppress(StoreError):  # the change was saved even if this fails
        prompt_for_name_once()
    undoable = is_undoable(change) and report.outcome is not Feedback.NOT_SAVED
    undo = journal_url("undo", change, applied.entry) if undoable else ""
    return redirect_saved(report, location, undo, redoes=undo_prefix(change.summary) == UNDO)


def _write_outcome(applied: Applied[Any], outcome: Outcome) -> None:
    with suppress(StoreError):  # the next page reports the outcome anyway
        portal().store.journal.write_outcome(applied.entry, outcome)


def _flash_notes(form: PageForm) -> None:
    if isinstance(form, ContractForm):
        if changes := form.three_way.other_changes_message():
            flash(gettext("%(changes)s That stays.", changes=changes), "info")
        for advice in form.advice():
            flash(advice, ADVICE)


def find_sent_entry() -> Entry | None:
    """Find the entry that sent this request's draft, or else the receipt's entry. Raises StoreError."""
    return get_own_entry(entry_number() or posted_receipt()[0])


def unknown_outcome() -> LinkedText | None:
    """Report that this request's form was sent before and that the outcome is unknown."""
    with suppress(StoreError):
        entry = find_sent_entry()
        if entry is not None and entry.outcome.state in MAYBE_SAVED:
            is_closed = entry.outcome.state is State.CLOSED
            return (stopped_checks_message if is_closed else unknown_outcome_message)(entry_url(entry))
    return None


def answer_duplicate(
    form: PageForm, change: Change[Any], after: After | str, once_saved: Effect | None = None
) -> Response | None:
    """Respond to a change that this form or its draft has already sent. None if it is to be sent.

    The response is the next page if a read confirms the change, or else the receipt, unless the person has seen it.
    `after` is the same as in `save`, or the URL of the next page. Call this before comparing the form with current
    values.
    """
    with suppress(StoreError, Problem):  # without the store, nothing can be sent anyway
        owner = person().owner
        row = portal().store.submissions.find(owner, str(form.form_key.data), _submitted_text(change))
        entry = (get_own_entry(row.entry) if row else None) or find_sent_entry()
        if entry is None or not has_valid_csrf_token() or not is_duplicate(entry, build_intent(change, owner)):
            return None
        if not may_be_saved(entry):
            return None
        seen = observe_entry(entry)
        if seen.is_saved and (seen.problem is not None or not is_changed_since(api(), seen.entry)):
            if row is not None and row.is_finished:
                return redirect_saved(row.message, row.location)
            return _answer_saved(change, seen.entry, after, once_saved) if _is_same_call(seen.entry, change) else None
        return None if _is_agreed(seen, change) else render_receipt(seen, form=form)
    return None


def _is_agreed(seen: ObservedEntry, change: Change[Any]) -> bool:
    """Return whether the person has seen the current receipt, or an earlier one if repeating is harmless.

    Creating another object or overwriting a later change is harmful.
    """
    number, token = posted_receipt()
    if number != seen.entry.number or token == seen.token:
        return token == seen.token
    is_harmful = may_be_saved(seen.entry) if change.endpoint.method == "POST" else is_touched_since(api(), seen.entry)
    return not is_harmful


def _answer_saved(change: Change[Any], entry: Entry, after: After | str, once_saved: Effect | None) -> Response:
    """Report that everything was already saved and that nothing is sent."""
    release_draft(is_saved=True)
    if once_saved is not None:
        with suppress(StoreError):  # the change was saved even if this fails
            once_saved()
    if entry.outcome.made and not isinstance(after, str):
        message, location = after(read_created(api(), change.endpoint.name, (*change.ids, entry.outcome.made)))
        return redirect_saved(as_report(message).followed_by(gettext(THERE_SINCE)), location)
    return redirect_info(gettext(ALREADY_SAVED), after if isinstance(after, str) else object_page_url(entry))


def _is_same_call(entry: Entry, change: Change[Any]) -> bool:
    before, intent = entry.intent, build_intent(change, person().owner)
    return (before.endpoint, before.ids, before.body) == (intent.endpoint, intent.ids, intent.body)


TAKEN = N_("%(label)s is probably taken: the documentation service refused it and gave no reason. Enter another one.")
GONE = N_("%(value)s no longer exists, or you no longer have access to it. Nothing was changed.")
NOT_SENT_NOW = N_("%(why)s Nothing was sent this time. It isn't known whether what you sent before was saved. ")
REFUSED_NOW = N_("%(why)s This try changed nothing. It isn't known whether what you sent before was saved. ")


def refuse_if_unread(form: PageForm, was: Cached[Any]) -> bool:
    """Return whether the object to change could not be read just now. If so, add the problem to the form.

    A cached response is enough to show the form again with its input, but not to find changes by colleagues.
    """
    if was.problem is not None:
        show_problem(was.problem, form)
    return was.problem is not None


def show_problem(problem: Problem, form: PageForm, *, sent: bool = False) -> None:
    """Show a problem at the field that it names, or else above the form.

    `sent` means that the form itself was sent, rather than just a read.
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
            draft_stored_message(problem, url_for("drafts.index")) if has_draft() else _error_above(problem, form)
        )


def refuse_form(form: PageForm, why: str | LinkedText, status: int, outcome: Feedback = Feedback.NOT_SAVED) -> None:
    """Set the text to show above the form, with the status and outcome."""
    form.problems.append(why)
    form.status, form.outcome = status, outcome


def _error_at_field(problem: Problem, named: WireField, form: PageForm) -> str:
    """Return the API's message, without the API's names for this field and others."""
    if _is_unexplained_conflict(problem):
        return gettext(TAKEN, label=named.label.text)
    said = re.sub(rf"^{re.escape(named.name)}(\.(?=\w)|: *)", "", problem.message)
    for field in form.wire_fields:
        if not field.name.islower():  # a lower-case name can also be a word of the sentence
            said = re.sub(rf"\b{re.escape(field.name)}\b", f"‘{field.label.text}’", said)
    return gettext("The documentation service refused this: %(said)s", said=quote_message(said))


def _error_above(problem: Problem, form: PageForm) -> str:
    named = (words for name, words in form.sends.items() if re.search(rf"\b{re.escape(name)}\b", problem.message))
    gone = next(named, "") if isinstance(problem, NotFound) else ""
    return gettext(GONE, value=gone) if gone else problem_message(problem)


def _is_unexplained_conflict(problem: Problem) -> bool:
    return isinstance(problem, Conflict) and not problem.gives_reason


def _find_field(problem: Problem, form: PageForm) -> WireField | None:
    """Find the field that the API's message names, or the only possible field."""
    if not isinstance(problem, (InvalidInput, NotFound, Conflict)):
        return None
    if _is_unexplained_conflict(problem) and isinstance(form, ContractForm):
        return next((form[name] for name in form.unique if name in form.changes()), None)
    found = [(re.search(rf"\b{re.escape(f.name)}\b", problem.message), f) for f in form.wire_fields]
    return min(((match.start(), f) for match, f in found if match), key=lambda each: each[0], default=(0, None))[1]


def _is_still_unknown(form: PageForm, problem: Problem, *, sent: bool) -> bool:
    """Explain that the form's earlier outcome is still unknown, because sending or reading failed (`problem`)."""
    with suppress(StoreError):
        entry = find_sent_entry()
        if entry is None or entry.outcome.state not in MAYBE_SAVED:
            return False
        before = gettext(REFUSED_NOW if sent else NOT_SENT_NOW, why=unread_message(problem))
        why = LinkedText(before, gettext("Check now"), gettext(" before you send it again."), entry_url(entry))
        refuse_form(form, why, http_status(problem), Feedback.UNKNOWN)
        return True
    return False
