"""Drafts of what a plan did not bring about; what earlier plans found out about the service, and which go on."""

import time
from dataclasses import replace

from blueprints.structure.draft import StructureDraft, save_draft
from i18n import N_
from masthead.changes.plan_undo import entries_to_undo
from masthead.changes.structure.arranging import KIND, unfinished_draft
from masthead.changes.structure.merging import merge
from masthead.changes.structure.tree import SiteStructure, as_json, from_json
from masthead.store import ArrangementStep, Plan, Reason
from masthead.web.person.access import person
from masthead.web.person.portal import portal
from masthead.web.saving.discarded_structures import changes_something
from masthead.web.saving.structure_drafts import place_of

HAS_DRAFT = N_("You have a draft of this structure. Apply or discard it first.")
PLANS_MAX = 40
BELIEVED_SECONDS = 24 * 3600.0
"""How long what a plan found is believed: then the next one tries a move again."""


def is_redrafted(plan: Plan, desk: StructureDraft) -> bool:
    """False where there is a draft that changes something, and where another window was faster."""
    if desk.live.groups_problem is not None:
        raise desk.live.groups_problem
    entries = entries_to_undo(portal().store.journal, portal().store.plans, plan)
    base, wanted = unfinished_draft(plan, entries, desk.live.structure)
    return is_begun(desk, replace(base, read_at=_begun_at(plan)), wanted)


def _begun_at(plan: Plan) -> float:
    """When what it changes was last as it expects that: an undo expects it as the plan that it undoes left it."""
    number, purpose = plan.purpose.undoes, plan.purpose
    undone = number and portal().store.plans.plan(purpose.organization, number, purpose.owner)
    return (undone or plan).created_at


def is_begun(desk: StructureDraft, base: SiteStructure, wanted: SiteStructure, takes_back: int | None = None) -> bool:
    """Whether there is now a draft of this, begun from `base`; False where there is another that changes something.

    A button that is pressed twice finds the draft that the first press made, or is just making. The draft notes which
    plan it takes back, by the number of an entry which that has sent.
    """
    if not _has_draft(desk, base, wanted):
        return False
    portal().store.arrangements.note_taken_back(person().owner, place_of(desk.organization, desk.site), takes_back)
    return True


def _has_draft(desk: StructureDraft, base: SiteStructure, wanted: SiteStructure) -> bool:
    owner, place, begun = person().owner, place_of(desk.organization, desk.site), as_json(base)
    arrangements, draft = portal().store.arrangements, desk.draft
    if draft is None:
        steps = {0: ArrangementStep(begun, begun), 1: ArrangementStep(begun, as_json(wanted))}
        if arrangements.begin(owner, place, begun, steps, current=1):
            return True
        draft = arrangements.find(owner, place)
    if draft is None or changes_something(draft):
        # A page that has shown it since has brought it up to what there is.
        same = wanted, merge(base, wanted, desk.live.structure).structure
        return draft is not None and from_json(draft.now) in same
    # One that changes nothing offers neither to apply nor to discard it, so it is gone on with.
    return save_draft(draft, wanted, base)


def moves_change_section(organization: str) -> bool:
    """Whether moves change the section of a space, by the person's plans of the last day at this service."""
    since = time.time() - BELIEVED_SECONDS
    lately = [plan for plan in _newest(organization) if plan.finished_at is None or plan.finished_at > since]
    return all(each.reason is not Reason.KEPT_IN_SECTION for plan in lately for each in plan.differences)


def unfinished_plans(organization: str, site: str) -> list[Plan]:
    """The person's plans for the structure of a site that have not ended, the newest first."""
    open_ = [each.number for each in _newest(organization) if each.finished_at is None]
    found = [portal().store.plans.plan(organization, number, person().owner) for number in open_]
    return [plan for plan in found if plan is not None and plan.purpose.wanted["site"] == site]


def _newest(organization: str) -> list[Plan]:
    newest = portal().store.plans.plans(organization, person().owner, limit=PLANS_MAX)
    return [plan for plan in newest if plan.purpose.kind == KIND]
