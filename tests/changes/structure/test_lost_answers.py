"""Calls that were carried out, and whose answers were lost: reading the site says what came of them."""

from itertools import product

import pytest

from blueprints.plans.words import describe_progress
from changes import Runner, check_entry
from changes.structure.arranging import KIND
from changes.structure.drafting import (
    MoveTarget,
    add_space,
    edit_space,
    move_items,
    name_group,
    remove_group,
    remove_space,
)
from changes.structure.goal import StructureGoal, serialize_goal
from changes.structure.tree import SiteStructure
from client import NotFound
from store import Plan, Purpose, State, StepState
from tests.changes.structure.desk import DOCS, ORG, PATIENT, Desk, Draw, NewDesk, moved, shape
from tests.changes.structure.test_undo_of_met import colleague
from tests.loops import for_each

PATH = "/v1/orgs/*/sites/*"


def new_group(base: SiteStructure) -> SiteStructure:
    return move_items(name_group(base, "", "Extras", "star"), ["section_releases"], MoveTarget("into", "group:new-1"))


LOST: dict[str, tuple[str, str, Draw]] = {
    "a new group": ("POST", f"{PATH}/section-groups", new_group),
    "a deleted group": ("DELETE", f"{PATH}/section-groups/*", lambda base: remove_group(base, "group_developers")),
    "a renamed group": (
        "PATCH",
        f"{PATH}/section-groups/*",
        lambda base: name_group(base, "group_developers", "Engineers", ""),
    ),
    "a new space": (
        "POST",
        f"{PATH}/site-spaces",
        lambda base: add_space(base, "space_handbook", "Handbook", "section_start"),
    ),
    "a removed space": (
        "DELETE",
        f"{PATH}/site-spaces/*",
        lambda base: remove_space(base, "sitespace_docs_warehouse"),
    ),
}

# What was added by such a call is another matter: see test_added_by_whom.py.
CASES = [(what, done) for what, done in product(LOST, (True, False)) if not (done and what.startswith("a new"))]


@for_each("what, carried_out", CASES)
def test_what_came_of_a_call_is_read_and_can_be_undone(new_desk: NewDesk, what: str, *, carried_out: bool) -> None:
    desk = new_desk()
    method, path, draw = LOST[what]
    before = shape(desk.live())
    desk.service.turn(faults=[{"fault": "reset", "method": method, "path": path, "carriedOut": carried_out}])
    plan = desk.arrange(draw)
    in_vain = {} if carried_out else {StepState.NOT_SAVED: 1}
    assert plan.counts == {StepState.DONE: plan.steps - len(in_vain), **in_vain}
    desk.service.turn()
    assert desk.undone(plan).differences == ()
    assert shape(desk.live()) == before


@for_each("what", LOST)
def test_a_call_that_was_lost_and_sent_again_has_a_step_for_each(new_desk: NewDesk, what: str) -> None:
    desk = new_desk()
    method, path, draw = LOST[what]
    desk.service.turn(faults=[{"fault": "reset", "method": method, "path": path, "carriedOut": False}])
    steps = desk.plans.steps(desk.arrange(draw))
    desk.service.turn()
    lost, sent = next((step, steps[at:]) for at, step in enumerate(steps) if step.state is StepState.NOT_SAVED)
    entry = desk.journal.entry(ORG, lost.entry or 0)
    assert entry is not None
    assert entry.outcome.state is State.NOT_SAVED
    assert entry.outcome.message in lost.message
    again = [step for step in sent if step.intent.summary == lost.intent.summary]
    assert [step.state for step in again] == [StepState.NOT_SAVED, StepState.DONE]
    assert len({step.entry for step in again}) == 2


def of_two_paths(base: SiteStructure) -> SiteStructure:
    return edit_space(edit_space(base, "sitespace_docs_api", "ra", None), "sitespace_docs_warehouse", "wa", None)


def moved_to_another_section(base: SiteStructure) -> SiteStructure:
    return move_items(base, ["sitespace_docs_partners"], MoveTarget("into", "section:section_api"))


OPEN: dict[str, tuple[str, str, Draw]] = {
    "the second of two paths": ("PATCH", f"{PATH}/site-spaces/sitespace_docs_warehouse", of_two_paths),
    "a move": ("POST", f"{PATH}/site-spaces/*/move", moved_to_another_section),
    "a section that joins a group": (
        "POST",
        f"{PATH}/section-groups/*/sections",
        lambda base: move_items(base, ["section_releases"], MoveTarget("into", "group:group_developers")),
    ),
    **{what: case for what, case in LOST.items() if not what.startswith("a new")},
}


def unknown(desk: Desk, case: tuple[str, str, Draw], *, carried_out: bool) -> Plan:
    """A plan of which a call had no answer, and that was not gone on with."""
    (method, path, draw), before = case, desk.live()
    desk.service.turn(faults=[{"fault": "reset", "method": method, "path": path, "carriedOut": carried_out}])
    goal = StructureGoal(ORG, DOCS, "Site", before, draw(before))
    plan = desk.plan(desk.plans.add(Purpose(ORG, "alice", "Arrange", KIND, serialize_goal(goal)), []))
    Runner(desk.api, desk.journal, desk.plans, seconds=PATIENT).run(plan)
    desk.service.turn()
    assert desk.plan(plan.number).counts[StepState.UNKNOWN] == 1
    return desk.plan(plan.number)


def path_of_partners(base: SiteStructure) -> SiteStructure:
    return edit_space(base, "sitespace_docs_partners", "ours", None)


def test_a_call_about_what_was_removed_since_holds_nothing_up(desk: Desk) -> None:
    plan = unknown(desk, ("PATCH", f"{PATH}/site-spaces/sitespace_docs_partners", path_of_partners), carried_out=True)
    section = desk.live().section_of("sitespace_docs_partners")
    colleague(desk, "DELETE", "site-spaces/sitespace_docs_partners")
    body = {"spaceId": "space_partners", "sectionId": section}
    colleague(desk, "PATCH", f"site-spaces/{colleague(desk, 'POST', 'site-spaces', body)}", {"path": "ours"})
    plan = desk.ended(plan.number)
    assert (plan.finished_at is not None, plan.message) == (True, "")


def test_what_was_removed_since_is_named(desk: Desk) -> None:
    plan = unknown(desk, ("PATCH", f"{PATH}/site-spaces/sitespace_docs_partners", path_of_partners), carried_out=True)
    (step,) = desk.plans.steps(plan, states=[StepState.UNKNOWN])
    colleague(desk, "DELETE", "site-spaces/sitespace_docs_partners")
    entry = desk.journal.entry(ORG, step.entry or 0)
    assert entry is not None
    with pytest.raises(NotFound, match="The API no longer reports Partner onboarding"):
        check_entry(desk.api, entry, desk.journal)


@for_each("what, carried_out", list(product(OPEN, (True, False))))
def test_a_call_of_which_nobody_has_found_out_is_undone(new_desk: NewDesk, what: str, *, carried_out: bool) -> None:
    desk = new_desk()
    before = desk.live()
    plan = unknown(desk, OPEN[what], carried_out=carried_out)
    back = desk.undone(plan)
    assert (shape(desk.live()), back.differences) == (shape(before), ())
    assert desk.plan(plan.number).finished_at is not None


@for_each(
    "draw, call, told",
    [
        (moved("section_releases", where="into", to="group:group_developers"), "POST ", "in the group Developers."),
        (moved("section_api", where="into", to="top:"), "DELETE /*", "no longer in the group Developers."),
    ],
)
def test_a_section_that_joined_or_left_a_group_has_no_position(
    new_desk: NewDesk, draw: Draw, call: str, told: str
) -> None:
    desk = new_desk()
    method, tail = call.split(" ")
    plan = unknown(desk, (method, f"{PATH}/section-groups/*/sections{tail}", draw), carried_out=True)
    lost = next(step for step in desk.plans.steps(plan) if step.state is StepState.UNKNOWN)
    entry = desk.journal.entry(ORG, lost.entry or 0)
    assert entry is not None
    assert check_entry(desk.api, entry, desk.journal).message == f"It was saved: the section is {told}"


def test_the_sections_of_a_group_that_a_colleague_keeps_are_told(desk: Desk) -> None:
    method, path, draw = LOST["a deleted group"]
    plan = unknown(desk, (method, f"{path}/sections/*", draw), carried_out=False)
    colleague(desk, "PATCH", "section-groups/group_developers", {"title": "Engineers"})
    ended = desk.ended(plan.number)
    assert (ended.counts, desk.live().members["group_developers"]) == ({StepState.NOT_SAVED: 1}, ["section_api"])
    kept = "it was changed outside of this bulk change, so it was not removed. Remove it yourself if nobody needs it."
    assert ended.differences == (
        f"Engineers: {kept}",
        "API: it stays in the group Engineers, which was not removed.",
    )
    assert describe_progress(ended) == "1 step: 1 not saved; 2 differences"


def test_a_path_that_a_colleague_set_over_an_unknown_one_is_named_and_stays(desk: Desk) -> None:
    before = desk.live()
    plan = unknown(desk, OPEN["the second of two paths"], carried_out=True)
    colleague(desk, "PATCH", "site-spaces/sitespace_docs_warehouse", {"path": "theirs"})
    (told,) = desk.undone(plan).differences
    assert told.startswith("The path of Warehouse operations: it was changed outside of this bulk change, so it stays")
    live = desk.live().spaces
    assert live["sitespace_docs_api"] == before.spaces["sitespace_docs_api"]
    assert live["sitespace_docs_warehouse"].path == "theirs"
