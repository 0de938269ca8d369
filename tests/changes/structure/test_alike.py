"""What is added beside something of the same name: where the answer is lost, that one is not taken for it."""

import pytest

from changes.structure.drafting import MoveTarget, move_items, name_group
from changes.structure.tree import GroupItem, SiteStructure
from store import StepState
from tests.changes.structure.desk import NewDesk
from tests.changes.structure.test_added_by_whom import GROUPS, RELEASES
from tests.changes.structure.test_undo_of_met import colleague
from tests.loops import for_each

NU = {"title": "Nu"}


def another_nu(base: SiteStructure) -> SiteStructure:
    """As drafts have it after a colleague gave another group the name that somebody drafted."""
    draft = move_items(name_group(base, "", "Mine", ""), [RELEASES], MoveTarget("into", "group:new-1"))
    draft.groups["new-1"] = GroupItem("Nu")
    return draft


@pytest.mark.exhaustive
@for_each("carried_out", [True, False])
def test_a_group_beside_one_of_its_name_comes_to_be(new_desk: NewDesk, *, carried_out: bool) -> None:
    desk = new_desk()
    colleague(desk, "POST", "section-groups", NU)
    before = desk.live()
    (theirs,) = before.groups.keys() - {"group_product", "group_developers"}
    desk.service.turn(faults=[{"fault": "reset", "method": "POST", "path": GROUPS, "carriedOut": carried_out}])
    plan = desk.arrange(another_nu)
    assert plan.differences == ()
    assert StepState.NOT_SAVED in plan.counts or carried_out
    live = desk.live()
    (mine,) = live.groups.keys() - before.groups.keys()
    assert (live.groups[mine].title, live.members[mine], live.members[theirs]) == ("Nu", [RELEASES], [])
    assert "Move the group" not in " ".join(each.intent.summary for each in desk.plans.steps(plan))
