"""Going from page to page with scripts: quick, and told to those who listen."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.acts import toasts
from tests.browser.windows import Windows

OVERVIEW = "/orgs/org_larkfield"


@pytest.mark.quick(cases=1)
def test_next_page_comes_without_loading_anew(page: Page) -> None:
    page.goto(OVERVIEW)
    page.evaluate("window.still = 'here'")
    page.get_by_role("navigation", name="Areas").get_by_role("link", name="Sites").click()
    expect(page).to_have_title("Sites · Larkfield Freight · Masthead")
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    expect(page).to_have_url(f"{OVERVIEW}/sites")
    assert page.evaluate("window.still") == "here"


@pytest.mark.quick(cases=1)
def test_refused_form_moves_to_the_problems_and_they_lead_to_the_fields(page: Page) -> None:
    page.goto(f"{OVERVIEW}/sites/site_docs/edit")
    page.get_by_label("Title").fill("L")
    page.get_by_role("button", name="Save changes").click()
    expect(page.get_by_role("alert")).to_be_focused()
    page.get_by_role("alert").get_by_role("link").click()
    expect(page.get_by_label("Title")).to_be_focused()


@pytest.mark.quick(cases=1)
def test_portal_that_cannot_be_reached_says_so(page: Page, windows: Windows) -> None:
    page.goto(f"{OVERVIEW}/sites/new")
    page.get_by_label("Title").fill("Customs guide")
    page.get_by_label("Unlisted").check()
    with windows.expecting_trouble():
        page.context.set_offline(offline=True)
        page.get_by_role("button", name="Create site").click()
        expect(toasts(page)).to_contain_text("Masthead didn't answer, so it isn't known whether this was saved.")
        page.get_by_role("navigation", name="Areas").get_by_role("link", name="Teams").click()
        expect(toasts(page)).to_contain_text("Masthead didn't answer, so it isn't known whether this was saved.")
    expect(page.get_by_label("Title")).to_have_value("Customs guide")
    page.context.set_offline(offline=False)
    page.get_by_role("button", name="Create site").click()
    expect(toasts(page)).to_contain_text("Customs guide was created.")
    expect(toasts(page).get_by_text("it isn't known")).to_have_count(0)


def test_a_page_that_could_not_be_reached_is_told_until_one_can(page: Page, windows: Windows) -> None:
    page.goto(f"{OVERVIEW}/sites")
    sites = page.get_by_role("navigation", name="Areas")
    with windows.expecting_trouble():
        page.context.set_offline(offline=True)
        sites.get_by_role("link", name="Teams").click()
        expect(toasts(page)).to_contain_text("Masthead can't be reached.")
    page.context.set_offline(offline=False)
    page.locator("#filter-title").fill("docs")
    expect(toasts(page).get_by_text("Masthead can't be reached.")).to_have_count(0)
