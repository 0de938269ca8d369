"""Renders a structure draft: the board, the pane that lists its changes, and error pages."""

import hashlib
from typing import Any

from flask import request, url_for
from werkzeug.wrappers import Response

from blueprints.structure.draft import StructureDraft, seal_shown_site
from blueprints.structure.forms import SheetWords
from blueprints.structure.notes import change_notes, condition_notes
from contract.publishing.section_groups import ICON_MAX, TITLE_MAX
from contract.publishing.site_spaces import CONDITION_MAX, PATH_MAX
from masthead.bulk.goals.structure import KIND, StructureGoal, plan_calls
from masthead.i18n import N_, gettext
from masthead.store.bulk.steps import BulkChange
from masthead.store.keys import random_id
from masthead.structure.actions import line_title, list_problems
from masthead.structure.calls import CONSENTS, Planned
from masthead.structure.describe import address_change_message, count_differences, list_differences
from masthead.structure.tree import SiteStructure, UnreadableStructureError, structure_json, title_of
from masthead.web.frame.pages import page, redirect_info
from masthead.web.http.responses import wants_fragment
from masthead.web.person.portal import portal
from masthead.web.person.session import person
from masthead.web.submit.bulk_changes import bulk_change_url
from masthead.web.submit.review import MAX_REASON_LENGTH
from masthead.web.submit.structure_drafts import draft_version

MAX_LENGTHS = {
    "title": TITLE_MAX,
    "icon": ICON_MAX,
    "path": PATH_MAX,
    "condition": CONDITION_MAX,
    "reason": MAX_REASON_LENGTH,
}
MAX_NEWEST = 40
AWAY = N_("The documentation service didn't answer, so nothing can be applied now. Your draft is kept.")
UNREADABLE = N_(
    "Masthead can't read your draft of this structure, because another version of Masthead saved it. "
    "Nothing of it was sent. To work on the structure, discard the draft; you can restore it for 24 hours."
)


def render_board(desk: StructureDraft, problem: str = "", status: int = 200, note: str = "") -> Response:
    """Render the page, or the part of it that a script requested."""
    shown = {"problem": problem, "note": note, "sheet_words": SheetWords(formdata=None), "form_key": random_id()}
    context = board_context(desk) | shown
    is_pane = not (problem or note) and wants_fragment("structure-pane")
    return page("structure/show.html", status=status, fragment="pane" if is_pane else "board", **context)


def board_context(desk: StructureDraft) -> dict[str, Any]:
    """Build the template context that all structure pages share."""
    # The pane lists all that the draft would change, while the tree shows the others' changes.
    ids, mine = (desk.organization, desk.site), desk.mine or desk.now
    changed, wrong = list_differences(desk.base, mine), list_problems(mine)
    planned = plan_draft_calls(desk)[1] if changed else Planned(after=desk.now)
    consequences, notes = condition_notes(ids, mine, changed), change_notes(desk, mine, changed, planned.asked)
    warns = any(note.warns for each in changed for note in notes[each])
    asks = desk.questions, wrong, planned.left, planned.consents, consequences, warns
    return {
        "draft": desk.draft,
        "kept": desk.kept,
        "draft_version": draft_version(desk.draft),
        "changed": changed,
        "changed_items": {each.item for each in changed},
        "in_numbers": count_differences(changed),
        "wrong": wrong,
        "consequences": consequences,
        "unfinished": list_unfinished_changes(*ids),
        "address": url_for("structure.show", organization_id=ids[0], site_id=ids[1]),
        "now": desk.now,
        "desk": desk,
        "most": MAX_LENGTHS,
        "site": desk.live.site,
        "news": desk.news,
        "asked_items": {item: f"choice-{n}" for n, each in enumerate(desk.questions, 1) for item in each.items},
        "movable": _movable_kinds(desk.now),
        "title_of": title_of,
        "line_title": line_title,
        "may_edit": desk.may_edit,
        "base_shown": seal_shown_site(desk),
        "notes": notes,
        "addresses_told": address_change_message(changed),
        "planned": planned,
        "reviewed": review_digest(desk, planned),
        "may_apply": desk.may_edit and not desk.live.stale and bool(planned.changes) and not any(asks),
    }


def given_consents(desk: StructureDraft) -> set[str]:
    """Return the consents of the review's form or the draft, as fields of Allowed."""
    given = {name for name in CONSENTS.values() if request.values.get(name) == "yes"}
    return given if desk.kept is None or request.endpoint == "structure.apply" else given.union(desk.kept.consents)


def plan_draft_calls(desk: StructureDraft) -> tuple[StructureGoal, Planned]:
    """Plan the API calls that turn the site into the draft, with the given consents."""
    readd, reorder = (name in given_consents(desk) for name in ("readd", "reorder"))
    title = desk.live.title
    goal = StructureGoal(desk.organization, desk.site, title, desk.base, desk.now, readd=readd, reorder=reorder)
    return goal, plan_calls(goal, desk.live)


def review_digest(desk: StructureDraft, planned: Planned) -> str:
    """Hash the site, the draft and the calls that a page shows, so that nothing else is applied."""
    calls = [(each.endpoint.name, each.ids, each.body and each.body.model_dump_json()) for each in planned.changes]
    return hashlib.sha256(repr((desk.version, structure_json(desk.now), calls)).encode()).hexdigest()[:16]


def _movable_kinds(now: SiteStructure) -> set[str]:
    """Return the kinds of items that can be moved to another place."""
    found = {"space"} if len(now.spaces) > 1 or len(now.held) > 1 else set[str]()
    return found | ({"section"} if now.groups else set()) | ({"group"} if len(now.top) > 1 else set())


def list_unfinished_changes(organization_id: str, site_id: str) -> list[tuple[BulkChange, str]]:
    """List the person's unfinished bulk changes to the site's structure, newest first, with their URLs."""
    store, owner = portal().store.bulk_changes, person().owner
    newest = store.newest(organization_id, owner, limit=MAX_NEWEST)
    open_ = [each.number for each in newest if each.purpose.kind == KIND and each.finished_at is None]
    found = [bulk for number in open_ if (bulk := store.get(organization_id, number, owner)) is not None]
    here = [bulk for bulk in found if bulk.purpose.wanted["site"] == site_id]
    return [(bulk, bulk_change_url(organization_id, bulk.number)) for bulk in here]


def handle_unreadable_draft(_: UnreadableStructureError) -> Response:
    """Redirect to the list of drafts, where the unreadable draft can be discarded."""
    return redirect_info(gettext(UNREADABLE), url_for("drafts.index"))
