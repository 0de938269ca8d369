"""The languages that are wanted, searched with the keys."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_keyboard import tab_to

TRANSLATIONS = "/orgs/org_larkfield/translations"
WANTED = f"{TRANSLATIONS}/coverage/wanted"


@pytest.mark.quick(cases=1)
def test_a_search_finds_a_language_and_the_keys_tick_it(page: Page) -> None:
    page.goto(WANTED)
    tab_to(page, "Search languages")
    page.keyboard.type("canto")
    expect(page.get_by_role("checkbox")).to_have_count(1)
    page.keyboard.press("Enter")
    expect(page.get_by_text("1 found, 1 selected.")).to_be_visible()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.press("Delete")
    expect(page.get_by_role("checkbox", name="Cantonese")).to_be_checked()
    expect(page.get_by_role("checkbox")).to_have_count(39)
    tab_to(page, "Save wanted languages")
    page.keyboard.press("Enter")
    expect(page.get_by_role("columnheader", name="Cantonese")).to_be_visible()
