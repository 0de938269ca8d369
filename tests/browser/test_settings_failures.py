"""What the service can answer to a change of the settings: what was typed stays, one call is made, and it is told."""

import re
from collections.abc import Iterator
from threading import Event

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from tests.asked import Log
from tests.browser.acts import toasts
from tests.browser.windows import PHONE, Windows, WindowsOn
from tests.faults import faults
from tests.faults.hostile import Fault
from tests.loops import for_each
from tests.portals import close_portal, forget_changes, make_portal
from tests.wire import Wire
from tests.world import RunningService

SETTINGS = "/orgs/org_larkfield/settings"
TYPED = "Larkfield Air"


@pytest.fixture(scope="module")
def long_wire(running: tuple[RunningService, Log]) -> Iterator[Wire]:
    """To the service of this process, for all tests here."""
    with Wire(running[0]) as wire:
        yield wire


@pytest.fixture(scope="module")
def app(long_wire: Wire, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """A portal at the other end of the wire, which tries again soon after it met a failure."""
    app = make_portal(long_wire.url, tmp_path_factory.mktemp("portal"), BREAKER_REST_SECONDS=0.05)
    yield app
    close_portal(app)


@pytest.fixture
def wire(long_wire: Wire, service: RunningService) -> Wire:
    """The wire as it is in the beginning, and the world behind it."""
    assert service.url
    long_wire.faults.clear()
    long_wire.seen.clear()
    return long_wire


@pytest.fixture
def windows(app: Flask, wire: Wire, windows_on: WindowsOn) -> Windows:
    """Opens windows on that portal, in which nobody has changed anything."""
    assert wire.faults == {}
    forget_changes(app)
    return windows_on(app)


@pytest.fixture
def alice(windows: Windows) -> Page:
    """Alice at the settings."""
    page = windows.open("Alice")
    page.goto(SETTINGS)
    return page


def send(page: Page, typed: str = TYPED) -> None:
    page.get_by_label("Name", exact=True).fill(typed)
    page.get_by_role("button", name="Save profile").click()


NOT_KNOWN = "It isn't known whether this was saved"
FAILURES: dict[str, tuple[Fault, str]] = {
    "422 of a field": (faults.refusal(422, "title: is odd."), "The API refused this: “is odd.”"),
    "429 without a time": (faults.refusal(429), "The API asks Masthead to slow down."),
    "a page of a network": (faults.web_page, NOT_KNOWN),
}


@for_each("name", FAILURES)
def test_a_failure_is_told_and_keeps_what_was_typed(
    alice: Page, wire: Wire, service: RunningService, app: Flask, name: str
) -> None:
    service.reset()
    forget_changes(app)
    wire.seen.clear()
    fault, words = FAILURES[name]
    alice.goto(f"{SETTINGS}?refresh=1")
    wire.faults["PATCH"] = fault
    send(alice)
    expect(alice.get_by_role("main")).to_contain_text(words)
    if words == NOT_KNOWN:
        alice.get_by_role("button", name="Open my input again").click()
    expect(alice.get_by_label("Name", exact=True)).to_have_value(TYPED)
    assert wire.seen["PATCH"] == 1
    wire.faults.clear()
    alice.get_by_role("button", name="Save profile").click()
    expect(toasts(alice)).to_contain_text("Profile: saved.")


@pytest.mark.quick(cases=1)
def test_a_field_that_the_service_names_is_marked(alice: Page, wire: Wire) -> None:
    wire.faults["PATCH"] = faults.refusal(400, "title: is taken.")
    send(alice)
    expect(alice.get_by_label("Name", exact=True)).to_have_attribute("aria-invalid", "true")
    expect(alice.get_by_role("alert").get_by_role("link")).to_have_attribute("href", "#title")


def test_signing_in_again_leads_to_what_was_typed(alice: Page, wire: Wire) -> None:
    wire.faults["PATCH"] = faults.refusal(401)
    alice.get_by_label("E-mail domains").fill("larkfield.example, drivers.larkfield.example, typed.example")
    alice.get_by_role("button", name="Save access").click()
    expect(alice.get_by_role("heading", level=1)).to_have_text(re.compile("Sign in"))
    wire.faults.clear()
    alice.get_by_role("button", name="Alice").click()
    expect(alice.locator("#part-access [data-outcome=not-saved]")).to_be_focused()
    expect(alice.locator("#part-access [data-outcome=not-saved]")).to_be_in_viewport(ratio=0.9)


def test_the_button_counts_down_the_time_to_wait(windows: Windows, wire: Wire) -> None:
    page = windows.open("Alice")
    page.goto(SETTINGS)
    wire.faults["PATCH"] = faults.refusal(429, retry_after=2)
    send(page)
    expect(page.get_by_role("button", name=re.compile(r"Save profile \(in [12] s\)"))).to_be_disabled()
    expect(page.get_by_role("button", name="Save access")).to_be_enabled()
    wire.faults.clear()
    expect(page.get_by_text("You can save now.")).to_be_visible()
    expect(page.get_by_role("alert")).to_contain_text("Nothing was changed. Try again now.")
    page.get_by_role("button", name="Save profile", exact=True).click()
    expect(toasts(page)).to_contain_text("Profile: saved.")
    assert wire.seen["PATCH"] == 2


def test_a_save_that_crossed_a_colleagues_is_seen_where_it_was_made(windows: Windows, wire: Wire) -> None:
    page, lena = windows.open("Alice", width=PHONE), windows.open("Lena")
    page.goto(SETTINGS)
    lena.goto(SETTINGS)
    go_on = Event()
    wire.faults["PATCH"] = faults.until(go_on, wire.pass_on)
    send(page)
    while not wire.seen.get("PATCH"):
        page.wait_for_timeout(50)
    wire.faults.clear()
    send(lena, "Larkfield Bee")
    expect(toasts(lena)).to_contain_text("Profile: saved.")
    go_on.set()
    expect(page.get_by_text("While this was being sent, Lena changed name")).to_be_in_viewport()
    expect(page.get_by_text("Profile: saved.")).to_be_in_viewport()
