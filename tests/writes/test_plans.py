"""A plan sends each step once, stops where something is wrong, and goes on by what is there, not by its list."""

from pathlib import Path

import pytest

from contract.publishing.site_spaces import (
    UPDATE_SITE_SPACE,
    SiteSpaceUpdate,
)
from masthead.client import TokenRefused
from masthead.store.causes import Reason, quote
from masthead.store.entries import Outcome, State, Subject
from masthead.store.journal.finding import JournalQuery
from masthead.store.plans.steps import StepState
from masthead.writes.change import Change
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
    plan = desk.run(desk.make([opening(number) for number in range(1, 11)]))
    assert (plan.finished_at is not None, words(plan.differences), plan.counts) == (True, (), {StepState.DONE: 10})
    assert visibilities(service, 10) == ["unlisted"] * 10
    assert sorted(asked.writes) == sorted(f"PATCH {SITES}/{site_id(number)}" for number in range(1, 11))
    assert [step.entry for step in desk.steps(plan)] == list(range(1, 11))
    assert desk.journal.first_broken() == (20, None)


def test_a_slice_ends_when_its_time_is_up(desk: Desk, wire: Wire) -> None:
    plan = desk.make([opening(number) for number in range(1, 4)])
    counts = []
    while plan.finished_at is None:
        plan = desk.run(plan, seconds=0)
        counts.append(plan.settled)
        assert len(counts) < 20
    assert counts == [1, 2, 3, 3, 3]
    assert wire.seen["PATCH"] == 3


def test_what_is_so_already_is_left_out(desk: Desk, service: RunningService, wire: Wire) -> None:
    colleague(service, 2, "unlisted")
    plan = desk.run(desk.make([opening(1), opening(2), opening(3)]))
    assert desk.states(plan) == ["done", "skipped", "done"]
    assert desk.steps(plan)[1].cause.reason is Reason.ALREADY_SO
    assert wire.seen["PATCH"] == 2


def test_what_a_colleague_changed_is_not_overwritten(desk: Desk, service: RunningService) -> None:
    colleague(service, 2, "share-link")
    plan = desk.run(desk.make([opening(1), opening(2), opening(3)]))
    assert (desk.states(plan), plan.stuck) == (["done", "failed", "waiting"], True)
    step = desk.steps(plan)[1]
    assert (step.cause.reason, step.found) == (Reason.CHANGED_MEANWHILE, {"visibility": "share-link"})
    again = desk.run(plan)
    assert desk.states(again) == ["done", "failed", "waiting"]
    desk.plans.decide(plan, 2, StepState.WAITING)  # compared again, it is the same
    assert desk.states(desk.run(plan)) == ["done", "failed", "waiting"]
    desk.plans.decide(plan, 2, StepState.WAITING, adopt=True)
    assert desk.run(plan).counts == {StepState.DONE: 3}
    assert visibilities(service, 3) == ["unlisted"] * 3


def test_a_refusal_or_what_is_gone_stops_it_until_it_is_sent_again_or_left_out(
    desk: Desk, wire: Wire, service: RunningService
) -> None:
    ask(service, ALICE, "DELETE", f"{SITES}/{site_id(2)}")
    wire.faults["PATCH"] = faults.refusal(422, "Not this one.")
    plan = desk.run(desk.make([opening(number) for number in (1, 2, 3)]))
    assert (desk.states(plan), why(plan)) == (["failed", "waiting", "waiting"], "")
    assert why(desk.steps(plan)[0]) == "Not this one."
    assert wire.seen["PATCH"] == 1
    wire.faults.clear()
    desk.plans.decide(plan, 1, StepState.WAITING)
    assert desk.states(desk.run(plan)) == ["done", "failed", "waiting"]
    assert why(desk.steps(plan)[1]).startswith("It could not be read, so nothing was sent: ")
    assert wire.seen["PATCH"] == 2
    desk.plans.decide(plan, 2, StepState.SKIPPED)
    assert desk.states(desk.run(plan)) == ["done", "skipped", "done"]


def test_an_api_that_is_away_is_waited_for(desk: Desk, wire: Wire, clock: Clock) -> None:
    plan = desk.make([opening(1)])  # reads of two paths would race to open the breaker
    wire.faults["GET"] = faults.refusal(503)
    waits = desk.run(plan)
    assert (desk.states(plan), waits.waits_until, waits.stuck) == (["waiting"], clock() + 5, False)
    assert why(waits) == "The API answered: “This went wrong.”"
    wire.faults.clear()
    assert desk.run(plan) == waits  # it is not asked before
    clock.pass_(5)
    assert desk.run(plan).counts == {StepState.DONE: 1}


@pytest.mark.parametrize("method", ["GET", "PATCH"])
def test_an_api_that_says_slow_down_is_obeyed(desk: Desk, wire: Wire, clock: Clock, method: str) -> None:
    plan = desk.make([opening(1), opening(2)])
    wire.faults[method] = faults.refusal(429, retry_after=40)
    waits = desk.run(plan)
    assert (desk.states(plan), waits.waits_until) == (["waiting", "waiting"], clock() + 40)
    seen = dict(wire.seen)
    clock.pass_(39)
    desk.run(plan)
    assert wire.seen == seen
    wire.faults.clear()
    clock.pass_(1)
    assert desk.run(plan).counts == {StepState.DONE: 2}


@pytest.mark.parametrize("carried_out", [True, False])
def test_a_step_without_a_clear_answer_is_looked_for_before_anything_is_sent(
    desk: Desk, wire: Wire, service: RunningService, clock: Clock, *, carried_out: bool
) -> None:
    plan = desk.make([opening(1), opening(2)])
    wire.faults["PATCH"] = faults.lost_answer if carried_out else faults.reset
    waits = desk.run(plan)
    assert (desk.states(plan), waits.waits_until, waits.stuck) == (["unknown", "waiting"], clock() + 5, False)
    wire.faults.clear()
    clock.pass_(5)
    assert desk.run(plan).counts == {StepState.DONE: 2}
    assert wire.seen["PATCH"] == (2 if carried_out else 3)
    assert visibilities(service, 2) == ["unlisted"] * 2
    found = {entry.number: entry.outcome.state for entry in desk.journal.entries(JournalQuery(ORG))}
    assert found[1] is (State.SAVED if carried_out else State.NOT_SAVED)


def test_a_step_that_stays_unknown_is_for_a_person(
    desk: Desk, wire: Wire, service: RunningService, clock: Clock
) -> None:
    plan = desk.make([opening(1), opening(2)])
    wire.faults["PATCH"] = faults.lost_answer
    desk.run(plan)
    wire.faults.clear()
    colleague(service, 1, "share-link")
    clock.pass_(5)
    stuck = desk.run(plan)
    assert (desk.states(plan), stuck.stuck) == (["unknown", "waiting"], True)
    assert "neither" in why(desk.steps(plan)[0])
    assert wire.seen["PATCH"] == 1


def test_what_somebody_looked_up_in_the_journal_is_believed(desk: Desk, wire: Wire, clock: Clock) -> None:
    plan = desk.make([opening(1)])
    wire.faults["PATCH"] = faults.lost_answer
    desk.run(plan)
    wire.faults.clear()
    desk.journal.settle(1, Outcome(State.SAVED, quote("Found.")))
    clock.pass_(5)
    assert desk.run(plan).counts == {StepState.DONE: 1}
    assert wire.seen["PATCH"] == 1


def test_two_portals_never_run_it_at_once(desk: Desk, wire: Wire, tmp_path: Path, clock: Clock) -> None:
    plan = desk.make([opening(1), opening(2)])
    other = Desk(wire, tmp_path, clock)
    seen: list[bool] = []

    def meanwhile(talk: Talk) -> bool:
        seen.append(other.read(plan).held)
        assert other.run(plan).settled == 0
        wire.faults.clear()
        return wire.pass_on(talk)

    wire.faults["PATCH"] = meanwhile
    assert desk.run(plan).counts == {StepState.DONE: 2}
    assert (seen, wire.seen["PATCH"]) == ([True], 2)
    other.close()


def test_a_pause_comes_after_the_step_that_is_under_way(desk: Desk, wire: Wire) -> None:
    plan = desk.make([opening(1), opening(2)])

    def pause(talk: Talk) -> bool:
        desk.plans.pause(plan)
        return wire.pass_on(talk)

    wire.faults["PATCH"] = pause
    paused = desk.run(plan)
    assert (desk.states(plan), paused.held) == (["done", "waiting"], False)
    wire.faults.clear()
    assert desk.run(plan, resume=False).settled == 1
    assert desk.run(plan).settled == 2


def test_a_token_that_is_refused_leaves_it_as_it_stood(desk: Desk, wire: Wire) -> None:
    plan = desk.make([opening(1)])
    wire.faults["PATCH"] = faults.refusal(401)
    with pytest.raises(TokenRefused):
        desk.run(plan)
    assert (desk.states(plan), desk.read(plan).held) == (["waiting"], False)
    wire.faults.clear()
    assert desk.run(plan).counts == {StepState.DONE: 1}


def test_what_did_not_last_is_told(desk: Desk, wire: Wire, service: RunningService) -> None:
    plan = desk.make([opening(1), opening(2)])

    def meddle(talk: Talk) -> bool:
        if site_id(2) in talk.asked.target:  # before the answer, after which the plan looks at once
            colleague(service, 1, "share-link")
        return wire.pass_on(talk)

    wire.faults["PATCH"] = meddle
    ended = desk.run(plan)
    assert words(ended.differences) == ("Open site 1: the API accepted this, but the current value is different.",)
    assert ended.finished_at is not None


def test_what_is_only_in_a_list_is_read_once_for_all_steps(desk: Desk, service: RunningService, asked: Log) -> None:
    spaces = ask(service, ALICE, "GET", f"{SITES}/site_help/site-spaces").get_json()["items"][:2]
    changes = [
        Change(
            UPDATE_SITE_SPACE,
            (ORG, "site_help", space["id"]),
            Subject("site space", space["id"], space["title"]),
            f"Change the path of {space['title']}",
            SiteSpaceUpdate(path=f"new-{space['path']}"),
            {"path": space["path"]},
        )
        for space in spaces
    ]
    plan = desk.make(changes)
    asked.clear()
    assert desk.run(plan).counts == {StepState.DONE: 2}
    assert [line for line in asked.lines if line.startswith("GET")] == [f"GET {SITES}/site_help/site-spaces"] * 2
    gone = desk.make(
        [Change(UPDATE_SITE_SPACE, (ORG, "site_help", "gone"), Subject("", "", ""), "", SiteSpaceUpdate())]
    )
    assert desk.run(gone).stuck
