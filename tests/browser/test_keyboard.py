"""The whole way with the keys alone: nobody needs a mouse, and everybody sees where they are."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.windows import Windows

MAX_STEPS = 60
FOCUSED = """async () => {
  const at = document.activeElement;
  await Promise.allSettled(at.getAnimations().map((animation) => animation.finished));
  const style = getComputedStyle(at), box = at.getBoundingClientRect();
  const ring = parseFloat(style.outlineWidth) >= 2 && style.outlineStyle === "solid";
  return {
    name: at.getAttribute("aria-label") || at.labels?.[0]?.innerText || at.innerText || at.tagName,
    seen: ring && box.left >= 0 && box.top >= 0 && box.right <= innerWidth,
    taken: at.getAttribute("tabindex") === "-1",
    how: `${style.outline}, from ${box.left} ${box.top} to ${box.right} of ${innerWidth}`,
  };
}"""


def tab_to(page: Page, name: str) -> list[str]:
    """Press Tab until the element of this name has the focus; the names on the way. Each has to be seen there."""
    passed: list[str] = []
    for _ in range(MAX_STEPS):
        if passed and passed[-1].startswith(name):
            return passed
        page.keyboard.press("Tab")
        page.wait_for_load_state()  # what shows the focus is in the style sheet
        at = page.evaluate(FOCUSED)
        if at["taken"]:  # the page that came put the focus on its title or message just then
            continue
        passed.append(at["name"].strip())
        assert at["seen"], f"nobody sees the focus on {passed[-1]}: {at['how']}"
    raise AssertionError(passed)


@pytest.mark.quick(cases=1)
def test_create_a_site_with_the_keys_alone(windows: Windows) -> None:
    page = windows.open()
    page.goto("/sign-in")
    assert tab_to(page, "Skip to the content") == ["Skip to the content"]
    tab_to(page, "Access token")
    page.keyboard.type("demo-alice")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    tab_to(page, "New site")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("New site")
    expect(page.get_by_role("heading", level=1)).to_be_focused()  # comes a moment after the words
    tab_to(page, "Title")
    page.keyboard.type("Customs guide")
    tab_to(page, "Public")
    page.keyboard.press("ArrowDown")
    tab_to(page, "Create site")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Customs guide")
    expect(page.get_by_text("Unlisted")).to_be_visible()


def test_skip_link_leads_past_the_navigation(page: Page) -> None:
    page.goto("/orgs/org_larkfield")
    assert tab_to(page, "Skip to the content") == ["Skip to the content"]
    page.keyboard.press("Enter")
    assert tab_to(page, "New site") == ["Settings", "New site"]


def test_menu_opens_and_closes_with_the_keys(page: Page) -> None:
    page.goto("/orgs/org_larkfield")
    tab_to(page, "Theme")
    page.keyboard.press("Enter")
    assert tab_to(page, "Dark") == ["System", "Light", "Dark"]
    page.keyboard.press("Enter")
    expect(page.locator("html")).to_have_attribute("data-bs-theme", "dark")


def test_every_stop_of_a_form_is_seen(page: Page) -> None:
    page.goto("/orgs/org_larkfield/settings")
    assert len(tab_to(page, "http://")) > 20
    page.goto("/orgs/org_larkfield/sites/site_docs/edit")
    assert len(tab_to(page, "Cancel")) > 15
