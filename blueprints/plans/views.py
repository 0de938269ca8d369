"""Plans: one's own, how far each has come, and what to do about a step that stands in the way."""

from collections.abc import Callable
from typing import Any

from flask import Blueprint, abort, request, session, url_for
from werkzeug.wrappers import Response

from blueprints.plans.beside import changes_at_once
from blueprints.plans.changed_rows import changed_rows
from blueprints.plans.pages import changed_page_link, import_url, keeps_unsent, redraft_url, report_url
from blueprints.plans.reader_addresses import address_report
from blueprints.plans.start_form import StartForm
from blueprints.plans.step_decisions import compare, leave, retry, send_again, skip, skip_changed, stuck_step
from blueprints.plans.undoings import (
    as_it_is_now,
    can_undo,
    consents_open,
    newest_undo,
    nothing_to_undo,
    read_undoings,
    undoings_shown,
    version_shown,
    why_fewer_steps,
    why_no_steps,
    why_not_undone_yet,
    why_nothing_left,
)
from blueprints.plans.words import (
    describe_progress,
    describe_step_counts,
    following,
    not_started,
    split_differences,
    standing,
    start_label,
    step_message,
    step_standing,
    waits,
)
from contract import BY_NAME
from i18n import N_, gettext
from masthead.bulk.kind import PlanKind
from masthead.bulk.kinds import KINDS
from masthead.bulk.sent_steps import is_to_decide
from masthead.bulk.undo import add_undo_plan
from masthead.store.plans.steps import Plan, Step, StepState
from masthead.structure.attempts import with_consents
from masthead.web.descriptions.requests import shown_request
from masthead.web.forms.forms import FINE, PageForm
from masthead.web.frame.api_status import shows_own
from masthead.web.frame.organization import load_organization
from masthead.web.frame.pages import informed, page
from masthead.web.http.htmx import go_to, wants_fragment
from masthead.web.http.numbers import whole
from masthead.web.person.access import person, signed_in
from masthead.web.person.csrf import keeps_input
from masthead.web.person.portal import portal
from masthead.web.submit.planning import GOING, address, carry_on, goes_on, mine, prepare
from masthead.web.submit.recorded_changes import display_recorded, fields_of, label_of
from masthead.web.submit.role_changes import OF_TEAMS
from masthead.writes.change import change_of
from masthead.writes.editable_settings import DELETED_SETTINGS

blueprint = Blueprint("plans", __name__, url_prefix="/orgs/<organization_id>/plans")
ROWS, NO_CONTENT = 100, 204
UNDER_WAY = N_(
    "Nothing was undone yet, because a step is under way. The bulk change pauses after it. Select “Stop and undo "
    "completed steps” again then."
)


@blueprint.get("")
@signed_in
def index(organization_id: str) -> Response:
    """One's own plans in this organization, the newest first."""
    load_organization(organization_id)
    shows_own()
    before = request.args.get("before", type=whole)
    found = portal().store.plans.plans(organization_id, person().owner, before=before, limit=ROWS + 1)
    return page(
        "plans/index.html",
        fragment="rows",
        plans=[(plan, standing(plan), describe_progress(plan)) for plan in found[:ROWS]],
        more=found[ROWS - 1].number if len(found) > ROWS else None,
        first=before is None,
    )


@blueprint.get("/unfinished")
@signed_in
def unfinished(organization_id: str) -> Response:
    """The line that other pages have of the newest one that is not finished, for a page that is open."""
    if not wants_fragment("plans-unfinished"):
        return go_to(url_for(".index", organization_id=organization_id))
    waiting = portal().store.plans.unfinished(organization_id, person().owner)
    return page("plans/_unfinished.html", waiting=waiting)


@blueprint.get("/<int:number>")
@signed_in
def show(organization_id: str, number: int) -> Response:
    """One plan: how far it has come, and its steps."""
    plan = as_it_is_now(mine(organization_id, number) or abort(404))
    if wants_fragment("plans-progress"):
        if request.args.get("shown") == version_shown(plan):
            return Response(status=NO_CONTENT)  # so that the focus stays
        going = request.args.get("going") == "1"
    else:
        load_organization(organization_id)
        going = session.pop(GOING, None) == number
    return _page(plan, going=going and goes_on(plan))


@blueprint.post("/<int:number>")
@signed_in
@keeps_input
def act(organization_id: str, number: int) -> Response:
    """Carry it on for a slice, pause it, or decide about a step or the whole."""
    plan = mine(organization_id, number) or abort(404)
    what = ACTIONS.get(request.form.get("do", ""), _continue)
    form = StartForm(plan) if what in {carry_on, _continue} else PageForm()
    if not form.validate():
        load_organization(organization_id)
        return _page(mine(organization_id, number) or plan, going=False, problems=form)
    if (leads_to := what(plan)) is not None:
        return leads_to
    plan = mine(organization_id, number) or abort(404)
    going = goes_on(plan) and what is not _pause
    if wants_fragment("plans-progress"):
        return _page(plan, going=going)
    if going:
        session[GOING] = number
    return go_to(_plan_url(plan, request.form.get("after", type=whole)))


def _continue(plan: Plan) -> None:
    carry_on(plan, resume=False)


def _pause(plan: Plan) -> None:
    portal().store.plans.pause(plan)


def _stop(plan: Plan) -> None:
    portal().store.plans.stop(plan)


def _undo(plan: Plan) -> Response:
    if plan.held:
        return _undo_after_step(plan)
    if in_the_way := why_not_undone_yet(plan):
        return informed(in_the_way, _plan_url(plan))
    undoings = read_undoings(plan)
    before = newest_undo(plan, undoings)
    if (before is None or before.finished_at is not None) and not can_undo(plan, undoings):
        return informed(why_nothing_left(plan, undoings), _plan_url(plan))
    made = add_undo_plan(portal().store.journal, portal().store.plans, plan)
    back = mine(plan.purpose.organization, made) if made is not None else None
    if back is None and (there := mine(plan.purpose.organization, plan.number)) and there.held:
        return _undo_after_step(there)
    if back is None:
        return informed(nothing_to_undo(plan), _plan_url(plan))
    return _show_undo(plan, back)


def _undo_after_step(plan: Plan) -> Response:
    """What is under way would be missing in the plan that undoes this one: it ends first, and nothing follows it."""
    portal().store.plans.pause(plan)
    return informed(gettext(UNDER_WAY), _plan_url(plan))


def _show_undo(plan: Plan, back: Plan) -> Response:
    """Lead to the plan that undoes another one, with its steps worked out; where it has none, say why."""
    if not_started(back):
        prepare(back)
        back = mine(plan.purpose.organization, back.number) or back
        if back.finished_at is not None:
            return informed(why_no_steps(plan, back), _plan_url(back))
    return go_to(_plan_url(back))


def _agree(plan: Plan) -> Response:
    """Plan the undo of a structure again, with what its person agreed to; nothing is sent."""
    given = [name for name in consents_open(plan) if request.form.get(name) == "yes"]
    if given and portal().store.plans.amend(plan, with_consents(plan.purpose.wanted, given)):
        prepare(mine(plan.purpose.organization, plan.number) or plan)
    return go_to(_plan_url(plan))


ACTIONS: dict[str, Callable[[Plan], Response | None]] = {
    "run": carry_on,
    "pause": _pause,
    "retry": retry,
    "compare": compare,
    "again": send_again,
    "leave": leave,
    "skip": skip,
    "skip-changed": skip_changed,
    "stop": _stop,
    "undo": _undo,
    "agree": _agree,
}


def _plan_url(plan: Plan, after: int | None = None) -> str:
    here = address(plan.purpose.organization, plan.number)
    return here if after is None else f"{here}?after={after}"


@blueprint.get("/<int:number>/steps/<int:position>")
@signed_in
def step(organization_id: str, number: int, position: int) -> Response:
    """One step: what it changes, why it stands where it stands, and the exact request."""
    plan = mine(organization_id, number) or abort(404)
    (found,) = portal().store.plans.steps(plan, after=position - 1, limit=1) or abort(404)
    if found.position != position:
        abort(404)
    load_organization(organization_id)
    shows_own()
    intent = found.intent
    return page(
        "plans/step.html",
        plan=plan,
        step=found,
        state=step_standing(plan, found),
        message=step_message(found),
        rows=changed_rows(intent),
        of_people=intent.endpoint in OF_TEAMS,
        found_there=_conflicting_values(found),
        shown=shown_request(BY_NAME[intent.endpoint], intent.ids, change_of(intent).sent if intent.body else None),
    )


def _page(plan: Plan, *, going: bool, problems: PageForm | None = None) -> Response:
    steps = portal().store.plans.steps(plan, after=_start_position(plan), limit=ROWS + 1)
    kind, stuck = KINDS[plan.purpose.kind], stuck_step(plan)
    shows_own()
    return page(
        "plans/show.html",
        fragment="progress",
        status=problems.status if problems else FINE,
        problems=problems.problems if problems else [],
        start_form=problems if isinstance(problems, StartForm) else StartForm(plan),
        plan=plan,
        told=split_differences(plan),
        at_once=changes_at_once(plan),
        following=following(plan) if not_started(plan) else [],
        here=_plan_url(plan),
        plans_url=url_for("plans.index", organization_id=plan.purpose.organization),
        journal_url=url_for("journal.index", organization_id=plan.purpose.organization),
        going=going,
        standing=standing(plan, going=going, asks=stuck is not None),
        progress=describe_progress(plan),
        counted=describe_step_counts(plan),
        **waits(plan, going=going),
        steps=[(step, step_standing(plan, step), step_message(step)) for step in steps[:ROWS]],
        more=steps[ROWS - 1].position if len(steps) > ROWS else None,
        after=request.values.get("after", type=whole),
        **_decision(stuck, kind),
        recomputes=kind.recomputes,
        place=changed_page_link(plan, steps),
        start=start_label(plan, recomputes=kind.recomputes) if not_started(plan) else "",
        ahead=next(iter(portal().store.plans.steps(plan, states=[StepState.WAITING], limit=1)), None),
        **_results(plan),
        keeps_unsent=keeps_unsent(plan),
        **undoings_shown(plan),
        undoing=gettext(kind.undoing),
        consents=consents_open(plan),
        fewer=why_fewer_steps(plan),
    )


def _results(plan: Plan) -> dict[str, Any]:
    """What came of it: as a file, for readers, and to be reviewed again."""
    again = {"anew": import_url(plan), "again": redraft_url(plan)}
    return {"report": report_url(plan), "addresses": address_report(plan), **again}


def _decision(stuck: Step | None, kind: PlanKind) -> dict[str, Any]:
    """What the page says of the step that waits for a decision."""
    return {
        "stuck": stuck,
        "found_there": _conflicting_values(stuck) if stuck else [],
        "deletes": stuck is not None and stuck.intent.endpoint in DELETED_SETTINGS,
        "is_without_trace": stuck is not None and kind.asks_before_again and is_to_decide(stuck),
    }


def _start_position(plan: Plan) -> int:
    """Behind which position the steps are shown: as asked, else the hundred in which the plan is."""
    asked = request.values.get("after", type=whole)
    if asked is not None:
        return asked
    return 0 if plan.finished_at is not None else plan.settled // ROWS * ROWS


def _conflicting_values(step: Step) -> list[tuple[str, str]]:
    """What somebody else had put there: labels and values in words."""
    fields = fields_of(step.intent.endpoint)
    return [
        (label_of(fields, name), display_recorded(fields, name, value)) for name, value in (step.found or {}).items()
    ]
