"""Renders a draft of a structure: the board, the pane with its changes, and error pages."""

from collections.abc import Mapping
from typing import Any

from flask import request, url_for
from werkzeug.wrappers import Response

from blueprints.structure.draft import StructureDraft, open_shown_site, read_merged_draft, seal_shown_site
from blueprints.structure.forms import SheetWords
from blueprints.structure.notes import condition_notes, list_news
from contract.publishing.section_groups import ICON_MAX, TITLE_MAX
from contract.publishing.site_spaces import CONDITION_MAX, PATH_MAX
from masthead.bulk.goals.structure import KIND
from masthead.i18n import N_, gettext
from masthead.store.bulk.steps import BulkChange
from masthead.store.drafts.structure_drafts import StoredDraft
from masthead.structure.actions import line_title, problems
from masthead.structure.describe import count_differences, differences
from masthead.structure.draft import EditHistory, read_draft, replay, replay_as_mine
from masthead.structure.tree import SiteStructure, UnreadableStructureError, title_of
from masthead.web.forms.merge import Snapshot, seal_snapshot
from masthead.web.frame.organization import has_permission
from masthead.web.frame.pages import page, redirect_info
from masthead.web.http.responses import wants_fragment
from masthead.web.person.portal import portal
from masthead.web.person.session import person
from masthead.web.submit.bulk_changes import bulk_change_url
from masthead.web.submit.review import MAX_REASON_LENGTH
from masthead.web.submit.structure_drafts import draft_version, find_draft

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


def board(desk: StructureDraft, problem: str = "", status: int = 200, note: str = "") -> Response:
    """Return the page, or the part of it that a script asked for."""
    context = board_context(desk) | {"problem": problem, "note": note, "sheet_words": SheetWords(formdata=None)}
    is_pane = not (problem or note) and wants_fragment("structure-pane")
    return page("structure/show.html", status=status, fragment="pane" if is_pane else "board", **context)


def pane(organization_id: str, site_id: str) -> Response:
    """Return the pane with the draft's changes.

    The structure is not read, so a move can be saved even while the API is away.
    """
    draft = find_draft(organization_id, site_id)
    if draft is None:
        return board(read_merged_draft(organization_id, site_id))
    kept = read_draft(draft)
    seen = open_shown_site(organization_id, site_id, request.form.get("base", "")) or kept.seen
    found = replay(kept.active, seen)
    now = replay_as_mine(kept.active, seen, found.conflicts) if found.conflicts else found.structure
    return page("structure/_pane.html", **_draft_context((organization_id, site_id), draft, kept, seen, now))


def _draft_context(
    ids: tuple[str, str], draft: StoredDraft | None, kept: EditHistory | None, base: SiteStructure, mine: SiteStructure
) -> dict[str, Any]:
    found = differences(base, mine)
    return {
        "draft": draft,
        "kept": kept,
        "draft_version": draft_version(draft),
        "changed": found,
        "changed_items": {each.item for each in found},
        "in_numbers": count_differences(found),
        "wrong": problems(mine),
        "consequences": condition_notes(ids, mine, found),
        "unfinished": list_unfinished_changes(*ids),
        "address": url_for("structure.show", organization_id=ids[0], site_id=ids[1]),
    }


def board_context(desk: StructureDraft) -> dict[str, Any]:
    """Build the context that all templates of a structure share."""
    # The pane lists all that the draft would change, while the tree shows the others' changes.
    ids, mine = (desk.organization, desk.site), desk.mine or desk.now
    return _draft_context(ids, desk.draft, desk.kept, desk.base, mine) | {
        "now": desk.now,
        "desk": desk,
        "most": MAX_LENGTHS,
        "site": desk.live.site,
        "news": list_news(desk),
        "asked_items": {item: f"choice-{n}" for n, each in enumerate(desk.questions, 1) for item in each.items},
        "movable": _movable_kinds(desk.now),
        "title_of": title_of,
        "line_title": line_title,
        "may_edit": has_permission("createContent") and desk.live.is_whole,
        "base_shown": seal_shown_site(desk),
    }


def _movable_kinds(now: SiteStructure) -> set[str]:
    """List the kinds of items that have another place to go to."""
    found = {"space"} if len(now.spaces) > 1 or len(now.held) > 1 else set[str]()
    return found | ({"section"} if now.groups else set()) | ({"group"} if len(now.top) > 1 else set())


def drawn_from(site: str, values: Mapping[str, str]) -> str:
    """Seal the site's title and the values of the inputs that a sheet was drawn from."""
    return seal_snapshot(Snapshot({"name": site, **values}))


def list_unfinished_changes(organization_id: str, site_id: str) -> list[tuple[BulkChange, str]]:
    """List the person's unfinished bulk changes of this structure, newest first, with their URLs."""
    store, owner = portal().store.bulk_changes, person().owner
    newest = store.newest(organization_id, owner, limit=MAX_NEWEST)
    open_ = [each.number for each in newest if each.purpose.kind == KIND and each.finished_at is None]
    found = [bulk for number in open_ if (bulk := store.get(organization_id, number, owner)) is not None]
    here = [bulk for bulk in found if bulk.purpose.wanted["site"] == site_id]
    return [(bulk, bulk_change_url(organization_id, bulk.number)) for bulk in here]


def handle_unreadable_draft(_: UnreadableStructureError) -> Response:
    """Redirect to the list of drafts, where an unreadable draft can be discarded."""
    return redirect_info(gettext(UNREADABLE), url_for("drafts.index"))
