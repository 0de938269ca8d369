"""A colleague changes the site while a plan stands still or runs: nothing of that is taken back."""

from itertools import count
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from masthead.changes import Runner
from masthead.changes.structure.drafting import MoveTarget, add_space, edit_space, move_items, name_group, remove_space
from masthead.changes.structure.tree import SiteStructure
from masthead.store import Plan, StepState
from tests.changes.structure.colleague import Colleague
from tests.changes.structure.desk import DOCS, ORG, Desk, Draw, NewDesk
from tests.changes.structure.editors import Editor
from tests.changes.structure.model import Model
from tests.changes.structure.test_merging import site
from tests.changes.structure.test_planning import MAX_ROUNDS, planned
from tests.histories import HISTORIES
from tests.loops import for_each
from tests.records import ask
from tests.words import words
from tests.world import ALICE


@settings(max_examples=HISTORIES, deadline=None)
@given(random=st.randoms(use_true_random=False))
@pytest.mark.exhaustive
def test_a_plan_takes_nothing_of_a_colleague_back(random: Random) -> None:
    base = site(random)
    alice, bob, model = Editor(base.copy(), random), Colleague(random), Model(base, tells=True)
    for _ in range(random.randint(1, 8)):
        alice.act()
    for _ in range(MAX_ROUNDS):
        found = planned(model, alice.now)
        if not found.changes:
            break
        for change in found.changes[: random.randint(1, len(found.changes))]:
            if not model.do(change):
                break
        if bob.acts < 3:
            bob.act(model)
    assert bob.missing(model.now, list(words(planned(model, alice.now).left))) == []


GUIDE, PARTNERS, SECTION = "sitespace_docs_guide", "sitespace_docs_partners", "section_api"


def paths(base: SiteStructure) -> SiteStructure:
    return edit_space(edit_space(base, GUIDE, "mine-guide", None), PARTNERS, "mine-partners", None)


def stuck_at_the_second(desk: Desk, plan_of: Draw, second: str) -> Plan:
    """Alice's plan, of which the call that concerns `second` was refused."""
    path = f"/v1/orgs/*/sites/*/site-spaces/{second}"
    desk.service.turn(faults=[{"fault": "status", "status": 403, "method": "PATCH", "path": path}])
    plan = desk.arrange(plan_of)
    assert plan.stuck
    desk.service.turn()
    return plan


def go_on(desk: Desk, plan: Plan) -> Plan:
    (failed,) = desk.plans.steps(plan, states=[StepState.FAILED])
    desk.plans.decide(plan, failed.position, StepState.WAITING)
    return desk.ended(plan.number)


@for_each("theirs", ["theirs", "guide"])
def test_a_path_that_a_colleague_set_since_is_left_and_named(new_desk: NewDesk, theirs: str) -> None:
    desk = new_desk()
    theirs = theirs if theirs == "theirs" else desk.live().spaces[GUIDE].path
    plan = stuck_at_the_second(desk, paths, PARTNERS)
    desk.arrange(lambda base: edit_space(base, GUIDE, theirs, None))
    plan = go_on(desk, plan)
    live = desk.live()
    assert (live.spaces[GUIDE].path, live.spaces[PARTNERS].path) == (theirs, "mine-partners")
    (told,) = words(plan.differences)
    name = live.spaces[GUIDE].title
    assert told.startswith(f"The path of {name}: this bulk change set it, but it is “{theirs}” now")


def test_what_a_plan_put_into_a_group_that_it_made_and_a_colleague_deleted_is_named(desk: Desk) -> None:
    def draw(base: SiteStructure) -> SiteStructure:
        made = name_group(base, "", "Extras", "")
        into = move_items(made, ["section_releases", SECTION], MoveTarget("into", "group:new-1"))
        return edit_space(into, GUIDE, "mine-guide", None)

    plan = stuck_at_the_second(desk, draw, GUIDE)
    made = next(id_ for id_, each in desk.live().groups.items() if each.title == "Extras")
    assert ask(desk.service, ALICE, "DELETE", f"/v1/orgs/{ORG}/sites/{DOCS}/section-groups/{made}").status_code < 300
    plan = go_on(desk, plan)
    stays = "the group Extras, where this bulk change was to put it, is not on the site. It is now in no group."
    assert words(plan.differences) == (
        (
            "Extras: the API accepted it, but it is not on the site now: it was removed since, or never added. "
            "It was not added again."
        ),
        f"Release notes: {stays}",
        f"API: {stays}",
    )


def test_what_a_plan_changed_and_a_colleague_then_removed_is_not_called_unchanged(desk: Desk) -> None:
    plan = stuck_at_the_second(desk, paths, PARTNERS)
    name = desk.live().spaces[GUIDE].title
    desk.arrange(lambda base: remove_space(base, GUIDE))
    plan = go_on(desk, plan)
    assert words(plan.differences) == (f"{name}: it was removed outside of this bulk change, so it stays removed.",)


def test_a_group_that_a_colleague_added_behind_the_new_one_is_not_moved(desk: Desk) -> None:
    groups = f"/v1/orgs/{ORG}/sites/{DOCS}/section-groups"
    for group in desk.live().groups:
        ask(desk.service, ALICE, "DELETE", f"{groups}/{group}")

    def draw(base: SiteStructure) -> SiteStructure:
        made = move_items(name_group(base, "", "Extras", ""), ["section_guide"], MoveTarget("into", "group:new-1"))
        return edit_space(made, GUIDE, "mine-guide", None)

    plan = stuck_at_the_second(desk, draw, GUIDE)
    body = {"title": "By Bob", "sections": ["section_warehouse"]}
    assert ask(desk.service, ALICE, "POST", groups, body).status_code < 300
    there = desk.live().top
    plan = go_on(desk, plan)
    assert (desk.live().top, words(plan.differences)) == (there, ())


def test_what_a_plan_added_and_a_colleague_changed_is_not_removed_by_an_undo(desk: Desk) -> None:
    plan = desk.arrange(lambda base: add_space(base, "space_handbook", "Handbook", SECTION))
    (made,) = [id_ for id_, each in desk.live().spaces.items() if each.space == "space_handbook"]
    desk.arrange(lambda base: edit_space(base, made, "theirs", None))
    back = desk.undone(plan)
    assert desk.live().spaces[made].path == "theirs"
    left = "it was changed outside of this bulk change, so it was not removed. Remove it yourself if nobody needs it."
    assert words(back.differences) == (f"Employee handbook: {left}",)


API = "sitespace_docs_api"


def three_paths(base: SiteStructure) -> SiteStructure:
    for space in (GUIDE, PARTNERS, API):
        base = edit_space(base, space, f"mine-{space[-3:]}", None)
    return base


def path_set_by_bob(desk: Desk) -> str:
    """A path for the first space that still has its old one; which one that is."""
    live = desk.live()
    space = next(each for each in (API, PARTNERS, GUIDE) if not live.spaces[each].path.startswith("mine-"))
    address = f"/v1/orgs/{ORG}/sites/{DOCS}/site-spaces/{space}"
    assert ask(desk.service, ALICE, "PATCH", address, {"path": "by-bob"}).status_code < 300
    return space


def check_left(desk: Desk, number: int, space: str) -> None:
    plan, live = desk.plan(number), desk.live()
    found = sorted(live.spaces[each].path for each in (GUIDE, PARTNERS, API))
    assert live.spaces[space].path == "by-bob"
    assert len([path for path in found if path.startswith("mine-")]) == 2
    told = f"The path of {live.spaces[space].title}: it was changed outside of this bulk change, so it stays"
    assert [each[: len(told)] for each in words(plan.differences)] == [told]


def test_between_two_slices(desk: Desk) -> None:
    plan = desk.add(three_paths)
    desk.run(plan, seconds=0)
    assert desk.plan(plan.number).runs
    space = path_set_by_bob(desk)
    for _ in range(4):
        desk.run(desk.plan(plan.number), seconds=0)
    check_left(desk, plan.number, space)


@for_each("seconds", [0, 2])
def test_within_a_slice(new_desk: NewDesk, seconds: int) -> None:
    """By a clock on which so much time passes with each look at it, and Bob's change after the first call."""
    desk = new_desk()
    plan, spaces = desk.add(three_paths), list[str]()
    times = count(0, seconds)

    def monotonic() -> float:
        if not spaces and any(line.startswith("PATCH") for line in desk.asked.lines):
            spaces.append(path_set_by_bob(desk))
        return next(times)

    desk.asked.clear()
    Runner(desk.api, desk.journal, desk.plans, seconds=500, monotonic=monotonic).run(plan)
    check_left(desk, plan.number, spaces[0])


@for_each("times", [1, 2, 9])
def test_calls_that_do_nothing_end(new_desk: NewDesk, times: int) -> None:
    desk = new_desk()
    plan = desk.add(three_paths)
    ignored = {"fault": "ignore", "method": "PATCH", "path": "/v1/orgs/*/sites/*/site-spaces/*", "times": times}
    desk.service.turn(faults=[ignored])
    for _ in range(8):
        desk.run(desk.plan(plan.number), seconds=0)
    assert desk.plan(plan.number).finished_at is not None


def test_steps_that_still_lead_there_stand(desk: Desk) -> None:
    plan = desk.add(three_paths)
    desk.run(plan, seconds=0)
    before = [(step.position, step.intent) for step in desk.plans.steps(plan)]
    desk.run(desk.plan(plan.number), seconds=0)
    assert [(step.position, step.intent) for step in desk.plans.steps(plan)] == before
