"""An import in a browser: what is wrong leads to its field."""

from playwright.sync_api import Page, expect

HERE = "/orgs/org_larkfield/spaces/space_guide/import"


def test_a_wrong_name_leads_to_its_field(page: Page) -> None:
    page.goto(HERE)
    page.get_by_label("Address").fill("https://127.0.0.1/docs")
    page.get_by_role("button", name="Import", exact=True).press("Enter")
    page.get_by_role("alert").get_by_role("link").press("Enter")
    expect(page.get_by_label("to confirm")).to_be_focused()
