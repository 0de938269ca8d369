"""A form's submission: reviewed on request, sent once, reported on the next page; a second press finds it.

It is new, then sent, then saved, refused or of unknown outcome.
"""

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

from flask import flash, url_for
from werkzeug.wrappers import Response

from masthead.client import (
    Cached,
    Conflict,
    OutcomeUnknown,
    Problem,
)
from masthead.i18n import N_, gettext
from masthead.resources import CREATIONS
from masthead.store.entries import Cause, Entry, Outcome, Reason, State
from masthead.store.errors import StoreError
from masthead.store.journal.journal import JournalHook
from masthead.store.journal.queries import JournalQuery
from masthead.store.submissions import SentBeforeError, Submission, SubmissionState
from masthead.web.descriptions.outcome_text import cause_text
from masthead.web.forms.forms import ALREADY_SAVED, CONFLICT, ContractForm, PageForm
from masthead.web.frame.pages import Feedback, Report, as_report, build_report, redirect_info, redirect_saved
from masthead.web.frame.problems import (
    NO_RECORDS,
    UNAVAILABLE,
    LinkedText,
    http_status,
    unknown_outcome_message,
)
from masthead.web.http.paths import request_path
from masthead.web.person.guards import has_valid_csrf_token
from masthead.web.person.portal import api, portal
from masthead.web.person.session import ask_name_once, person, write_with_session
from masthead.web.submit.drafts import draft_being_sent, entry_sent_before, release_draft, restore_sent_draft
from masthead.web.submit.form_problems import refuse, refuse_differently, refuse_unread, show
from masthead.web.submit.outcome_messages import flash_concurrent, read_back, verify_effect
from masthead.web.submit.receipt import Observation, entry_url, journal_url, observe, own_entry, posted_receipt, receipt
from masthead.web.submit.recorded_changes import page_of
from masthead.web.submit.review import EDIT, KEEP, reason_given, review, step, wants_review
from masthead.writes.check import is_changed_since, is_touched_since, verify_unknown_calls
from masthead.writes.observe import ARRIVES_WITHIN_SECONDS, read_created, read_now
from masthead.writes.roles import GIVES_ROLES
from masthead.writes.send import UNDO, Applied, Change, NotAppliedError, apply, intent_of, undo_word
from masthead.writes.timeline import find_overtaken, is_duplicate
from masthead.writes.undo import is_undoable

After = Callable[[Any], tuple[str | Report, str]]
Effect = Callable[[], object]
NOT_KEPT = N_(
    "Masthead couldn't keep this as a draft, and nothing was sent. It is still here. Copy it, or try again in a moment."
)
NOT_AGAIN = N_("This was not saved again")
THAT_SAVED, THAT_NOT_KNOWN = N_("That was saved."), N_("It isn't known whether that was saved.")
THERE_SINCE = N_(" It has been there since you sent it before, so nothing was sent now.")
SENT_JUST_NOW = N_(
    "You sent “%(summary)s” less than a minute ago, and it isn't known whether that was saved. The API may still be "
    "creating it. "
)
OVERTAKEN = N_("You sent “%(summary)s” before. It isn't known whether that was saved, and it was changed again since. ")
SAVED_THEN = N_("You sent “%(summary)s” before. That was saved, and it was changed or undone since. ")


def save(
    form: PageForm,
    change: Change[Any],
    after: After,
    hook: JournalHook | None = None,
    once_saved: Effect | None = None,
) -> Response | None:
    """Send the change of a validated form; `after` builds message and next page from the API's answer.

    Of roles that were given or taken away, it gets what `read_back` gives. `hook` writes along with the journal.
    `once_saved` is called if the API reports what was sent, and may raise StoreError.

    Returns the redirect, the review that was asked for, the receipt where the outcome isn't known, or None: then the
    form is to be shown again, with its problem and `status`. A form that was sent twice (a double click, the back
    button) is carried out once.
    """
    if wants_review(form):
        return review(form, change)
    if step() in {EDIT, KEEP}:
        if step() == KEEP:  # it comes here only when it could not be kept
            refuse(form, gettext(NOT_KEPT), UNAVAILABLE)
        return None
    return answer_duplicate(form, change, after) or _send(form, change, after, hook, once_saved)


def save_changes(
    form: ContractForm, was: Cached[Any], change: Callable[[], Change[Any]], after: After, onward: str
) -> Response | None:
    """Send the changes of a form, if any; `change` is called for the validated form.

    `was` is what the form was drawn from, read just now. Returns None where the form is to be shown again.
    """
    if not form.validate() or refuse_unread(form, was):
        return None
    return nothing_sent(form, onward) if form.unchanged else save(form, change(), after)


def nothing_sent(form: ContractForm, onward: str, form_page: str = "") -> Response:
    """Say why nothing is sent, and redirect; back to the form if others changed something.

    `form_page` is where the form is shown, if that is not where it is sent.
    """
    with suppress(StoreError):  # the journal gets what a read shows of what was sent before
        entry = own_entry(entry_sent_before(form) or posted_receipt()[0])
        if entry is not None:
            observe(entry)
    release_draft(is_saved=bool(form.three_way.edited_fields()))
    if changes := form.three_way.other_changes_message():
        return redirect_info(f"{form.why_nothing_is_sent} {changes}", form_page or request_path())
    return redirect_info(form.why_nothing_is_sent, onward)


def _send(
    form: PageForm, change: Change[Any], after: After, hook: JournalHook | None, once_saved: Effect | None
) -> Response | None:
    key, (seen, _) = str(form.form_key.data), posted_receipt()
    sending = portal().store.submissions.sending(person().owner, key, _content(change), seen)
    draft = hook or draft_being_sent(form)
    try:
        applied = apply(api(), portal().store.journal, replace(change, reason=reason_given()), sending, draft)
    except SentBeforeError as before:
        with suppress(StoreError):
            return _answer_repeated(form, change, before.first)
        refuse(form, gettext(NO_RECORDS), UNAVAILABLE)
        return None
    except StoreError:
        refuse(form, gettext(NO_RECORDS), UNAVAILABLE)
        return None
    except NotAppliedError as failure:
        if isinstance(failure.problem, OutcomeUnknown):
            flash_concurrent(change, failure.entry)
            return _receipt(form, change, failure)
        if isinstance(failure.problem, Conflict):
            _remerge(form, change)
        show(failure.problem, form, sent=True)
        return None
    return _report_sent(form, applied, after, once_saved)


def _content(change: Change[Any]) -> str:
    body = "" if change.body is None else change.body.model_dump_json()
    return "\n".join((change.endpoint.name, *change.ids, body))


def _receipt(form: PageForm, change: Change[Any], failure: NotAppliedError) -> Response | None:
    try:
        entry = portal().store.journal.entry(change.organization or change.ids[0], failure.entry)
    except StoreError:
        entry = None
    if entry is None:  # else the same key finds it once the records can be read
        refuse(form, unknown_outcome_message(journal_url("show", change, failure.entry)), UNAVAILABLE, Feedback.UNKNOWN)
        return None
    return receipt(observe(entry, looks=False), form=form, status=http_status(failure.problem))


def _remerge(form: PageForm, change: Change[Any]) -> None:
    """Merge with current values: the API reports a conflict with the change."""
    if isinstance(form, ContractForm):
        with suppress(Problem):
            now = read_now(api(), change.endpoint.name, change.ids)
            if now:  # else nobody can read it
                form.remerge(now)


def _report_sent(form: PageForm, applied: Applied[Any], after: After, once_saved: Effect | None) -> Response:
    change, owner = applied.change, person().owner
    found = read_back(change, applied.entry) if change.endpoint.name in GIVES_ROLES else applied.after
    message, location = after(found)
    report = as_report(message)
    unlike = verify_effect(applied) if report.outcome is Feedback.SAVED else None
    report = (unlike or report).followed_by("".join(f" {cause_text(each)}" for each in applied.failed))
    if report.outcome is Feedback.NOT_SAVED:
        restore_sent_draft()
        if not isinstance(found, Outcome):  # else the journal has it already
            _settle(applied, Outcome(State.NOT_SAVED, Cause(Reason.WITHOUT_EFFECT)))
    else:
        flash_concurrent(change, applied.entry)
    if unlike is not None and unlike.outcome is Feedback.UNKNOWN:  # from then on it can be checked
        _settle(applied, Outcome(State.UNKNOWN, Cause(Reason.NOT_REPORTED)))
    if report.outcome is Feedback.SAVED:  # else sending it again must report that it is not known
        if once_saved is not None:
            with suppress(StoreError):  # it was saved all the same
                once_saved()
        if change.endpoint.method != "POST":
            verify_unknown_calls(api(), portal().store.journal, change, by=owner)
        write_with_session(
            partial(portal().store.submissions.finish, owner, str(form.form_key.data), location, report.text)
        )
    _tell_besides(form)
    with suppress(StoreError):  # it was saved all the same
        ask_name_once()
    undoable = is_undoable(change) and report.outcome is not Feedback.NOT_SAVED
    undo = journal_url("undo", change, applied.entry) if undoable else ""
    return redirect_saved(report, location, undo, redoes=undo_word(change.summary) == UNDO)


def _settle(applied: Applied[Any], outcome: Outcome) -> None:
    with suppress(StoreError):  # the next page tells it all the same
        portal().store.journal.settle(applied.entry, outcome)


def _tell_besides(form: PageForm) -> None:
    if isinstance(form, ContractForm):
        if changes := form.three_way.other_changes_message():
            flash(gettext("%(changes)s That stays.", changes=changes), "info")
        for advice in form.advice():
            flash(advice, "warning")


def answer_duplicate(
    form: PageForm, change: Change[Any], after: After | str, once_saved: Effect | None = None
) -> Response | None:
    """Answer a change that was sent before; None if it is to be sent.

    The answer is the next page if a read shows that the change is saved, and the receipt if nobody knows, unless the
    person has seen it. `after` is that of `save`, or the next page's address. Call it before the form is compared with
    current values.
    """
    with suppress(StoreError, Problem):  # nothing is sent without records, and what can't be read is sent
        entry = _find_duplicate(form, change) if has_valid_csrf_token() else None
        if entry is None:
            return None
        seen = observe(entry)
        is_seen = seen.token == posted_receipt()[1]
        if seen.entry.outcome.state is not State.SAVED:
            return None if is_seen else _ask(form, change, seen)
        if is_changed_since(api(), seen.entry):
            return None if is_seen else _changed_since(form, seen)
        if _is_same(seen.entry, change):
            return _go_on(change, seen.entry, after, once_saved)
    return None


def _find_duplicate(form: PageForm, change: Change[Any]) -> Entry | None:
    """Find the entry of this form or its draft, else another of the person's that may still do the same."""
    row = portal().store.submissions.find(person().owner, str(form.form_key.data))
    numbers = (row.entry if row else None, entry_sent_before(form), posted_receipt()[0])
    bound = next((entry for number in numbers if (entry := own_entry(number)) is not None), None)
    intent = intent_of(change, person().owner)
    if bound is not None and is_duplicate(bound, intent):
        return None if row is not None and row.is_finished else bound
    if change.endpoint.name in CREATIONS:
        return _created_just_now(change)
    return None if change.endpoint.method == "POST" else find_overtaken(portal().store.journal, intent)


def _created_just_now(change: Change[Any]) -> Entry | None:
    """Find the person's newest creation of this kind in this place that may still arrive."""
    recent = JournalQuery(
        change.organization or change.ids[0],
        by=person().owner,
        endpoints=[change.endpoint.name],
        states=[State.UNKNOWN, State.NOT_SAVED],
        since=time.time() - ARRIVES_WITHIN_SECONDS,
    )
    found = portal().store.journal.entries(recent)
    return next((each for each in found if each.intent.ids == tuple(change.ids)), None)


def _ask(form: PageForm, change: Change[Any], seen: Observation) -> Response | None:
    """Show the receipt if repeating may do harm: create another, or overwrite a later change."""
    entry = seen.entry
    if change.endpoint.method == "POST":
        why = None if _is_same(entry, change) else _why(SENT_JUST_NOW, entry, gettext("Check now"))
        return receipt(seen, why=why, form=form) if seen.may_be_there else None
    if is_touched_since(api(), entry) or find_overtaken(portal().store.journal, intent_of(change, person().owner)):
        return receipt(seen, why=_why(OVERTAKEN, entry, gettext("Check now")), form=form)
    return None


def _changed_since(form: PageForm, seen: Observation) -> Response:
    why = _why(SAVED_THEN, seen.entry, gettext("See what was sent"))
    return receipt(seen, title=NOT_AGAIN, why=why, form=form)


def _why(words: str, entry: Entry, link: str) -> LinkedText:
    before = gettext(words, summary=entry.intent.summary)
    return LinkedText(before, link, gettext(", or send it again."), entry_url(entry))


def _go_on(change: Change[Any], entry: Entry, after: After | str, once_saved: Effect | None) -> Response:
    """Report that everything is saved already; nothing is sent."""
    release_draft(is_saved=True)
    if once_saved is not None:
        with suppress(StoreError):  # it was saved all the same
            once_saved()
    if entry.outcome.made and not isinstance(after, str):
        message, location = after(read_created(api(), change.endpoint.name, (*change.ids, entry.outcome.made)))
        return redirect_saved(as_report(message).followed_by(gettext(THERE_SINCE)), location)
    return redirect_info(gettext(ALREADY_SAVED), after if isinstance(after, str) else page_of(entry))


def _answer_repeated(form: PageForm, change: Change[Any], first: Submission) -> Response | None:
    """Answer a form whose key was used before; None if it is to be shown again, with the reason."""
    entry = own_entry(first.entry)
    journal = url_for("journal.index", organization_id=change.organization or change.ids[0])
    if not first.is_same:
        form.renew_key()
        outcome = gettext(THAT_SAVED if first.state is SubmissionState.SAVED else THAT_NOT_KNOWN)
        refuse_differently(form, outcome, entry_url(entry) if entry is not None else first.location or journal)
        return None
    if entry is not None:
        if first.state is not SubmissionState.SAVED:
            return receipt(observe(entry), form=form)
        with suppress(Problem):  # then nobody can say more than its outcome
            if is_changed_since(api(), entry):
                return _changed_since(form, observe(entry))
    if first.is_finished:
        return redirect_saved(first.message, first.location)
    if entry is not None:
        return redirect_saved(build_report(entry.outcome), entry_url(entry))
    refuse(form, unknown_outcome_message(journal), CONFLICT, Feedback.UNKNOWN)
    return None


def _is_same(entry: Entry, change: Change[Any]) -> bool:
    before, intent = entry.intent, intent_of(change, person().owner)
    return (before.endpoint, before.ids, before.body) == (intent.endpoint, intent.ids, intent.body)
