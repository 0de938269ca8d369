"""The Content-Security-Policy refuses styles in attributes; a long session brings about none of them."""

import re

from playwright.sync_api import Page, expect

from tests.browser.structure import box_of, drag, handle, open_board, row, saved

ORGANIZATION = "/orgs/org_larkfield"
SETTINGS = f"{ORGANIZATION}/settings"
EDIT = f"{ORGANIZATION}/sites/site_docs/edit"


def resize(page: Page, name: str) -> None:
    """Make an area for text larger by its corner: the browser writes the size into the element's style."""
    area = page.get_by_label(name)
    area.evaluate("area => area.scrollIntoView({ block: 'center' })")
    box = box_of(area)
    corner_x, corner_y = box["x"] + box["width"] - 5, box["y"] + box["height"] - 5
    page.mouse.move(corner_x, corner_y)
    page.mouse.down()
    page.mouse.move(corner_x, corner_y + 60, steps=3)
    page.mouse.up()
    expect(area).to_have_attribute("style", re.compile("height"))


def test_a_form_with_a_resized_field_comes_back(page: Page) -> None:
    page.goto(SETTINGS)
    resize(page, "E-mail domains")
    page.get_by_label("E-mail domains").fill("no domain")
    page.get_by_role("button", name="Save access").click()
    expect(page.locator("[data-problems]")).to_be_visible()


def test_a_long_session(page: Page) -> None:
    open_board(page)
    drag(page, handle(page, "API reference"), row(page, "Get started"), 0.9)
    saved(page)
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(page.get_by_role("heading", name="No changes yet")).to_be_visible()  # the answer replaces the menu
    page.locator("summary", has_text="Add").click()
    page.get_by_role("link", name="Add space…").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("ControlOrMeta+k")
    page.keyboard.type("settings")
    expect(page.get_by_role("option").first).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("link", name="Settings", exact=True).last.click()
    page.get_by_label("Title", exact=True).fill("")
    page.get_by_role("button", name="Save changes").click()
    expect(page.locator("[data-problems]")).to_be_visible()
    page.get_by_label("Title", exact=True).fill("Larkfield Guide")
    page.get_by_role("button", name="Save changes").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Larkfield Guide")
    page.locator("summary", has_text="Your account").click()
    expect(page.get_by_role("button", name="Sign out", exact=True)).to_be_visible()
    page.go_back()
    expect(page.get_by_label("Title", exact=True)).to_be_visible()
    page.wait_for_load_state()
    page.go_forward()
    expect(page.get_by_role("heading", level=1)).to_have_text("Larkfield Guide")
