"""A bulk change sends each step once, stops where something is wrong, and goes on by what is there, not by its list."""

from pathlib import Path

import pytest

from contract.publishing.site_spaces import (
    UPDATE_SITE_SPACE,
    SiteSpaceUpdate,
)
from masthead.client import TokenRefused
from masthead.store.bulk.steps import Mark, StepState
from masthead.store.entries import Outcome, Reason, State, Subject, quote
from masthead.store.journal.queries import JournalQuery
from masthead.writes.send import Change
from tests.asked import Log
from tests.faults import faults
from tests.faults.clock import Clock
from tests.faults.hostile import Talk
from tests.records import ask
from tests.wire import Wire
from tests.words import why, words
from tests.world import ALICE, RunningService
from tests.writes.desk import ORG, SITES, Desk, colleague, opening, site_id, visibilities


def test_it_runs_to_the_end_and_looks_at_what_came_of_it(desk: Desk, service: RunningService, asked: Log) -> None:
    bulk = desk.run(desk.make([opening(number) for number in range(1, 11)]))
    assert (bulk.finished_at is not None, words(bulk.differences), bulk.counts) == (True, (), {StepState.DONE: 10})
    assert visibilities(service, 10) == ["unlisted"] * 10
    assert sorted(asked.writes) == sorted(f"PATCH {SITES}/{site_id(number)}" for number in range(1, 11))
    assert [step.entry for step in desk.steps(bulk)] == list(range(1, 11))
    assert desk.journal.verify_chain() == (20, None)


def test_a_slice_ends_when_its_time_is_up(desk: Desk, wire: Wire) -> None:
    bulk = desk.make([opening(number) for number in range(1, 4)])
    counts = []
    while bulk.finished_at is None:
        bulk = desk.run(bulk, seconds=0)
        counts.append(bulk.finished_steps)
        assert len(counts) < 20
    assert counts == [1, 2, 3, 3, 3]
    assert wire.seen["PATCH"] == 3


def test_what_is_so_already_is_left_out(desk: Desk, service: RunningService, wire: Wire) -> None:
    colleague(service, 2, "unlisted")
    bulk = desk.run(desk.make([opening(1), opening(2), opening(3)]))
    assert desk.states(bulk) == ["done", "skipped", "done"]
    assert desk.steps(bulk)[1].cause.reason is Reason.ALREADY_SO
    assert wire.seen["PATCH"] == 2


def test_what_a_colleague_changed_is_not_overwritten(desk: Desk, service: RunningService) -> None:
    colleague(service, 2, "share-link")
    bulk = desk.run(desk.make([opening(1), opening(2), opening(3)]))
    assert (desk.states(bulk), bulk.is_stuck) == (["done", "failed", "waiting"], True)
    step = desk.steps(bulk)[1]
    assert (step.cause.reason, step.found) == (Reason.CHANGED_MEANWHILE, {"visibility": "share-link"})
    again = desk.run(bulk)
    assert desk.states(again) == ["done", "failed", "waiting"]
    desk.bulk_changes.decide_step(bulk, Mark(2, StepState.WAITING))  # compared again, it is the same
    assert desk.states(desk.run(bulk)) == ["done", "failed", "waiting"]
    desk.bulk_changes.decide_step(bulk, Mark(2, StepState.WAITING), adopt=True)
    assert desk.run(bulk).counts == {StepState.DONE: 3}
    assert visibilities(service, 3) == ["unlisted"] * 3


def test_a_refusal_or_what_is_gone_stops_it_until_it_is_sent_again_or_left_out(
    desk: Desk, wire: Wire, service: RunningService
) -> None:
    ask(service, ALICE, "DELETE", f"{SITES}/{site_id(2)}")
    wire.faults["PATCH"] = faults.refusal(422, "Not this one.")
    bulk = desk.run(desk.make([opening(number) for number in (1, 2, 3)]))
    assert (desk.states(bulk), why(bulk)) == (["failed", "waiting", "waiting"], "")
    assert why(desk.steps(bulk)[0]) == "Not this one."
    assert wire.seen["PATCH"] == 1
    wire.faults.clear()
    desk.bulk_changes.decide_step(bulk, Mark(1, StepState.WAITING))
    assert desk.states(desk.run(bulk)) == ["done", "failed", "waiting"]
    assert why(desk.steps(bulk)[1]).startswith("It could not be read, so nothing was sent: ")
    assert wire.seen["PATCH"] == 2
    desk.bulk_changes.decide_step(bulk, Mark(2, StepState.SKIPPED))
    assert desk.states(desk.run(bulk)) == ["done", "skipped", "done"]


def test_an_api_that_is_away_is_waited_for(desk: Desk, wire: Wire, clock: Clock) -> None:
    bulk = desk.make([opening(1)])  # reads of two paths would race to open the breaker
    wire.faults["GET"] = faults.refusal(503)
    waits = desk.run(bulk)
    assert (desk.states(bulk), waits.waits_until, waits.is_stuck) == (["waiting"], clock() + 5, False)
    assert why(waits) == "The documentation service answered: “This went wrong.”"
    wire.faults.clear()
    assert desk.run(bulk) == waits  # it is not asked before
    clock.pass_(5)
    assert desk.run(bulk).counts == {StepState.DONE: 1}


@pytest.mark.parametrize("method", ["GET", "PATCH"])
def test_an_api_that_says_slow_down_is_obeyed(desk: Desk, wire: Wire, clock: Clock, method: str) -> None:
    bulk = desk.make([opening(1), opening(2)])
    wire.faults[method] = faults.refusal(429, retry_after=40)
    waits = desk.run(bulk)
    assert (desk.states(bulk), waits.waits_until) == (["waiting", "waiting"], clock() + 40)
    seen = dict(wire.seen)
    clock.pass_(39)
    desk.run(bulk)
    assert wire.seen == seen
    wire.faults.clear()
    clock.pass_(1)
    assert desk.run(bulk).counts == {StepState.DONE: 2}


@pytest.mark.parametrize("carried_out", [True, False])
def test_a_step_without_a_clear_answer_is_looked_for_before_anything_is_sent(
    desk: Desk, wire: Wire, service: RunningService, clock: Clock, *, carried_out: bool
) -> None:
    bulk = desk.make([opening(1), opening(2)])
    wire.faults["PATCH"] = faults.lost_answer if carried_out else faults.reset
    waits = desk.run(bulk)
    assert (desk.states(bulk), waits.waits_until, waits.is_stuck) == (["unknown", "waiting"], clock() + 5, False)
    wire.faults.clear()
    clock.pass_(5)
    assert desk.run(bulk).counts == {StepState.DONE: 2}
    assert wire.seen["PATCH"] == (2 if carried_out else 3)
    assert visibilities(service, 2) == ["unlisted"] * 2
    found = {entry.number: entry.outcome.state for entry in desk.journal.entries(JournalQuery(ORG))}
    assert found[1] is (State.SAVED if carried_out else State.NOT_SAVED)


def test_a_step_that_stays_unknown_is_for_a_person(
    desk: Desk, wire: Wire, service: RunningService, clock: Clock
) -> None:
    bulk = desk.make([opening(1), opening(2)])
    wire.faults["PATCH"] = faults.lost_answer
    desk.run(bulk)
    wire.faults.clear()
    colleague(service, 1, "share-link")
    clock.pass_(5)
    stuck = desk.run(bulk)
    assert (desk.states(bulk), stuck.is_stuck) == (["unknown", "waiting"], True)
    assert "neither" in why(desk.steps(bulk)[0])
    assert wire.seen["PATCH"] == 1


def test_what_somebody_looked_up_in_the_journal_is_believed(desk: Desk, wire: Wire, clock: Clock) -> None:
    bulk = desk.make([opening(1)])
    wire.faults["PATCH"] = faults.lost_answer
    desk.run(bulk)
    wire.faults.clear()
    desk.journal.write_outcome(1, Outcome(State.SAVED, quote("Found.")))
    clock.pass_(5)
    assert desk.run(bulk).counts == {StepState.DONE: 1}
    assert wire.seen["PATCH"] == 1


def test_two_portals_never_run_it_at_once(desk: Desk, wire: Wire, tmp_path: Path, clock: Clock) -> None:
    bulk = desk.make([opening(1), opening(2)])
    other = Desk(wire, tmp_path, clock)
    seen: list[bool] = []

    def meanwhile(talk: Talk) -> bool:
        seen.append(other.read(bulk).held)
        assert other.run(bulk).finished_steps == 0
        wire.faults.clear()
        return wire.pass_on(talk)

    wire.faults["PATCH"] = meanwhile
    assert desk.run(bulk).counts == {StepState.DONE: 2}
    assert (seen, wire.seen["PATCH"]) == ([True], 2)
    other.close()


def test_a_pause_comes_after_the_step_that_is_under_way(desk: Desk, wire: Wire) -> None:
    bulk = desk.make([opening(1), opening(2)])

    def pause(talk: Talk) -> bool:
        desk.bulk_changes.pause(bulk)
        return wire.pass_on(talk)

    wire.faults["PATCH"] = pause
    paused = desk.run(bulk)
    assert (desk.states(bulk), paused.held) == (["done", "waiting"], False)
    wire.faults.clear()
    assert desk.run(bulk, resume=False).finished_steps == 1
    assert desk.run(bulk).finished_steps == 2


def test_a_token_that_is_refused_leaves_it_as_it_stood(desk: Desk, wire: Wire) -> None:
    bulk = desk.make([opening(1)])
    wire.faults["PATCH"] = faults.refusal(401)
    with pytest.raises(TokenRefused):
        desk.run(bulk)
    assert (desk.states(bulk), desk.read(bulk).held) == (["waiting"], False)
    wire.faults.clear()
    assert desk.run(bulk).counts == {StepState.DONE: 1}


def test_what_did_not_last_is_told(desk: Desk, wire: Wire, service: RunningService) -> None:
    bulk = desk.make([opening(1), opening(2)])

    def meddle(talk: Talk) -> bool:
        if site_id(2) in talk.asked.target:  # before the answer, after which the bulk change looks at once
            colleague(service, 1, "share-link")
        return wire.pass_on(talk)

    wire.faults["PATCH"] = meddle
    ended = desk.run(bulk)
    assert words(ended.differences) == ("Open site 1: the change was accepted, but the current value is different.",)
    assert ended.finished_at is not None


def test_what_is_only_in_a_list_is_read_once_for_all_steps(desk: Desk, service: RunningService, asked: Log) -> None:
    spaces = ask(service, ALICE, "GET", f"{SITES}/site_help/site-spaces").get_json()["items"][:2]
    changes = [
        Change(
            UPDATE_SITE_SPACE,
            (ORG, "site_help", space["id"]),
            Subject("space of a site", space["id"], space["title"]),
            f"Change the path of {space['title']}",
            SiteSpaceUpdate(path=f"new-{space['path']}"),
            {"path": space["path"]},
        )
        for space in spaces
    ]
    bulk = desk.make(changes)
    asked.clear()
    assert desk.run(bulk).counts == {StepState.DONE: 2}
    assert [line for line in asked.lines if line.startswith("GET")] == [f"GET {SITES}/site_help/site-spaces"] * 2
    gone = desk.make(
        [Change(UPDATE_SITE_SPACE, (ORG, "site_help", "gone"), Subject("", "", ""), "", SiteSpaceUpdate())]
    )
    assert desk.run(gone).is_stuck
