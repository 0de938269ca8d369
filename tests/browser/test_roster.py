"""The review of a roster: where it begins, its filter and its rows, and a box that was forgotten."""

from playwright.sync_api import Page, expect

from tests.browser.acts import CUT_OPTIONS
from tests.browser.roster_states import ROSTER, giving


def test_the_review_begins_at_its_top(page: Page) -> None:
    page.goto(ROSTER)
    page.set_viewport_size({"width": 1280, "height": 400})
    page.get_by_label("Paste a list").fill("user_kofi,owner\n")
    page.get_by_role("button", name="Review changes").click()
    expect(page.get_by_role("heading", name="Review changes", level=1)).to_be_focused()
    assert page.evaluate("window.scrollY") == 0


def test_no_choice_of_the_filter_is_cut_off(page: Page) -> None:
    page.goto(ROSTER)
    page.get_by_label("Paste a list").fill("user_kofi,owner\nuser_heidi,remove\n")
    page.get_by_role("button", name="Review changes").click()
    show = page.get_by_label("Show", exact=True)
    expect(show.get_by_role("option").first).to_have_text("All but “No change”")
    assert show.evaluate_all(CUT_OPTIONS) == []


def test_all_cells_of_a_row_begin_at_its_top(page: Page) -> None:
    page.goto(ROSTER)
    giving("user_kofi,owner\nbroken@@larkfield.example\n")(page)
    tops = page.locator("table.roster tbody tr > *").evaluate_all(
        "cells => cells.map(cell => getComputedStyle(cell).verticalAlign)"
    )
    assert set(tops) == {"top"}


def test_a_forgotten_box_is_named_and_led_to(page: Page) -> None:
    page.goto(ROSTER)
    page.get_by_label("Paste a list").fill(
        "user_judith,owner\nheidi@@brandt-translations.example\nuser_ivan\nuser_frank\n"
    )
    page.get_by_role("radio", name="Replace members").check()
    page.get_by_role("button", name="Review changes").click()
    page.get_by_role("button", name="Apply the changes").click()
    page.get_by_role("alert").get_by_role("link", name="Select “").first.press("Enter")
    box = page.get_by_role("checkbox", name="no other row names")
    expect(box).to_be_focused()
    expect(box).to_be_in_viewport()
    expect(box).to_have_attribute("aria-invalid", "true")
