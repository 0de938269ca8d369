"""A message is in sight and has the focus, in the part of the page that it is about, however the form was sent."""

import pytest
from playwright.sync_api import FilePayload, Locator, Page, expect

from tests.browser.windows import DESK, PHONE, Windows

ORGANIZATION = "/orgs/org_larkfield"
SETTINGS = f"{ORGANIZATION}/settings"
ROSTER = f"{ORGANIZATION}/teams/team_operations/roster"


@pytest.fixture(params=[DESK, PHONE], ids=["desk", "phone"])
def width(request: pytest.FixtureRequest) -> int:
    found: int = request.param
    return found


@pytest.fixture(params=[True, False], ids=["with scripts", "without scripts"])
def alice(request: pytest.FixtureRequest, windows: Windows, width: int) -> Page:
    """Alice at the settings."""
    page = windows.open("Alice", scripts=request.param, width=width)
    page.goto(SETTINGS)
    return page


def is_met(message: Locator) -> None:
    expect(message).to_be_focused()
    expect(message).to_be_in_viewport(ratio=0.9)


@pytest.mark.quick(cases=1)
def test_what_was_refused_is_told_where_it_was_typed(alice: Page) -> None:
    alice.get_by_label("E-mail domains").fill("*.example")
    alice.get_by_role("button", name="Save access").click()
    is_met(alice.locator("#part-access [data-outcome=not-saved]"))


@pytest.mark.quick(cases=1)
def test_what_was_saved_is_told_where_it_was_typed(alice: Page) -> None:
    alice.get_by_label("E-mail domains").fill("larkfield.example")
    alice.get_by_role("button", name="Save access").click()
    is_met(alice.locator("#part-access [data-outcome=saved]"))


def test_a_page_without_a_message_opens_at_its_top(windows: Windows) -> None:
    page = windows.open("Alice")
    page.goto(SETTINGS)
    page.get_by_role("link", name="Enforce single sign-on").or_(page.get_by_role("link", name="Stop enforcing")).click()
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    expect(page.get_by_role("heading", level=1)).to_be_in_viewport()
    assert page.evaluate("window.scrollY") == 0


def test_a_file_that_is_too_large_is_told_at_its_field_and_nothing_typed_is_lost(windows: Windows) -> None:
    page = windows.open("Alice")
    page.goto(ROSTER)
    page.get_by_label("Replace members").check()
    large = FilePayload(name="people.csv", mimeType="text/csv", buffer=b"x" * 1_200_000)
    page.get_by_label("Or choose a file").set_input_files(large)
    page.get_by_role("button", name="Review changes").click()
    told = page.get_by_role("alert")
    expect(told).to_contain_text("Masthead accepts 1 MB at most")
    is_met(told)
    expect(page.get_by_label("Replace members")).to_be_checked()
    page.get_by_label("Or choose a file").set_input_files([])
    expect(told).to_have_count(0)
