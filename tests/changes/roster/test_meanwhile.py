"""Whom a colleague changed through a portal, after the list was agreed to, the plan leaves and names."""

import pytest

from changes import IN_TEAM, apply, assign_role, remove_role
from changes.members import change_members, read_members
from changes.roster.syncing import read_results
from client import Api
from store import Subject
from tests.changes.desk import ORG, Desk
from tests.changes.roster.crew import BEFORE, PATH, TEAM, TITLE, planned, roles, run_to_its_end
from tests.faults.clock import Clock
from tests.records import ask
from tests.world import ALICE, RunningService

LEFT = "Somebody else changed it meanwhile, so it was left as it is: {}."


class Colleague:
    """Somebody at the same portal."""

    def __init__(self, desk: Desk, api: Api, clock: Clock) -> None:
        self._desk, self._api, self._clock = desk, api, clock

    def gives(self, who: str, role: str | None, was: str) -> None:
        ids, subject = (ORG, TEAM, who), Subject("team", TEAM, TITLE)
        self._clock.pass_(1)
        if role is None:
            apply(self._api, self._desk.journal, remove_role(IN_TEAM, ids, subject, "Back", was))
        else:
            apply(self._api, self._desk.journal, assign_role(IN_TEAM, ids, subject, "Back", role, was))
        self._clock.pass_(1)

    def adds(self, who: str) -> None:
        self._clock.pass_(1)
        members = read_members(self._api, ORG, TEAM)
        apply(self._api, self._desk.journal, change_members(ORG, TEAM, TITLE, {who: "member"}, members, "Add"))
        self._clock.pass_(1)


@pytest.fixture
def colleague(desk: Desk, api: Api, clock: Clock) -> Colleague:
    return Colleague(desk, api, clock)


def test_a_role_that_was_taken_back_is_not_given_again(
    desk: Desk, api: Api, service: RunningService, colleague: Colleague
) -> None:
    plan = desk.run(planned(desk, api, "user_heidi,owner\nuser_ivan,owner\n"), seconds=0)
    colleague.gives("user_heidi", "member", "owner")
    found = read_results(api, plan, desk.steps(plan), desk.journal)
    assert found["user_heidi"] == (LEFT.format("member"), "member")
    ended = run_to_its_end(desk, plan)
    assert roles(service) == {**BEFORE, "user_ivan": "owner"}
    assert ended.differences == (f"user_heidi: {LEFT.format('member')}",)


def test_who_was_added_again_or_removed_again_is_named_as_a_colleague_s(
    desk: Desk, api: Api, colleague: Colleague
) -> None:
    plan = desk.run(planned(desk, api, "user_heidi,remove\nuser_kofi\n"), seconds=0)
    colleague.adds("heidi@brandt-translations.example")
    colleague.gives("user_kofi", None, "member")
    ended = run_to_its_end(desk, plan)
    assert ended.differences == (
        f"user_heidi: {LEFT.format('member')}",
        f"user_kofi: {LEFT.format('not in the team')}",
    )


def test_whom_a_colleague_changed_before_the_plan_came_to_them_is_left(
    desk: Desk, api: Api, service: RunningService, colleague: Colleague
) -> None:
    ask(service, ALICE, "PUT", f"{PATH}/user_heidi", {"role": "owner"})
    plan = planned(desk, api, "user_heidi,member\nuser_kofi\n")
    colleague.gives("user_heidi", "member", "owner")
    colleague.gives("user_heidi", "owner", "member")
    ended = run_to_its_end(desk, plan)
    assert roles(service) == {**BEFORE, "user_heidi": "owner", "user_kofi": "member"}
    assert ended.differences == (f"user_heidi: {LEFT.format('owner')}",)
