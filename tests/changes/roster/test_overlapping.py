"""A colleague's call was under way while a plan sent its own: what it found there is not what the colleague left."""

import pytest

from masthead.changes import IN_TEAM, assign_role, change_members, read_members
from masthead.changes.change import intent_of
from masthead.changes.reading import sent
from masthead.client import Api
from masthead.store import Outcome, State, Subject
from tests.changes.desk import ORG, Desk
from tests.changes.roster.crew import BEFORE, PATH, TEAM, TITLE, planned, roles, run_to_its_end
from tests.faults.clock import Clock
from tests.faults.hostile import Talk
from tests.records import ask
from tests.wire import Wire
from tests.words import words
from tests.world import ALICE, RunningService

OWNERS = "user_heidi,owner\nuser_ivan,owner\n"
LEFT = "user_heidi: It was changed outside of this bulk change and left as it was: owner."
MAYBE_LEFT = (
    "user_heidi: Somebody else sent a change of it at the same moment, and it isn't known whether that was saved, so "
    "it was left as it was: owner."
)


@pytest.fixture
def colleague(desk: Desk, clock: Clock) -> int:
    """The number of the entry of a call that a colleague has begun."""
    ids, subject = (ORG, TEAM, "user_heidi"), Subject("team", TEAM, TITLE)
    number = desk.journal.begin(intent_of(assign_role(IN_TEAM, ids, subject, "Lead", "owner", "member"), "lena"))
    clock.pass_(1)
    return number


@pytest.mark.parametrize(("state", "left"), [(State.SAVED, LEFT), (State.UNKNOWN, MAYBE_LEFT)])
def test_an_undo_leaves_whom_a_colleague_set_while_the_plan_was_sent(
    desk: Desk, api: Api, service: RunningService, wire: Wire, clock: Clock, colleague: int, state: State, left: str
) -> None:
    def meanwhile(talk: Talk) -> bool:
        ask(service, ALICE, "PUT", f"{PATH}/user_heidi", {"role": "owner"})
        clock.pass_(1)
        desk.journal.settle(colleague, Outcome(state))
        return wire.pass_on(talk)

    plan = planned(desk, api, OWNERS)
    wire.faults["PUT"] = meanwhile
    run_to_its_end(desk, plan)
    wire.faults.clear()
    back = desk.undo_of(desk.read(plan))
    assert [sent(step.intent) for step in desk.steps(back)] == [{"memberships": {"user_ivan": {"role": "member"}}}]
    ended = run_to_its_end(desk, back)
    assert (roles(service), words(ended.differences)) == ({**BEFORE, "user_heidi": "owner"}, (left,))


def test_a_call_that_had_ended_before_the_plan_was_sent_is_no_reason(
    desk: Desk, api: Api, service: RunningService, clock: Clock, colleague: int
) -> None:
    desk.journal.settle(colleague, Outcome(State.NOT_SAVED))
    clock.pass_(1)
    plan = run_to_its_end(desk, planned(desk, api, OWNERS))
    back = desk.undo_of(plan)
    run_to_its_end(desk, back)
    assert roles(service) == BEFORE


@pytest.mark.parametrize("name", ["lena@larkfield.example", "user_lena"])
def test_an_undo_leaves_whom_a_colleague_added_by_another_name(
    desk: Desk, api: Api, service: RunningService, wire: Wire, clock: Clock, name: str
) -> None:
    wanted = {"lena@larkfield.example": "member"}
    added = change_members(ORG, TEAM, TITLE, wanted, read_members(api, ORG, TEAM), "Add Lena")
    number = desk.journal.begin(intent_of(added, "ben"))
    clock.pass_(1)

    def meanwhile(talk: Talk) -> bool:
        ask(service, ALICE, "PUT", PATH, {"add": [*wanted]})
        clock.pass_(1)
        desk.journal.settle(number, Outcome(State.SAVED))
        return wire.pass_on(talk)

    plan = planned(desk, api, f"{name},member\nuser_ivan,owner\n")
    wire.faults["PUT"] = meanwhile
    run_to_its_end(desk, plan)
    wire.faults.clear()
    back = desk.undo_of(desk.read(plan))
    run_to_its_end(desk, back)
    assert roles(service) == {**BEFORE, "user_lena": "member"}
