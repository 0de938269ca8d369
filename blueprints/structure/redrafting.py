"""A draft of what a plan did not bring about."""

from blueprints.structure.draft import StructureDraft, begin_draft, save_draft
from changes import entries_to_undo
from changes.structure.arranging import unfinished_draft
from changes.structure.tree import SiteStructure, from_json
from i18n import N_
from store import Plan
from web.person.portal import portal
from web.saving.discarded_structures import changes_something

HAS_DRAFT = N_("You have a draft of this structure. Apply or discard it first.")


def is_redrafted(plan: Plan, desk: StructureDraft) -> bool:
    """False where there is a draft that changes something, and where another window was faster."""
    if desk.live.groups_problem is not None:
        raise desk.live.groups_problem
    entries = entries_to_undo(portal().store.journal, portal().store.plans, plan)
    return is_begun(desk, *unfinished_draft(plan, entries, desk.live.structure))


def is_begun(desk: StructureDraft, base: SiteStructure, wanted: SiteStructure) -> bool:
    """Whether there is now a draft of this, begun from `base`; False where there is another that changes something.

    A button that is pressed twice finds the draft that the first press made.
    """
    if desk.draft is not None and changes_something(desk.draft):
        return from_json(desk.draft.now) == wanted
    # One that changes nothing offers neither to apply nor to discard it, so it is gone on with.
    draft = desk.draft or begin_draft(desk.organization, desk.site, base)
    return draft is not None and save_draft(draft, wanted, base)
