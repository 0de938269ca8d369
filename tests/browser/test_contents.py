"""The links to the sections of the settings mark the one that is being read."""

from playwright.sync_api import Page, expect

from tests.browser.settings_acts import SETTINGS
from tests.browser.windows import HEIGHT, PHONE


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


def test_on_a_phone_the_links_stay_in_one_line(page: Page) -> None:
    page.set_viewport_size({"width": PHONE, "height": HEIGHT})
    page.goto(SETTINGS)
    page.locator("#part-ai").evaluate("part => part.scrollIntoView()")
    marked(page, "AI")
    link = page.locator(".contents [aria-current]")
    expect(link).to_be_in_viewport()
    box = page.locator(".contents").bounding_box()
    assert box is not None
    assert box["height"] < 60
