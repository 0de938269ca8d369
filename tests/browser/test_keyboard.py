"""The whole way with the keys alone: nobody needs a mouse, and everybody sees where they are."""

from time import monotonic
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.windows import DESK, PATIENCE, Windows

MAX_STEPS = 120
FOCUSED = """async () => {
  const at = document.activeElement;
  await Promise.allSettled(at.getAnimations().map((animation) => animation.finished));
  const style = getComputedStyle(at), box = at.getBoundingClientRect();
  const ring = parseFloat(style.outlineWidth) >= 2 && style.outlineStyle === "solid";
  const reach = parseFloat(style.outlineOffset) + parseFloat(style.outlineWidth);
  const [line] = at.getClientRects();
  const long = at.matches("textarea") || box.height > innerHeight / 2;  // the browser shows where its text begins
  const above = document.elementFromPoint(line?.x + line?.width / 2, line?.y + Math.min(line?.height / 2, 20));
  const free = above?.contains(at) || at.contains(above) || above?.closest("label")?.control === at;
  const name = at.getAttribute("aria-label") || at.labels?.[0]?.innerText || at.innerText || at.tagName;
  const whole = box.top >= reach && box.bottom <= innerHeight - reach;
  return {
    name: name.trim().replace(/\\s+/g, " "),
    seen: ring && box.left >= 0 && box.right <= innerWidth && (whole && free || long && (free || box.top < 0)),
    taken: at.getAttribute("tabindex") === "-1" || at === document.body,
    how: `${style.outline}, from ${box.left} ${box.top} to ${box.right} ${box.bottom} of ${innerWidth} ${innerHeight}` +
      (free ? "" : ` behind ${above?.outerHTML.slice(0, 80)}`),
  };
}"""


def focused(page: Page) -> dict[str, Any]:
    """What has the focus, once the page has glided to where it is seen; or as it is where nobody sees it."""
    until = monotonic() + PATIENCE / 1000
    while True:
        at: dict[str, Any] = page.evaluate(FOCUSED)
        if at["seen"] or at["taken"] or monotonic() > until:
            return at


def tab_to(page: Page, name: str | tuple[str, ...], key: str = "Tab") -> list[str]:
    """Press Tab until the element of this name, or of one of these, has the focus; the names on the way.

    Each has to be seen there. `key` is Shift+Tab for the way back.
    """
    passed: list[str] = []
    for _ in range(MAX_STEPS):
        if passed and passed[-1].startswith(name):
            return passed
        page.keyboard.press(key)
        page.wait_for_load_state()  # what shows the focus is in the style sheet
        at = focused(page)
        if at["taken"]:  # the page that came put the focus on its title or message just then, or was at its end
            continue
        passed.append(at["name"])
        assert at["seen"], f"nobody sees the focus on {at['name'][:80]}: {at['how']}"
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
    tab_to(page, "New")
    page.keyboard.press("Enter")
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
    expect(page.get_by_text("Unlisted", exact=True)).to_be_visible()


def test_the_ring_is_whole_at_the_edge_of_the_window(windows: Windows) -> None:
    page = windows.open()
    page.goto("/sign-in")
    bottom = page.get_by_role("button", name="Sign in", exact=True).evaluate(
        "each => each.getBoundingClientRect().bottom"
    )
    page.set_viewport_size({"width": DESK, "height": int(bottom)})
    assert tab_to(page, "Sign in")


def test_every_stop_of_a_form_is_seen(page: Page) -> None:
    page.goto("/orgs/org_larkfield/settings")
    assert len(tab_to(page, "http://")) > 20
    page.goto("/orgs/org_larkfield/sites/site_docs/edit")
    assert len(tab_to(page, "Cancel")) > 15


def test_keys_are_shown_and_two_lead_to_an_area(windows: Windows) -> None:
    page = windows.open("Alice")
    page.goto("/orgs/org_larkfield/sites")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_contain_text("g tTeams")
    page.keyboard.press("Escape")
    page.keyboard.type("gt")
    expect(page.get_by_role("heading", level=1)).to_have_text("Teams")
    page.goto("/orgs/org_larkfield/settings")
    page.get_by_label("Name", exact=True).press("Control+Enter")
    expect(page.locator("#part-profile [data-toast]")).to_be_visible()
