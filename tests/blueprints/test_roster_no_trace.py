"""A call of a roster whose answer never came and that shows nowhere: it is not sent again without being asked about."""

import time

import pytest

from masthead.web.person.portal import portal_of
from tests.blueprints.roster_pages import given, planned, report
from tests.blueprints.start_over import start_over
from tests.blueprints.test_roster_interrupted import no_need_to_wait
from tests.changes.roster.crew import BEFORE, PATH, roles
from tests.faults import faults
from tests.faults.hostile import Fault
from tests.loops import for_each
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.planned import PLANS
from tests.records import ask
from tests.wire import Wire
from tests.world import ALICE, RunningService

NO_TRACE = "The API didn't confirm this, and all is as it was before."
SOME_TRACE = "Some of these people are as it asked, the others as they were before."
WITH_KOFI = BEFORE | {"user_kofi": "member"}


def lose(pages: Pages, wire: Wire, fault: Fault, number: int, press: str) -> None:
    """Let a call of a bulk change get no answer."""
    wire.faults["PUT"] = fault
    pages.submit(f"{PLANS}/{number}" if number > 1 else "*/plan*", press=press)
    wire.faults.clear()


def resumed(pages: Pages, number: int) -> Page:
    no_need_to_wait(pages.app)
    pages.get(f"{PLANS}/{number}")
    return pages.submit(f"{PLANS}/{number}", press="Resume")


@pytest.fixture
def set_back(distant: Pages, wire: Wire, service: RunningService) -> Pages:
    """Alice, whose call was carried out without an answer; Erin set it back with her token."""
    given(distant, "user_kofi\n")
    lose(distant, wire, faults.lost_answer, 1, "Apply the changes")
    ask(service, ALICE, "DELETE", f"{PATH}/user_kofi")
    return distant


def test_it_is_asked_before_it_is_sent_again(set_back: Pages, service: RunningService, wire: Wire) -> None:
    sent = wire.seen["PUT"]
    shown = resumed(set_back, 1)
    assert NO_TRACE in shown.main
    assert (roles(service), wire.seen["PUT"]) == (BEFORE, sent)
    assert NO_TRACE in set_back.submit(f"{PLANS}/1", press="Check again").main
    assert wire.seen["PUT"] == sent


def test_it_is_sent_again_where_that_is_wanted(set_back: Pages, service: RunningService) -> None:
    resumed(set_back, 1)
    shown = set_back.submit(f"{PLANS}/1", press="Send again")
    assert [row[2] for row in shown.rows] == ["Not known", "Done"]
    assert roles(service) == WITH_KOFI
    set_back.submit(f"{PLANS}/1", press="Undo bulk change")
    set_back.submit(f"{PLANS}/2", press="Apply the changes")
    assert roles(service) == BEFORE


def test_it_stays_set_back_where_that_is_wanted(set_back: Pages, service: RunningService) -> None:
    resumed(set_back, 1)
    shown = set_back.submit(f"{PLANS}/1", press="Leave as it is")
    left = "It may have been saved and set back since, so it was left as it was: not in the team."
    assert (f"user_kofi: {left}" in shown.main, roles(service)) == (True, BEFORE)
    assert [row[2] for row in shown.rows] == ["Not known"]
    assert "You left this as it is." in shown.main
    assert "Undo bulk change" not in shown.main
    assert report(set_back)[1][4] == left


def test_what_a_colleague_changes_while_it_is_asked_is_left(set_back: Pages, service: RunningService) -> None:
    resumed(set_back, 1)
    ask(service, ALICE, "PUT", PATH, {"add": ["user_kofi"], "memberships": {"user_kofi": {"role": "owner"}}})
    set_back.submit(f"{PLANS}/1", press="Send again")
    assert roles(service)["user_kofi"] == "owner"


def test_who_is_removed_while_it_is_asked_holds_up_nobody_else(
    distant: Pages, wire: Wire, service: RunningService
) -> None:
    given(distant, "user_kofi\nuser_frank,owner\nuser_heidi,remove\n")
    lose(distant, wire, faults.reset, 1, "Apply the changes")
    assert NO_TRACE in resumed(distant, 1).main
    ask(service, ALICE, "DELETE", f"{PATH}/user_heidi")
    shown = distant.submit(f"{PLANS}/1", press="Send again")
    assert [row[2] for row in shown.rows] == ["Not known", "Done"]
    assert roles(service) == {
        "user_judith": "owner",
        "user_ivan": "member",
        "user_kofi": "member",
        "user_frank": "owner",
    }


@for_each("decision", ["Send again", "Leave as it is"])
@pytest.mark.exhaustive
def test_what_a_colleague_did_of_a_call_that_was_not_carried_out_is_asked_about_and_not_taken_back(
    distant: Pages, wire: Wire, service: RunningService, decision: str
) -> None:
    start_over(distant, service)
    given(distant, "user_kofi\nuser_frank,owner\nuser_heidi,remove\n")
    lose(distant, wire, faults.reset, 1, "Apply the changes")
    ask(service, ALICE, "DELETE", f"{PATH}/user_heidi")
    shown = resumed(distant, 1)
    assert SOME_TRACE in shown.main
    by_colleague = {name: role for name, role in BEFORE.items() if name != "user_heidi"}
    assert roles(service) == by_colleague
    distant.submit(f"{PLANS}/1", press=decision)
    sent = by_colleague | {"user_kofi": "member", "user_frank": "owner"}
    assert roles(service) == (sent if decision == "Send again" else by_colleague)
    if decision == "Leave as it is":
        assert "Undo bulk change" not in distant.get(f"{PLANS}/1").main
        return
    undone = distant.submit(f"{PLANS}/1", press="Undo bulk change")
    assert "You sent it again." in distant.get(f"{PLANS}/1").main
    distant.get(undone.path)
    distant.submit(undone.path, press="Apply the changes")
    assert roles(service) == by_colleague


@pytest.fixture
def done_in_part(distant: Pages, wire: Wire, service: RunningService) -> Pages:
    """Alice, whose call was not carried out; a colleague did part of it."""
    given(distant, "user_kofi\nuser_heidi,remove\n")
    lose(distant, wire, faults.reset, 1, "Apply the changes")
    ask(service, ALICE, "DELETE", f"{PATH}/user_heidi")
    return distant


def test_what_a_colleague_did_is_not_taken_back_before_that_is_decided(done_in_part: Pages) -> None:
    assert SOME_TRACE in resumed(done_in_part, 1).main
    assert "Stop and undo completed steps" not in done_in_part.get(f"{PLANS}/1").main


def test_what_a_colleague_did_is_not_taken_back_before_it_is_looked_for(
    done_in_part: Pages, service: RunningService
) -> None:
    done_in_part.get(f"{PLANS}/1")
    shown = done_in_part.submit(f"{PLANS}/1", press="Stop and undo completed steps")
    assert (shown.path, "Nothing was undone yet: decide about step 1 first." in shown.main) == (f"{PLANS}/1", True)
    assert SOME_TRACE in shown.main
    assert roles(service) == {name: role for name, role in BEFORE.items() if name != "user_heidi"}


def test_nothing_is_undone_while_it_cannot_be_looked_for(distant: Pages, wire: Wire, service: RunningService) -> None:
    given(distant, "user_kofi\n")
    lose(distant, wire, faults.lost_answer, 1, "Apply the changes")
    distant.get(f"{PLANS}/1")
    wire.faults["GET"] = faults.at("/**/members", faults.refusal(500))
    shown = distant.submit(f"{PLANS}/1", press="Stop and undo completed steps")
    assert "Masthead couldn't read whether a step without an answer was carried out." in shown.main
    wire.faults.clear()
    undone = distant.submit(f"{PLANS}/1", press="Stop and undo completed steps")
    distant.submit(undone.path, press="Apply the changes")
    assert roles(service) == BEFORE


def test_a_look_before_an_undo_keeps_what_the_api_asked_to_wait(distant: Pages, wire: Wire) -> None:
    given(distant, "user_kofi\n")
    lose(distant, wire, faults.refusal(503, retry_after=500), 1, "Apply the changes")
    for seconds in (10, 900):
        distant.get(f"{PLANS}/1")
        wire.faults["GET"] = faults.at("/**/members", faults.refusal(429, retry_after=seconds))
        shown = distant.submit(f"{PLANS}/1", press="Stop and undo completed steps")
        assert "Waiting for the API" in shown.main
        assert _seconds_to_wait(distant) == pytest.approx(max(500, seconds), abs=60)


def test_what_is_decided_before_an_undo_waits_as_the_api_asked(
    distant: Pages, wire: Wire, service: RunningService
) -> None:
    given(distant, "user_kofi\nuser_heidi,remove\n")
    lose(distant, wire, faults.refusal(503, retry_after=500), 1, "Apply the changes")
    ask(service, ALICE, "DELETE", f"{PATH}/user_heidi")
    sent = wire.seen["PUT"]
    distant.get(f"{PLANS}/1")
    asked = distant.submit(f"{PLANS}/1", press="Stop and undo completed steps")
    assert ("Needs your decision" in asked.main, SOME_TRACE in asked.main) == (True, True)
    assert _seconds_to_wait(distant) == pytest.approx(500, abs=60)
    assert "Waiting for the API" in distant.submit(f"{PLANS}/1", press="Send again").main
    assert _seconds_to_wait(distant) == pytest.approx(500, abs=60)
    assert wire.seen["PUT"] == sent


def _seconds_to_wait(pages: Pages) -> float:
    store = portal_of(pages.app).store
    plan = store.plans.plan("org_larkfield", 1, store.keys.owner_of(ALICE))
    assert plan is not None
    return (plan.waits_until or 0) - time.time()


def test_undo_and_redo_ask_too(distant: Pages, wire: Wire, service: RunningService) -> None:
    given(distant, "user_kofi\n")
    planned(distant)
    for number, before in ((2, WITH_KOFI), (3, BEFORE)):
        distant.get(f"{PLANS}/{number - 1}")
        distant.submit(f"{PLANS}/{number - 1}", press="Undo bulk change")
        lose(distant, wire, faults.reset, number, "Apply the changes")
        shown = resumed(distant, number)
        assert (NO_TRACE in shown.main, roles(service)) == (True, before)
        distant.submit(f"{PLANS}/{number}", press="Send again")
        assert roles(service) == (BEFORE if before == WITH_KOFI else WITH_KOFI)


def test_what_shows_is_not_asked_about(distant: Pages, wire: Wire, service: RunningService) -> None:
    given(distant, "user_kofi\n")
    lose(distant, wire, faults.lost_answer, 1, "Apply the changes")
    assert "Done 1 of 1 step" in resumed(distant, 1).main
    assert roles(service) == WITH_KOFI
