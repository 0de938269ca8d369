"""What open pages say of enforcement: a banner while it counts down and after, changes since, and the way back."""

import pytest
from flask import Flask

from tests.enforced import ENFORCE, KEEP, OFF, ORG, TEN_MINUTES, enforce, is_enforced, switch, with_clock
from tests.faults.clock import Clock
from tests.pages.pages import Pages
from tests.portals import PortalFor
from tests.records import give_role
from tests.world import ALICE, CHARLIE, RunningService

BANNER = "is no longer enforced for"
CLOSE = f"{ORG}/sso/enforce/close"
SITES = f"{ORG}/sites"
ENDS = (
    "an administrator opens a page of Masthead",
    "Masthead can't know whether it is set up",
    "Until then, single sign-on stays enforced.",
)


@pytest.fixture
def app(portal_for: PortalFor, clock: Clock) -> Flask:
    return with_clock(portal_for(), clock)


@pytest.fixture
def own(app: Flask) -> Pages:
    """Alice at a portal whose countdowns go by the clock of the test."""
    return Pages(app).sign_in(ALICE)


@pytest.fixture
def ended(app: Flask, clock: Clock) -> Pages:
    """Alice, who let it run out."""
    ended = Pages(app).sign_in(ALICE)
    enforce(ended)
    clock.pass_(TEN_MINUTES)
    ended.get(ORG)
    assert BANNER in ended.get(ORG).main
    return ended


def test_it_stays_until_it_is_enforced_again_and_kept(ended: Pages) -> None:
    ended.get(f"{ORG}/sso/enforce")
    ended.submit(f"{ORG}/sso/enforce", accept=True, confirm="another name")
    assert BANNER in ended.get(ORG).main
    enforce(ended)
    assert BANNER not in ended.submit(KEEP).main
    assert BANNER not in ended.get(ORG).main


def test_it_is_closed_for_whoever_has_read_it_and_a_later_one_is_told_again(
    app: Flask, ended: Pages, service: RunningService, clock: Clock
) -> None:
    give_role(service, "user_charlie", "org_larkfield", "admin")
    colleague = Pages(app).sign_in(CHARLIE)
    ended.get(ORG)
    shown = ended.submit(CLOSE)
    assert (shown.path, BANNER in shown.main) == (ORG, False)
    assert BANNER not in ended.get(f"{ORG}/sites").main
    assert BANNER in colleague.get(ORG).main
    enforce(ended)
    clock.pass_(TEN_MINUTES)
    ended.get(ORG)
    assert BANNER in ended.get(ORG).main


def test_the_part_that_a_page_asks_for_when_the_time_is_up(own: Pages, service: RunningService, clock: Clock) -> None:
    enforce(own)
    own.get(SITES)
    clock.pass_(TEN_MINUTES)
    part = own.swap(f"{ENFORCE}/countdown", "enforcement-countdown")
    assert "is no longer enforced for" in part.html
    assert not is_enforced(service)


def test_a_page_that_shows_what_is_so_gets_nothing_new(own: Pages) -> None:
    shown = enforce(own)
    ask = {"headers": {"HX-Request": "true", "HX-Target": "enforcement-countdown"}}
    address = str(shown.document.by_id["enforcement-countdown"].get("hx-get"))
    assert own.client.get(address, **ask).status_code == 204
    own.submit(KEEP)
    assert own.client.get(address, **ask).status_code == 200


def test_a_page_that_was_read_before_the_end_says_so(own: Pages, clock: Clock) -> None:
    enforce(own)
    clock.pass_(TEN_MINUTES)
    part = own.swap(f"{ENFORCE}/countdown", "enforcement-countdown")
    assert "The rest of this page was read before that." in part.html
    again = own.shown.links["Reload the page"]
    shown = own.get(again).main
    assert again == ENFORCE
    assert ("read before that" in shown, "Single sign-on is enforced on trial" in shown) == (False, False)


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


def test_what_is_kept_is_switched_off_without_a_gate(alice: Pages, service: RunningService) -> None:
    switch(service, on=True)
    assert alice.get(ENFORCE).h1 == "Single sign-on is enforced"
    shown = alice.submit(OFF, press="Stop enforcing single sign-on")
    assert (shown.h1, "Not enforced: people can also sign in other ways" in shown.main) == ("Single sign-on", True)
    assert not is_enforced(service)
    assert alice.post(OFF, {}).toasts == ["Single sign-on is no longer enforced."]


def test_what_a_colleague_has_kept_is_not_stopped_from_a_page_of_before(
    alice: Pages, charlie: Pages, service: RunningService
) -> None:
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
