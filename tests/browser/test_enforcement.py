"""Single sign-on on trial in a browser: kept, stopped by a colleague, switched off by the page itself."""

import re
import time

import pytest
from playwright.sync_api import Page, expect

from tests.browser.acts import toasts
from tests.browser.enforcement_states import ENFORCE, enforcing
from tests.browser.sso_states import replacing
from tests.browser.windows import PHONE, Reset, Windows, WindowsOn
from tests.enforced import ORG, TEN_MINUTES, is_enforced, switch, with_clock
from tests.faults.clock import Clock
from tests.loops import for_each
from tests.portals import PortalFor
from tests.providers import DRIVERS, SSO
from tests.wire import Wire
from tests.world import RunningService

SITES = f"{ORG}/sites"
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


def test_what_the_page_says_of_a_trial_is_out_of_date_once_a_colleague_kept_it(own_windows: Windows) -> None:
    alice, lena = own_windows.open("Alice"), own_windows.open("Lena")
    enforcing(alice)
    alice.goto(ENFORCE)
    note = alice.locator("[data-once-over]").filter(has_text=OVER)
    expect(note).to_be_hidden()
    lena.goto(SITES)
    lena.get_by_role("button", name="Keep enforcement").click()
    expect(toasts(lena)).to_contain_text("stays enforced.")
    alice.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(note).to_be_visible()
    expect(alice.locator("#enforcement-said")).to_contain_text(OVER)
    expect(alice.get_by_role("button", name="Keep enforcement")).to_have_count(0)
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


@for_each("scripts", [True, False])
def test_the_countdown_is_in_view_once_it_runs(anew: Reset, windows: Windows, *, scripts: bool) -> None:
    anew()
    page = windows.open("Alice", scripts=scripts, width=PHONE)
    enforcing(page)
    message = page.locator("main [autofocus]")
    expect(message).to_contain_text("Single sign-on is now enforced.")
    expect(message).to_be_focused()
    for part in (message, page.locator(".countdown")):
        expect(part).to_be_in_viewport(ratio=1)


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
