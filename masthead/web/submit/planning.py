"""Plans as pages meet them: stored once, carried on by the page that shows one, named on the other pages."""

from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from flask import request, session, url_for
from werkzeug.wrappers import Response

from i18n import N_, gettext
from masthead.bulk.runner import Runner, create_plan
from masthead.store.errors import StoreError
from masthead.store.plans.plans import TransactionHook
from masthead.store.plans.steps import Plan, Purpose
from masthead.store.submissions import SentBeforeError, Submission, SubmissionState
from masthead.web.frame.pages import done, informed
from masthead.web.frame.problems import NO_RECORDS, UNAVAILABLE
from masthead.web.http.htmx import go_to
from masthead.web.person.access import lead_back_to, person
from masthead.web.person.naming import ask_name_once
from masthead.web.person.portal import api, portal
from masthead.web.submit.drafts import stored_with_what_follows
from masthead.web.submit.form_problems import refuse_differently
from masthead.web.submit.plan_form import PlanForm
from masthead.web.submit.submission import THAT_NOT_KNOWN, THAT_SAVED
from masthead.writes.change import Change

GOING = "going"
STORED = N_("Bulk change created.")


def made_before() -> Response | None:
    """The way to the plan that the form of this request has made already; None for a form that is sent first."""
    try:
        found = portal().store.submissions.find(person().owner, request.form.get("form_key", ""))
    except StoreError:  # nothing can be stored then either
        return None
    return None if found is None or not found.is_finished else done(found.message, found.location)


def store_plan(
    form: PlanForm, purpose: Purpose, changes: Sequence[Change[Any]], *besides: TransactionHook
) -> Response | None:
    """Store the plan of a validated form, begin with it, and lead to its page.

    A form that is sent twice makes one plan. None where it could not be stored, or where some of it may have been sent
    already and nobody agreed to that: then the form is to be shown again, with the problem in it and its `status`.
    What one of `besides` raises, it raises, and nothing is stored.
    """
    submissions, key, content = portal().store.submissions, str(form.form_key.data), _content(purpose, changes)
    try:
        first = submissions.find(purpose.owner, key, content)
        if first is not None and first.state is not SubmissionState.REFUSED:
            return _repeat(form, purpose, first)
        form.look_for_doubts(changes)
        if form.is_agreed():
            location = partial(address, purpose.organization)
            taking = submissions.storing(purpose.owner, key, content, gettext(STORED), location)
            return _begin(purpose, create_plan(portal().store.plans, purpose, changes, taking, *besides))
    except SentBeforeError as before:
        return _repeat(form, purpose, before.first)
    except StoreError:
        form.problems.append(gettext(NO_RECORDS))
        form.status = UNAVAILABLE
    return None


def _repeat(form: PlanForm, purpose: Purpose, first: Submission) -> Response | None:
    if first.is_same and first.is_finished:
        return done(first.message, first.location)
    form.renew_key()
    outcome = THAT_SAVED if first.is_finished else THAT_NOT_KNOWN
    plans = url_for("plans.index", organization_id=purpose.organization)
    refuse_differently(form, gettext(outcome), first.location or plans)
    return None


def _begin(purpose: Purpose, number: int) -> Response:
    location = address(purpose.organization, number)
    stored_with_what_follows()
    lead_back_to(location)
    with suppress(StoreError):  # it is stored all the same
        plan = mine(purpose.organization, number)
        if plan is not None:
            carry_on(plan)
            session[GOING] = number
        plan = mine(purpose.organization, number)
        if plan is not None and not goes_on(plan):  # its page says how, and that it was created is no news then
            return go_to(location)
    return informed(gettext(STORED), location)


def _content(purpose: Purpose, changes: Sequence[Change[Any]]) -> str:
    bodies = ("" if change.body is None else change.body.model_dump_json() for change in changes)
    lines = (" ".join((change.endpoint.name, *change.ids, body)) for change, body in zip(changes, bodies, strict=True))
    return "\n".join((purpose.title, *lines))


def carry_on(plan: Plan, *, resume: bool = True) -> None:
    """Run a slice of a plan, if it may be run now."""
    if Runner(api(), portal().store.journal, portal().store.plans).run(plan, resume=resume):
        with suppress(StoreError):
            ask_name_once()


def prepare(plan: Plan, *, ends: bool = True) -> None:
    """Work out the steps of a plan that was made and is to be looked at before it is started; without any it `ends`."""
    Runner(api(), portal().store.journal, portal().store.plans).prepare(plan, ends=ends)


def goes_on(plan: Plan) -> bool:
    """Whether the page may carry it on by itself: nobody has to decide anything."""
    halted = plan.paused_at is not None or plan.stuck
    return plan.finished_at is None and not halted and (not plan.cause or plan.waits_until is not None)


def address(organization: str, number: int) -> str:
    """The page of a plan."""
    return url_for("plans.show", organization_id=organization, number=number)


def mine(organization: str, number: int) -> Plan | None:
    """A plan of the person who is signed in."""
    return portal().store.plans.plan(organization, number, person().owner)
