"""A form's submission: sent once, and found by a second press, which learns what came of the first."""

import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from flask import url_for
from werkzeug.wrappers import Response

from i18n import N_, gettext
from masthead.client import Problem
from masthead.store.entries import MAYBE_SAVED, Entry, State
from masthead.store.errors import StoreError
from masthead.store.journal.finding import JournalQuery
from masthead.store.submissions import Submission, SubmissionState
from masthead.web.forms.forms import ALREADY_SAVED, CONFLICT, PageForm
from masthead.web.frame.feedback import Feedback, Report, report_of
from masthead.web.frame.pages import done, informed
from masthead.web.frame.problems import LinkedText, not_known, status_of, why_unread
from masthead.web.person.access import person
from masthead.web.person.csrf import has_good_token
from masthead.web.person.portal import api, portal
from masthead.web.submit.drafts import entry_sent_before, nothing_was_sent
from masthead.web.submit.receipt import (
    Observation,
    entry_url,
    observe,
    own_entry,
    receipt,
    seen_receipt,
)
from masthead.web.submit.recorded_changes import page_of
from masthead.writes.change import Change, intent_of
from masthead.writes.check import is_changed_since, is_touched_since
from masthead.writes.creations import CREATIONS, read_created
from masthead.writes.duplicates import find_overtaken, sends_again
from masthead.writes.observe import ARRIVES_WITHIN_SECONDS

After = Callable[[Any], tuple[str | Report, str]]
Effect = Callable[[], object]
NOT_THIS = N_("What you see here was not saved")
NOT_AGAIN = N_("This was not saved again")
DIFFERENT = N_("You sent this page before with other contents. %(outcome)s ")
NOT_SENT_YET = N_(". What you see here was not sent. Save again to send it too.")
THAT_SAVED, THAT_NOT_KNOWN = N_("That was saved."), N_("It isn't known whether that was saved.")
THERE_SINCE = N_(" It has been there since you sent it before, so nothing was sent now.")
SENT_JUST_NOW = N_(
    "You sent “%(summary)s” less than a minute ago, and it isn't known whether that was saved. The API may still be "
    "creating it. "
)
OVERTAKEN = N_("You sent “%(summary)s” before. It isn't known whether that was saved, and it was changed again since. ")
SAVED_THEN = N_("You sent “%(summary)s” before. That was saved, and it was changed or undone since. ")
NOT_SENT_NOW = N_("%(why)s Nothing was sent this time. It isn't known whether what you sent before was saved. ")
REFUSED_NOW = N_("%(why)s This try changed nothing. It isn't known whether what you sent before was saved. ")


def journal_url(page: str, change: Change[Any], entry: int) -> str:
    """A page of an entry of the journal."""
    return url_for(f"journal.{page}", organization_id=_organization(change), number=entry)


def answer_earlier(
    form: PageForm, change: Change[Any], after: After | str, once_saved: Effect | None = None
) -> Response | None:
    """What came of the same change when it was sent before; None where it is to be sent.

    That is the way on where a read shows that it is there, and the receipt where nobody knows, unless the person has
    seen it. `after` is that of `save`, or the page to go on to. Call it before the form is held against what is there.
    """
    with suppress(StoreError):  # nothing is sent then either
        earlier = _find_earlier(form, change) if has_good_token() else None
        if earlier is not None:
            with suppress(Problem):
                return _answer(form, change, observe(earlier), after, once_saved)
    return None


def _answer(
    form: PageForm, change: Change[Any], seen: Observation, after: After | str, once_saved: Effect | None
) -> Response | None:
    entry = seen.entry
    if entry.outcome.state is not State.SAVED:
        return _ask(form, change, seen) if seen.token != seen_receipt()[1] else None
    if is_changed_since(api(), entry):
        return _changed_since(form, seen) if seen.token != seen_receipt()[1] else None
    return _go_on(change, entry, after, once_saved) if _is_same(entry, change) else None


def _ask(form: PageForm, change: Change[Any], seen: Observation) -> Response | None:
    """The receipt where sending it again may do harm: it makes another one, or undoes what somebody did since."""
    entry = seen.entry
    if change.endpoint.method == "POST":
        why = None if _is_same(entry, change) else _why(SENT_JUST_NOW, entry, gettext("Check now"))
        return receipt(seen, why=why, form=form) if seen.may_be_there else None
    if is_touched_since(api(), entry) or find_overtaken(portal().store.journal, intent_of(change, person().owner)):
        return receipt(seen, why=_why(OVERTAKEN, entry, gettext("Check now")), form=form)
    return None


def _why(words: str, entry: Entry, link: str) -> LinkedText:
    before = gettext(words, summary=entry.intent.summary)
    return LinkedText(before, link, gettext(", or send it again."), entry_url(entry))


def _changed_since(form: PageForm, seen: Observation) -> Response:
    why = _why(SAVED_THEN, seen.entry, gettext("See what was sent"))
    return receipt(seen, title=NOT_AGAIN, why=why, form=form)


def _go_on(change: Change[Any], entry: Entry, after: After | str, once_saved: Effect | None) -> Response:
    """Nothing is sent: all of it is there."""
    nothing_was_sent(is_there=True)
    if once_saved is not None:
        with suppress(StoreError):  # it was saved all the same
            once_saved()
    if entry.outcome.made and not isinstance(after, str):
        message, location = after(read_created(api(), change.endpoint.name, (*change.ids, entry.outcome.made)))
        report = message if isinstance(message, Report) else Report(Feedback.SAVED, message)
        return done(report.followed_by(gettext(THERE_SINCE)), location)
    return informed(gettext(ALREADY_SAVED), after if isinstance(after, str) else page_of(entry))


def _find_earlier(form: PageForm, change: Change[Any]) -> Entry | None:
    """What this form, or its draft, was sent as; else what else of the person's may still bring the same about."""
    row = portal().store.submissions.find(person().owner, str(form.form_key.data))
    numbers = (row.entry if row else None, entry_sent_before(form), seen_receipt()[0])
    bound = next((entry for number in numbers if (entry := own_entry(number)) is not None), None)
    intent = intent_of(change, person().owner)
    if bound is not None and sends_again(bound, intent):
        return None if row is not None and row.is_finished else bound
    if change.endpoint.name in CREATIONS:
        return _created_just_now(change)
    return None if change.endpoint.method == "POST" else find_overtaken(portal().store.journal, intent)


def _created_just_now(change: Change[Any]) -> Entry | None:
    """The newest creation of the same kind in the same place by this person that may still come."""
    recent = JournalQuery(
        _organization(change),
        by=person().owner,
        endpoints=[change.endpoint.name],
        states=[State.UNKNOWN, State.NOT_SAVED],
        since=time.time() - ARRIVES_WITHIN_SECONDS,
    )
    found = portal().store.journal.entries(recent)
    return next((each for each in found if each.intent.ids == tuple(change.ids)), None)


def answer_repeated(form: PageForm, change: Change[Any], first: Submission) -> Response | None:
    """What came of a form whose key was taken before; None where the form is to be shown again, which then says why."""
    entry = own_entry(first.entry)
    if not first.is_same:
        _refuse_other_contents(form, change, first, entry)
        return None
    if entry is None:
        if first.is_finished:
            return done(first.message, first.location)
        journal = url_for("journal.index", organization_id=_organization(change))
        refuse(form, not_known(journal), CONFLICT, Feedback.UNKNOWN)
        return None
    if first.state is not SubmissionState.SAVED:
        return receipt(observe(entry), form=form)
    with suppress(Problem):  # then nobody can say more than what came of it
        if is_changed_since(api(), entry):
            return _changed_since(form, observe(entry))
    return (
        done(first.message, first.location) if first.is_finished else done(report_of(entry.outcome), entry_url(entry))
    )


def _refuse_other_contents(form: PageForm, change: Change[Any], first: Submission, entry: Entry | None) -> None:
    """The first one had other contents: say what came of them, and that these were not sent."""
    form.renew_key()
    is_saved = first.state is SubmissionState.SAVED
    journal = url_for("journal.index", organization_id=_organization(change))
    url = entry_url(entry) if entry is not None else first.location or journal
    refuse_differently(form, gettext(THAT_SAVED if is_saved else THAT_NOT_KNOWN), url)


def refuse_differently(form: PageForm, outcome: str, address: str) -> None:
    """Let a form say that it was sent with other contents before, whose `outcome` is seen at `address`."""
    form.problem_title = gettext(NOT_THIS)
    before = gettext(DIFFERENT, outcome=outcome)
    refuse(form, LinkedText(before, gettext("See what was sent"), gettext(NOT_SENT_YET), address), CONFLICT)


def tell_still_in_doubt(form: PageForm, problem: Problem, *, sent: bool) -> bool:
    """Say that it stays not known, where it is, of a form that met a `problem` when it was sent once more, or read."""
    with suppress(StoreError):
        entry = own_entry(seen_receipt()[0] or entry_sent_before(form))
        if entry is None or entry.outcome.state not in MAYBE_SAVED:
            return False
        before = gettext(REFUSED_NOW if sent else NOT_SENT_NOW, why=why_unread(problem))
        after = gettext(" before you send it again.")
        why = LinkedText(before, gettext("Check now"), after, entry_url(entry))
        refuse(form, why, status_of(problem), Feedback.UNKNOWN)
        return True
    return False


def look_up_sent_before(form: PageForm) -> None:
    """Let the journal have what a read shows of what this form, or another one with the same text, sent before."""
    with suppress(StoreError):
        entry = own_entry(entry_sent_before(form) or seen_receipt()[0])
        if entry is not None:
            observe(entry)


def _organization(change: Change[Any]) -> str:
    return change.organization or change.ids[0]


def _is_same(entry: Entry, change: Change[Any]) -> bool:
    before, intent = entry.intent, intent_of(change, person().owner)
    return (before.endpoint, before.ids, before.body) == (intent.endpoint, intent.ids, intent.body)


def refuse(form: PageForm, why: str | LinkedText, status: int, outcome: Feedback = Feedback.NOT_SAVED) -> None:
    """Let the form say, once it is shown again, what came of sending it."""
    form.problems.append(why)
    form.status, form.outcome = status, outcome
