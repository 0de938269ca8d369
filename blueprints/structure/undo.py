"""Makes drafts from a bulk change, to finish it or to undo it."""

from dataclasses import replace

from flask import Blueprint, abort, flash, request, url_for
from werkzeug.wrappers import Response

from blueprints.structure.draft import StructureDraft, begin_draft, desk_at
from blueprints.structure.missing_site import page_of_unreadable
from masthead.bulk.goals.structure import KIND, undo_draft, unfinished_draft
from masthead.bulk.undo import entries_to_undo
from masthead.i18n import N_, gettext
from masthead.store.bulk.steps import BulkChange
from masthead.store.entries import Entry
from masthead.structure.attempts import read_goal
from masthead.structure.draft import EditHistory, read_draft, replay
from masthead.structure.edits import edits_between
from masthead.structure.tree import SiteStructure, UnreadableStructureError
from masthead.web.descriptions.outcome_text import cause_text
from masthead.web.frame.organization import has_permission, load_organization
from masthead.web.frame.pages import redirect_info
from masthead.web.http.htmx import redirect_to
from masthead.web.http.paths import parse_int
from masthead.web.person.guards import signed_in
from masthead.web.person.portal import portal
from masthead.web.person.session import person
from masthead.web.submit.structure_drafts import find_draft

blueprint = Blueprint("structure_undo", __name__, url_prefix="/orgs/<organization_id>/sites/<site_id>/structure/undo")
blueprint.register_error_handler(UnreadableStructureError, page_of_unreadable)
MAX_TOLD = 3
NOT_ENDED = N_("Nothing was undone: this bulk change is still running. Try again when it has ended.")
NOTHING_LEFT = N_("There is nothing left to undo: what this bulk change did is as it was before.")
AWAY = N_("Nothing was undone: the API didn't answer, so Masthead doesn't know the structure as it is now. Try again.")
HAS_DRAFT = N_("You have a draft of this structure. Apply or discard it first.")
MAX_NEWEST = 40


def is_redrafted(bulk: BulkChange, desk: StructureDraft) -> bool:
    """Draft what a bulk change left undone; False if another draft has changes."""
    if desk.live.groups_problem is not None:
        raise desk.live.groups_problem
    entries = entries_to_undo(portal().store.journal, portal().store.bulk_changes, bulk)
    base, wanted = unfinished_draft(bulk, entries, desk.live.structure)
    return is_begun(desk, replace(base, read_at=_begun_at(bulk)), wanted)


def _begun_at(bulk: BulkChange) -> float:
    """Return when the site last was as the bulk change expects.

    An undo expects what the undone bulk change left.
    """
    number, purpose = bulk.purpose.undoes, bulk.purpose
    undone = number and portal().store.bulk_changes.get(purpose.organization, number, purpose.owner)
    return (undone or bulk).created_at


def is_begun(desk: StructureDraft, base: SiteStructure, wanted: SiteStructure, takes_back: int | None = None) -> bool:
    """Begin a draft from `base`; False if another draft has changes.

    A button that is pressed twice finds the draft of the first press. `takes_back` is the number of an entry of the
    bulk change that the draft undoes.
    """
    draft = EditHistory(base).add(edits_between(base, wanted))
    if desk.draft is None and begin_draft(desk.organization, desk.site, draft, takes_back):
        return True
    stored = find_draft(desk.organization, desk.site)
    if stored is None or read_draft(stored).changes_something:
        # A page that showed it since has merged it with the site.
        same = wanted, replay(draft.active, desk.live.structure).structure
        return stored is not None and read_draft(stored).now in same
    # An unchanged draft has no Apply or Discard button, so reuse it.
    return portal().store.arrangements.put(stored, draft.dump(), takes_back)


def unfinished_bulk_changes(organization: str, site: str) -> list[BulkChange]:
    """List the person's unfinished bulk changes of this structure, newest first."""
    open_ = [each.number for each in _newest(organization) if each.finished_at is None]
    found = [portal().store.bulk_changes.get(organization, number, person().owner) for number in open_]
    return [bulk for bulk in found if bulk is not None and bulk.purpose.wanted["site"] == site]


def _newest(organization: str) -> list[BulkChange]:
    newest = portal().store.bulk_changes.newest(organization, person().owner, limit=MAX_NEWEST)
    return [bulk for bulk in newest if bulk.purpose.kind == KIND]


@blueprint.post("")
@signed_in
def begin(organization_id: str, site_id: str) -> Response:
    """Draft the undo of the bulk change that sent a journal entry, and review it."""
    load_organization(organization_id, anew=True)
    store, number = portal().store, request.form.get("entry", 0, type=parse_int)
    entry = store.journal.entry(organization_id, number, None if has_permission("admin") else person().owner)
    bulk = bulk_change_of(entry) if entry is not None else None
    if bulk is None or bulk.purpose.kind != KIND or read_goal(bulk).site != site_id:
        abort(404)
    onward = url_for("journal.show", organization_id=organization_id, number=number)
    if bulk.runs:
        return redirect_info(gettext(NOT_ENDED), onward)
    desk = desk_at(organization_id, site_id)
    if desk.live.stale or desk.live.groups_problem is not None:
        return redirect_info(gettext(AWAY), onward)
    found = undo_draft(bulk, entries_to_undo(store.journal, store.bulk_changes, bulk), desk.live.structure)
    if found is None:
        return redirect_info(gettext(NOTHING_LEFT), onward)
    if not is_begun(desk, found.base, found.wanted, takes_back=number):
        flash(gettext(HAS_DRAFT), "warning")
        return redirect_to(url_for("structure.show", organization_id=organization_id, site_id=site_id))
    for cause in found.left[:MAX_TOLD]:
        flash(cause_text(cause), "warning")
    return redirect_to(url_for("structure.review", organization_id=organization_id, site_id=site_id))


def bulk_change_of(entry: Entry) -> BulkChange | None:
    """Return the bulk change that sent an entry, of any owner."""
    organization, store = entry.intent.organization, portal().store
    sent_by = store.journal.bulk_changes_by_entry(organization, [entry.number]).get(entry.number)
    return store.bulk_changes.get(organization, sent_by.number, sent_by.owner) if sent_by else None
