"""Calls that add something, whose answers were lost: who added it is not known."""

from collections.abc import Mapping

import pytest

from masthead.changes.structure.drafting import MoveTarget, add_space, edit_space, move_items, name_group
from masthead.changes.structure.tree import GroupItem, SiteStructure
from masthead.store import Plan, State, StepState
from tests.changes.structure.desk import SITE, Desk, Draw, NewDesk, colleague, moved, shape
from tests.changes.structure.test_undo_with_others import API
from tests.loops import for_each
from tests.records import ask
from tests.words import words
from tests.world import ALICE

START, RELEASES, GUIDE = "section_start", "section_releases", "sitespace_docs_guide"
PARTNERS = "sitespace_docs_partners"
SPACES, GROUPS = f"{SITE}/site-spaces", f"{SITE}/section-groups"
HANDBOOK = {"spaceId": "space_handbook", "sectionId": START}


def with_handbook(base: SiteStructure) -> SiteStructure:
    return add_space(edit_space(base, GUIDE, "mine-guide", None), "space_handbook", "Handbook", START)


def with_extras(base: SiteStructure) -> SiteStructure:
    base = edit_space(base, GUIDE, "mine-guide", None)
    return move_items(name_group(base, "", "Extras", ""), [RELEASES], MoveTarget("into", "group:new-1"))


UNDO_LEAVES = "it isn't known whether this was saved, so the undo removes nothing. Look on the site."


def lost(desk: Desk, draw: Draw, path: str, body: Mapping[str, object], *, carried_out: bool) -> Plan:
    """Alice's plan, whose call to this path had no answer; where it was not carried out, somebody else's was."""
    desk.service.turn(faults=[{"fault": "reset", "method": "POST", "path": path, "carriedOut": carried_out}])
    number = desk.run(desk.add(draw)).number
    desk.service.turn()
    if not carried_out:
        assert ask(desk.service, ALICE, "POST", path, body).status_code == 201
    desk.clock.pass_(30)
    return desk.ended(number)


@pytest.mark.exhaustive
@for_each("carried_out", [True, False])
def test_a_space_that_somebody_else_may_have_added_is_left_by_the_undo(new_desk: NewDesk, *, carried_out: bool) -> None:
    desk = new_desk()
    path = desk.live().spaces[GUIDE].path
    plan = lost(desk, with_handbook, SPACES, HANDBOOK, carried_out=carried_out)
    assert words(plan.differences) == ()
    (step,) = desk.plans.steps(plan, states=[StepState.UNKNOWN])
    entry = desk.entry(step.entry)
    assert entry.outcome.state is State.UNKNOWN
    back = desk.undone(plan)
    (told,) = words(back.differences)
    assert told.startswith("Add Handbook in ")
    assert told.endswith(UNDO_LEAVES)
    live = desk.live()
    assert live.spaces[GUIDE].path == path
    assert [each.space for each in live.spaces.values()].count("space_handbook") == 1


@for_each("carried_out", [True, False])
def test_a_group_that_somebody_else_may_have_created_is_left_by_the_undo(
    new_desk: NewDesk, *, carried_out: bool
) -> None:
    desk, body = new_desk(), {"title": "Extras", "sections": [RELEASES]}
    plan = lost(desk, with_extras, GROUPS, body, carried_out=carried_out)
    assert words(plan.differences) == ()
    (told,) = words(desk.undone(plan).differences)
    assert told == f"Create the group Extras with Release notes: {UNDO_LEAVES}"
    assert [each.title for each in desk.live().groups.values()].count("Extras") == 1


def test_what_was_added_that_way_still_gets_its_path_and_place(desk: Desk) -> None:
    def draw(base: SiteStructure) -> SiteStructure:
        draft = edit_space(with_handbook(base), "new-1", "mine", None)
        return move_items(draft, ["new-1"], MoveTarget("first"))

    before = desk.live()
    plan = lost(desk, draw, SPACES, HANDBOOK, carried_out=True)
    assert words(plan.differences) == ()
    live = desk.live()
    handbook = live.held[START][0]
    assert (live.spaces[handbook].space, live.spaces[handbook].path) == ("space_handbook", "mine")
    assert len(words(desk.undone(plan).differences)) == 1
    live = desk.live()
    assert live.spaces[GUIDE].path == before.spaces[GUIDE].path


@pytest.mark.exhaustive
@for_each("lost_at", [0, 1])
def test_a_space_that_was_added_again_without_an_answer_is_put_back(new_desk: NewDesk, lost_at: int) -> None:
    desk = new_desk()
    before, faults = desk.live(), [{"fault": "reset", "method": "POST", "path": SPACES, "carriedOut": True}]
    desk.service.turn(moveChangesSection=False, faults=faults if lost_at == 0 else [])
    plan = desk.arrange(moved(PARTNERS, where="into", to="section:section_api"))
    there = shape(desk.live())
    for turn, wanted in enumerate((shape(before), there), 1):
        desk.service.turn(moveChangesSection=False, faults=faults if lost_at == turn else [])
        plan = desk.undone(plan)
        assert (shape(desk.live()), words(plan.differences)) == (wanted, ())


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
    assert words(plan.differences) == ()
    assert StepState.NOT_SAVED in plan.counts or carried_out
    live = desk.live()
    (mine,) = live.groups.keys() - before.groups.keys()
    assert (live.groups[mine].title, live.members[mine], live.members[theirs]) == ("Nu", [RELEASES], [])
    assert "Move the group" not in " ".join(each.intent.summary for each in desk.plans.steps(plan))


EXTRAS = {"title": "Extras", "sections": [API, RELEASES]}
NOT_KNOWN = "the API doesn't report whether the bulk change that is undone or somebody else"
OUTSIDE = "outside of this bulk change"


def with_both_sections(base: SiteStructure) -> SiteStructure:
    base = edit_space(base, GUIDE, "mine-guide", None)
    return move_items(name_group(base, "", "Extras", ""), [API, RELEASES], MoveTarget("into", "group:new-1"))
