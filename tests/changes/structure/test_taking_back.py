"""Undoing a plan takes back what its own calls did, and nothing of what a colleague did."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from masthead.changes import Change
from masthead.changes.change import intent_of
from masthead.changes.structure.arranging import KIND, StructurePlan
from masthead.changes.structure.drafting import SECTION, MoveTarget, edit_space, move_items, remove_space
from masthead.changes.structure.goal import StructureGoal, read_goal, serialize_goal
from masthead.changes.structure.tree import SiteStructure
from masthead.store import NO_CAUSE, Cause, Entry, Outcome, Plan, Purpose, Reason, State
from tests.changes.structure.colleague import Colleague
from tests.changes.structure.desk import Desk
from tests.changes.structure.editors import Editor
from tests.changes.structure.model import Model
from tests.changes.structure.test_merging import site
from tests.changes.structure.test_planning import carried_out, planned, rearranged, shape, tree
from tests.histories import HISTORIES
from tests.words import words

PARTNERS, GUIDE, WAREHOUSE = (f"sitespace_docs_{name}" for name in ("partners", "guide", "warehouse"))
API = "section_api"
PATHS = "/v1/orgs/*/sites/*/site-spaces/*"


def path_and_removal(base: SiteStructure) -> SiteStructure:
    return remove_space(edit_space(base, GUIDE, "shared", None), WAREHOUSE)


def move_path_and_removal(base: SiteStructure) -> SiteStructure:
    return path_and_removal(move_items(base, [PARTNERS], MoveTarget("into", f"{SECTION}{API}")))


def test_what_a_colleague_did_after_a_plan_was_stopped_stays(desk: Desk) -> None:
    home = desk.live().section_of(PARTNERS)
    desk.service.turn(faults=[{"fault": "status", "status": 403, "method": "DELETE", "path": PATHS}])
    plan = desk.arrange(move_path_and_removal)
    assert plan.stuck
    desk.plans.stop(plan)
    desk.service.turn()
    desk.arrange(path_and_removal)
    back = desk.undone(plan)
    assert (words(back.differences), back.purpose.title) == ((), "Undo: Arrange Site: 1 move")
    live = desk.live()
    assert live.section_of(PARTNERS) == home
    assert live.spaces[GUIDE].path == "shared"
    assert WAREHOUSE not in live.spaces


def into_api(base: SiteStructure) -> SiteStructure:
    return move_items(base, [PARTNERS], MoveTarget("into", f"{SECTION}{API}"))


def two_equal_paths(base: SiteStructure) -> SiteStructure:
    return edit_space(edit_space(base, PARTNERS, "shared", None), GUIDE, "shared", None)


def test_a_path_of_a_colleague_that_is_taken_where_it_goes_back_is_told(desk: Desk) -> None:
    plan = desk.arrange(into_api)
    desk.arrange(two_equal_paths)
    back = desk.undone(plan)
    live = desk.live()
    assert live.section_of(PARTNERS) == live.section_of(GUIDE)
    assert [live.spaces[each].path for each in (PARTNERS, GUIDE)] == ["shared-2", "shared"]
    assert words(back.differences) == ("The path of Partner onboarding: Shipping guide has the path “shared” now.",)


def done(model: Model, number: int, change: Change[Any]) -> Entry:
    """Carry it out; the entry as the journal has it then."""
    assert model.do(change)
    last = model.tried[-1]
    outcome = Outcome(State.SAVED, made=last.made, became=last.became)
    return Entry(number, 0.0, "", intent_of(change, "alice"), outcome)


def goal_back(
    base: SiteStructure, wanted: SiteStructure, entries: list[Entry], *, stopped: bool
) -> StructureGoal | None:
    purpose = Purpose(
        "org", "alice", "Arrange", KIND, serialize_goal(StructureGoal("org", "site", "Site", base, wanted))
    )
    plan = Plan(1, purpose, 0.0, finished_at=1.0, cause=Cause(Reason.STOPPED) if stopped else NO_CAUSE)
    back, _ = StructurePlan().undo(plan, entries)
    return None if back is None else read_goal(Plan(2, Purpose("org", "alice", "Undo", KIND, back), 0.0))


def but_for_top(structure: SiteStructure) -> dict[str, object]:
    """Sections that are in no group come back to the top, where no call gives them their place."""
    return {name: value for name, value in shape(structure).items() if name != "top"}


@pytest.mark.exhaustive
@settings(max_examples=HISTORIES, deadline=None)
@given(st.randoms(use_true_random=False))
def test_what_was_done_until_a_plan_ended_is_taken_back(random: Random) -> None:
    base, stops = tree(random), random.random() < 0.5
    wanted = rearranged(base, random)
    model = Model(base)
    entries: list[Entry] = []
    while changes := planned(model, wanted).changes:
        if stops:
            changes = changes[: random.randint(0, len(changes))]
        entries += [done(model, number, change) for number, change in enumerate(changes, len(entries) + 1)]
        if stops:
            break
    goal = goal_back(base, wanted, entries, stopped=stops)
    if goal is not None:
        model.begun, model.tried = goal.base, []
        carried_out(model, goal.wanted)
    assert but_for_top(model.now) == but_for_top(base)


@pytest.mark.exhaustive
@settings(max_examples=HISTORIES, deadline=None)
@given(st.randoms(use_true_random=False))
def test_an_undo_takes_nothing_of_a_colleague_back(random: Random) -> None:
    base = site(random)
    alice, bob, model = Editor(base.copy(), random), Colleague(random), Model(base, tells=True)
    for _ in range(random.randint(1, 8)):
        alice.act()
    entries: list[Entry] = []
    while changes := planned(model, alice.now).changes:
        entries += [done(model, number, change) for number, change in enumerate(changes, len(entries) + 1)]
    for _ in range(random.randint(1, 3)):
        bob.act(model)
    goal = goal_back(base, alice.now, entries, stopped=False)
    if goal is not None:
        model.begun, model.tried = goal.base, []
        carried_out(model, goal.wanted)
        assert bob.missing(model.now, list(words(planned(model, goal.wanted).left))) == []
