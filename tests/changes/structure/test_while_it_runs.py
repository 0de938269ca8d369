"""A colleague changes the site while a plan runs, between two of its calls: nothing of that is overwritten."""

from itertools import count

from changes import Runner
from changes.structure.arranging import KIND
from changes.structure.drafting import edit_space
from changes.structure.goal import StructureGoal, serialize_goal
from changes.structure.tree import SiteStructure
from store import Plan, Purpose
from tests.changes.structure.desk import DOCS, ORG, Desk, NewDesk
from tests.loops import for_each
from tests.records import ask
from tests.world import ALICE

GUIDE, PARTNERS, API = "sitespace_docs_guide", "sitespace_docs_partners", "sitespace_docs_api"


def three_paths(base: SiteStructure) -> SiteStructure:
    for space in (GUIDE, PARTNERS, API):
        base = edit_space(base, space, f"mine-{space[-3:]}", None)
    return base


def made(desk: Desk) -> Plan:
    base = desk.live()
    goal = serialize_goal(StructureGoal(ORG, DOCS, "Site", base, three_paths(base)))
    return desk.plan(desk.plans.add(Purpose(ORG, "alice", "Arrange", KIND, goal), []))


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
    assert [each[: len(told)] for each in plan.differences] == [told]


def test_between_two_slices(desk: Desk) -> None:
    plan = made(desk)
    Runner(desk.api, desk.journal, desk.plans, seconds=0).run(plan)
    assert desk.plan(plan.number).runs
    space = path_set_by_bob(desk)
    for _ in range(4):
        Runner(desk.api, desk.journal, desk.plans, seconds=0).run(desk.plan(plan.number))
    check_left(desk, plan.number, space)


@for_each("seconds", [0, 2])
def test_within_a_slice(new_desk: NewDesk, seconds: int) -> None:
    """By a clock on which so much time passes with each look at it, and Bob's change after the first call."""
    desk = new_desk()
    plan, spaces = made(desk), list[str]()
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
    plan = made(desk)
    ignored = {"fault": "ignore", "method": "PATCH", "path": "/v1/orgs/*/sites/*/site-spaces/*", "times": times}
    desk.service.turn(faults=[ignored])
    for _ in range(8):
        Runner(desk.api, desk.journal, desk.plans, seconds=0).run(desk.plan(plan.number))
    assert desk.plan(plan.number).finished_at is not None


def test_steps_that_still_lead_there_stand(desk: Desk) -> None:
    plan = made(desk)
    Runner(desk.api, desk.journal, desk.plans, seconds=0).run(plan)
    before = [(step.position, step.intent) for step in desk.plans.steps(plan)]
    Runner(desk.api, desk.journal, desk.plans, seconds=0).run(desk.plan(plan.number))
    assert [(step.position, step.intent) for step in desk.plans.steps(plan)] == before
