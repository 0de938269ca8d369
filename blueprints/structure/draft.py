"""Loads, merges and saves a person's structure draft, and begins drafts that finish or undo a bulk change."""

import hashlib
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from masthead.bulk.goals.structure import build_unfinished_draft, read_goal
from masthead.bulk.reconcile import list_entries_to_undo
from masthead.store.bulk.steps import BulkChange
from masthead.store.drafts.structure_drafts import StoredDraft
from masthead.store.entries import Entry
from masthead.structure.describe import Difference, Question, build_question, list_differences
from masthead.structure.draft import EditHistory, read_draft, replay
from masthead.structure.edits import Side, edits_between
from masthead.structure.read import Live, Scope, build_live, fill_top_order, remember_read, structure_reads
from masthead.structure.tree import SiteStructure, map_titles, parse_structure, structure_json
from masthead.web.forms.merge import Snapshot, open_snapshot, seal_snapshot
from masthead.web.frame.organization import has_permission, organization_read, set_organization
from masthead.web.person.portal import api, portal
from masthead.web.person.session import person
from masthead.web.submit.structure_drafts import draft_key, find_draft


@dataclass(frozen=True)
class StructureDraft:
    """A site merged with a person's draft of its structure, for a page to show.

    `base` is the site, `now` is the site with the draft's changes. `news` has other people's changes since the person
    last saw the site; `questions` has the conflicts to resolve. Until then, `now` has the other people's values and
    `mine` the draft's. `lost` names items that the draft can no longer change, because they or their targets were
    deleted.
    """

    organization: str
    site: str
    live: Live
    base: SiteStructure
    now: SiteStructure
    draft: StoredDraft | None = None
    kept: EditHistory | None = None
    news: tuple[Difference, ...] = ()
    questions: tuple[Question, ...] = ()
    mine: SiteStructure | None = None
    lost: tuple[str, ...] = ()
    read_at: float = 0.0
    may_edit: bool = False

    @property
    def version(self) -> str:
        """A hash of the current site, to detect later changes."""
        return hashlib.sha256(structure_json(self.live.structure.copy()).encode()).hexdigest()[:16]


def read_merged_draft(organization_id: str, site_id: str, scope: Scope = Scope.ALL) -> StructureDraft:
    """Read the site and the organization, merge the draft with the site, and save the draft unless it has conflicts."""
    return merge_draft(read_unmerged_draft(organization_id, site_id, scope), {})


def read_unmerged_draft(organization_id: str, site_id: str, scope: Scope = Scope.ALL) -> StructureDraft:
    """Read the site and the organization, and load the draft without merging it."""
    asked_at, ids = time.time(), (organization_id, site_id)
    organization, *answers = api().gather(organization_read(organization_id), *structure_reads(*ids, scope))
    set_organization(organization)
    live = remember_read(api(), ids, answers, build_live(api(), ids, answers), is_page=True)
    read_at = asked_at - live.stale.age if live.stale else time.time()  # when the oldest part was read
    may_edit = has_permission("createContent") and live.is_whole
    site = live.structure
    desk = StructureDraft(organization_id, site_id, live, site, site, read_at=read_at, may_edit=may_edit)
    stored = find_draft(organization_id, site_id)
    return desk if stored is None else _apply_stored_draft(desk, stored)


def _apply_stored_draft(desk: StructureDraft, stored: StoredDraft) -> StructureDraft:
    kept = read_draft(stored)
    site = replace(desk.live, structure=fill_top_order(desk.live, kept.seen))
    # Drafts of earlier versions don't store when the site was read, at the latest when they changed last.
    seen = replace(kept.seen, read_at=kept.seen.read_at or stored.at)
    desk = replace(desk, live=site, base=seen, now=kept.now, draft=stored, kept=kept)
    # Another portal, with its own cache, may have begun the draft after this one's read.
    is_known = site.is_whole and (not site.stale or desk.read_at > seen.read_at)
    return replace(desk, news=tuple(list_differences(seen, site.structure))) if is_known else desk


def read_shown_draft(organization_id: str, site_id: str) -> StructureDraft:
    """Read the site and merge the draft with it, but don't save the result."""
    return merge_draft(read_unmerged_draft(organization_id, site_id), {}, saves=False)


def read_page_draft(organization_id: str, site_id: str, sealed: str) -> StructureDraft | None:
    """Merge the draft with the site that a page shows; None if there is no draft, or if the page doesn't contain it.

    Sends no requests, so a move can be saved even while the API is down.
    """
    shown, stored = _open_shown(organization_id, site_id, sealed), find_draft(organization_id, site_id)
    if "may_apply" not in shown or stored is None:
        return None
    site, kept = parse_structure(shown["structure"]), read_draft(stored)
    live = Live(None, site, shown["is_ordered"], addresses=shown["addresses"])
    may_edit = shown["may_apply"]
    desk = StructureDraft(organization_id, site_id, live, site, kept.now, stored, kept, may_edit=may_edit)
    return merge_draft(desk, {}, saves=False)


def merge_draft(desk: StructureDraft, choices: Mapping[str, Side], *, saves: bool = True) -> StructureDraft:
    """Merge the draft with the site, using choices by conflict key. Saves the result unless conflicts are left."""
    if desk.kept is None or desk.draft is None or not desk.live.is_whole:
        return desk
    live = desk.live.structure
    found = replay(desk.kept.active, live, choices)
    if found.conflicts:
        mine = replay(desk.kept.active, live, {each.key: "mine" for each in found.conflicts}).structure
        questions = tuple(build_question(each, mine, live) for each in found.conflicts)
        return replace(desk, base=live, now=found.structure, questions=questions, mine=mine)
    titles = map_titles(desk.kept.seen, desk.kept.now, live)
    lost = tuple(titles.get(item, item) for item in (*found.lost, *found.gone))
    result = replace(desk, base=live, now=found.structure, lost=lost, questions=(), mine=None)
    if not saves or not (desk.news or choices or lost):
        return result
    kept = desk.kept.rebase(replace(live, read_at=desk.read_at), found, choices)
    is_kept = save_draft(desk.draft, kept, is_edited=bool(choices))
    stored = find_draft(desk.organization, desk.site)
    if is_kept or stored is None:
        return replace(result, draft=stored, kept=kept)
    # Another window has changed the draft, so replay that draft without choices.
    return merge_draft(_apply_stored_draft(desk, stored), {})


def seal_shown_site(desk: StructureDraft) -> str:
    """Seal the site that a page shows, so that the page's actions apply to that state."""
    if not desk.live.is_whole:
        return ""
    structure = structure_json(replace(desk.base, read_at=desk.base.read_at or desk.read_at))
    shown = {
        "place": draft_key(desk.organization, desk.site),
        "structure": structure,
        "is_ordered": desk.live.is_ordered,
        "addresses": dict(desk.live.addresses),
        "may_apply": desk.may_edit and desk.live.stale is None,
    }
    return seal_snapshot(Snapshot(shown))


def _open_shown(organization_id: str, site_id: str, sealed: str) -> dict[str, Any]:
    """Return the values that a page sealed; empty if they aren't for the given site."""
    snapshot = open_snapshot(sealed)
    place = draft_key(organization_id, site_id)
    return snapshot.values if snapshot is not None and snapshot.values.get("place") == place else {}


def open_shown_site(organization_id: str, site_id: str, sealed: str) -> SiteStructure | None:
    """Return the site that a page sealed; None if it isn't the given site."""
    try:
        return parse_structure(_open_shown(organization_id, site_id, sealed)["structure"])
    except (KeyError, ValueError):  # ValueError: from a page of an earlier version
        return None


def read_site(organization_id: str, site_id: str) -> SiteStructure:
    """Read the site's structure. Raises a Problem if any part of it can't be read."""
    desk = read_unmerged_draft(organization_id, site_id)
    if desk.live.groups_problem is not None:
        raise desk.live.groups_problem
    return replace(desk.live.structure, read_at=desk.read_at)


def begin_draft(organization_id: str, site_id: str, draft: EditHistory, takes_back: int | None = None) -> bool:
    """Store a new draft. Returns False if another window has already begun one."""
    place = draft_key(organization_id, site_id)
    return portal().store.structure_drafts.begin(person().owner, place, draft.dump(), takes_back) is not None


def save_draft(stored: StoredDraft, draft: EditHistory, *, is_edited: bool = False) -> bool:
    """Save a later state of a draft. If it was edited, it no longer counts as an undo.

    Returns False if another window has changed the draft.
    """
    return portal().store.structure_drafts.put(stored, draft.dump(), None if is_edited else stored.takes_back)


def try_redraft(bulk: BulkChange, desk: StructureDraft) -> bool:
    """Begin a draft of everything that a bulk change didn't complete; False if another draft has changes."""
    if desk.live.groups_problem is not None:
        raise desk.live.groups_problem
    entries = list_entries_to_undo(portal().store.journal, portal().store.bulk_changes, bulk)
    base, wanted = build_unfinished_draft(bulk, entries, desk.live.structure)
    history = EditHistory(replace(base, read_at=bulk.created_at), consents=read_goal(bulk).consents)
    return try_begin(desk, history, wanted)


def try_begin(desk: StructureDraft, base: EditHistory, wanted: SiteStructure, takes_back: int | None = None) -> bool:
    """Begin a draft that turns `base` into `wanted`; False if another draft has changes.

    Pressing the button twice succeeds with the draft from the first press. If the draft undoes a bulk change,
    `takes_back` is the number of one of its journal entries.
    """
    draft = base.add(edits_between(base.seen, wanted))
    if desk.draft is None and begin_draft(desk.organization, desk.site, draft, takes_back):
        return True
    stored = find_draft(desk.organization, desk.site)
    if stored is None or read_draft(stored).changes_something:
        # A page that showed it since has merged it with the site.
        same = wanted, replay(draft.active, desk.live.structure).structure
        return stored is not None and read_draft(stored).now in same
    # An unchanged draft has no Apply or Discard button, so reuse it.
    return portal().store.structure_drafts.put(stored, draft.dump(), takes_back)


def find_bulk_change(entry: Entry) -> BulkChange | None:
    """Return the bulk change to which a journal entry belongs, no matter who owns it."""
    organization, store = entry.intent.organization, portal().store
    sent_by = store.journal.bulk_changes_by_entry(organization, [entry.number]).get(entry.number)
    return store.bulk_changes.get(organization, sent_by.number, sent_by.owner) if sent_by else None
