"""Single sign-on is enforced on trial: kept, stopped, or switched off by itself; the journal and open pages say so."""

import pytest
from flask import Flask

from masthead.store.sso.enforcements import Enforcements
from masthead.web.person.portal import get_portal
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
BANNER = "is no longer enforced for"
CLOSE = f"{ENFORCE}/close"
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
    return get_portal(pages.app).store.enforcements


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
    shown = own.post("/sign-out", {})
    assert shown.toasts[0].startswith(f"The trial of single sign-on is still running for {TITLE}.")
    assert shown.toasts[1] == "You are signed out."


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
def test_what_nobody_keeps_goes_off(own: Pages, app: Flask, service: RunningService, asked: Log, clock: Clock) -> None:
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


def test_stopped_by_hand_it_is_off_for_good(own: Pages, service: RunningService, asked: Log, clock: Clock) -> None:
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


def test_what_a_colleague_switched_off_is_left(own: Pages, service: RunningService, asked: Log, clock: Clock) -> None:
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


def test_only_who_may_enforce_can_decide(own: Pages, app: Flask, service: RunningService, clock: Clock) -> None:
    enforce(own)
    bob = Pages(app).sign_in(BOB)
    assert ASKS not in bob.get(SITES).main
    for action in (KEEP, OFF):
        assert bob.post(action, {}).toasts == ["Your role doesn't let you enforce single sign-on."]
    assert "let you enforce single sign-on." in bob.get(ENFORCE).main
    assert is_enforced(service)
    assert enforcements(own).list_current()[0].seconds_left == TEN_MINUTES
    clock.pass_(TEN_MINUTES)
    bob.get(SITES)
    assert is_enforced(service)
    give_role(service, "user_charlie", "org_larkfield", "admin")
    Pages(app).sign_in(CHARLIE).get("/orgs")
    assert not is_enforced(service)


def test_other_pages_lead_here_and_what_is_not_fulfilled_has_to_be_agreed_to(own: Pages, asked: Log) -> None:
    own.get(ENFORCE)
    shown = own.submit(ENFORCE, press="Enforce single sign-on")
    assert (shown.status, asked.writes, enforcements(own).list_current()) == (422, [], [])
    words = "Select “I confirm all of this” first."
    assert words in shown.problems
    assert (shown.links[words], words in shown.error_at("accept")) == ("#accept", True)
    asked_about = str(shown.document.by_id["accept"].get("value")).split()
    assert {"test", "others", "members", "way-back"} <= set(asked_about)
    shown = own.post(ENFORCE, {"accept": " ".join(asked_about[1:])})  # as a page that was opened before the first arose
    assert (shown.status, asked.writes) == (422, [])
    assert "The checks have changed since you opened this page." in shown.problems[0]
    assert shown.document.by_id["accept"].get("checked") is None
    assert own.get(f"{ORG}/settings").links["Enforce single sign-on"] == ENFORCE
    assert own.get(f"{ORG}/sso").links["Enforce single sign-on"] == ENFORCE
    assert own.post(f"{ORG}/settings/sso", {"sso": "on"}).status == 404


@pytest.fixture
def ended(app: Flask, clock: Clock) -> Pages:
    """Alice, who let it run out."""
    ended = Pages(app).sign_in(ALICE)
    enforce(ended)
    clock.pass_(TEN_MINUTES)
    ended.get(ORG)
    assert BANNER in ended.get(ORG).main
    return ended


def test_it_can_be_closed_and_stays_until_kept(app: Flask, ended: Pages, service: RunningService, clock: Clock) -> None:
    give_role(service, "user_charlie", "org_larkfield", "admin")
    colleague = Pages(app).sign_in(CHARLIE)
    ended.get(ORG)
    shown = ended.submit(CLOSE)
    assert (shown.path, BANNER in shown.main) == (ORG, False)
    assert BANNER not in ended.get(SITES).main
    assert BANNER in colleague.get(ORG).main
    enforce(ended)
    clock.pass_(TEN_MINUTES)
    ended.get(ORG)
    assert BANNER in ended.get(ORG).main
    ended.get(ENFORCE)
    ended.submit(ENFORCE, press="Enforce single sign-on")
    assert BANNER in ended.get(ORG).main
    enforce(ended)
    assert BANNER not in ended.submit(KEEP).main
    assert BANNER not in ended.get(ORG).main


def test_a_page_that_was_read_before_the_end_says_so(own: Pages, service: RunningService, clock: Clock) -> None:
    enforce(own)
    clock.pass_(TEN_MINUTES)
    part = own.swap(f"{ENFORCE}/countdown", "enforcement-countdown")
    assert "is no longer enforced for" in part.html
    assert not is_enforced(service)
    assert "The rest of this page was read before that." in part.html
    again = own.shown.links["Reload the page"]
    shown = own.get(again).main
    assert again == ENFORCE
    assert ("read before that" in shown, "Single sign-on is enforced on trial" in shown) == (False, False)


def test_a_page_that_shows_what_is_so_gets_nothing_new(own: Pages) -> None:
    shown = enforce(own)
    ask = {"headers": {"HX-Request": "true", "HX-Target": "enforcement-countdown"}}
    address = str(shown.document.by_id["enforcement-countdown"].get("hx-get"))
    assert own.client.get(address, **ask).status_code == 204
    own.submit(KEEP)
    assert own.client.get(address, **ask).status_code == 200


def test_an_open_page_of_single_sign_on_says_that_it_is_on_trial(own: Pages, app: Flask) -> None:
    page = own.get(f"{ORG}/sso")
    assert "Not enforced" in page.main
    address = str(page.document.by_id["sso-enforcement"].get("hx-get"))
    enforce(Pages(app).sign_in(ALICE))
    part = own.swap(address, "sso-enforcement")
    assert "This is a trial. Unless somebody keeps it by" in part.html
    own.get(ENFORCE)
    own.submit(KEEP)
    assert "This is a trial." not in own.get(f"{ORG}/sso").main


def test_a_page_on_which_it_was_kept_says_that_it_was_stopped_since(alice: Pages, service: RunningService) -> None:
    enforce(alice)
    alice.get(ENFORCE)
    alice.submit(KEEP)
    address = _asked_at(alice)
    assert _status(alice, address) == 204
    switch(service, on=False)
    alice.swap(address, "enforcement-changed")
    assert "Single sign-on is no longer enforced. The rest of this page was read before that." in alice.shown.main
    assert _status(alice, _asked_at(alice)) == 204
    switch(service, on=True)
    alice.swap(_asked_at(alice), "enforcement-changed")
    assert "Single sign-on is now enforced. The rest of this page was read before that." in alice.shown.main


def _asked_at(alice: Pages) -> str:
    return str(alice.shown.document.by_id["enforcement-changed"].get("hx-get"))


def _status(alice: Pages, address: str) -> int:
    headers = {"HX-Request": "true", "HX-Target": "enforcement-changed"}
    return alice.client.get(address, headers=headers).status_code


def test_what_is_kept_goes_off_without_a_gate_if_seen(alice: Pages, service: RunningService, charlie: Pages) -> None:
    switch(service, on=True)
    assert alice.get(ENFORCE).h1 == "Single sign-on is enforced"
    shown = alice.submit(OFF, press="Stop enforcing single sign-on")
    assert (shown.h1, "Not enforced: people can also sign in other ways" in shown.main) == ("Single sign-on", True)
    assert not is_enforced(service)
    assert alice.post(OFF, {}).toasts == ["Single sign-on is no longer enforced."]
    give_role(service, "user_charlie", "org_larkfield", "admin")
    enforce(alice)
    alice.get(ENFORCE)
    charlie.get(ENFORCE)
    charlie.submit(KEEP)
    shown = alice.submit(OFF, press="Stop now")
    assert shown.toasts[0].startswith("Charlie kept enforcement on ")
    assert is_enforced(service)
    alice.submit(OFF, press="Stop enforcing single sign-on")
    assert not is_enforced(service)


ENDS = (
    "an administrator opens a page of Masthead",
    "Masthead can't know whether it is set up",
    "Until then, single sign-on stays enforced.",
)
WAY_BACK = (
    ".venv/bin/flask --app app break-glass --org org_larkfield",
    "The command asks for the access token of an administrator. Create a token now",
    "docs/guide/single-sign-on.md",
)


def missing(pages: Pages, told: tuple[str, ...]) -> list[str]:
    text = pages.get(ENFORCE).main
    return [each for each in told if each not in text]


def test_what_ends_a_trial_and_the_way_back_are_told_before_and_after(alice: Pages) -> None:
    assert missing(alice, ENDS + WAY_BACK) == []
    enforce(alice)
    assert missing(alice, ENDS + WAY_BACK) == []
    alice.submit(KEEP, press="Keep enforcement")
    assert missing(alice, WAY_BACK) == []
