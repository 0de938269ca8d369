"""Single sign-on is enforced on trial: kept in time, stopped, or switched off again by itself; the journal says why."""

import pytest
from flask import Flask

from masthead.store import Enforcements
from masthead.web.person.portal import portal_of
from tests.asked import Log
from tests.enforced import (
    ENFORCE,
    KEEP,
    OFF,
    ORG,
    PATCH,
    TEN_MINUTES,
    TITLE,
    enforce,
    is_enforced,
    switch,
    with_clock,
)
from tests.faults.clock import Clock
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.portals import PortalFor
from tests.records import give_role
from tests.world import ALICE, BOB, CHARLIE, RunningService

JOURNAL = f"{ORG}/journal"
ASKS = "Unless somebody keeps it by"
SITES = f"{ORG}/sites"


@pytest.fixture
def app(portal_for: PortalFor, clock: Clock) -> Flask:
    return with_clock(portal_for(), clock)


@pytest.fixture
def own(app: Flask, asked: Log) -> Pages:
    """Alice at a portal whose countdowns go by the clock of the test."""
    pages = Pages(app).sign_in(ALICE)
    asked.clear()
    return pages


def enforcements(pages: Pages) -> Enforcements:
    return portal_of(pages.app).store.enforcements


def entry(pages: Pages, number: int) -> Page:
    return pages.get(f"{JOURNAL}/{number}")


def test_it_is_switched_on_and_every_page_asks_whether_to_keep_it(own: Pages, service: RunningService) -> None:
    assert "Start URL" not in own.get(ENFORCE).html
    shown = enforce(own)
    assert (shown.path, is_enforced(service)) == (ENFORCE, True)
    assert shown.toasts[0].startswith("Single sign-on is now enforced.")
    for address in (ENFORCE, SITES, f"{ORG}/settings", "/orgs", "/sessions", "/drafts"):
        shown = own.get(address)
        assert ASKS in shown.main
        assert "10:00 left" in shown.main
        assert [bool(shown.forms_to(action)) for action in (KEEP, OFF)] == [True, True]
    shown = own.get(ENFORCE)
    assert "Start URL of Drivers" in shown.main
    assert "Carriers" not in shown.main  # its certificate has expired
    assert str(shown.value("start-1")).endswith("/saml/saml_staff/start")


def test_kept_in_time_it_stays(own: Pages, clock: Clock, service: RunningService, asked: Log) -> None:
    enforce(own)
    clock.pass_(252)
    assert "5:48 left" in own.get(SITES).main
    own.get(SITES)
    clock.pass_(TEN_MINUTES - 253)
    shown = own.submit(KEEP)
    assert (shown.path, shown.toasts) == (SITES, [f"Single sign-on for {TITLE} stays enforced."])
    clock.pass_(TEN_MINUTES)
    assert ASKS not in own.get(SITES).main
    told = own.get(ENFORCE).main
    assert ("Alice enforced it on" in told, " and kept it." in told) == (True, True)
    assert (is_enforced(service), asked.writes) == (True, [PATCH])


@pytest.mark.exhaustive
def test_when_nobody_keeps_it_the_next_page_switches_it_off_and_the_journal_says_why(
    own: Pages, app: Flask, service: RunningService, asked: Log, clock: Clock
) -> None:
    enforce(own)
    clock.pass_(TEN_MINUTES)
    assert is_enforced(service)
    shown = Pages(app).sign_in(ALICE).get("/orgs")
    assert not is_enforced(service)
    assert f"Single sign-on is no longer enforced for {TITLE}" in shown.main
    assert asked.writes == [PATCH, PATCH]
    told = entry(own, 2)
    assert told.h1 == f"Stop enforcing single sign-on for {TITLE}"
    assert told.facts["Why"] == "Automatic: nobody pressed “Keep enforcement” in time (10 minutes)."
    assert "Nobody kept it in time, so Masthead switched it off" in own.get(ENFORCE).main
    clock.pass_(TEN_MINUTES + 1)
    assert "is no longer enforced" not in own.get(SITES).main


def test_who_signs_out_is_told_that_it_waits_for_others(own: Pages) -> None:
    enforce(own)
    shown = own.post("/sign-out", {})
    assert shown.toasts[0].startswith(f"The trial of single sign-on is still running for {TITLE}.")
    assert shown.toasts[1] == "You are signed out."


def test_a_colleague_s_page_is_a_chance_too(own: Pages, app: Flask, service: RunningService, clock: Clock) -> None:
    enforce(own)
    bob = Pages(app).sign_in(BOB)
    clock.pass_(TEN_MINUTES)
    bob.get(SITES)
    assert is_enforced(service)
    give_role(service, "user_charlie", "org_larkfield", "admin")
    Pages(app).sign_in(CHARLIE).get("/orgs")
    assert not is_enforced(service)


def test_stopped_by_hand_it_is_off_at_once_and_the_journal_does_not_go_around_it(
    own: Pages, service: RunningService, asked: Log, clock: Clock
) -> None:
    enforce(own)
    own.get(SITES)
    shown = own.submit(OFF, press="Stop now")
    assert (shown.path, shown.toasts[0]) == (SITES, "Single sign-on is no longer enforced.")
    assert ASKS not in shown.main
    assert "Alice switched it off on" in own.get(ENFORCE).main
    own.get(SITES)
    clock.pass_(TEN_MINUTES)
    own.get(SITES)
    assert (is_enforced(service), asked.writes) == (False, [PATCH, PATCH])
    for number in (1, 2):
        told = entry(own, number)
        assert "Can't be undone here" in told.main
        assert told.links[f"The organization {TITLE}"] == ENFORCE
        assert own.post(f"{JOURNAL}/{number}/undo", {}).status == 409
    assert not is_enforced(service)


def test_a_colleague_switched_it_off_meanwhile_so_nothing_is_sent(
    own: Pages, service: RunningService, asked: Log, clock: Clock
) -> None:
    enforce(own)
    switch(service, on=False)
    asked.clear()
    assert ASKS not in own.get(ENFORCE).main
    clock.pass_(TEN_MINUTES)
    own.get(SITES)
    assert asked.writes == []
    found = enforcements(own).newest("org_larkfield")
    assert found is not None
    assert found.end == "off"


def test_too_late_to_keep_it(own: Pages, service: RunningService, clock: Clock) -> None:
    enforce(own)
    clock.pass_(TEN_MINUTES)
    own.submit(KEEP)
    assert "The time was already up. Enforcement was not kept." in own.shown.toasts
    assert not is_enforced(service)
    for address in (SITES, ENFORCE, "/orgs"):
        assert f"Single sign-on is no longer enforced for {TITLE}" in own.get(address).main


def test_who_may_not_decides_nothing(own: Pages, app: Flask, service: RunningService) -> None:
    enforce(own)
    bob = Pages(app).sign_in(BOB)
    assert ASKS not in bob.get(SITES).main
    for action in (KEEP, OFF):
        assert bob.post(action, {}).toasts == ["Your role doesn't let you enforce single sign-on."]
    assert "let you enforce single sign-on." in bob.get(ENFORCE).main
    assert is_enforced(service)
    assert enforcements(own).current()[0].left == TEN_MINUTES


def test_what_is_not_fulfilled_has_to_be_agreed_to(own: Pages, asked: Log) -> None:
    own.get(ENFORCE)
    shown = own.submit(ENFORCE, confirm=TITLE)
    assert (shown.status, asked.writes, enforcements(own).current()) == (422, [], [])
    words = "Select “I know what to do if nobody can sign in” first."
    assert words in shown.problems
    box = shown.links[words].removeprefix("#")
    assert shown.document.by_id[box].get("value") == "way-back"
    assert words in shown.error_at(box)


def test_the_settings_show_it_and_lead_to_the_page(own: Pages, asked: Log) -> None:
    assert own.get(f"{ORG}/settings").links["Enforce single sign-on"] == ENFORCE
    assert own.get(f"{ORG}/sso").links["Enforce single sign-on"] == ENFORCE
    assert own.post(f"{ORG}/settings/sso", {"sso": "on"}).status == 404
    assert asked.writes == []
