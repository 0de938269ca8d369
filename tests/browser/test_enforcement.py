"""Single sign-on on trial in a browser: kept, stopped, switched off by the page itself or after it was closed."""

import re
import time
from itertools import product

import pytest
from playwright.sync_api import Page, expect

from tests.browser.acts import toasts
from tests.browser.axe import IN_THE_DARK, bars
from tests.browser.enforcement_states import ENFORCE, enforcing
from tests.browser.sso_states import replacing
from tests.browser.windows import DESK, PHONE, Reset, Windows, WindowsOn
from tests.enforced import ORG, TEN_MINUTES, is_enforced, switch, with_clock
from tests.faults import faults
from tests.faults.clock import Clock
from tests.loops import for_each
from tests.portals import PortalFor
from tests.providers import DRIVERS, SSO
from tests.wire import Wire
from tests.world import RunningService

SITES = f"{ORG}/sites"
WAYS = ("Auditors", "All providers")
AGAIN = "is no longer enforced for"
NO_CONTENT = 204
OVER = "The enforcement trial of single sign-on is over."


@pytest.fixture
def clock() -> Clock:
    return Clock(time.time())


@pytest.fixture
def own_windows(portal_for: PortalFor, wire: Wire, clock: Clock, windows_on: WindowsOn) -> Windows:
    """Windows on a portal whose countdowns go by the clock of the test."""
    return windows_on(with_clock(portal_for(API_BASE_URL=wire.url, FRESH_SECONDS=0), clock))


@pytest.fixture
def alice(own_windows: Windows) -> Page:
    return own_windows.open("Alice")


@pytest.mark.quick(cases=1)
def test_it_is_kept_from_another_page_and_switched_off(page: Page, service: RunningService) -> None:
    enforcing(page)
    page.goto(SITES)
    page.get_by_role("button", name="Keep enforcement").click()
    expect(toasts(page)).to_contain_text("Single sign-on for Larkfield Freight stays enforced.")
    expect(page.get_by_role("heading", level=1)).to_have_text("Sites")
    expect(page.get_by_role("button", name="Keep enforcement")).to_have_count(0)
    assert is_enforced(service)
    page.goto(ENFORCE)
    page.get_by_role("button", name="Stop enforcing single sign-on").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Single sign-on")
    assert not is_enforced(service)


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


@for_each("width, scripts", list(product([DESK, PHONE], [True, False])))
def test_the_countdown_is_in_view_once_it_runs(anew: Reset, windows: Windows, width: int, *, scripts: bool) -> None:
    anew()
    page = windows.open("Alice", scripts=scripts, width=width)
    enforcing(page)
    message = page.locator("main [autofocus]")
    expect(message).to_contain_text("Single sign-on is now enforced.")
    expect(message).to_be_focused()
    for part in (message, page.locator(".countdown")):
        expect(part).to_be_in_viewport(ratio=1)


def test_it_is_stopped_from_another_page(page: Page, service: RunningService) -> None:
    enforcing(page)
    page.goto(SITES)
    page.get_by_role("button", name="Stop now").click()
    expect(toasts(page)).to_contain_text("Single sign-on is no longer enforced.")
    expect(page.get_by_role("heading", level=1)).to_have_text("Sites")
    assert not is_enforced(service)


def test_the_browser_is_closed_and_the_next_page_after_ten_minutes_ends_it(
    alice: Page, own_windows: Windows, service: RunningService, clock: Clock
) -> None:
    enforcing(alice)
    alice.close()
    clock.pass_(TEN_MINUTES)
    assert is_enforced(service)
    later = own_windows.open("Alice")
    later.goto("/orgs")
    expect(later.get_by_text(AGAIN)).to_be_visible()
    assert not is_enforced(service)
    later.get_by_role("link", name="View in the journal").click()
    later.get_by_role("link", name="Stop enforcing single sign-on").first.click()
    expect(later.get_by_text("Automatic: nobody pressed “Keep enforcement” in time (10 minutes).")).to_be_visible()


def test_the_page_counts_and_ends_it_by_itself(own_windows: Windows, service: RunningService, clock: Clock) -> None:
    alice = own_windows.open("Alice", clock=True)
    enforcing(alice)
    alice.goto(SITES)
    alice.clock.fast_forward("09:20")
    expect(alice.locator("[data-left]")).to_have_text(re.compile(r"0:\d\d"))
    clock.pass_(TEN_MINUTES)
    alice.clock.fast_forward("00:45")
    expect(alice.locator("#enforcement-countdown").get_by_text(AGAIN)).to_be_visible()
    expect(alice.locator("#enforcement-said")).to_contain_text(AGAIN)
    expect(alice.get_by_role("heading", level=1)).to_have_text("Sites")
    assert not is_enforced(service)


def test_what_pages_say_of_enforcement_is_out_of_date_once_it_ended(own_windows: Windows, clock: Clock) -> None:
    alice = own_windows.open("Alice", clock=True)
    enforcing(alice)
    pages = [alice, *(alice.context.new_page() for _ in range(3))]
    for page, address in zip(pages, (ENFORCE, f"{ORG}/settings", f"{ORG}/sso", ORG), strict=True):
        page.goto(address)
        expect(page.locator("main").get_by_text(OVER)).to_have_count(1)
        expect(page.locator("main").get_by_text(OVER)).to_be_hidden()
    clock.pass_(TEN_MINUTES + 5)
    alice.clock.fast_forward("10:05")
    for page in pages:
        note = page.locator("main").get_by_text(OVER)
        expect(note).to_be_visible()
        page.locator("[data-once-over] a").click()
        expect(note).to_have_count(0)


def test_what_is_left_is_said_now_and_then(own_windows: Windows, clock: Clock) -> None:
    alice = own_windows.open("Alice", clock=True)
    enforcing(alice)
    clock.pass_(TEN_MINUTES - 90)
    alice.reload()
    expect(alice.locator("#enforcement-said")).to_have_text("")
    clock.pass_(40)  # the page asks the portal now and then, so both clocks go on
    alice.clock.fast_forward(20_000)
    alice.clock.run_for(15_000)  # each tick of it: a minute is said when just that is left
    expect(alice.locator("[data-left]")).to_have_text(re.compile(r"0:[345]\d"))
    expect(alice.locator("#enforcement-said")).to_have_text(
        "Single sign-on is switched off again in 1 minute, unless it is kept."
    )


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


def test_a_reminder_keeps_the_focus_and_goes_once_a_colleague_enforces_it_again(
    own_windows: Windows, service: RunningService
) -> None:
    switch(service, on=True)
    alice = own_windows.open("Alice")
    alice.goto(f"{DRIVERS}/certificate")
    replacing(alice)
    other = alice.context.new_page()
    other.goto(DRIVERS)
    expect(other.get_by_role("button", name="Dismiss reminder")).to_be_visible()
    alice.goto(SSO)
    alice.get_by_role("button", name="Dismiss reminder").focus()
    with alice.expect_response(lambda answer: "/sso/enforcement" in answer.url) as answered:
        alice.evaluate("window.dispatchEvent(new Event('focus'))")
    assert answered.value.status == NO_CONTENT
    expect(alice.get_by_role("button", name="Dismiss reminder")).to_be_focused()
    switch(service, on=True)
    for page in (alice, other):
        page.evaluate("window.dispatchEvent(new Event('focus'))")
        expect(page.get_by_role("button", name="Dismiss reminder")).to_have_count(0)
