"""Titles that are read from right to left keep their order, and leave that of the words around them alone."""

from playwright.sync_api import Locator, Page, expect

from tests.browser.states import ORGANIZATION
from tests.records import rename_everything
from tests.world import RunningService

ARABIC = "دليل API v2.0 (مسودة)"
PLACES = """(element, words) => {
    const range = document.createRange();
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const nodes = [];
    while (walker.nextNode()) nodes.push(walker.currentNode);
    return words.map((word) => {
        const node = nodes.find((each) => each.data.includes(word));
        range.setStart(node, node.data.indexOf(word));
        range.setEnd(node, node.data.indexOf(word) + word.length);
        return range.getBoundingClientRect().left;
    });
}"""


def is_in_order(place: Locator, *words: str) -> bool:
    """Whether these stand from left to right."""
    expect(place).to_contain_text(words[0])
    found = place.evaluate(PLACES, list(words))
    return bool(found == sorted(found))


def test_a_title_is_read_from_its_own_side(page: Page, service: RunningService) -> None:
    rename_everything(service, ARABIC)
    page.goto(f"{ORGANIZATION}/sites")
    own = ("مسودة", "API", "دليل")
    assert is_in_order(page.locator("main table a").filter(has_text="API").first, *own)
    page.goto(f"{ORGANIZATION}/sites/site_docs")
    assert is_in_order(page.get_by_role("heading", level=1), *own)
    page.goto(f"{ORGANIZATION}/sites/site_docs/delete")
    heading = page.get_by_role("heading", level=1)
    assert is_in_order(heading, "Delete", *own, "?")
    page.goto(f"{ORGANIZATION}/spaces/space_guide/pages/page_guide_rates")
    expect(page.locator(".markdown").first).to_have_attribute("dir", "auto")
    page.keyboard.press("ControlOrMeta+k")
    assert is_in_order(page.get_by_role("option").filter(has_text="v2.0").first, *own)
