"""A roster where the service tells less than it knows, does half of a call or loses an answer: no guess hurts."""

import json
from collections.abc import Iterator

import pytest

from masthead.client import Api, ResponseCache, Transport
from masthead.store.bulk.steps import BulkChange
from masthead.store.entries import State
from masthead.store.journal.queries import JournalQuery
from masthead.writes.roles import change_members, read_members
from masthead.writes.send import apply
from tests.bulk.roster.crew import (
    BEFORE,
    PATH,
    TEAM,
    as_viewer,
    came,
    listing,
    planned,
    roles,
    run_to_its_end,
    without_email,
    without_role,
)
from tests.faults import faults
from tests.faults.clock import Clock
from tests.faults.hostile import Fault, Talk
from tests.records import ask
from tests.wire import Wire
from tests.words import words
from tests.world import ALICE, RunningService
from tests.writes.desk import ORG, PATIENT, Desk

KOFI = "kofi@larkfield.example"


@pytest.fixture
def api(wire: Wire, memory: ResponseCache) -> Iterator[Api]:
    """Alice at the other end of the wire."""
    transport = Transport(wire.url)
    yield Api(transport, token=ALICE, memory=memory, budget=10 * PATIENT)
    transport.close()


def through(desk: Desk, clock: Clock, bulk: BulkChange) -> BulkChange:
    """To its end, whatever outcome is not known at first."""
    for _ in range(12):
        bulk = desk.run(bulk)
        if bulk.finished_at is not None:
            return bulk
        clock.pass_(600)
    raise AssertionError(bulk)


def half_done(service: RunningService, wire: Wire) -> Fault:
    """The first call adds people without their roles, removes nobody, and ends with 500."""

    def happen(talk: Talk) -> bool:
        wire.faults.clear()
        ask(service, ALICE, "PUT", PATH, {"add": json.loads(talk.asked.body)["add"]})
        return faults.answer(500, b"oops")(talk)

    return happen


def test_who_cannot_be_seen_by_address_is_neither_called_gone_nor_taken_back(
    desk: Desk, api: Api, service: RunningService, wire: Wire
) -> None:
    unseen = listing(service, without_email)
    wire.faults["GET"] = unseen
    ended = run_to_its_end(desk, planned(desk, api, f"ivan@drivers.larkfield.example,member\n{KOFI}\nuser_bob\n"))
    assert roles(service) == {**BEFORE, "user_kofi": "member", "user_bob": "member"}
    unchecked = "The change was accepted, but some addresses are hidden, so the result can't be checked."
    assert f"{KOFI}: {unchecked}" in words(ended.differences)
    wire.faults.clear()
    back = run_to_its_end(desk, desk.undo_of(ended))
    assert roles(service) == {**BEFORE, "user_kofi": "member"}
    assert words(back.differences) == tuple(
        f"{each}: Left unchanged: it isn't known whether they were in the team before."
        for each in ("ivan@drivers.larkfield.example", KOFI)
    )
    ended = run_to_its_end(desk, planned(desk, api, "lena@larkfield.example\n"))
    wire.faults["GET"] = unseen
    back = run_to_its_end(desk, desk.undo_of(ended))
    who = "Left unchanged: some addresses are hidden, so it isn't known who this is."
    assert words(back.differences) == (f"lena@larkfield.example: {who}",)
    assert roles(service)["user_lena"] == "member"


@pytest.mark.parametrize("alter", [without_role, as_viewer])
def test_a_role_that_cannot_be_sent_back_is_left_by_the_undo(
    desk: Desk, api: Api, service: RunningService, wire: Wire, alter: object
) -> None:
    wire.faults["GET"] = listing(service, alter)  # type: ignore[arg-type] # one of the two
    ended = run_to_its_end(desk, planned(desk, api, "user_ivan,owner\nuser_frank,remove\nuser_kofi,member\n"))
    wire.faults.clear()
    back = run_to_its_end(desk, desk.undo_of(ended))
    now = roles(service)
    assert (now["user_ivan"], "user_frank" in now, "user_kofi" in now) == ("owner", False, False)
    told = "Left unchanged: the earlier role isn't known, or can't be given back."
    assert words(back.differences) == (f"user_ivan: {told}", f"user_frank: {told}")


def test_a_role_that_is_not_told_is_not_taken_for_nobody(
    desk: Desk, api: Api, service: RunningService, wire: Wire
) -> None:
    wire.faults["GET"] = listing(service, without_role)
    ended = run_to_its_end(desk, planned(desk, api, "user_ivan,owner\nuser_kofi,owner\n"))
    told = "The change was accepted. Afterwards: role not shown."
    assert came(desk, api, ended) == {"user_ivan": (told, ""), "user_kofi": (told, "")}
    assert wire.seen["PUT"] == 1


def test_who_was_added_by_half_a_call_gets_the_role_and_is_taken_back(
    desk: Desk, api: Api, service: RunningService, wire: Wire, clock: Clock
) -> None:
    wire.faults["PUT"] = half_done(service, wire)
    bulk = through(desk, clock, planned(desk, api, "user_kofi,owner\nuser_lena\nuser_frank,remove\n"))
    now = roles(service)
    assert (now["user_kofi"], now["user_lena"], "user_frank" in now) == ("owner", "member", False)
    assert words(bulk.differences) == ()
    assert words(run_to_its_end(desk, desk.undo_of(bulk)).differences) == ()
    assert roles(service) == BEFORE


def test_nobody_is_blamed_where_it_is_not_known_who_changed_it(
    desk: Desk, api: Api, service: RunningService, wire: Wire, clock: Clock
) -> None:
    def otherwise(talk: Talk) -> bool:
        wire.faults.clear()
        ask(service, ALICE, "PUT", f"{PATH}/user_kofi", {"role": "owner"})
        return faults.answer(500, b"oops")(talk)

    wire.faults["PUT"] = otherwise
    bulk = through(desk, clock, planned(desk, api, "user_kofi,member\nuser_lena\n"))
    assert words(bulk.differences) == ("user_kofi: It has changed since, and was left as it was: owner.",)


@pytest.fixture
def waiting(desk: Desk, api: Api, wire: Wire, clock: Clock) -> BulkChange:
    """Bob and Lena were added and Frank removed, and nobody has told the bulk change."""
    bulk = planned(desk, api, "user_bob\nuser_lena,owner\nuser_frank,remove\n")
    wire.faults["PUT"] = faults.lost_answer
    waiting = desk.run(bulk)
    wire.faults.clear()
    clock.pass_(10)
    return waiting


def journalled(desk: Desk) -> list[State]:
    return [entry.outcome.state for entry in reversed(desk.journal.entries(JournalQuery(ORG)))]


def done_by_half(service: RunningService) -> None:
    """Frank is there, and Lena without the role."""
    ask(service, ALICE, "PUT", PATH, {"add": ["user_frank"]})
    ask(service, ALICE, "PUT", f"{PATH}/user_lena", {"role": "member"})


def test_it_stays_unknown_where_the_next_call_made_it_so(
    desk: Desk, api: Api, waiting: BulkChange, service: RunningService
) -> None:
    """The first look finds what half a call leaves, and so do the calls that do the rest."""
    done_by_half(service)
    ended = run_to_its_end(desk, waiting)
    assert [state for state, _ in came(desk, api, ended).values()] == ["done"] * 3
    assert (desk.states(ended), journalled(desk)) == (
        ["unknown", "done", "done"],
        [State.UNKNOWN, State.SAVED, State.SAVED],
    )


def test_what_an_open_step_did_is_what_the_team_shows(
    desk: Desk, api: Api, waiting: BulkChange, service: RunningService
) -> None:
    ask(service, ALICE, "PUT", PATH, {"add": ["user_frank"]})
    assert came(desk, api, waiting) == {
        "user_bob": ("done", "member"),
        "user_lena": ("done", "owner"),
        "user_frank": ("waiting", "member"),
    }


def test_what_a_lost_call_left_undone_is_sent_again(
    desk: Desk, api: Api, service: RunningService, wire: Wire, clock: Clock
) -> None:
    """Only for those who are as before, and whom nobody has set at this portal since."""
    bulk = planned(desk, api, "user_frank,owner\nuser_heidi,remove\nuser_charlie\n")
    wire.faults["PUT"] = faults.lost_answer
    waiting = desk.run(bulk)
    wire.faults.clear()
    ask(service, ALICE, "PUT", f"{PATH}/user_frank", {"role": "member"})
    clock.pass_(1)
    members = read_members(api, ORG, TEAM)
    apply(api, desk.journal, change_members(ORG, TEAM, "Operations", {"user_heidi": "member"}, members, "Add Heidi"))
    clock.pass_(10)
    ended = run_to_its_end(desk, waiting)
    now = roles(service)
    assert (now["user_frank"], now["user_charlie"], now["user_heidi"]) == ("owner", "member", "member")
    left = "It has changed since, and was left as it was: member."
    assert words(ended.differences) == (f"user_heidi: {left}",)
