"""A draft of what a plan did not bring about."""

from blueprints.structure.draft import StructureDraft, begin_draft, save_draft
from changes import entries_to_undo
from changes.structure.arranging import unfinished_draft
from store import Plan
from web.person.portal import portal
from web.saving.discarded_structures import changes_something


def is_redrafted(plan: Plan, desk: StructureDraft) -> bool:
    """False where there is a draft that changes something, and where another window was faster."""
    if desk.draft is not None and changes_something(desk.draft):
        return False
    if desk.live.groups_problem is not None:
        raise desk.live.groups_problem
    entries = entries_to_undo(portal().store.journal, portal().store.plans, plan)
    base, wanted = unfinished_draft(plan, entries, desk.live.structure)
    # One that changes nothing offers neither to apply nor to discard it, so it is gone on with.
    draft = desk.draft or begin_draft(desk.organization, desk.site, base)
    return draft is not None and save_draft(draft, wanted, base)
