"""Reviews a draft: lists its changes, and checks that the reviewed ones are applied."""

import hashlib
from collections.abc import Sequence
from typing import Any

from flask import request
from werkzeug.wrappers import Response

from blueprints.structure.board import AWAY, board_context
from blueprints.structure.draft import StructureDraft, find_bulk_change
from blueprints.structure.notes import change_notes
from masthead.bulk.goals.structure import KIND, StructureGoal, plan_calls, serialize_goal, undo_draft
from masthead.bulk.reconcile import list_entries_to_undo
from masthead.i18n import N_, gettext
from masthead.store.bulk.steps import BulkChange, Purpose
from masthead.structure.actions import problems
from masthead.structure.calls import Planned
from masthead.structure.describe import Difference, count_differences, differences, title_of_undo
from masthead.structure.tree import SiteStructure, as_json, containers, is_new, map_items_to_lines
from masthead.web.descriptions.api_requests import shown_request
from masthead.web.forms.forms import CONFLICT, FINE, INVALID, PageForm
from masthead.web.frame.pages import page
from masthead.web.frame.problems import BAD_GATEWAY
from masthead.web.person.portal import portal
from masthead.web.person.session import person
from masthead.web.submit.review import reason_given
from masthead.writes.send import summary_of_undo

MAX_SHOWN = 200
BEGUN = 1
"""The number of gestures in a draft of an undo before it is edited."""
CHANGED = N_("Something changed since you opened this page. Check the changes before you apply them.")


def review_digest(desk: StructureDraft, planned: Planned) -> str:
    """Hash the site, the draft and the calls that a review shows."""
    calls = [(each.endpoint.name, each.ids, each.body and each.body.model_dump_json()) for each in planned.changes]
    return hashlib.sha256(repr((desk.version, as_json(desk.now), calls)).encode()).hexdigest()[:16]


def build_purpose(desk: StructureDraft, goal: StructureGoal, after: SiteStructure) -> Purpose:
    """Build the purpose of a bulk change from a reviewed draft; `after` is its result."""
    found, back = differences(desk.base, after), _find_undone_bulk_change(desk, after)
    title = gettext("Arrange %(site)s: %(changes)s", site=goal.title, changes=count_differences(found))
    if back is not None and desk.kept is not None and desk.kept.current == BEGUN:
        title = title_of_undo(summary_of_undo(back.purpose.title), goal.title, found)
    number = back.number if back else None
    return Purpose(goal.organization, person().owner, title, KIND, serialize_goal(goal), reason_given(), None, number)


def find_change_to_undo(desk: StructureDraft) -> BulkChange | None:
    """Return the bulk change that the draft was made to undo."""
    number = desk.draft.takes_back if desk.draft else None
    entry = portal().store.journal.entry(desk.organization, number) if number else None
    return find_bulk_change(entry) if entry is not None else None


def _find_undone_bulk_change(desk: StructureDraft, after: SiteStructure) -> BulkChange | None:
    """Return the bulk change that the draft undoes, if the draft undoes all that is left."""
    store, bulk = portal().store, find_change_to_undo(desk)
    if bulk is None:
        return None
    entries = list_entries_to_undo(store.journal, store.bulk_changes, bulk)
    now, then = (undo_draft(bulk, entries, each) for each in (desk.live.structure, after))
    return bulk if now and not then else None


def not_applied_reason(desk: StructureDraft, planned: Planned) -> tuple[str, int] | None:
    """Return a message and a status if the review has to be shown again, else None."""
    if desk.live.stale:
        return gettext(AWAY), BAD_GATEWAY
    if request.form.get("do") == "plan":
        return "", FINE
    if request.form.get("reviewed") != review_digest(desk, planned):
        return gettext(CHANGED) if differences(desk.base, desk.now) else "", CONFLICT  # else there is nothing to check
    wrong = problems(desk.now)
    return (wrong[0], INVALID) if planned.changes and wrong else None


def review_page(
    desk: StructureDraft, form: PageForm, problem: str = "", status: int = 200, *, note: str = ""
) -> Response:
    _, planned = planned_calls(desk)
    shown, reached = planned.changes[:MAX_SHOWN], differences(desk.base, planned.after)
    return page(
        "structure/review.html",
        status=status,
        **board_context(desk),
        form=form,
        problem=problem,
        note=note,
        undone=find_change_to_undo(desk),
        reviewed=review_digest(desk, planned),
        calls=len(planned.changes),
        makes_items=any(map(is_new, (*planned.after.spaces, *planned.after.groups))),
        reached=reached,
        **change_notes(desk, planned.after, reached),
        **_build_outline(planned.after, reached),
        left=planned.left,
        consents=planned.consents,
        shown=[
            (each.summary, shown_request(each.endpoint, each.ids, None if each.body is None else each.sent))
            for each in shown
        ],
    )


def _build_outline(after: SiteStructure, changes: Sequence[Difference]) -> dict[str, Any]:
    """Build the template's context for a tree of the changed rows and what they are in."""
    by_item = dict[str, list[Difference]]()
    for each in changes:
        by_item.setdefault(each.item, []).append(each)
    homes, outlined = map_items_to_lines(containers(after)), set(by_item)
    for item in by_item:
        while item := homes.get(item, "").partition(":")[2]:
            outlined.add(item)
    return {"after": after, "changes_of": by_item, "outlined": outlined, "homes": homes}


def planned_calls(desk: StructureDraft) -> tuple[StructureGoal, Planned]:
    readd, reorder = (request.values.get(name) == "yes" for name in ("readd", "reorder"))
    title = desk.live.site.title
    goal = StructureGoal(desk.organization, desk.site, title, desk.base, desk.now, readd=readd, reorder=reorder)
    return goal, plan_calls(goal, desk.live)
