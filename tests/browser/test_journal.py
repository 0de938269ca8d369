"""The journal is read and filtered with the keys, and a period keeps what was chosen."""

import re

from playwright.sync_api import Page, expect

ORG = "/orgs/org_larkfield"
EDIT = f"{ORG}/sites/site_docs/edit"


def test_the_first_change_is_a_few_tabs_after_the_content_begins(page: Page) -> None:
    page.goto(EDIT)
    page.get_by_label("Title").fill("Larkfield Guide")
    page.get_by_role("button", name="Save changes").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Larkfield Guide")
    page.goto(f"{ORG}/journal")
    page.locator("#main").focus()
    presses = 0
    while not page.evaluate("Boolean(document.activeElement.closest('tbody'))"):
        page.keyboard.press("Tab")
        presses += 1
        assert presses <= 6
    expect(page.locator(":focus")).to_have_text("Change the site Larkfield Docs: title")


def test_more_filters_are_opened_and_used_with_the_keys(page: Page) -> None:
    page.goto(f"{ORG}/journal?q=anything")
    expect(page.get_by_label("Outcome")).to_be_hidden()
    page.get_by_text("More filters").focus()
    page.keyboard.press("Enter")
    page.get_by_label("Outcome").select_option("saved")
    expect(page).to_have_url(re.compile(r"state=saved"))
    page.reload()
    expect(page.get_by_label("Outcome")).to_have_value("saved")


def test_a_period_keeps_what_was_chosen_without_a_reload(page: Page) -> None:
    page.goto(EDIT)
    page.get_by_label("Title").fill("Larkfield Guide")
    page.get_by_role("button", name="Save changes").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Larkfield Guide")
    page.goto(f"{ORG}/journal")
    page.get_by_text("More filters").click()
    page.get_by_label("Area", exact=True).select_option("Sites")
    expect(page.get_by_text("1 change", exact=True)).to_be_visible()
    page.get_by_text("Period", exact=True).click()
    page.get_by_role("link", name="Last 7 days").click()
    expect(page.get_by_label("From", exact=True)).not_to_have_value("")
    expect(page.get_by_label("Area", exact=True)).to_have_value("Sites")
