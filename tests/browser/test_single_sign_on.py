"""Single sign-on in the browser: a day for later, and fingerprints."""

from playwright.sync_api import Page, expect

from tests.browser.sso_states import comparing
from tests.providers import DRIVERS

LINES = """cells => cells.map(cell => {
  const texts = document.createTreeWalker(cell.querySelector("code"), NodeFilter.SHOW_TEXT), lines = new Map();
  while (texts.nextNode()) for (let at = 0; at < texts.currentNode.length; at += 1) {
    const sign = document.createRange();
    sign.setStart(texts.currentNode, at);
    sign.setEnd(texts.currentNode, at + 1);
    const top = Math.round(sign.getBoundingClientRect().top - cell.getBoundingClientRect().top);
    lines.set(top, (lines.get(top) ?? 0) + 1);
  }
  return [...lines.values()];
})"""


def test_a_day_is_asked_for_where_the_certificate_is_for_later(each_page: Page) -> None:
    each_page.goto(f"{DRIVERS}/certificate")
    day = each_page.get_by_label("Day to replace it")
    expect(day).to_be_hidden()
    each_page.get_by_role("radio", name="Save it for later").check()
    expect(day).to_be_visible()
    expect(each_page.get_by_text("Before your change")).to_have_count(0)


def test_two_fingerprints_are_compared_line_by_line(page: Page) -> None:
    page.goto(f"{DRIVERS}/certificate")
    comparing(page)
    cells = page.locator(".compare td:has(code)")
    expect(cells).to_have_count(2)
    old, new = cells.evaluate_all(LINES)
    assert old == new
    assert len(old) > 1
    assert {length % len("C3:") for length in old[:-1]} == {0}
