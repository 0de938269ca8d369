"""The settings say what a field was while somebody types, open a picture that is typed, and mark what is read."""

from playwright.sync_api import Page, expect

ORG = "/orgs/org_larkfield"
SETTINGS = f"{ORG}/settings"
LOGO = "https://larkfield.example/logo.svg"
NAME = "Larkfield Freight"


def test_what_it_was_appears_while_somebody_types(page: Page) -> None:
    page.goto(SETTINGS)
    line = page.get_by_text(f"Before your change: “{NAME}”")
    expect(line).to_be_hidden()
    page.get_by_label("Name", exact=True).fill("Larkfield Air")
    expect(line).to_be_visible()
    page.get_by_label("Name", exact=True).fill(NAME)
    expect(line).to_be_hidden()
    page.get_by_role("radio", name="Guest").check()
    expect(page.get_by_text("Before your change: “Reader”")).to_be_visible()


def test_a_picture_that_is_typed_can_be_opened(page: Page) -> None:
    page.goto(SETTINGS)
    page.get_by_role("textbox", name="Logo").press_sequentially(LOGO)
    expect(page.get_by_role("link", name="Open the address that you typed")).to_have_attribute("href", LOGO)
    page.get_by_role("textbox", name="Logo").fill("javascript:alert(1)")
    expect(page.get_by_role("link", name="Open the address that you typed")).to_have_count(0)


def marked(page: Page, name: str) -> None:
    expect(page.locator(".contents [aria-current]")).to_have_text([name])


def test_the_section_that_is_read_is_marked(page: Page) -> None:
    page.goto(SETTINGS)
    marked(page, "Profile")
    page.locator("#part-content").evaluate("part => part.scrollIntoView()")
    marked(page, "Content")
    page.locator(".contents").get_by_role("link", name="Change history").click()
    marked(page, "Change history")
    page.evaluate("window.scrollTo(0, 0)")
    marked(page, "Profile")
