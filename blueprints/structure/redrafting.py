"""A draft of what a plan did not bring about."""

from dataclasses import replace

from blueprints.structure.draft import StructureDraft, save_draft
from i18n import N_
from masthead.changes import entries_to_undo
from masthead.changes.structure.arranging import unfinished_draft
from masthead.changes.structure.merging import merge
from masthead.changes.structure.tree import SiteStructure, as_json, from_json
from masthead.store import ArrangementStep, Plan
from masthead.web.person.access import person
from masthead.web.person.portal import portal
from masthead.web.saving.discarded_structures import changes_something
from masthead.web.saving.structure_drafts import place_of

HAS_DRAFT = N_("You have a draft of this structure. Apply or discard it first.")


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
