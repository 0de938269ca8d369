"""Bulk changes: one's own, how far each has come, and what to do about a step that stands in the way."""

from collections.abc import Callable
from typing import Any

from flask import Blueprint, abort, request, session, url_for
from werkzeug.wrappers import Response

from blueprints.bulk_changes.beside import changes_at_once
from blueprints.bulk_changes.changed_rows import changed_rows
from blueprints.bulk_changes.pages import changed_page_link, import_url, keeps_unsent, redraft_url, report_url
from blueprints.bulk_changes.reader_addresses import address_report
from blueprints.bulk_changes.start_form import StartForm
from blueprints.bulk_changes.step_decisions import compare, retry, skip, skip_changed, stuck_step
from blueprints.bulk_changes.undoings import (
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
    why_nothing_left,
)
from blueprints.bulk_changes.words import (
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
from masthead.bulk.registry import GOALS
from masthead.bulk.undo import add_undo
from masthead.resources import BY_DELETE
from masthead.store.bulk.steps import BulkChange, Step, StepState
from masthead.structure.attempts import with_consents
from masthead.web.descriptions.api_requests import shown_request
from masthead.web.forms.forms import FINE, PageForm
from masthead.web.frame.api_status import mark_as_local
from masthead.web.frame.organization import load_organization
from masthead.web.frame.pages import page, redirect_info
from masthead.web.http.htmx import redirect_to, wants_fragment
from masthead.web.http.paths import parse_int
from masthead.web.person.access import person, signed_in
from masthead.web.person.csrf import keeps_input
from masthead.web.person.portal import portal
from masthead.web.submit.bulk_changes import GOING, address, carry_on, goes_on, mine, prepare
from masthead.web.submit.recorded_changes import display_recorded, fields_of, label_of
from masthead.web.submit.role_changes import OF_TEAMS
from masthead.writes.change import change_of

blueprint = Blueprint("bulk_changes", __name__, url_prefix="/orgs/<organization_id>/bulk-changes")
ROWS, NO_CONTENT = 100, 204
UNDER_WAY = N_(
    "Nothing was undone yet, because a step is under way. The bulk change pauses after it. Select “Stop and undo "
    "completed steps” again then."
)


@blueprint.get("")
@signed_in
def index(organization_id: str) -> Response:
    """One's own bulk changes in this organization, the newest first."""
    load_organization(organization_id)
    mark_as_local()
    before = request.args.get("before", type=parse_int)
    found = portal().store.bulk_changes.newest(organization_id, person().owner, before=before, limit=ROWS + 1)
    return page(
        "bulk_changes/index.html",
        fragment="rows",
        bulk_changes=[(bulk, standing(bulk), describe_progress(bulk)) for bulk in found[:ROWS]],
        more=found[ROWS - 1].number if len(found) > ROWS else None,
        first=before is None,
    )


@blueprint.get("/unfinished")
@signed_in
def unfinished(organization_id: str) -> Response:
    """The line that other pages have of the newest one that is not finished, for a page that is open."""
    if not wants_fragment("bulk_changes-unfinished"):
        return redirect_to(url_for(".index", organization_id=organization_id))
    waiting = portal().store.bulk_changes.unfinished(organization_id, person().owner)
    return page("bulk_changes/_unfinished.html", waiting=waiting)


@blueprint.get("/<int:number>")
@signed_in
def show(organization_id: str, number: int) -> Response:
    """One bulk change: how far it has come, and its steps."""
    bulk = as_it_is_now(mine(organization_id, number) or abort(404))
    if wants_fragment("bulk_changes-progress"):
        if request.args.get("shown") == version_shown(bulk):
            return Response(status=NO_CONTENT)  # so that the focus stays
        going = request.args.get("going") == "1"
    else:
        load_organization(organization_id)
        going = session.pop(GOING, None) == number
    return _page(bulk, going=going and goes_on(bulk))


@blueprint.post("/<int:number>")
@signed_in
@keeps_input
def act(organization_id: str, number: int) -> Response:
    """Carry it on for a slice, pause it, or decide about a step or the whole."""
    bulk = mine(organization_id, number) or abort(404)
    what = ACTIONS.get(request.form.get("do", ""), _continue)
    form = StartForm(bulk) if what in {carry_on, _continue} else PageForm()
    if not form.validate():
        load_organization(organization_id)
        return _page(mine(organization_id, number) or bulk, going=False, problems=form)
    if (leads_to := what(bulk)) is not None:
        return leads_to
    bulk = mine(organization_id, number) or abort(404)
    going = goes_on(bulk) and what is not _pause
    if wants_fragment("bulk_changes-progress"):
        return _page(bulk, going=going)
    if going:
        session[GOING] = number
    return redirect_to(_page_url(bulk, request.form.get("after", type=parse_int)))


def _continue(bulk: BulkChange) -> None:
    carry_on(bulk, resume=False)


def _pause(bulk: BulkChange) -> None:
    portal().store.bulk_changes.pause(bulk)


def _stop(bulk: BulkChange) -> None:
    portal().store.bulk_changes.stop(bulk)


def _undo(bulk: BulkChange) -> Response:
    if bulk.held:
        return _undo_after_step(bulk)
    undoings = read_undoings(bulk)
    before = newest_undo(bulk, undoings)
    if (before is None or before.finished_at is not None) and not can_undo(bulk, undoings):
        return redirect_info(why_nothing_left(bulk, undoings), _page_url(bulk))
    made = add_undo(portal().store.journal, portal().store.bulk_changes, bulk)
    back = mine(bulk.purpose.organization, made) if made is not None else None
    if back is None and (there := mine(bulk.purpose.organization, bulk.number)) and there.held:
        return _undo_after_step(there)
    if back is None:
        return redirect_info(nothing_to_undo(bulk), _page_url(bulk))
    return _show_undo(bulk, back)


def _undo_after_step(bulk: BulkChange) -> Response:
    """What is under way would be missing in the plan that undoes this one: it ends first, and nothing follows it."""
    portal().store.bulk_changes.pause(bulk)
    return redirect_info(gettext(UNDER_WAY), _page_url(bulk))


def _show_undo(bulk: BulkChange, back: BulkChange) -> Response:
    """Lead to the bulk change that undoes another one, with its steps worked out; where it has none, say why."""
    if not_started(back):
        prepare(back)
        back = mine(bulk.purpose.organization, back.number) or back
        if back.finished_at is not None:
            return redirect_info(why_no_steps(bulk, back), _page_url(back))
    return redirect_to(_page_url(back))


def _agree(bulk: BulkChange) -> Response:
    """Plan the undo of a structure again, with what its person agreed to; nothing is sent."""
    given = [name for name in consents_open(bulk) if request.form.get(name) == "yes"]
    if given and portal().store.bulk_changes.amend(bulk, with_consents(bulk.purpose.wanted, given)):
        prepare(mine(bulk.purpose.organization, bulk.number) or bulk)
    return redirect_to(_page_url(bulk))


ACTIONS: dict[str, Callable[[BulkChange], Response | None]] = {
    "run": carry_on,
    "pause": _pause,
    "retry": retry,
    "compare": compare,
    "skip": skip,
    "skip-changed": skip_changed,
    "stop": _stop,
    "undo": _undo,
    "agree": _agree,
}


def _page_url(bulk: BulkChange, after: int | None = None) -> str:
    here = address(bulk.purpose.organization, bulk.number)
    return here if after is None else f"{here}?after={after}"


@blueprint.get("/<int:number>/steps/<int:position>")
@signed_in
def step(organization_id: str, number: int, position: int) -> Response:
    """One step: what it changes, why it stands where it stands, and the exact request."""
    bulk = mine(organization_id, number) or abort(404)
    (found,) = portal().store.bulk_changes.steps(bulk, after=position - 1, limit=1) or abort(404)
    if found.position != position:
        abort(404)
    load_organization(organization_id)
    mark_as_local()
    intent = found.intent
    return page(
        "bulk_changes/step.html",
        bulk=bulk,
        step=found,
        state=step_standing(bulk, found),
        message=step_message(found),
        rows=changed_rows(intent),
        of_people=intent.endpoint in OF_TEAMS,
        found_there=_conflicting_values(found),
        shown=shown_request(BY_NAME[intent.endpoint], intent.ids, change_of(intent).sent if intent.body else None),
    )


def _page(bulk: BulkChange, *, going: bool, problems: PageForm | None = None) -> Response:
    steps = portal().store.bulk_changes.steps(bulk, after=_start_position(bulk), limit=ROWS + 1)
    kind, stuck = GOALS[bulk.purpose.kind], stuck_step(bulk)
    mark_as_local()
    return page(
        "bulk_changes/show.html",
        fragment="progress",
        status=problems.status if problems else FINE,
        problems=problems.problems if problems else [],
        start_form=problems if isinstance(problems, StartForm) else StartForm(bulk),
        bulk=bulk,
        told=split_differences(bulk),
        at_once=changes_at_once(bulk),
        following=following(bulk) if not_started(bulk) else [],
        here=_page_url(bulk),
        bulk_changes_url=url_for("bulk_changes.index", organization_id=bulk.purpose.organization),
        journal_url=url_for("journal.index", organization_id=bulk.purpose.organization),
        going=going,
        standing=standing(bulk, going=going, asks=stuck is not None),
        progress=describe_progress(bulk),
        counted=describe_step_counts(bulk),
        **waits(bulk, going=going),
        steps=[(step, step_standing(bulk, step), step_message(step)) for step in steps[:ROWS]],
        more=steps[ROWS - 1].position if len(steps) > ROWS else None,
        after=request.values.get("after", type=parse_int),
        **_decision(stuck),
        recomputes=kind.recomputes,
        place=changed_page_link(bulk, steps),
        start=start_label(bulk, recomputes=kind.recomputes) if not_started(bulk) else "",
        ahead=next(iter(portal().store.bulk_changes.steps(bulk, states=[StepState.WAITING], limit=1)), None),
        **_results(bulk),
        keeps_unsent=keeps_unsent(bulk),
        **undoings_shown(bulk),
        undoing=gettext(kind.undoing),
        consents=consents_open(bulk),
        fewer=why_fewer_steps(bulk),
    )


def _results(bulk: BulkChange) -> dict[str, Any]:
    """What came of it: as a file, for readers, and to be reviewed again."""
    again = {"anew": import_url(bulk), "again": redraft_url(bulk)}
    return {"report": report_url(bulk), "addresses": address_report(bulk), **again}


def _decision(stuck: Step | None) -> dict[str, Any]:
    """What the page says of the step that waits for a decision."""
    return {
        "stuck": stuck,
        "found_there": _conflicting_values(stuck) if stuck else [],
        "deletes": stuck is not None and stuck.intent.endpoint in BY_DELETE,
    }


def _start_position(bulk: BulkChange) -> int:
    """Behind which position the steps are shown: as asked, else the hundred in which the bulk change is."""
    asked = request.values.get("after", type=parse_int)
    if asked is not None:
        return asked
    return 0 if bulk.finished_at is not None else bulk.settled // ROWS * ROWS


def _conflicting_values(step: Step) -> list[tuple[str, str]]:
    """What somebody else had put there: labels and values in words."""
    fields = fields_of(step.intent.endpoint)
    return [
        (label_of(fields, name), display_recorded(fields, name, value)) for name, value in (step.found or {}).items()
    ]
