"""Translations in the browser: made, renamed, deleted, and held against the languages that are wanted."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_keyboard import tab_to
from tests.browser.windows import Windows
from tests.records import ask
from tests.world import ALICE, RunningService

TRANSLATIONS = "/orgs/org_larkfield/translations"
COVERAGE = f"{TRANSLATIONS}/coverage"
WANTED = f"{COVERAGE}/wanted"
API = "/v1/orgs/org_larkfield/translations"


def titles(service: RunningService) -> list[str]:
    return [each["title"] for each in ask(service, ALICE, "GET", API).get_json()["items"]]


def heading(page: Page, words: str) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text(words)


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


def test_a_search_alone_changes_nothing(page: Page) -> None:
    page.goto(WANTED)
    page.get_by_label("Search languages").fill("german")
    page.get_by_role("link", name="Cancel").click()
    heading(page, "Language coverage")


def test_ticking_a_language_chooses_a_list_of_its_own(page: Page) -> None:
    page.goto(f"{WANTED}/translation_api")
    page.get_by_role("checkbox", name="Japanese").check()
    expect(page.get_by_role("radio", name="A list of its own")).to_be_checked()


def test_without_scripts_there_is_no_search_that_does_nothing(plain_page: Page) -> None:
    plain_page.goto(WANTED)
    expect(plain_page.get_by_label("Search languages")).to_have_count(0)
    expect(plain_page.get_by_role("checkbox")).to_have_count(39)


def test_the_languages_have_the_names_of_the_browser_s_language(windows: Windows) -> None:
    page = windows.open("Alice", locale="de-DE")
    page.goto(TRANSLATIONS)
    expect(page.get_by_role("cell", name="Japanisch, Chinesisch (Traditionell, Taiwan)")).to_be_visible()
