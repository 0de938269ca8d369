"""Plans as pages meet them: stored once, carried on by the page that shows one, named on the other pages."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from flask import request, session, url_for
from werkzeug.wrappers import Response

from i18n import N_, gettext
from masthead.changes import Change, Runner, create_plan
from masthead.store import DraftChangedError, Plan, Purpose, StoreError, SubmissionState
from masthead.store.plans.plans import TransactionHook
from masthead.web.forms.forms import CONFLICT
from masthead.web.http.htmx import go_to
from masthead.web.pages.feedback import Feedback
from masthead.web.pages.pages import done, informed
from masthead.web.pages.problems import NO_RECORDS, UNAVAILABLE, LinkedText
from masthead.web.person.access import lead_back_to, person
from masthead.web.person.naming import ask_name_once
from masthead.web.person.portal import api, portal
from masthead.web.saving.plan_form import PlanForm
from masthead.web.saving.submission import THAT_NOT_KNOWN, THAT_SAVED, refuse_differently
from masthead.web.saving.unsaved import stored_with_what_follows

GOING = "going"
STORED = N_("Bulk change created.")
NO_PLAN_YET = N_("You sent this already, but there is no bulk change for it yet. ")


def made_before() -> Response | None:
    """The way to the plan that the form of this request has made already; None for a form that is sent first."""
    try:
        found = portal().store.submissions.find(person().owner, request.form.get("form_key", ""))
    except StoreError:  # nothing can be stored then either
        return None
    return None if found is None or not found.is_finished else done(found.message, found.location)


def store_plan(
    form: PlanForm,
    purpose: Purpose,
    changes: Sequence[Change[Any]],
    in_same_transaction: TransactionHook | None = None,
) -> Response | None:
    """Store the plan of a validated form, begin with it, and lead to its page.

    A form that is sent twice makes one plan. None where it could not be stored, or where some of it may have been sent
    already and nobody agreed to that: then the form is to be shown again, with the problem in it and its `status`.
    What `in_same_transaction` raises, it raises, and nothing is stored.
    """
    submissions, key = portal().store.submissions, str(form.form_key.data)
    try:
        first = submissions.begin(purpose.owner, key, _content(purpose, changes))
        if not first.is_same:
            _refuse_other_contents(form, first.location or _plans(purpose), is_known=first.is_finished)
        elif first.is_finished:
            return done(first.message, first.location)
        elif first.state is not SubmissionState.NEW:
            return _lead_to_plan(form, purpose, first.begun_at)
        else:
            form.look_for_doubts(changes)
            if form.is_agreed():
                return _begin(form, purpose, changes, in_same_transaction)
            submissions.abandon(purpose.owner, key)
    except StoreError:
        form.problems.append(gettext(NO_RECORDS))
        form.status = UNAVAILABLE
    return None


def _lead_to_plan(form: PlanForm, purpose: Purpose, begun_at: float) -> Response | None:
    """To the plan that this form made before; the form says where to look for one that is not there yet."""
    newest = portal().store.plans.plans(purpose.organization, purpose.owner)
    made = [plan for plan in newest if plan.created_at >= begun_at and plan.purpose.title == purpose.title]
    if made:
        return done(gettext(STORED), address(purpose.organization, made[-1].number))
    form.problems.append(
        LinkedText(
            gettext(NO_PLAN_YET),
            gettext("Check your bulk changes"),
            gettext(" before you send it again."),
            _plans(purpose),
        )
    )
    form.status, form.outcome = CONFLICT, Feedback.UNKNOWN
    return None


def _refuse_other_contents(form: PlanForm, location: str, *, is_known: bool) -> None:
    form.renew_key()
    refuse_differently(form, gettext(THAT_SAVED) if is_known else gettext(THAT_NOT_KNOWN), location)


def _plans(purpose: Purpose) -> str:
    return url_for("plans.index", organization_id=purpose.organization)


def _begin(form: PlanForm, purpose: Purpose, changes: Sequence[Change[Any]], hook: TransactionHook | None) -> Response:
    number = _create(form, purpose, changes, hook)
    location = address(purpose.organization, number)
    stored_with_what_follows()
    lead_back_to(location)
    with suppress(StoreError):  # it is stored all the same
        portal().store.submissions.finish(purpose.owner, str(form.form_key.data), location, gettext(STORED))
        plan = portal().store.plans.plan(purpose.organization, number, purpose.owner)
        if plan is not None:
            carry_on(plan)
            session[GOING] = number
        if _stands_still(purpose, number):  # its page says how, and that it was created is no news then
            return go_to(location)
    return informed(gettext(STORED), location)


def _stands_still(purpose: Purpose, number: int) -> bool:
    plan = portal().store.plans.plan(purpose.organization, number, purpose.owner)
    return plan is not None and not goes_on(plan)


def _create(form: PlanForm, purpose: Purpose, changes: Sequence[Change[Any]], hook: TransactionHook | None) -> int:
    try:
        return create_plan(portal().store.plans, purpose, changes, hook)
    except (StoreError, DraftChangedError):  # else the same form would say that it was sent already
        with suppress(StoreError):
            portal().store.submissions.abandon(purpose.owner, str(form.form_key.data))
        raise


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
