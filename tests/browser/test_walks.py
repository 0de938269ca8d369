"""The main act of each flow by the keys alone: every stop on the way is seen. With scripts and without."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_keyboard import tab_to
from tests.browser.windows import Reset, Windows
from tests.loops import for_each

ORG = "/orgs/org_larkfield"
SPACE = f"{ORG}/spaces/space_guide"
WALKS = {
    "custom field": (
        f"{ORG}/fields/_new",
        {"Title": "Lead time", "Name": "lead-time"},
        "Create custom field",
        "Lead time was created.",
    ),
    "change request": (
        f"{SPACE}/change-requests/new",
        {"Subject": "New depots"},
        "Create change request",
        "#7 New depots",
    ),
    "search": (f"{ORG}/search", {"Words": "surcharge"}, "Search", "Fuel surcharge"),
}


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without scripts"])
@for_each("path, typed, button, told", WALKS.values())
def test_it_is_done_with_the_keys_alone(
    anew: Reset, windows: Windows, path: str, typed: dict[str, str], button: str, told: str, *, scripts: bool
) -> None:
    anew()
    page = windows.open("Alice", scripts=scripts)
    page.goto(path)
    walk(page, typed, button)
    expect(page.locator("main").get_by_text(told).first).to_be_visible()


def walk(page: Page, typed: dict[str, str], button: str) -> None:
    """Past the navigation, then from field to field, and on to the button."""
    tab_to(page, "Skip to the content")
    page.keyboard.press("Enter")
    for field, text in typed.items():
        tab_to(page, field)
        page.keyboard.type(text)
    tab_to(page, button)
    page.keyboard.press("Enter")
