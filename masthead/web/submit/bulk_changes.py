"""Stores the bulk change of a form, runs a slice of it within the request, and finds it for its page."""

from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from flask import request, session, url_for
from werkzeug.wrappers import Response

from masthead.bulk.reconcile import Runner, create_bulk_change
from masthead.i18n import N_, gettext
from masthead.store.bulk.changes import TransactionHook
from masthead.store.bulk.steps import BulkChange, Purpose
from masthead.store.errors import StoreError
from masthead.store.submissions import SentBeforeError, Submission, SubmissionState
from masthead.web.frame.pages import redirect_info, redirect_saved
from masthead.web.frame.problems import NO_RECORDS, UNAVAILABLE
from masthead.web.http.htmx import redirect_to
from masthead.web.person.guards import set_return_url
from masthead.web.person.portal import api, portal
from masthead.web.person.session import ask_name_once, person
from masthead.web.submit.bulk_form import BulkChangeForm
from masthead.web.submit.drafts import drop_draft
from masthead.web.submit.form_problems import refuse_differently
from masthead.web.submit.submission import THAT_NOT_KNOWN, THAT_SAVED
from masthead.writes.send import Change

GOING = "going"
STORED = N_("Bulk change created.")


def find_resubmission() -> Response | None:
    """Redirect to the bulk change that this form stored before; None on first submission."""
    try:
        found = portal().store.submissions.find(person().owner, request.form.get("form_key", ""))
    except StoreError:  # nothing can be stored then either
        return None
    return None if found is None or not found.is_finished else redirect_saved(found.message, found.location)


def store_bulk_change(
    form: BulkChangeForm, purpose: Purpose, changes: Sequence[Change[Any]], *besides: TransactionHook
) -> Response | None:
    """Store the bulk change of a validated form, run its first slice, and redirect to its page.

    A form that is sent twice stores one bulk change. None if it could not be stored, or if parts may have been sent
    before and nobody agreed to repeat them: show the form again, with its problem and `status`. An exception of one of
    `besides` is raised, and nothing is stored.
    """
    submissions, key, content = portal().store.submissions, str(form.form_key.data), _content(purpose, changes)
    try:
        first = submissions.find(purpose.owner, key, content)
        if first is not None and first.state is not SubmissionState.REFUSED:
            return _repeat(form, purpose, first)
        form.look_for_doubts(changes)
        if form.is_agreed():
            location = partial(bulk_change_url, purpose.organization)
            taking = submissions.storing(purpose.owner, key, content, gettext(STORED), location)
            return _begin(purpose, create_bulk_change(portal().store.bulk_changes, purpose, changes, taking, *besides))
    except SentBeforeError as before:
        return _repeat(form, purpose, before.first)
    except StoreError:
        form.problems.append(gettext(NO_RECORDS))
        form.status = UNAVAILABLE
    return None


def _repeat(form: BulkChangeForm, purpose: Purpose, first: Submission) -> Response | None:
    if first.is_same and first.is_finished:
        return redirect_saved(first.message, first.location)
    form.renew_key()
    outcome = THAT_SAVED if first.is_finished else THAT_NOT_KNOWN
    bulk_changes = url_for("bulk_changes.index", organization_id=purpose.organization)
    refuse_differently(form, gettext(outcome), first.location or bulk_changes)
    return None


def _begin(purpose: Purpose, number: int) -> Response:
    location = bulk_change_url(purpose.organization, number)
    drop_draft()
    set_return_url(location)
    with suppress(StoreError):  # it is stored all the same
        bulk = get_own(purpose.organization, number)
        if bulk is not None:
            run_slice(bulk)
            session[GOING] = number
        bulk = get_own(purpose.organization, number)
        if bulk is not None and not is_going_on(bulk):  # its page says how, and that it was created is no news then
            return redirect_to(location)
    return redirect_info(gettext(STORED), location)


def _content(purpose: Purpose, changes: Sequence[Change[Any]]) -> str:
    bodies = ("" if change.body is None else change.body.model_dump_json() for change in changes)
    lines = (" ".join((change.endpoint.name, *change.ids, body)) for change, body in zip(changes, bodies, strict=True))
    return "\n".join((purpose.title, *lines))


def run_slice(bulk: BulkChange, *, resume: bool = True) -> None:
    """Run a slice of a bulk change, if it may be run now."""
    if Runner(api(), portal().store.journal, portal().store.bulk_changes).run(bulk, resume=resume):
        with suppress(StoreError):
            ask_name_once()


def prepare(bulk: BulkChange, *, ends: bool = True) -> None:
    """Work out the steps of a bulk change before its start; without any it `ends`."""
    Runner(api(), portal().store.journal, portal().store.bulk_changes).prepare(bulk, ends=ends)


def is_going_on(bulk: BulkChange) -> bool:
    """Return whether its page may run the next slice by itself."""
    halted = bulk.paused_at is not None or bulk.stuck
    return bulk.finished_at is None and not halted and (not bulk.cause or bulk.waits_until is not None)


def bulk_change_url(organization: str, number: int) -> str:
    return url_for("bulk_changes.show", organization_id=organization, number=number)


def get_own(organization: str, number: int) -> BulkChange | None:
    """Get a bulk change of the signed-in person, None if it isn't theirs."""
    return portal().store.bulk_changes.get(organization, number, person().owner)
