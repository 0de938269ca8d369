"""Single sign-on on trial in a browser: kept, stopped, switched off by the page itself or after it was closed."""

import time
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.acts import toasts
from tests.browser.axe import IN_THE_DARK, bars
from tests.browser.enforcement_states import ENFORCE, enforcing
from tests.browser.served import Served
from tests.browser.sso_states import replacing
from tests.browser.windows import DESK, PHONE, Windows
from tests.enforced import API, ORG, TEN_MINUTES, is_enforced, switch, with_clock
from tests.faults import faults
from tests.faults.clock import Clock
from tests.portals import PortalFor
from tests.providers import DRIVERS, SSO
from tests.records import ask
from tests.wire import Wire
from tests.world import ALICE, RunningService

SITES = f"{ORG}/sites"
WAYS = ("Auditors", "All providers")
AGAIN = "is no longer enforced for"
NO_CONTENT = 204
OVER = "The enforcement trial of single sign-on is over."


@pytest.fixture
def clock() -> Clock:
    return Clock(time.time())


@pytest.fixture
def own_windows(portal_for: PortalFor, browser: Browser, wire: Wire, clock: Clock) -> Iterator[Windows]:
    """Windows on a portal whose countdowns go by the clock of the test."""
    served = Served(with_clock(portal_for(API_BASE_URL=wire.url, FRESH_SECONDS=0), clock))
    windows = Windows(browser, served.url, {})
    yield windows
    assert windows.end() == []
    served.stop()


@pytest.fixture
def alice(own_windows: Windows) -> Page:
    return own_windows.open("Alice")


@pytest.fixture(params=["with scripts", "without scripts"])
def each_alice(request: pytest.FixtureRequest, own_windows: Windows) -> Page:
    return own_windows.open("Alice", scripts=request.param == "with scripts")


def test_it_is_kept_from_another_page(each_page: Page, service: RunningService) -> None:
    enforcing(each_page)
    each_page.goto(SITES)
    each_page.get_by_role("button", name="Keep enforcement").click()
    expect(toasts(each_page)).to_contain_text("Single sign-on for Larkfield Freight stays enforced.")
    expect(each_page.get_by_role("heading", level=1)).to_have_text("Sites")
    expect(each_page.get_by_role("button", name="Keep enforcement")).to_have_count(0)
    assert is_enforced(service)


def test_an_open_page_hears_that_a_colleague_kept_it(own_windows: Windows) -> None:
    alice, lena = own_windows.open("Alice"), own_windows.open("Lena")
    enforcing(alice)
    alice.goto(SITES)
    lena.goto(SITES)
    lena.get_by_role("button", name="Keep enforcement").click()
    expect(toasts(lena)).to_contain_text("stays enforced.")
    expect(alice.get_by_role("button", name="Keep enforcement")).to_be_visible()
    alice.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(alice.get_by_role("button", name="Keep enforcement")).to_have_count(0)


@pytest.mark.parametrize("act", ["Keep enforcement", "Stop now"])
def test_what_the_page_says_of_a_trial_is_out_of_date_once_a_colleague_ended_it(own_windows: Windows, act: str) -> None:
    alice, lena = own_windows.open("Alice"), own_windows.open("Lena")
    enforcing(alice)
    alice.goto(ENFORCE)
    note = alice.locator("[data-once-over]").filter(has_text=OVER)
    expect(note).to_be_hidden()
    lena.goto(SITES)
    lena.get_by_role("button", name=act).click()
    expect(toasts(lena)).to_contain_text("Single sign-on")
    alice.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(note).to_be_visible()
    expect(alice.locator("#enforcement-said")).to_contain_text(OVER)
    alice.locator("[data-once-over] a").click()
    expect(alice.get_by_text("Keep it or let it end")).to_have_count(0)


def test_neither_the_message_nor_the_countdown_stays_above_that_a_colleague_stopped_it(own_windows: Windows) -> None:
    alice, lena = own_windows.open("Alice"), own_windows.open("Lena")
    enforcing(alice)
    message = alice.locator(".toasts").get_by_text("Single sign-on is now enforced.")
    expect(message).to_be_visible()
    lena.goto(SITES)
    lena.get_by_role("button", name="Stop now").click()
    expect(toasts(lena)).to_contain_text("Single sign-on is no longer enforced.")
    alice.evaluate("window.dispatchEvent(new Event('focus'))")
    expect(alice.locator("#enforcement-changed").get_by_text("Single sign-on is no longer enforced.")).to_be_visible()
    expect(alice.locator("[data-left]")).to_have_count(0)
    expect(message).to_have_count(0)
    expect(alice.locator("#enforcement-changed .notice")).to_be_focused()


def test_both_parts_are_equally_wide_and_two_ways_stand_apart(page: Page) -> None:
    page.goto(f"{ENFORCE}?provider=saml_auditors")
    parts = [each.bounding_box() for each in page.locator("main .panel").all()]
    assert len({round(each["width"]) for each in parts if each}) == 1
    provider, all_ = (page.locator("main").get_by_role("link", name=each).first.bounding_box() for each in WAYS)
    assert provider
    assert all_
    assert all_["x"] - provider["x"] - provider["width"] > 8


@pytest.mark.parametrize("width", [DESK, PHONE])
@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
def test_the_countdown_is_in_view_once_it_runs(windows: Windows, width: int, *, scripts: bool) -> None:
    page = windows.open("Alice", scripts=scripts, width=width)
    enforcing(page)
    message = page.locator("main [autofocus]")
    expect(message).to_contain_text("Single sign-on is now enforced.")
    expect(message).to_be_focused()
    for part in (message, page.locator(".countdown")):
        expect(part).to_be_in_viewport(ratio=1)


def test_it_is_stopped_from_another_page(each_page: Page, service: RunningService) -> None:
    enforcing(each_page)
    each_page.goto(SITES)
    each_page.get_by_role("button", name="Stop now").click()
    expect(toasts(each_page)).to_contain_text("Single sign-on is no longer enforced.")
    expect(each_page.get_by_role("heading", level=1)).to_have_text("Sites")
    assert not is_enforced(service)


@pytest.mark.quick(cases=1)
def test_what_was_kept_is_switched_off(each_page: Page, service: RunningService) -> None:
    assert ask(service, ALICE, "PATCH", API, {"sso": True}).status_code == 200
    each_page.goto(ENFORCE)
    each_page.get_by_role("button", name="Stop enforcing single sign-on").click()
    expect(each_page.get_by_role("heading", level=1)).to_have_text("Single sign-on")
    assert not is_enforced(service)


def test_the_browser_is_closed_and_the_next_page_after_ten_minutes_ends_it(
    each_alice: Page, own_windows: Windows, service: RunningService, clock: Clock
) -> None:
    enforcing(each_alice)
    each_alice.close()
    clock.pass_(TEN_MINUTES)
    assert is_enforced(service)
    later = own_windows.open("Alice")
    later.goto("/orgs")
    expect(later.get_by_text(AGAIN)).to_be_visible()
    assert not is_enforced(service)
    later.get_by_role("link", name="View in the journal").click()
    later.get_by_role("link", name="Stop enforcing single sign-on").first.click()
    expect(later.get_by_text("Automatic: nobody pressed “Keep enforcement” in time (10 minutes).")).to_be_visible()


def test_the_page_counts_and_ends_it_by_itself(alice: Page, service: RunningService, clock: Clock) -> None:
    enforcing(alice)
    clock.pass_(TEN_MINUTES - 2)
    alice.goto(SITES)
    expect(alice.locator("[data-left]")).to_have_text("0:01")
    clock.pass_(5)
    expect(alice.locator("#enforcement-countdown").get_by_text(AGAIN)).to_be_visible()
    expect(alice.locator("#enforcement-said")).to_contain_text(AGAIN)
    expect(alice.get_by_role("heading", level=1)).to_have_text("Sites")
    assert not is_enforced(service)


@pytest.mark.parametrize("address", [ENFORCE, f"{ORG}/settings", f"{ORG}/sso", ORG])
def test_what_the_page_says_of_enforcement_is_out_of_date_once_it_ended(
    alice: Page, clock: Clock, address: str
) -> None:
    enforcing(alice)
    clock.pass_(TEN_MINUTES - 2)
    alice.goto(address)
    note = alice.locator("main").get_by_text(OVER)
    expect(alice.locator("[data-left]")).to_have_text("0:01")
    expect(note).to_have_count(1)
    expect(note).to_be_hidden()
    clock.pass_(5)
    expect(note).to_be_visible()
    alice.locator("[data-once-over] a").click()
    expect(note).to_have_count(0)


def test_what_is_left_is_said_now_and_then(alice: Page, clock: Clock) -> None:
    enforcing(alice)
    expect(alice.locator("#enforcement-said")).to_have_text("")
    clock.pass_(TEN_MINUTES - 62)
    alice.goto(SITES)
    expect(alice.locator("#enforcement-said")).to_have_text(
        "Single sign-on is switched off again in 1 minute, unless it is kept."
    )
    expect(alice.locator("[data-left]")).to_have_text("0:57")
    expect(alice.locator("#enforcement-said")).to_contain_text("in 1 minute,")


def test_without_scripts_a_look_at_the_page_ends_it(
    own_windows: Windows, service: RunningService, clock: Clock
) -> None:
    page = own_windows.open("Alice", scripts=False)
    enforcing(page)
    expect(page.get_by_text("10:00 left")).to_be_visible()
    clock.pass_(TEN_MINUTES)
    page.reload()
    expect(page.get_by_text(AGAIN).first).to_be_visible()
    assert not is_enforced(service)


def test_while_it_cannot_be_ended_the_page_tries_again_and_nobody_is_barred(
    alice: Page, wire: Wire, service: RunningService, clock: Clock
) -> None:
    enforcing(alice)
    wire.faults["PATCH"] = faults.refusal(503)
    clock.pass_(TEN_MINUTES)
    alice.emulate_media(reduced_motion="reduce", color_scheme="light")
    alice.goto(SITES)
    expect(alice.get_by_text("is due to be switched off.")).to_be_visible()
    assert bars(alice) == []
    alice.emulate_media(color_scheme="dark")
    assert bars(alice, IN_THE_DARK) == []
    wire.faults.clear()
    clock.pass_(12)  # of 15 seconds
    alice.reload()
    clock.pass_(5)
    expect(alice.locator("#enforcement-countdown").get_by_text(AGAIN)).to_be_visible()
    assert not is_enforced(service)
    assert bars(alice) == []


@pytest.mark.parametrize("address", [SSO, DRIVERS])
def test_a_reminder_on_an_open_page_goes_once_a_colleague_enforces_it_again(
    own_windows: Windows, service: RunningService, address: str
) -> None:
    switch(service, on=True)
    alice = own_windows.open("Alice")
    alice.goto(f"{DRIVERS}/certificate")
    replacing(alice)
    alice.goto(address)
    reminder = alice.get_by_role("button", name="Dismiss reminder")
    expect(reminder).to_be_visible()
    switch(service, on=True)
    alice.evaluate("window.dispatchEvent(new Event('focus'))")
    expect(reminder).to_have_count(0)


def test_a_reminder_that_still_holds_keeps_the_focus(own_windows: Windows, service: RunningService) -> None:
    switch(service, on=True)
    alice = own_windows.open("Alice")
    alice.goto(f"{DRIVERS}/certificate")
    replacing(alice)
    alice.goto(SSO)
    alice.get_by_role("button", name="Dismiss reminder").focus()
    with alice.expect_response(lambda answer: "/sso/enforcement" in answer.url) as answered:
        alice.evaluate("window.dispatchEvent(new Event('focus'))")
    assert answered.value.status == NO_CONTENT
    expect(alice.get_by_role("button", name="Dismiss reminder")).to_be_focused()
