"""Pages about a site's structure: arrange it in a private draft, review and apply that."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from flask import Blueprint, abort, flash, request, url_for
from werkzeug.wrappers import Response

from blueprints.structure import sheets
from blueprints.structure.actions import (
    ACTS,
    SHOWN_AGAIN,
    apply_to_draft,
    is_other_draft_shown,
    is_sheet_unchanged,
    resolve_conflicts,
)
from blueprints.structure.board import (
    AWAY,
    board_context,
    given_consents,
    handle_unreadable_draft,
    list_unfinished_changes,
    plan_draft_calls,
    render_board,
    review_digest,
)
from blueprints.structure.draft import (
    StructureDraft,
    find_bulk_change,
    read_merged_draft,
    read_page_draft,
    read_unmerged_draft,
    save_draft,
    try_begin,
    try_redraft,
)
from blueprints.structure.notes import change_notes
from masthead.bulk.goals.structure import KIND, StructureGoal, choose_scope, read_goal, serialize_goal, undo_draft
from masthead.bulk.reconcile import list_entries_to_undo
from masthead.client import Forbidden, NotFound
from masthead.i18n import N_, gettext
from masthead.store.bulk.steps import BulkChange, Purpose
from masthead.store.drafts.drafts import MAX_ITEMS
from masthead.store.drafts.structure_drafts import StoredDraft
from masthead.store.drafts.texts import TooLargeError
from masthead.store.errors import DraftChangedError
from masthead.structure.actions import DraftError, list_problems
from masthead.structure.calls import CONSENTS, Planned
from masthead.structure.describe import (
    Difference,
    address_change_message,
    count_differences,
    list_differences,
    title_of_undo,
)
from masthead.structure.draft import EditHistory, read_draft
from masthead.structure.read import Scope
from masthead.structure.tree import SiteStructure, UnreadableStructureError, is_new, lines_by_key, map_items_to_lines
from masthead.web.descriptions.api_requests import shown_request
from masthead.web.forms.forms import CONFLICT, FINE, INVALID, PageForm
from masthead.web.frame.organization import has_permission, load_organization
from masthead.web.frame.pages import page, redirect_info
from masthead.web.frame.problems import BAD_GATEWAY
from masthead.web.http.paths import parse_int
from masthead.web.http.responses import redirect_to, wants_fragment
from masthead.web.person.guards import keeps_input, signed_in
from masthead.web.person.portal import portal
from masthead.web.person.session import person
from masthead.web.submit.bulk_changes import find_resubmission, get_own_bulk_change, store_bulk_change
from masthead.web.submit.drafts import drop_draft_at_end, release_draft
from masthead.web.submit.review import EDIT, pressed_button, reason_given
from masthead.web.submit.structure_drafts import TOO_LARGE, discard_structure, find_draft
from masthead.writes.send import summary_of_undo

MAX_SHOWN = 200
CHANGED = N_("Something changed since you opened this page. Check the changes before you apply them.")
blueprint = Blueprint("structure", __name__, url_prefix="/orgs/<organization_id>/sites/<site_id>/structure")
blueprint.register_error_handler(UnreadableStructureError, handle_unreadable_draft)
NO_STEP = N_("Nothing was changed: your draft was applied or changed in another window.")
DISCARDED = N_(
    "The draft was discarded. "
    "You can restore it from “Your drafts” for 24 hours, or until you discard or import %(max)s more."
)
NOT_ENDED = N_("Nothing was undone: this bulk change is still running. Try again when it has ended.")
NOTHING_LEFT = N_("There is nothing left to undo: what this bulk change did is as it was before.")
UNDO_AWAY = N_("Nothing was undone: the documentation service didn't answer. Try again.")
HAS_DRAFT = N_("You have a draft of this structure. Apply or discard it first.")


def build_purpose(desk: StructureDraft, goal: StructureGoal, planned: Planned) -> Purpose:
    """Build the purpose of a reviewed draft's bulk change. It counts as an undo only if that is complete."""
    found, back = list_differences(desk.base, planned.after), None if planned.left else find_change_to_undo(desk)
    title = gettext("Arrange %(site)s: %(changes)s", site=goal.title, changes=count_differences(found))
    if back is not None:
        title = title_of_undo(summary_of_undo(back.purpose.title), goal.title, found)
    number = back.number if back else None
    return Purpose(goal.organization, person().owner, title, KIND, serialize_goal(goal), reason_given(), None, number)


def find_change_to_undo(desk: StructureDraft) -> BulkChange | None:
    """Return the bulk change that the draft undoes; None if it isn't an undo."""
    number = desk.draft.takes_back if desk.draft else None
    entry = portal().store.journal.entry(desk.organization, number) if number else None
    return find_bulk_change(entry) if entry is not None else None


def not_applied_reason(desk: StructureDraft, planned: Planned) -> tuple[str, int] | None:
    """Return a message and a status if the review must be shown again instead of applying the draft; else None."""
    if desk.live.stale:
        return gettext(AWAY), BAD_GATEWAY
    if request.form.get("do") == "plan":
        return "", FINE
    if request.form.get("reviewed") != review_digest(desk, planned):
        return gettext(CHANGED) if list_differences(desk.base, desk.now) else "", CONFLICT  # else nothing to check
    wrong = list_problems(desk.now)
    return (wrong[0], INVALID) if planned.changes and wrong else None


def review_page(
    desk: StructureDraft, form: PageForm, problem: str = "", status: int = 200, *, note: str = ""
) -> Response:
    context = board_context(desk)
    planned: Planned = context["planned"]
    after, reached = planned.after, list_differences(desk.base, planned.after)
    context |= {
        "form": form,
        "problem": problem,
        "note": note,
        "undone": find_change_to_undo(desk),
        "calls": len(planned.changes),
        "makes_items": any(map(is_new, (*after.spaces, *after.groups))),
        "reached": reached,
        "notes": change_notes(desk, after, reached, {}),
        "addresses_told": address_change_message(reached),
        "asked": [each for each in planned.left if each.reason in CONSENTS],
        "left": [each for each in planned.left if each.reason not in CONSENTS],
        "consents": planned.consents,
        "given": dict.fromkeys(given_consents(desk), "yes"),
        "shown": [
            (each.summary, shown_request(each.endpoint, each.ids, None if each.body is None else each.sent))
            for each in planned.changes[:MAX_SHOWN]
        ],
    }
    return page("structure/review.html", status=status, **context, **_build_outline(after, reached))


def _build_outline(after: SiteStructure, changes: Sequence[Difference]) -> dict[str, Any]:
    """Build the template context for a tree of the changed rows and the rows that contain them."""
    by_item = dict[str, list[Difference]]()
    for each in changes:
        by_item.setdefault(each.item, []).append(each)
    homes, outlined = map_items_to_lines(lines_by_key(after)), set(by_item)
    for item in by_item:
        while item := homes.get(item, "").partition(":")[2]:
            outlined.add(item)
    return {"after": after, "changes_of": by_item, "outlined": outlined, "homes": homes}


@blueprint.get("")
@signed_in
def show(organization_id: str, site_id: str) -> Response:
    """Show the draft, or the current site if there is no draft."""
    return render_board(read_merged_draft(organization_id, site_id))


@blueprint.post("")
@signed_in
def act(organization_id: str, site_id: str) -> Response:
    """Apply one action to the draft."""
    do, _, item = request.form.get("do", "").partition(" ")
    if do == "settle":
        return resolve_conflicts(organization_id, site_id)
    if do in ACTS:
        return _apply_action(organization_id, site_id, do, item)
    if do not in {"undo", "redo", "discard"}:
        abort(400)
    draft = find_draft(organization_id, site_id)
    is_other = is_other_draft_shown(draft)
    if do == "discard" and draft is not None and not is_other:
        return _discard_draft(organization_id, site_id, draft)
    if is_other or not _undo_or_redo(draft, do):
        return render_board(read_merged_draft(organization_id, site_id), gettext(NO_STEP), CONFLICT)
    return _render_result(organization_id, site_id, "")


def _apply_action(organization_id: str, site_id: str, do: str, item: str) -> Response:
    sent = request.form.copy()
    if item:  # a button for one row, in the form that holds all of them
        sent["item"] = item
    try:
        if do == "add":
            sent["space"], sent["title"] = sheets.find_space_to_add(organization_id)
        is_other = apply_to_draft(organization_id, site_id, ACTS[do], sent)
    except DraftError as wrong:
        if is_sheet_unchanged(request.form):
            release_draft(is_saved=True)
        again = sheets.render_refused_sheet(organization_id, site_id, str(wrong))
        return again or render_board(read_merged_draft(organization_id, site_id), str(wrong), INVALID)
    drop_draft_at_end()
    return _render_result(organization_id, site_id, gettext(SHOWN_AGAIN) if is_other else "")


def _discard_draft(organization_id: str, site_id: str, draft: StoredDraft) -> Response:
    """Discard the draft, and offer to restore it."""
    here, why = _url("show", organization_id, site_id), NO_STEP
    try:
        undo = discard_structure(draft, here)
    except TooLargeError:
        undo, why = None, TOO_LARGE
    if undo is None:
        return render_board(read_merged_draft(organization_id, site_id), gettext(why), CONFLICT)
    onward = redirect_info(gettext(DISCARDED, max=MAX_ITEMS), f"{here}#structure-board", undo, gettext("Restore draft"))
    is_part = request.headers.get("HX-Target") == "structure-board"  # the message is part of it
    return render_board(read_merged_draft(organization_id, site_id)) if is_part else onward


def _render_result(organization_id: str, site_id: str, note: str) -> Response:
    """Return the response to an action: the pane, the board or, without scripts, a redirect."""
    target, address = request.headers.get("HX-Target"), _url("show", organization_id, site_id, "structure-board")
    if target in {"structure-pane", "structure-board"}:
        is_pane = target == "structure-pane" and not note
        desk = read_page_draft(organization_id, site_id, request.form.get("base", "")) if is_pane else None
        return render_board(desk or read_merged_draft(organization_id, site_id), note=note)
    return redirect_info(note, address) if note else redirect_to(address)


def _undo_or_redo(draft: StoredDraft | None, do: str) -> bool:
    if draft is None:
        return do == "discard"
    try:
        return save_draft(draft, read_draft(draft).undo_or_redo(-1 if do == "undo" else 1))
    except IndexError:
        return False


@blueprint.get("/changes")
@signed_in
def changes(organization_id: str, site_id: str) -> Response:
    """Refresh an open page's notice about bulk changes, a changed site or draft, or a deleted site."""
    address, version = _url("show", organization_id, site_id), request.args.get("version", "")
    if not wants_fragment("structure-changes"):
        return redirect_to(address)
    draft, unfinished = find_draft(organization_id, site_id), list_unfinished_changes(organization_id, site_id)
    context: dict[str, Any] = {"address": address, "version": version, "draft": draft, "unfinished": unfinished}
    context["draft_reviewed"] = request.args.get("draft_reviewed")
    try:
        desk = read_unmerged_draft(organization_id, site_id)
    except (NotFound, Forbidden):  # the page stays, as nothing else shows the draft
        return page("structure/_changes.html", **context, is_gone=True)
    is_other = not desk.live.stale and desk.version != version
    context |= {"is_other": is_other, "is_other_draft": is_other_draft_shown(draft)}
    return page("structure/_changes.html", **context, news=desk.news if is_other else ())


blueprint.get("/move", endpoint="ask_move")(signed_in(sheets.render_move_sheet))
blueprint.get("/item/<item>", endpoint="ask_edit")(signed_in(sheets.render_item_sheet))
blueprint.get("/add", endpoint="ask_add")(signed_in(sheets.render_add_sheet))


@blueprint.get("/review")
@signed_in
def review(organization_id: str, site_id: str) -> Response:
    """Show the exact API calls that turn the site into the draft."""
    is_other = is_other_draft_shown(find_draft(organization_id, site_id))
    desk = read_merged_draft(organization_id, site_id)
    return review_page(desk, PageForm(), note=gettext(CHANGED) if is_other and desk.draft else "")


@blueprint.post("/review")
@signed_in
@keeps_input
def apply(organization_id: str, site_id: str) -> Response:
    """Create the bulk change and start it, if it is the same as the reviewed one."""
    if (made := find_resubmission()) is not None:
        return made
    kept = find_draft(organization_id, site_id)
    scope = choose_scope(read_draft(kept).seen, read_draft(kept).now) if kept else Scope.ALL
    desk, form = read_merged_draft(organization_id, site_id, scope=scope), PageForm()
    if not desk.questions:
        drop_draft_at_end()  # whatever the page shows now, the reason is in it
    if pressed_button() == EDIT:
        return review_page(desk, form)
    goal, planned = plan_draft_calls(desk)
    if request.form.get("do") == "plan" and desk.draft and desk.kept:  # the review asks for them once
        agreed = replace(desk.kept, consents=goal.consents)
        save_draft(desk.draft, agreed)
        desk = replace(desk, kept=agreed, draft=find_draft(organization_id, site_id))
    if (stop := not_applied_reason(desk, planned)) is not None:
        return review_page(desk, form, *stop)
    if planned.changes and not desk.questions and form.validate():
        purpose = build_purpose(desk, goal, planned)
        # Another window's draft while the bulk change runs is a new one.
        drop = [portal().store.structure_drafts.build_drop_hook(desk.draft)] if desk.draft else []
        try:
            if stored := store_bulk_change(form, purpose, planned.changes, *drop):
                return stored
        except DraftChangedError:
            desk = read_merged_draft(organization_id, site_id)
            return review_page(desk, form, gettext(CHANGED) if desk.draft else "", CONFLICT)
    return review_page(desk, form, status=form.status)


@blueprint.post("/again")
@signed_in
def redraft(organization_id: str, site_id: str) -> Response:
    """Begin a draft of everything that a bulk change didn't complete, and redirect to its review."""
    bulk = get_own_bulk_change(organization_id, request.form.get("plan", 0, type=parse_int)) or abort(404)
    if bulk.purpose.kind != KIND or read_goal(bulk).site != site_id:
        abort(404)
    is_begun = try_redraft(bulk, read_merged_draft(organization_id, site_id))
    return _redirect_to_draft(organization_id, site_id, is_begun=is_begun)


@blueprint.post("/undo")
@signed_in
def undo(organization_id: str, site_id: str) -> Response:
    """Begin a draft that undoes the bulk change of a journal entry, and redirect to its review."""
    load_organization(organization_id, anew=True)
    store, number = portal().store, request.form.get("entry", 0, type=parse_int)
    entry = store.journal.entry(organization_id, number, None if has_permission("admin") else person().owner)
    bulk = find_bulk_change(entry) if entry is not None else None
    if bulk is None or bulk.purpose.kind != KIND or read_goal(bulk).site != site_id:
        abort(404)
    onward = url_for("journal.show", organization_id=organization_id, number=number)
    if bulk.runs:
        return redirect_info(gettext(NOT_ENDED), onward)
    desk = read_merged_draft(organization_id, site_id)
    if desk.live.stale or desk.live.groups_problem is not None:
        return redirect_info(gettext(UNDO_AWAY), onward)
    found = undo_draft(bulk, list_entries_to_undo(store.journal, store.bulk_changes, bulk), desk.live.structure)
    if found is None:
        return redirect_info(gettext(NOTHING_LEFT), onward)
    is_begun = try_begin(desk, EditHistory(found.base, consents=found.consents), found.wanted, number)
    return _redirect_to_draft(organization_id, site_id, is_begun=is_begun)


def _redirect_to_draft(organization_id: str, site_id: str, *, is_begun: bool) -> Response:
    if not is_begun:
        flash(gettext(HAS_DRAFT), "warning")
    return redirect_to(_url("review" if is_begun else "show", organization_id, site_id))


def _url(view: str, organization_id: str, site_id: str, anchor: str | None = None) -> str:
    return url_for(f"structure.{view}", organization_id=organization_id, site_id=site_id, _anchor=anchor)
