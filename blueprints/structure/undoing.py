"""A bulk change of a structure, undone by somebody else than who made it: as a draft, to be reviewed."""

from flask import Blueprint, abort, flash, request, url_for
from werkzeug.wrappers import Response

from blueprints.structure.draft import desk_at
from blueprints.structure.gone import page_of_unreadable
from blueprints.structure.redrafting import HAS_DRAFT, is_begun
from i18n import N_, gettext
from masthead.changes.plan_undo import entries_to_undo
from masthead.changes.structure.arranging import KIND, undo_draft
from masthead.changes.structure.attempts import read_goal
from masthead.changes.structure.tree import UnreadableStructureError
from masthead.store import Entry, Plan
from masthead.web.http.htmx import go_to
from masthead.web.http.numbers import whole
from masthead.web.pages.organization import has_permission, load_organization
from masthead.web.pages.outcome_text import cause_text
from masthead.web.pages.pages import informed
from masthead.web.person.access import person, signed_in
from masthead.web.person.portal import portal

blueprint = Blueprint(
    "structure_undoing", __name__, url_prefix="/orgs/<organization_id>/sites/<site_id>/structure/undo"
)
blueprint.register_error_handler(UnreadableStructureError, page_of_unreadable)
MAX_TOLD = 3
NOT_ENDED = N_("Nothing was undone: this bulk change is still running. Try again when it has ended.")
NOTHING_LEFT = N_("There is nothing left to undo: what this bulk change did is as it was before.")
AWAY = N_("Nothing was undone: the API didn't answer, so Masthead doesn't know the structure as it is now. Try again.")


@blueprint.post("")
@signed_in
def begin(organization_id: str, site_id: str) -> Response:
    """Make a draft that takes back the bulk change which sent an entry of the journal, and review it."""
    load_organization(organization_id, anew=True)
    store, number = portal().store, request.form.get("entry", 0, type=whole)
    entry = store.journal.entry(organization_id, number, None if has_permission("admin") else person().owner)
    plan = plan_of(entry) if entry is not None else None
    if plan is None or plan.purpose.kind != KIND or read_goal(plan).site != site_id:
        abort(404)
    onward = url_for("journal.show", organization_id=organization_id, number=number)
    if plan.runs:
        return informed(gettext(NOT_ENDED), onward)
    desk = desk_at(organization_id, site_id)
    if desk.live.stale or desk.live.groups_problem is not None:
        return informed(gettext(AWAY), onward)
    found = undo_draft(plan, entries_to_undo(store.journal, store.plans, plan), desk.live.structure)
    if found is None:
        return informed(gettext(NOTHING_LEFT), onward)
    if not is_begun(desk, found.base, found.wanted, takes_back=number):
        flash(gettext(HAS_DRAFT), "warning")
        return go_to(url_for("structure.show", organization_id=organization_id, site_id=site_id))
    for cause in found.left[:MAX_TOLD]:
        flash(cause_text(cause), "warning")
    return go_to(url_for("structure.review", organization_id=organization_id, site_id=site_id))


def plan_of(entry: Entry) -> Plan | None:
    """The bulk change that sent it, whosever that is."""
    organization, store = entry.intent.organization, portal().store
    sent_by = store.journal.plans_of(organization, [entry.number]).get(entry.number)
    return store.plans.plan(organization, sent_by.number, sent_by.owner) if sent_by else None
