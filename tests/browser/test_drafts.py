"""What was typed and not saved comes back when the person does."""

from playwright.sync_api import Page, expect

EDIT = "/orgs/org_larkfield/sites/site_docs/edit"


def test_what_was_typed_is_shown_and_then_saved(each_page: Page) -> None:
    page = each_page
    page.goto(EDIT)
    page.get_by_label("Title").fill("x" * 200)
    page.get_by_role("button", name="Save changes").click()
    expect(page.locator("[data-problems]")).to_be_visible()
    page.goto(EDIT)
    page.get_by_role("button", name="Show what I typed").click()
    expect(page.get_by_label("Title")).to_have_value("x" * 200)
    page.get_by_label("Title").fill("Larkfield Guide")
    page.get_by_role("button", name="Save changes").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Larkfield Guide")
    page.goto(EDIT)
    expect(page.get_by_role("button", name="Show what I typed")).to_have_count(0)
