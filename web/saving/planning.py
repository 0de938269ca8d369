"""Plans as pages meet them: stored once, carried on by the page that shows one, named on the other pages."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from flask import request, session, url_for
from werkzeug.wrappers import Response

from changes import Change, Runner, create_plan
from store import Begun, Different, Finished, Plan, Purpose, RunningSubmission, StoreError, TransactionHook
from web.forms.forms import CONFLICT, PageForm
from web.pages.feedback import Feedback
from web.pages.pages import done, informed
from web.pages.problems import NO_RECORDS, UNAVAILABLE
from web.person.access import person
from web.person.naming import ask_name_once
from web.person.portal import api, portal
from web.saving.saving import SENT_DIFFERENTLY, STILL_RUNNING

GOING = "going"
STORED = "Plan created."


def made_before() -> Response | None:
    """The way to the plan that the form of this request has made already; None for a form that is sent first."""
    try:
        found = portal().store.submissions.finished(person().owner, request.form.get("form_key", ""))
    except StoreError:  # nothing can be stored then either
        return None
    return None if found is None else done(found.message, found.location)


def store_plan(
    form: PageForm,
    purpose: Purpose,
    changes: Sequence[Change[Any]],
    in_same_transaction: TransactionHook | None = None,
) -> Response | None:
    """Store the plan of a validated form, begin with it, and lead to its page.

    A form that is sent twice makes one plan. None where it could not be stored: then the form is to be shown again,
    with the problem in it and its `status`.
    """
    submissions, key = portal().store.submissions, str(form.form_key.data)
    problem, status, outcome = STILL_RUNNING, CONFLICT, Feedback.UNKNOWN
    try:
        match submissions.begin(purpose.owner, key, _content(purpose, changes)):
            case Finished(location, message):
                return done(message, location)
            case Begun():
                return _begin(form, purpose, changes, in_same_transaction)
            case Different():
                form.renew_key()
                problem, outcome = SENT_DIFFERENTLY, Feedback.NOT_SAVED
            case RunningSubmission():
                pass
    except StoreError:
        problem, status, outcome = NO_RECORDS, UNAVAILABLE, Feedback.NOT_SAVED
    form.problems.append(problem)
    form.status, form.outcome = status, outcome
    return None


def _begin(form: PageForm, purpose: Purpose, changes: Sequence[Change[Any]], hook: TransactionHook | None) -> Response:
    number = create_plan(portal().store.plans, purpose, changes, hook)
    location = address(purpose.organization, number)
    with suppress(StoreError):  # it is stored all the same
        portal().store.submissions.finish(purpose.owner, str(form.form_key.data), location, STORED)
        plan = portal().store.plans.plan(purpose.organization, number, purpose.owner)
        if plan is not None:
            carry_on(plan)
            session[GOING] = number
    return informed(STORED, location)


def _content(purpose: Purpose, changes: Sequence[Change[Any]]) -> str:
    bodies = ("" if change.body is None else change.body.model_dump_json() for change in changes)
    lines = (" ".join((change.endpoint.name, *change.ids, body)) for change, body in zip(changes, bodies, strict=True))
    return "\n".join((purpose.title, *lines))


def carry_on(plan: Plan, *, resume: bool = True) -> None:
    """Run a slice of a plan, if it may be run now."""
    if Runner(api(), portal().store.journal, portal().store.plans).run(plan, resume=resume):
        with suppress(StoreError):
            ask_name_once()


def prepare(plan: Plan) -> None:
    """Work out the steps of a plan that was made and is to be looked at before it is started."""
    Runner(api(), portal().store.journal, portal().store.plans).prepare(plan)


def goes_on(plan: Plan) -> bool:
    """Whether the page may carry it on by itself: nobody has to decide anything."""
    halted = plan.paused_at is not None or plan.stuck
    return plan.finished_at is None and not halted and (not plan.message or plan.waits_until is not None)


def address(organization: str, number: int) -> str:
    """The page of a plan."""
    return url_for("plans.show", organization_id=organization, number=number)


def mine(organization: str, number: int) -> Plan | None:
    """A plan of the person who is signed in."""
    return portal().store.plans.plan(organization, number, person().owner)
