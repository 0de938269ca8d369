"""Renders a draft of a structure: the board, and the pane with its changes."""

import json
from collections.abc import Mapping
from typing import Any

from flask import request, url_for
from werkzeug.wrappers import Response

from blueprints.structure.draft import StructureDraft, desk_at, shown_on, site_shown
from blueprints.structure.forms import SheetWords
from blueprints.structure.news import author_of, news_of
from blueprints.structure.notes import condition_notes
from blueprints.structure.undo import unfinished_bulk_changes
from contract.publishing.section_groups import ICON_MAX, TITLE_MAX
from contract.publishing.site_spaces import CONDITION_MAX, PATH_MAX
from masthead.store.bulk.steps import BulkChange
from masthead.structure.actions import line_title, problems
from masthead.structure.describe import count_differences, differences
from masthead.structure.draft import read_draft, replay, replay_as_mine
from masthead.structure.tree import SiteStructure, containers, title_of
from masthead.web.forms.merge import Snapshot, seal_snapshot
from masthead.web.frame.organization import has_permission
from masthead.web.frame.pages import page
from masthead.web.http.htmx import wants_fragment
from masthead.web.submit.bulk_changes import bulk_change_url
from masthead.web.submit.review import MAX_REASON_LENGTH
from masthead.web.submit.structure_drafts import can_be_restored, draft_version, find_draft

MAX_LENGTHS = {
    "title": TITLE_MAX,
    "icon": ICON_MAX,
    "path": PATH_MAX,
    "condition": CONDITION_MAX,
    "reason": MAX_REASON_LENGTH,
}


def board(desk: StructureDraft, problem: str = "", status: int = 200, note: str = "") -> Response:
    """Return the page, or the part of it that a script asked for."""
    context = board_context(desk) | {"problem": problem, "note": note, "sheet_words": SheetWords(formdata=None)}
    if not (problem or note) and wants_fragment("structure-pane"):
        return page("structure/show.html", status=status, fragment="pane", **context)
    return page("structure/show.html", status=status, fragment="board", **context)


def pane(organization_id: str, site_id: str) -> Response:
    """Return the pane with the draft's changes.

    The structure is not read, so a move can be saved even while the API is away.
    """
    draft = find_draft(organization_id, site_id)
    if draft is None:
        return board(desk_at(organization_id, site_id))
    kept = read_draft(draft)
    seen = site_shown(organization_id, site_id, request.form.get("base", "")) or kept.seen
    found = replay(kept.active, seen)
    now = replay_as_mine(kept.active, seen, found.conflicts) if found.conflicts else found.structure
    told = _context((organization_id, site_id), seen, now)
    told |= {
        "draft": draft,
        "kept": kept,
        "draft_version": draft_version(draft),
        "address": _address(organization_id, site_id),
    }
    told |= {"restorable": can_be_restored(draft), "unfinished": unfinished_with_addresses(organization_id, site_id)}
    return page("structure/_pane.html", **told)


def _context(ids: tuple[str, str], base: SiteStructure, now: SiteStructure) -> dict[str, Any]:
    return {"now": now, "base": base} | _changes(ids, base, now)


def _changes(ids: tuple[str, str], base: SiteStructure, now: SiteStructure) -> dict[str, Any]:
    found = differences(base, now)
    return {
        "changed": found,
        "changed_items": {each.item for each in found},
        "in_numbers": count_differences(found),
        "wrong": problems(now),
        "consequences": condition_notes(ids, now, found),
    }


def _as_mine(desk: StructureDraft) -> dict[str, Any]:
    """Show all that the draft would change, while the tree shows the others' changes."""
    return _changes((desk.organization, desk.site), desk.base, desk.mine) if desk.mine else {}


def board_context(desk: StructureDraft) -> dict[str, Any]:
    """Build the context that all templates of a structure share."""
    drawn = _context((desk.organization, desk.site), desk.base, desk.now) | _as_mine(desk)
    news = news_of(desk)
    return drawn | {
        "desk": desk,
        "most": MAX_LENGTHS,
        "draft": desk.draft,
        "kept": desk.kept,
        "draft_version": draft_version(desk.draft),
        "restorable": desk.draft is not None and can_be_restored(desk.draft),
        "unfinished": unfinished_with_addresses(desk.organization, desk.site),
        "site": desk.live.site,
        "news": news,
        "by": author_of(news),
        "asked_items": {item: f"choice-{n}" for n, each in enumerate(desk.questions, 1) for item in each.items},
        "lines": json.dumps(containers(desk.now)),
        "title_of": title_of,
        "line_title": line_title,
        "may_edit": has_permission("createContent") and desk.live.is_whole,
        "address": _address(desk.organization, desk.site),
        "base_shown": shown_on(desk),
        "was": drawn_from(desk.live.site.title, {}),
    }


def drawn_from(site: str, values: Mapping[str, str]) -> str:
    """Seal the site's title and the values of the inputs that a sheet was drawn from."""
    return seal_snapshot(Snapshot({"name": site, **values}))


def _address(organization_id: str, site_id: str) -> str:
    return url_for("structure.show", organization_id=organization_id, site_id=site_id)


def unfinished_with_addresses(organization_id: str, site_id: str) -> list[tuple[BulkChange, str]]:
    """List unfinished bulk changes of this structure with their URLs."""
    found = unfinished_bulk_changes(organization_id, site_id)
    return [(each, bulk_change_url(organization_id, each.number)) for each in found]
