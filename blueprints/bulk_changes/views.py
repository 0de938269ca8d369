"""Pages of a person's bulk changes: their progress, and decisions about blocked steps."""

from collections.abc import Callable
from functools import partial

from flask import Blueprint, abort, request, session, url_for
from werkzeug.wrappers import Response

from blueprints.bulk_changes.labels import (
    is_unstarted,
    progress_label,
    recomputes,
    refresh_times,
    split_differences,
    state_label,
    step_counts_label,
    step_label,
    step_message,
)
from blueprints.bulk_changes.results import build_result_context
from blueprints.bulk_changes.undo import (
    NOTHING_DONE,
    NOTHING_LEFT,
    StartForm,
    build_undo_context,
    can_undo,
    find_newest_undo,
    nothing_to_undo_message,
    open_consents,
    page_digest,
    refresh_steps,
)
from contract import BY_NAME
from masthead.bulk.goal import SKIPS_CHANGED
from masthead.bulk.goals.structure import add_consents
from masthead.bulk.reconcile import add_undo, compare_again
from masthead.i18n import N_, gettext
from masthead.resources import BY_DELETE
from masthead.store.bulk.steps import STUCK, BulkChange, Mark, Step, StepState
from masthead.store.entries import Cause, Reason
from masthead.web.descriptions.api_requests import shown_request
from masthead.web.forms.forms import FINE, PageForm
from masthead.web.frame.layout import mark_as_local
from masthead.web.frame.organization import load_organization
from masthead.web.frame.pages import page, redirect_info
from masthead.web.http.paths import parse_int
from masthead.web.http.responses import redirect_to, wants_fragment
from masthead.web.people.roles import replaced_role_title
from masthead.web.person.guards import keeps_input, signed_in
from masthead.web.person.portal import portal
from masthead.web.person.session import person
from masthead.web.submit.bulk_changes import (
    GOING,
    bulk_change_url,
    compute_steps,
    get_own_bulk_change,
    is_going_on,
    run_slice,
)
from masthead.web.submit.recorded_changes import (
    OF_TEAMS,
    changed_rows,
    display_recorded,
    field_label,
    list_fields,
    shown_values,
)
from masthead.writes.send import rebuild_change

blueprint = Blueprint("bulk_changes", __name__, url_prefix="/orgs/<organization_id>/bulk-changes")
ROWS, NO_CONTENT = 100, 204
ALLOWED = N_("The changes now include what you allowed. Check them, then apply them.")
UNDER_WAY = N_(
    "Nothing was undone yet, because a request is under way. The bulk change pauses after it. Select “Stop and undo "
    "completed changes” again then."
)


@blueprint.get("")
@signed_in
def index(organization_id: str) -> Response:
    """List the person's bulk changes in this organization, the newest first."""
    load_organization(organization_id)
    mark_as_local()
    before = request.args.get("before", type=parse_int)
    found = portal().store.bulk_changes.newest(organization_id, person().owner, before=before, limit=ROWS + 1)
    return page(
        "bulk_changes/index.html",
        fragment="rows",
        bulk_changes=[(bulk, state_label(bulk), progress_label(bulk)) for bulk in found[:ROWS]],
        more=found[ROWS - 1].number if len(found) > ROWS else None,
        first=before is None,
    )


@blueprint.get("/unfinished")
@signed_in
def unfinished(organization_id: str) -> Response:
    """Return the line about the newest unfinished bulk change, for a page that is already open."""
    if not wants_fragment("bulk_changes-unfinished"):
        return redirect_to(url_for(".index", organization_id=organization_id))
    waiting = portal().store.bulk_changes.unfinished(organization_id, person().owner)
    return page("bulk_changes/_unfinished.html", waiting=waiting)


@blueprint.get("/<int:number>")
@signed_in
def show(organization_id: str, number: int) -> Response:
    """Show the progress of a bulk change, and its steps."""
    bulk = refresh_steps(get_own_bulk_change(organization_id, number) or abort(404))
    if wants_fragment("bulk_changes-progress"):
        if request.args.get("shown") == page_digest(bulk):
            return Response(status=NO_CONTENT)  # so that the focus stays
        going = request.args.get("going") == "1"
    else:
        load_organization(organization_id)
        going = session.pop(GOING, None) == number
    return _bulk_change_page(bulk, going=going and is_going_on(bulk))


@blueprint.post("/<int:number>")
@signed_in
@keeps_input
def act(organization_id: str, number: int) -> Response:
    """Run a slice, pause, or decide about a step or the whole bulk change."""
    bulk = get_own_bulk_change(organization_id, number) or abort(404)
    action = ACTIONS.get(request.form.get("do", ""), RUN_ON)
    form = StartForm(bulk) if action in {_run_with_consents, RUN_ON} else PageForm()
    if not form.validate():
        load_organization(organization_id)
        return _bulk_change_page(get_own_bulk_change(organization_id, number) or bulk, going=False, problems=form)
    if (response := action(bulk)) is not None:
        return response
    bulk = get_own_bulk_change(organization_id, number) or abort(404)
    going = is_going_on(bulk) and action is not _pause_bulk_change
    if wants_fragment("bulk_changes-progress"):
        return _bulk_change_page(bulk, going=going)
    if going:
        session[GOING] = number
    return redirect_to(_page_url(bulk, request.form.get("after", type=parse_int)))


def _pause_bulk_change(bulk: BulkChange) -> None:
    portal().store.bulk_changes.pause(bulk)


def _create_undo(bulk: BulkChange) -> Response:
    """Store the undo as a bulk change and redirect to its review."""
    undoings, here = portal().store.bulk_changes.list_undos(bulk), _page_url(bulk)
    before = find_newest_undo(bulk, undoings)
    if not bulk.held and (before is None or before.finished_at is not None) and not can_undo(bulk, undoings):
        return redirect_info(gettext(NOTHING_DONE if before is None else NOTHING_LEFT), here)
    made = None if bulk.held else add_undo(portal().store.journal, portal().store.bulk_changes, bulk)
    there = get_own_bulk_change(bulk.purpose.organization, bulk.number) or bulk
    if made is None and there.held:  # the step that is under way would be missing
        portal().store.bulk_changes.pause(bulk)
        return redirect_info(gettext(UNDER_WAY), here)
    back = get_own_bulk_change(bulk.purpose.organization, made) if made is not None else None
    if back is None:
        return redirect_info(nothing_to_undo_message(bulk), here)
    if is_unstarted(back):
        compute_steps(back)
        back = get_own_bulk_change(bulk.purpose.organization, back.number) or back
        if back.finished_at is not None:
            return redirect_info(gettext(NOTHING_LEFT), _page_url(back))
    return redirect_to(_page_url(back))


def _run_with_consents(bulk: BulkChange) -> Response | None:
    """Run a slice. With new consents to the undo of a structure, plan it anew and show it before anything is sent."""
    given = [name for name in open_consents(bulk) if request.form.get(name) == "yes"]
    if not given:
        run_slice(bulk)
        return None
    if portal().store.bulk_changes.replace_goal(bulk, add_consents(bulk.purpose.wanted, given)):
        compute_steps(get_own_bulk_change(bulk.purpose.organization, bulk.number) or bulk)
    return redirect_info(gettext(ALLOWED), _page_url(bulk))


def _decide_step(decision: Callable[[BulkChange, Step], bool], bulk: BulkChange) -> None:
    """Decide about the step that the person saw, and continue."""
    position, stored = request.form.get("step", 0, type=parse_int), portal().store.bulk_changes
    found = stored.steps(bulk, after=position - 1, states=STUCK, limit=1)
    if found and found[0].position == position and decision(bulk, found[0]):
        run_slice(get_own_bulk_change(bulk.purpose.organization, bulk.number) or bulk)


def _retry_step(bulk: BulkChange, step: Step) -> bool:
    """Send the step, and overwrite what somebody else set."""
    summary = replaced_role_title(step.intent, step.found or {}) if step.state is StepState.FAILED else ""
    mark = Mark(step.position, StepState.WAITING)
    return portal().store.bulk_changes.decide_step(bulk, mark, adopt=True, summary=summary)


def _compare_step(bulk: BulkChange, step: Step) -> bool:
    """Compare the step with the current state."""
    return compare_again(portal().store.bulk_changes, bulk, step)


def _skip_step(bulk: BulkChange, step: Step) -> bool:
    """Continue without the step; an unknown one may have been done, so an undo takes it back."""
    state = StepState.DOUBTFUL if step.state is StepState.UNKNOWN else StepState.SKIPPED
    return portal().store.bulk_changes.decide_step(bulk, Mark(step.position, state, Cause(Reason.SKIPPED)))


def _skip_changed_steps(bulk: BulkChange, step: Step) -> bool:
    """Continue without the step and others that would overwrite somebody else's values."""
    wanted = {**(bulk.purpose.wanted or {}), SKIPS_CHANGED: True}
    return portal().store.bulk_changes.replace_goal(bulk, wanted, also_sent=True) and _skip_step(bulk, step)


def _stop_bulk_change(bulk: BulkChange) -> None:
    portal().store.bulk_changes.stop(bulk)


RUN_ON = partial(run_slice, resume=False)
ACTIONS: dict[str, Callable[[BulkChange], Response | None]] = {
    "run": _run_with_consents,
    "pause": _pause_bulk_change,
    "retry": partial(_decide_step, _retry_step),
    "compare": partial(_decide_step, _compare_step),
    "skip": partial(_decide_step, _skip_step),
    "skip-changed": partial(_decide_step, _skip_changed_steps),
    "stop": _stop_bulk_change,
    "undo": _create_undo,
}


def _page_url(bulk: BulkChange, after: int | None = None) -> str:
    here = bulk_change_url(bulk.purpose.organization, bulk.number)
    return here if after is None else f"{here}?after={after}"


@blueprint.get("/<int:number>/steps/<int:position>")
@signed_in
def step(organization_id: str, number: int, position: int) -> Response:
    """Show a step's changes, the reason for its state, and the exact request."""
    bulk = get_own_bulk_change(organization_id, number) or abort(404)
    (found,) = portal().store.bulk_changes.steps(bulk, after=position - 1, limit=1) or abort(404)
    if found.position != position:
        abort(404)
    load_organization(organization_id)
    mark_as_local()
    intent, change = found.intent, rebuild_change(found.intent)
    return page(
        "bulk_changes/step.html",
        bulk=bulk,
        step=found,
        state=step_label(found),
        message=step_message(found),
        rows=changed_rows(intent.endpoint, change, shown_values(intent)),
        of_people=intent.endpoint in OF_TEAMS,
        found_there=_list_conflicting_values(found),
        shown=shown_request(BY_NAME[intent.endpoint], intent.ids, change.sent if intent.body else None),
    )


def _bulk_change_page(bulk: BulkChange, *, going: bool, problems: PageForm | None = None) -> Response:
    stored = portal().store.bulk_changes
    after = request.values.get("after", type=parse_int)
    near = 0 if bulk.finished_at is not None else bulk.finished_steps // ROWS * ROWS  # the current step
    steps = stored.steps(bulk, after=near if after is None else after, limit=ROWS + 1)
    stuck = next(iter(stored.steps(bulk, states=STUCK, limit=1)), None) if bulk.is_stuck else None
    mark_as_local()
    return page(
        "bulk_changes/show.html",
        fragment="progress",
        status=problems.status if problems else FINE,
        problems=problems.problems if problems else [],
        start_form=problems if isinstance(problems, StartForm) else StartForm(bulk),
        bulk=bulk,
        told=split_differences(bulk),
        here=_page_url(bulk),
        bulk_changes_url=url_for("bulk_changes.index", organization_id=bulk.purpose.organization),
        journal_url=url_for("journal.index", organization_id=bulk.purpose.organization),
        going=going,
        standing=state_label(bulk, going=going),
        progress=progress_label(bulk),
        counted=step_counts_label(bulk),
        **refresh_times(bulk, going=going),
        steps=[(step, step_label(step), step_message(step)) for step in steps[:ROWS]],
        more=steps[ROWS - 1].position if len(steps) > ROWS else None,
        after=after,
        stuck=stuck,
        found_there=_list_conflicting_values(stuck) if stuck else [],
        deletes=stuck is not None and stuck.intent.endpoint in BY_DELETE,
        recomputes=recomputes(bulk),
        start=is_unstarted(bulk),
        ahead=next(iter(stored.steps(bulk, states=[StepState.WAITING], limit=1)), None),
        **build_result_context(bulk, steps),
        **build_undo_context(bulk),
        consents=open_consents(bulk),
    )


def _list_conflicting_values(step: Step) -> list[tuple[str, str]]:
    """Return labels and values that somebody else had set."""
    fields = list_fields(step.intent.endpoint)
    return [
        (field_label(fields, name), display_recorded(fields, name, value)) for name, value in (step.found or {}).items()
    ]
