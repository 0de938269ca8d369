"""Plans are undone again and again, while a colleague changes things: only what they left alone goes back."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import pytest

from masthead.changes import Change, add_undo_plan
from masthead.changes.members import read_members
from masthead.changes.roster.goal import TeamMembers, serialize_goal
from masthead.changes.roster.syncing import KIND, first_calls
from masthead.client import Api
from masthead.store import Plan, StepState
from tests.changes.desk import ORG, Desk
from tests.changes.roster.crew import TEAM, reviewed
from tests.changes.undoing.kinds import KINDS, PEOPLE, Kind, members_of
from tests.histories import HISTORIES
from tests.loops import for_each
from tests.words import words

ROSTER = members_of(TEAM, ("user_ivan", "user_frank", "user_heidi", *PEOPLE[2:]))
"""user_judith always stays an owner of the team."""
STEPWISE = {"settings": ("site", "site space", "share link", "translation", "invite"), "roles": ("space", "collection")}


def ended(desk: Desk, plan: Plan) -> Plan:
    """To its end; what somebody else has changed is left out."""
    for _ in range(20):
        plan = desk.run(plan)
        for step in desk.steps(plan) if plan.stuck else ():
            if step.state is StepState.FAILED:
                desk.plans.decide(plan, step.position, StepState.SKIPPED)
        if plan.finished_at is not None:
            return plan
    raise AssertionError(plan)


def undone(desk: Desk, plan: Plan) -> Plan | None:
    number = add_undo_plan(desk.journal, desk.plans, plan)
    return None if number is None else ended(desk, desk.read(Plan(number, plan.purpose, 0)))


def meddled(api: Api, kind: Kind, random: Random) -> None:
    change = kind.change(api, kind.drawn(api, random))
    api.write(change.endpoint, *change.ids, body=change.body, organization=change.organization)


def stepwise(desk: Desk, api: Api, kinds: Sequence[Kind], plan_kind: str, random: Random) -> Plan:
    changes: list[Change[Any]] = [kind.change(api, kind.drawn(api, random)) for kind in kinds]
    return ended(desk, desk.make(changes, plan_kind))


def roster(desk: Desk, api: Api, random: Random) -> Plan:
    wanted = ROSTER.drawn(api, random)
    goal = reviewed(api, "\n".join(f"{name},{role or 'remove'}" for name, role in wanted.items()))
    changes = first_calls(ORG, goal, TeamMembers(read_members(api, ORG, TEAM)))
    return ended(desk, desk.make(changes, KIND, serialize_goal(goal)))


def now(api: Api, kinds: Sequence[Kind]) -> list[Mapping[str, Any]]:
    return [kind.now(api) for kind in kinds]


@pytest.mark.parametrize("plan_kind", [*STEPWISE, KIND])
@for_each("seed", range(HISTORIES // 100))
def test_plans_alternate_where_nobody_else_changes_anything(desk: Desk, api: Api, plan_kind: str, seed: int) -> None:
    kinds = [KINDS[name] for name in STEPWISE.get(plan_kind, ())] or [ROSTER]
    random = Random(f"{plan_kind} {seed}")  # noqa: S311 - the same each time
    before = now(api, kinds)
    plan = roster(desk, api, random) if plan_kind == KIND else stepwise(desk, api, kinds, plan_kind, random)
    after = now(api, kinds)
    assert after != before
    for expected in (before, after, before, after):
        back = undone(desk, plan)
        assert back is not None
        assert (now(api, kinds), words(back.differences)) == (expected, ())
        plan = back


@pytest.mark.parametrize("plan_kind", [*STEPWISE, KIND])
@for_each("seed", range(HISTORIES // 60))
def test_what_a_colleague_changes_in_between_stays(desk: Desk, api: Api, plan_kind: str, seed: int) -> None:
    kinds = [KINDS[name] for name in STEPWISE.get(plan_kind, ())] or [ROSTER]
    random = Random(f"{plan_kind} {seed} with others")  # noqa: S311 - the same each time
    before = now(api, kinds)
    plan = roster(desk, api, random) if plan_kind == KIND else stepwise(desk, api, kinds, plan_kind, random)
    led = [now(api, kinds), before]
    for turn in range(4):
        meddled(api, random.choice(kinds), random)
        there = now(api, kinds)
        back = undone(desk, plan)
        for kind, was, came, to in zip(now(api, kinds), there, led[turn % 2], led[1 - turn % 2], strict=True):
            for name, value in kind.items():
                assert value in {was[name], to[name]} if _plain(value) else True
                if was[name] != came[name]:
                    assert value == was[name]
        if back is None:
            return
        plan = back


def _plain(value: object) -> bool:
    return value is None or isinstance(value, (str, bool))
