"""Members are changed while a list is carried out, with and without Masthead: it leaves them and names them.

What colleagues set before and after that is tried at random in test_colleagues.py.
"""

import pytest

from masthead.bulk.goals.members import AT_ONCE
from masthead.client import Api
from masthead.store.entries import Outcome, State, Subject
from masthead.writes.roles import IN_TEAM, assign_role
from masthead.writes.send import build_intent
from tests.bulk.roster.crew import (
    BEFORE,
    PATH,
    TEAM,
    TITLE,
    planned,
    roles,
    run_to_its_end,
)
from tests.faults.clock import Clock
from tests.faults.hostile import Talk
from tests.records import add_people, ask
from tests.wire import Wire
from tests.words import words
from tests.world import ALICE, RunningService
from tests.writes.desk import ORG, Desk

LEFT = "It has changed since, and was left as it was: {}."


def test_whom_a_colleague_changes_while_the_bulk_change_runs_is_left(
    desk: Desk, api: Api, service: RunningService
) -> None:
    added = add_people(service, ORG, AT_ONCE)
    bulk = desk.run(
        planned(desk, api, "\n".join([*(f"{each},member" for each in added), "user_ivan,remove"])), seconds=0
    )
    assert bulk.runs
    ask(service, ALICE, "PUT", f"{PATH}/user_ivan", {"role": "owner"})
    ended = run_to_its_end(desk, bulk)
    assert roles(service)["user_ivan"] == "owner"
    assert words(ended.differences) == (f"user_ivan: {LEFT.format('owner')}",)


def test_who_needed_no_change_and_was_changed_meanwhile_is_named(desk: Desk, api: Api, service: RunningService) -> None:
    bulk = planned(desk, api, "user_kofi\nuser_heidi\nuser_judith,owner\nuser_grace,remove\nuser_ivan,owner\n")
    for each in ("heidi", "ivan"):
        ask(service, ALICE, "PUT", f"{PATH}/user_{each}", {"role": "owner"})
    ask(service, ALICE, "PUT", PATH, {"add": ["user_grace"]})
    ended = run_to_its_end(desk, bulk)
    assert words(ended.differences) == (f"user_heidi: {LEFT.format('owner')}", f"user_grace: {LEFT.format('member')}")


@pytest.fixture
def heidi(desk: Desk, clock: Clock) -> int:
    """The number of the entry of a call that a colleague has begun, and that makes Heidi an owner."""
    ids, subject = (ORG, TEAM, "user_heidi"), Subject("team", TEAM, TITLE)
    number = desk.journal.begin(build_intent(assign_role(IN_TEAM, ids, subject, "Lead", "owner", "member"), "lena"))
    clock.pass_(1)
    return number


@pytest.mark.parametrize("state", [State.SAVED, State.UNKNOWN])
def test_an_undo_leaves_whom_a_colleague_set_while_the_bulk_change_was_sent(
    desk: Desk, api: Api, service: RunningService, wire: Wire, clock: Clock, heidi: int, state: State
) -> None:
    def meanwhile(talk: Talk) -> bool:
        ask(service, ALICE, "PUT", f"{PATH}/user_heidi", {"role": "owner"})
        clock.pass_(1)
        desk.journal.write_outcome(heidi, Outcome(state))
        return wire.pass_on(talk)

    bulk = planned(desk, api, "user_heidi,owner\nuser_ivan,owner\n")
    wire.faults["PUT"] = meanwhile
    run_to_its_end(desk, bulk)
    wire.faults.clear()
    back = desk.prepare(desk.undo_of(desk.read(bulk)))
    assert back.purpose.title.endswith("Members of Operations: 1 to change")
    assert words(back.differences) == (f"user_heidi: {LEFT.format('owner')}",)
    ended = run_to_its_end(desk, back)
    assert (roles(service), words(ended.differences)) == ({**BEFORE, "user_heidi": "owner"}, words(back.differences))


def test_a_call_that_had_ended_before_the_bulk_change_was_sent_is_no_reason(
    desk: Desk, api: Api, service: RunningService, clock: Clock, heidi: int
) -> None:
    desk.journal.write_outcome(heidi, Outcome(State.NOT_SAVED))
    clock.pass_(1)
    run_to_its_end(desk, desk.undo_of(run_to_its_end(desk, planned(desk, api, "user_heidi,owner\n"))))
    assert roles(service) == BEFORE


def test_an_undo_is_called_after_what_it_finds(desk: Desk, api: Api, service: RunningService) -> None:
    """What is changed without Masthead is in no journal."""
    ended = run_to_its_end(desk, planned(desk, api, "user_kofi,member\nuser_bob,member\n"))
    ask(service, ALICE, "DELETE", f"{PATH}/user_kofi")
    back = desk.undo_of(ended)
    assert back.purpose.title.endswith("Members of Operations: 2 to remove")
    assert desk.prepare(back).purpose.title.endswith("Members of Operations: 1 to remove")
