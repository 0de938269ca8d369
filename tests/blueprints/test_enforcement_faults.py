"""Single sign-on on trial while the service misbehaves: never enforced without a countdown, and asked about once."""

import pytest
from flask import Flask

from masthead.store import Enforcements
from masthead.web.person.portal import portal_of
from tests.enforced import API, ENFORCE, KEEP, OFF, ORG, TEN_MINUTES, TITLE, enforce, is_enforced, switch, with_clock
from tests.faults import faults
from tests.faults.clock import Clock
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.portals import PortalFor
from tests.records import ask, give_role
from tests.wire import Wire
from tests.world import ALICE, CHARLIE, RunningService

ASKS = "Unless somebody keeps it by"
SITES = f"{ORG}/sites"
OVERTAKEN = "This was saved when you sent it before, and it was changed again since."


@pytest.fixture
def wired(portal_for: PortalFor, clock: Clock, wire: Wire) -> Pages:
    """The same, with a wire to the service to which something can happen."""
    return Pages(with_clock(portal_for(API_BASE_URL=wire.url, FRESH_SECONDS=0), clock)).sign_in(ALICE)


def enforcements(pages: Pages) -> Enforcements:
    return portal_of(pages.app).store.enforcements


def entry(pages: Pages, number: int) -> Page:
    return pages.get(f"{ORG}/journal/{number}")


def test_without_a_known_outcome_it_counts_down_all_the_same(
    wired: Pages, wire: Wire, service: RunningService, clock: Clock
) -> None:
    wire.faults["PATCH"] = faults.lost_answer
    shown = enforce(wired)
    assert "The API didn't confirm this change" in shown.problems[0]
    assert ASKS in shown.main
    wire.faults.clear()
    clock.pass_(TEN_MINUTES)
    wired.get("/orgs")
    assert not is_enforced(service)


def test_what_was_found_on_and_switched_off_within_a_minute_was_enforced(
    portal_for: PortalFor, wire: Wire, clock: Clock
) -> None:
    app = with_clock(portal_for(API_BASE_URL=wire.url, FRESH_SECONDS=0), clock, keep_seconds=30)
    wired = Pages(app).sign_in(ALICE)
    wire.faults["PATCH"] = faults.lost_answer
    enforce(wired)
    wire.faults.clear()
    clock.pass_(31)
    wired.get(SITES)
    shown = wired.get(ENFORCE).main
    assert "Nobody kept it in time, so Masthead switched it off" in shown
    assert "found that" not in shown


def test_a_lost_answer_to_stopping_what_was_kept_leaves_it_not_known(wired: Pages, wire: Wire) -> None:
    enforce(wired)
    wired.submit(KEEP)
    wire.faults["PATCH"] = faults.lost_answer
    shown = wired.submit(OFF)
    assert shown.h1 == "It isn't known whether this was saved"
    assert wired.get(ENFORCE).h1 == "Enforce single sign-on"


def test_what_was_refused_or_has_no_effect_is_told_and_not_counted_down(
    wired: Pages, wire: Wire, service: RunningService
) -> None:
    wire.faults["PATCH"] = faults.refusal(400, "Not on this plan.")
    shown = enforce(wired)
    assert "Not on this plan." in shown.problems[0]
    assert ASKS not in shown.main
    assert enforcements(wired).current() == []
    body = ask(service, ALICE, "GET", API).get_data()
    wire.faults["PATCH"] = faults.answer(200, body)
    shown = enforce(wired)
    assert shown.toasts[0].startswith("The API accepted the change, but single sign-on is still not enforced.")
    assert ASKS not in shown.main


def test_stopped_in_the_first_minute_of_an_unknown_outcome_it_is_looked_at_again(
    wired: Pages, wire: Wire, service: RunningService, clock: Clock
) -> None:
    wire.faults["PATCH"] = faults.reset
    enforce(wired)
    wire.faults.clear()
    wired.get(SITES)
    shown = wired.submit(OFF, press="Stop now")
    assert "found that single sign-on for Larkfield Freight is not enforced." in shown.main
    assert shown.toasts == [
        "Single sign-on is not enforced. The API didn't confirm its enforcement, and may still carry it out."
    ]
    for told in ("is due to be switched off", "Not switched off yet", "isn't known whether it is off"):
        assert told not in shown.main + wired.get(ENFORCE).main
    switch(service, on=True)  # the call that nobody heard of arrives late
    clock.pass_(61)
    assert "Masthead switched it off at 08:01:01 UTC because you asked for it." in wired.get("/orgs").main
    assert not is_enforced(service)


def test_it_stays_due_while_the_service_is_away_and_pages_say_what_to_do(
    wired: Pages, wire: Wire, service: RunningService, clock: Clock
) -> None:
    enforce(wired)
    clock.pass_(TEN_MINUTES)
    wire.faults["PATCH"] = faults.refusal(503)
    shown = wired.get(SITES)
    assert f"Single sign-on for {TITLE} is due to be switched off." in shown.main
    assert "flask --app app break-glass --org org_larkfield" in shown.main
    seen = wire.seen["PATCH"]
    wired.get(SITES)
    assert wire.seen["PATCH"] == seen  # not before its time
    wire.faults.clear()
    clock.pass_(16)
    wired.get(SITES)
    assert not is_enforced(service)


def test_a_stop_that_failed_is_tried_again(wired: Pages, wire: Wire, service: RunningService, clock: Clock) -> None:
    enforce(wired)
    wire.faults["PATCH"] = faults.refusal(429, retry_after=9)
    shown = wired.submit(OFF, press="Stop now")
    assert shown.status == 429
    assert "is due to be switched off" in shown.main
    wire.faults.clear()
    clock.pass_(16)
    wired.get("/sessions")
    assert not is_enforced(service)
    assert entry(wired, 3).facts["Why"] == "Automatic: somebody tried to switch it off before, and that failed."


def test_a_stop_that_failed_says_who_asked_and_not_that_the_time_is_up(
    wired: Pages, wire: Wire, service: RunningService, clock: Clock
) -> None:
    give_role(service, "user_charlie", "org_larkfield", "admin")
    enforce(wired)
    wire.faults["PATCH"] = faults.reset
    wired.submit(OFF, press="Stop now")
    shown = wired.get(ENFORCE)
    assert "Not switched off yet" in shown.main
    assert "Nobody kept it in time" not in shown.main
    assert "You asked to switch it off. It isn't known whether it is off." in shown.main
    colleague = Pages(wired.app).sign_in(CHARLIE).get(ENFORCE)
    assert "Alice asked to switch it off. It isn't known whether it is off." in colleague.main
    wire.faults.clear()
    clock.pass_(16)
    assert "Masthead switched it off at 08:00:16 UTC because you asked for it." in wired.get(ENFORCE).main


def test_who_comes_too_late_to_keep_it_hears_who_asked_to_switch_it_off(
    wired: Pages, wire: Wire, service: RunningService
) -> None:
    give_role(service, "user_charlie", "org_larkfield", "admin")
    enforce(wired)
    colleague = Pages(wired.app).sign_in(CHARLIE)
    colleague.get(ENFORCE)
    wire.faults["PATCH"] = faults.reset
    wired.submit(OFF, press="Stop now")
    assert colleague.submit(KEEP).toasts == ["Enforcement was not kept: Alice asked to switch it off."]


@pytest.mark.exhaustive
def test_what_a_colleague_remembers_ends_nothing(
    wired: Pages, wire: Wire, service: RunningService, clock: Clock
) -> None:
    give_role(service, "user_charlie", "org_larkfield", "admin")
    colleague = Pages(wired.app).sign_in(CHARLIE)
    colleague.get(ENFORCE)
    enforce(wired)
    wire.faults["GET"] = wire.faults["PATCH"] = faults.reset
    assert "has to be" not in colleague.get(ENFORCE).main
    assert ASKS in colleague.shown.main
    colleague.post(OFF, {})
    assert [each.due for each in enforcements(wired).current()] == [True]
    wire.faults.clear()
    clock.pass_(16)
    wired.get("/sessions")
    assert not is_enforced(service)


@pytest.mark.exhaustive
def test_nothing_is_kept_that_cannot_be_looked_at(wired: Pages, wire: Wire) -> None:
    enforce(wired)
    wire.faults["GET"] = faults.reset
    assert wired.submit(KEEP).toasts[0].startswith("Enforcement was not kept: Masthead couldn't ask the API")
    assert [each.end for each in enforcements(wired).current()] == [None]


@pytest.fixture
def app(portal_for: PortalFor, clock: Clock, wire: Wire) -> Flask:
    return with_clock(portal_for(API_BASE_URL=wire.url, FRESH_SECONDS=0), clock)


@pytest.fixture
def alice(app: Flask) -> Pages:
    return Pages(app).sign_in(ALICE)


@pytest.fixture
def charlie(app: Flask, service: RunningService) -> Pages:
    """A second administrator in the same portal."""
    give_role(service, "user_charlie", "org_larkfield", "admin")
    return Pages(app).sign_in(CHARLIE)


def lose_a_stop(pages: Pages, wire: Wire) -> None:
    """Enforce and keep it, and stop it with a call that nobody hears of."""
    enforce(pages)
    pages.submit(KEEP)
    wire.faults["PATCH"] = faults.reset
    assert "It isn't known whether this was saved" in pages.submit(OFF).main
    wire.faults.clear()


def test_it_is_stopped_at_once_after_one_enforced_it_again(alice: Pages, wire: Wire, service: RunningService) -> None:
    lose_a_stop(alice, wire)
    switch(service, on=False)
    enforce(alice)
    alice.get(SITES)
    assert alice.submit(OFF, press="Stop now").toasts == ["Single sign-on is no longer enforced."]
    assert not is_enforced(service)


@pytest.mark.exhaustive
def test_the_banner_answers_what_was_asked(alice: Pages, charlie: Pages, wire: Wire, service: RunningService) -> None:
    lose_a_stop(alice, wire)
    switch(service, on=False)
    enforce(charlie)
    alice.get(SITES)
    assert OVERTAKEN in alice.submit(OFF, press="Stop now").main
    assert is_enforced(service)
    assert alice.send_again(OFF).toasts == ["Single sign-on is no longer enforced."]
    assert not is_enforced(service)
    enforce(charlie)
    alice.get(SITES)
    alice.submit(OFF, press="Stop now")  # what was answered is not asked again
    assert not is_enforced(service)


@pytest.mark.parametrize("seen", [True, False], ids=["seen before the end", "seen at the end"])
@pytest.mark.exhaustive
def test_what_counted_down_is_known_to_have_been_enforced(
    alice: Pages, charlie: Pages, wire: Wire, service: RunningService, clock: Clock, *, seen: bool
) -> None:
    alice.get(ENFORCE)
    wire.faults["PATCH"] = faults.lost_answer
    alice.submit(ENFORCE, accept=True, confirm=TITLE)
    wire.faults.clear()
    if seen:
        alice.get(ENFORCE)
    clock.pass_(TEN_MINUTES)
    charlie.get(SITES)
    assert not is_enforced(service)
    assert alice.get(f"{ORG}/journal/1").facts["Outcome"].startswith("Saved")
    assert OVERTAKEN not in enforce(alice).main
    assert is_enforced(service)


def test_nobody_is_said_to_have_enforced_what_was_never_seen_on(
    alice: Pages, wire: Wire, service: RunningService, clock: Clock
) -> None:
    alice.get(ENFORCE)
    wire.faults["PATCH"] = faults.reset
    alice.submit(ENFORCE, accept=True, confirm=TITLE)
    wire.faults.clear()
    clock.pass_(TEN_MINUTES)
    alice.get(SITES)
    assert not is_enforced(service)
    shown = alice.get(ENFORCE).main
    assert "Alice tried to enforce it on" in shown
    assert "It isn't known whether it was enforced then. Masthead found that it is not enforced on" in shown
