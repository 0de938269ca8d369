"""An import in a browser: by keyboard, with scripts and without."""

from playwright.sync_api import Page, expect

HERE = "/orgs/org_larkfield/spaces/space_guide/import"


def test_an_import_is_typed_and_told(each_page: Page) -> None:
    each_page.goto("/orgs/org_larkfield/sites/site_docs")  # which tells what the space is called
    each_page.goto(HERE)
    each_page.get_by_label("Address").focus()
    each_page.keyboard.type("https://127.0.0.1/docs")
    each_page.get_by_label("Type “Shipping guide” to confirm").focus()
    each_page.keyboard.type("Shipping guide")
    each_page.keyboard.press("Enter")
    expect(each_page.get_by_text("The API imported 0 of 1 resources into Shipping guide.")).to_be_visible()


def test_a_wrong_name_leads_to_its_field(page: Page) -> None:
    page.goto(HERE)
    page.get_by_label("Address").fill("https://127.0.0.1/docs")
    page.get_by_role("button", name="Import", exact=True).press("Enter")
    page.get_by_role("alert").get_by_role("link").press("Enter")
    expect(page.get_by_label("to confirm")).to_be_focused()
