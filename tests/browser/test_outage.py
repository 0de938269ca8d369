"""The service stops while people work, and comes back: nothing typed is lost, and nobody sees an error page for it."""

from collections.abc import Iterator

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from tests.browser.windows import Windows, WindowsOn
from tests.bulk_changes import BULK_CHANGES, keep_bulk_change
from tests.bulk_changes import SITES as PLANNED
from tests.faults import faults
from tests.portals import PortalFor
from tests.wire import Wire
from tests.world import ALICE, RunningService

SITES = "/orgs/org_larkfield/sites"
MAX_LOOKS = 20


@pytest.fixture
def portal(portal_for: PortalFor, service: RunningService) -> Iterator[Flask]:
    """A portal that asks the service for each page, and tries it again soon after it failed."""
    yield portal_for(FRESH_SECONDS=0, BREAKER_REST_SECONDS=0.05)
    service.start()


@pytest.fixture
def windows(portal: Flask, windows_on: WindowsOn) -> Windows:
    """Opens windows on that portal."""
    return windows_on(portal)


def look_until(page: Page, words: str) -> None:
    """Let the page look again and again until its line says these words."""
    for _ in range(MAX_LOOKS):
        page.clock.fast_forward(60_000)
        page.wait_for_timeout(100)
        if page.get_by_text(words).count():
            break
    expect(page.get_by_text(words)).to_be_visible()


def test_the_line_is_taken_back_and_closed(windows: Windows, service: RunningService) -> None:
    page = windows.open("Alice", clock=True)
    page.goto(SITES)
    service.stop()
    page.goto(SITES)
    service.start()
    look_until(page, "The documentation service answers again.")
    service.stop()
    look_until(page, "The documentation service can't be reached.")
    service.start()
    look_until(page, "The documentation service answers again.")
    page.get_by_role("button", name="Dismiss").click()
    expect(page.locator("#status-line")).to_have_count(0)


def test_the_line_goes_when_a_bulk_change_goes_on(windows: Windows, service: RunningService, portal: Flask) -> None:
    keep_bulk_change(portal, ALICE, PLANNED)
    page = windows.open("Alice", clock=True)
    page.goto(SITES)
    service.stop()
    page.goto(f"{BULK_CHANGES}/1")
    expect(page.get_by_role("link", name="Try now")).to_be_visible()
    for _ in range(MAX_LOOKS):  # until it looks but once a minute
        page.clock.fast_forward(60_000)
    service.start()
    page.get_by_role("button", name="Apply").click()
    expect(page.get_by_role("heading", name="Done 3 of 3 changes")).to_be_visible()
    expect(page.get_by_text("The documentation service answers again.")).to_be_visible()


def test_a_button_waits_when_the_service_asks_for_it(
    portal_for: PortalFor, service: RunningService, windows_on: WindowsOn
) -> None:
    with Wire(service) as wire:
        windows = windows_on(portal_for(API_BASE_URL=wire.url))
        page = windows.open("Alice", clock=True)
        page.goto(f"{SITES}/site_docs/edit")
        page.get_by_label("Title").fill("Guide")
        wire.faults["PATCH"] = faults.refusal(429, retry_after=20)
        page.get_by_role("button", name="Save changes").click()
        expect(page.get_by_role("alert")).to_contain_text("Try again in 20 seconds")
        expect(page.get_by_role("button", name="Save changes")).to_be_disabled()
        wire.faults.clear()
        page.clock.fast_forward(21_000)
        page.get_by_role("button", name="Save changes").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Guide")
        assert (windows.end(), wire.seen["PATCH"]) == ([], 2)
