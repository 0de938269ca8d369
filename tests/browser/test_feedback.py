"""A message is in sight and has the focus, in the part of the page that it is about, however the form was sent."""

from itertools import product

import pytest
from playwright.sync_api import FilePayload, Locator, expect

from tests.browser.windows import DESK, PHONE, Reset, Windows
from tests.loops import for_each

ORGANIZATION = "/orgs/org_larkfield"
SETTINGS = f"{ORGANIZATION}/settings"
ROSTER = f"{ORGANIZATION}/teams/team_operations/roster"


def is_met(message: Locator) -> None:
    expect(message).to_be_focused()
    expect(message).to_be_in_viewport(ratio=0.9)


@pytest.mark.quick(cases=1)
@for_each("width, scripts", list(product([DESK, PHONE], [True, False])))
def test_what_was_refused_and_what_was_saved_is_told_where_it_was_typed(
    anew: Reset, windows: Windows, width: int, *, scripts: bool
) -> None:
    anew()
    alice = windows.open("Alice", scripts=scripts, width=width)
    alice.goto(SETTINGS)
    alice.get_by_label("E-mail domains").fill("*.example")
    alice.get_by_role("button", name="Save access").click()
    is_met(alice.locator("#part-access [data-outcome=not-saved]"))
    alice.get_by_label("E-mail domains").fill("larkfield.example, drivers.larkfield.example, new.example")
    alice.get_by_role("button", name="Save access").click()
    is_met(alice.locator("#part-access [data-outcome=saved]"))


def test_a_file_that_is_too_large_is_told_at_its_field_and_nothing_typed_is_lost(windows: Windows) -> None:
    page = windows.open("Alice")
    page.goto(ROSTER)
    page.get_by_label("Paste a list").fill("user_judith,owner")
    large = FilePayload(name="people.csv", mimeType="text/csv", buffer=b"x" * 1_200_000)
    page.get_by_label("Or choose a file").set_input_files(large)
    told = page.get_by_role("alert")
    expect(told).to_contain_text("Masthead accepts 1 MB at most")
    is_met(told)
    expect(page.get_by_label("Paste a list")).to_have_value("user_judith,owner")
    page.get_by_label("Or choose a file").set_input_files([])
    expect(told).to_have_count(0)


def test_a_forgotten_box_is_named_and_led_to(windows: Windows) -> None:
    page = windows.open("Alice")
    page.goto(ROSTER)
    page.get_by_label("Paste a list").fill(
        "user_judith,owner\nheidi@@brandt-translations.example\nuser_ivan\nuser_frank\n"
    )
    page.get_by_role("button", name="Replace members…").click()
    page.get_by_role("button", name="Apply the changes").click()
    page.get_by_role("alert").get_by_role("link", name="Select “").first.press("Enter")
    box = page.get_by_role("checkbox", name="no other row names")
    expect(box).to_be_focused()
    expect(box).to_be_in_viewport()
    expect(box).to_have_attribute("aria-invalid", "true")


def test_what_was_saved_is_told_for_a_while_and_longer_under_the_pointer(anew: Reset, windows: Windows) -> None:
    anew()
    page = windows.open("Alice", clock=True)
    page.goto(f"{ORGANIZATION}/sites/site_partners/links/link_carriers")
    page.get_by_role("button", name="Switch off").click()
    told = page.locator("main > .toasts [data-outcome=saved]")
    told.hover()
    page.clock.fast_forward("00:07")
    expect(told).to_be_visible()
    page.mouse.move(640, 10)
    page.clock.fast_forward("00:07")
    expect(told).to_have_count(0)
