"""A roster as a bulk change: who is sent, whom nobody overwrites, and how one bad person costs that person alone."""

import json
from itertools import chain, repeat

import pytest

from masthead.bulk.goals.members import MemberAttempts
from masthead.bulk.reconcile import add_undo
from masthead.client import Api
from masthead.store.bulk.steps import Mark, StepState
from masthead.store.entries import State
from masthead.store.journal.queries import JournalQuery
from tests.asked import Log
from tests.bulk.roster.crew import BEFORE, PATH, came, planned, refusing, reviewed, roles, run_to_its_end
from tests.faults import faults
from tests.faults.clock import Clock
from tests.faults.hostile import Talk
from tests.records import add_people, ask
from tests.wire import Wire
from tests.words import words
from tests.world import ALICE, RunningService
from tests.writes.desk import ORG, Desk

ALL = "user_judith,owner\nuser_ivan,owner\nuser_frank,\nuser_kofi,member\nbob@larkfield.example,\n"
SYNCED = {
    "user_judith": "owner",
    "user_ivan": "owner",
    "user_frank": "member",
    "user_kofi": "member",
    "user_bob": "member",
}


def lists(text: str) -> list[str]:
    """Whom a body names."""
    body = json.loads(text)
    return list(dict.fromkeys([*body.get("add", []), *body.get("memberships", {}), *body.get("remove", [])]))


def test_the_team_comes_to_be_the_list_by_one_call_and_is_taken_back(
    desk: Desk, api: Api, service: RunningService, asked: Log
) -> None:
    assert reviewed(api, "user_judith,owner\nIVAN@drivers.larkfield.example,member\n").people == {}
    bulk = run_to_its_end(desk, planned(desk, api, ALL, exact=True))
    assert roles(service) == SYNCED
    assert (asked.writes, words(bulk.differences)) == ([f"PUT {PATH}"], ())
    assert {state for state, _ in came(desk, api, bulk).values()} == {"done", "already"}
    back = desk.prepare(desk.undo_of(bulk))
    title = "Undo: Members of Operations: 1 to add, 1 to change, 2 to remove"
    assert (back.steps, back.purpose.title) == (1, title)
    assert words(run_to_its_end(desk, back).differences) == ()
    assert roles(service) == BEFORE


def test_two_hundred_people_go_into_a_call(desk: Desk, api: Api, service: RunningService, asked: Log) -> None:
    added = add_people(service, ORG, 450)
    bulk = run_to_its_end(desk, planned(desk, api, "\n".join(added)))
    bodies = [lists(each.body.decode()) for each in asked.all if each.method == "PUT"]
    assert [len(names) for names in bodies] == [200, 200, 50]
    assert len(roles(service)) == 454
    assert [step.intent.summary for step in desk.steps(bulk)] == [
        f"Add {first}, {second}, and {more} more to the team Operations as members"
        for first, second, more in ((*added[:2], 198), (*added[200:202], 198), (*added[400:402], 48))
    ]


def test_who_is_unknown_is_named_and_the_others_go_through(
    desk: Desk, api: Api, service: RunningService, asked: Log
) -> None:
    added = add_people(service, ORG, 60)
    bulk = planned(desk, api, "\n".join([*added[:20], "nobody@larkfield.example", *added[20:], "user_nobody"]))
    ended = run_to_its_end(desk, bulk)
    assert len(roles(service)) == 64
    assert [told.partition(": ")[0] for told in words(ended.differences)] == ["nobody@larkfield.example", "user_nobody"]
    assert "Nobody in this organization has the id" in words(ended.differences)[0]
    assert len(asked.writes) == 5
    found = came(desk, api, ended)
    assert found["user_nobody"][0].startswith("Not a member of the organization: “")
    assert [found[each][0] for each in added] == ["done"] * 60


def test_many_refusals_are_told_in_short(desk: Desk, api: Api, asked: Log) -> None:
    bulk = planned(desk, api, "\n".join(f"stranger-{number:02}@elsewhere.example" for number in range(24)))
    asked.clear()
    ended = desk.run(bulk)
    assert len(asked.writes) == 24
    assert words(ended.differences)[20:] == ("And 4 more. Download the report to see all.",)


def test_the_list_of_others_is_given_up() -> None:
    assert MemberAttempts(refusals=400).has_given_up
    assert not MemberAttempts(refusals=400, done={"user_ivan"}).has_given_up
    assert MemberAttempts(refusals=1000, done={"user_ivan"}).has_given_up


@pytest.mark.parametrize("bad", [[0], [3, 4, 30]])
def test_without_a_name_in_the_refusal_halves_find_it(
    desk: Desk, api: Api, service: RunningService, wire: Wire, bad: list[int]
) -> None:
    added = add_people(service, ORG, 32)
    guilty = {added[at] for at in bad}
    wire.faults["PUT"] = refusing(wire.pass_on, lambda body: b"No." if guilty & set(lists(body)) else None)
    ended = run_to_its_end(desk, planned(desk, api, "\n".join(added)))
    assert len(roles(service)) == 36 - len(bad)
    assert {each.partition(":")[0] for each in words(ended.differences)} == set(guilty)
    assert wire.seen["PUT"] <= 2 * len(bad) * 6 + 1


def test_a_refusal_of_the_whole_stops_it_and_is_not_tried_in_parts(
    desk: Desk, api: Api, wire: Wire, service: RunningService
) -> None:
    statuses = chain([400], repeat(403))

    def refuse(talk: Talk) -> bool:
        return faults.answer(next(statuses), b"{}")(talk)

    bulk = planned(desk, api, "\n".join(add_people(service, ORG, 300)))
    wire.faults["PUT"] = refuse
    stopped = desk.run(bulk)
    (failed,) = [step for step in desk.steps(stopped) if step.state is StepState.FAILED]
    assert (stopped.is_stuck, failed.status, wire.seen["PUT"] <= 3) == (True, 403, True)
    wire.faults.clear()
    desk.bulk_changes.decide_step(stopped, Mark(failed.position, StepState.WAITING))
    ended = run_to_its_end(desk, desk.read(stopped))
    assert (len(roles(service)), words(ended.differences)) == (304, ())


def test_who_is_gone_again_is_told_and_not_sent_again(
    desk: Desk, api: Api, service: RunningService, wire: Wire, asked: Log
) -> None:
    def undone(talk: Talk) -> bool:
        wire.told(talk)  # done, and undone before the bulk change hears that it was done
        ask(service, ALICE, "DELETE", f"{PATH}/user_kofi")
        return faults.answer(204, b"")(talk)

    wire.faults["PUT"] = undone
    ended = run_to_its_end(desk, planned(desk, api, "user_kofi,member\nuser_bob\n"))
    assert words(ended.differences) == ("user_kofi: The change was accepted. Afterwards: not in the team.",)
    assert asked.writes.count(f"PUT {PATH}") == 1


def test_a_service_that_removes_nobody_is_told_of(desk: Desk, api: Api, wire: Wire) -> None:
    wire.faults["PUT"] = faults.answer(204, b"")
    ended = run_to_its_end(desk, planned(desk, api, "user_heidi,remove\n"))
    assert words(ended.differences) == ("user_heidi: The change was accepted. Afterwards: member.",)
    assert wire.seen["PUT"] == 1
    (step,) = desk.steps(ended)
    (entry,) = desk.journal.entries(JournalQuery(ORG))
    assert (step.state, entry.outcome.state) == (StepState.FAILED, State.NOT_SAVED)
    assert add_undo(desk.journal, desk.bulk_changes, ended) is None


@pytest.mark.parametrize("sets", [True, False])
def test_a_role_that_the_call_for_many_did_not_set_is_set_alone_once(
    desk: Desk, api: Api, service: RunningService, wire: Wire, *, sets: bool
) -> None:
    def without_roles(talk: Talk) -> bool:
        if talk.asked.target.endswith("/members"):
            added = json.loads(talk.asked.body).get("add", [])
            ask(service, ALICE, "PUT", PATH, {"add": added})
            return faults.answer(204, b"")(talk)
        return wire.pass_on(talk) if sets else faults.answer(204, b"")(talk)

    wire.faults["PUT"] = without_roles
    ended = run_to_its_end(desk, planned(desk, api, "user_kofi,owner\nuser_ivan,owner\nuser_bob,member\n"))
    now = roles(service)
    assert (now["user_kofi"], now["user_ivan"], now["user_bob"]) == (
        ("owner", "owner") if sets else ("member", "member")
    ) + ("member",)
    assert [told.partition(": ")[2] for told in words(ended.differences)] == (
        [] if sets else ["The change was accepted. Afterwards: member."] * 2
    )
    assert wire.seen["PUT"] == 3


def test_owners_change_places(desk: Desk, api: Api, service: RunningService, asked: Log) -> None:
    ended = run_to_its_end(desk, planned(desk, api, "user_ivan,owner\nuser_judith,member\n", exact=True))
    assert (roles(service), words(ended.differences)) == ({"user_ivan": "owner", "user_judith": "member"}, ())
    assert len(asked.writes) == 2


def test_no_team_is_left_without_an_owner(desk: Desk, api: Api, service: RunningService) -> None:
    ended = run_to_its_end(desk, planned(desk, api, "nobody@larkfield.example,owner\nuser_judith,member\n"))
    assert roles(service) == BEFORE
    assert words(ended.differences)[1] == "user_judith: Left unchanged, so that the team keeps an owner."


def test_a_lost_answer_is_not_sent_again(
    desk: Desk, api: Api, service: RunningService, wire: Wire, clock: Clock
) -> None:
    wire.faults["PUT"] = faults.lost_answer
    waiting = desk.run(planned(desk, api, ALL, exact=True))
    assert waiting.finished_at is None
    clock.pass_(10)
    ended = run_to_its_end(desk, waiting)
    assert (roles(service), wire.seen["PUT"], words(ended.differences)) == (SYNCED, 1, ())
