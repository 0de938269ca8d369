"""Undoing a plan of which nobody knows whether it added something: who put things there isn't known either."""

from changes.structure.drafting import MoveTarget, edit_space, move_items, name_group
from changes.structure.tree import SiteStructure
from tests.changes.structure.desk import Desk, NewDesk, moved
from tests.changes.structure.test_added_by_whom import GROUPS, lost
from tests.changes.structure.test_meanwhile import GUIDE
from tests.changes.structure.test_undo_of_met import API, RELEASES
from tests.loops import for_each

EXTRAS = {"title": "Extras", "sections": [API, RELEASES]}
NOT_KNOWN = "the API doesn't report whether the bulk change that is undone or somebody else"
OUTSIDE = "outside of this bulk change"


def with_extras(base: SiteStructure) -> SiteStructure:
    base = edit_space(base, GUIDE, "mine-guide", None)
    return move_items(name_group(base, "", "Extras", ""), [API, RELEASES], MoveTarget("into", "group:new-1"))


@for_each("carried_out", [True, False])
def test_nobody_is_said_to_have_moved_what_a_lost_call_may_have_put_into_a_group(
    new_desk: NewDesk, *, carried_out: bool
) -> None:
    desk = new_desk()
    plan = lost(desk, with_extras, GROUPS, EXTRAS, carried_out=carried_out)
    added, place = desk.undone(plan).differences
    assert added.startswith("Create the group Extras with Release notes and API: the API doesn't report")
    assert place.startswith(f"The place of API: {NOT_KNOWN} put it ")
    assert place.endswith(" in Extras, so it stays there. This bulk change would have put it first in Developers.")


def test_a_section_that_somebody_moved_from_there_is_said_to_be_moved(desk: Desk) -> None:
    plan = lost(desk, with_extras, GROUPS, EXTRAS, carried_out=True)
    desk.bob.arrange(moved(API, where="first"))
    told = desk.undone(plan).differences[-1]
    assert told.startswith(f"The place of API: it was changed {OUTSIDE}, so it stays first in Extras.")
