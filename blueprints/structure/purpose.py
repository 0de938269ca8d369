"""What the bulk change is for that a draft becomes: its title, and the bulk change that it takes back."""

from blueprints.structure.draft import StructureDraft
from blueprints.structure.undoing import plan_of
from i18n import gettext
from masthead.changes.change import summary_of_undo
from masthead.changes.structure.arranging import KIND
from masthead.changes.structure.goal import StructureGoal, serialize_goal
from masthead.changes.structure.telling import count_differences, differences, title_of_undo
from masthead.changes.structure.tree import SiteStructure
from masthead.changes.structure.undo_draft import undo_draft
from masthead.store import Plan, Purpose
from masthead.web.person.access import person
from masthead.web.person.portal import portal
from masthead.web.saving.review import reason_given

BEGUN = 1
"""The step of a draft that takes something back, before anything else was changed in it."""


def purpose_of(desk: StructureDraft, goal: StructureGoal, after: SiteStructure) -> Purpose:
    """Of a draft that was reviewed, and what the site is to be `after` it was applied."""
    found, back = differences(desk.base, after), _taken_back(desk, after)
    title = gettext("Arrange %(site)s: %(changes)s", site=goal.title, changes=count_differences(found))
    if back is not None and desk.draft is not None and desk.draft.current == BEGUN:
        title = title_of_undo(summary_of_undo(back.purpose.title), goal.title, found)
    number = back.number if back else None
    return Purpose(goal.organization, person().owner, title, KIND, serialize_goal(goal), reason_given(), None, number)


def begun_to_undo(desk: StructureDraft) -> Plan | None:
    """The bulk change that the draft was made to take back."""
    number = desk.draft.takes_back if desk.draft else None
    entry = portal().store.journal.entry(desk.organization, number) if number else None
    return plan_of(entry) if entry is not None else None


def _taken_back(desk: StructureDraft, after: SiteStructure) -> Plan | None:
    """The same, if something is left of that bulk change now and nothing afterwards."""
    store, plan = portal().store, begun_to_undo(desk)
    if plan is None:
        return None
    now, then = (undo_draft(plan, store.journal, store.plans, each) for each in (desk.live.structure, after))
    return plan if now and not then else None
