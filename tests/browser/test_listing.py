"""Lists with scripts: only their rows change, and the address with them; a link beside them shows a whole page."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.acts import settled
from tests.browser.worlds import MANY, many_sites
from tests.loops import for_each
from tests.world import RunningService

SITES = "/orgs/org_larkfield/sites"
OF_THE_DEMO = 7


@pytest.fixture
def rows(page: Page) -> Page:
    """Alice at the list; `still` marks a page that was not replaced."""
    page.goto(SITES)
    page.locator("h1").evaluate("heading => { heading.still = 'here' }")
    return page


def is_still_the_page(page: Page) -> bool:
    return bool(page.locator("h1").evaluate("heading => heading.still === 'here'"))


@pytest.mark.quick(cases=1)
def test_filter_as_you_type_asks_once_and_swaps_the_rows_alone(rows: Page) -> None:
    asked: list[str] = []
    rows.on("request", lambda request: asked.append(request.resource_type))
    rows.get_by_label("Title contains").press_sequentially("help", delay=20)
    expect(rows.locator("tbody tr")).to_have_count(1)
    expect(rows).to_have_url(re.compile(r"\?title=help"))
    expect(rows.get_by_label("Title contains")).to_be_focused()
    assert is_still_the_page(rows)
    assert asked.count("xhr") == 1


@pytest.mark.quick(cases=1)
def test_a_state_filters_at_once_and_the_back_button_undoes_it(rows: Page) -> None:
    clear = rows.get_by_role("link", name="Clear", exact=True)
    expect(clear).to_be_hidden()
    rows.get_by_label("State").select_option("Not published")
    expect(rows.locator("tbody tr")).to_have_count(2)
    assert is_still_the_page(rows)
    expect(clear).to_be_visible()
    rows.go_back()
    expect(rows.locator("tbody tr")).to_have_count(OF_THE_DEMO)
    expect(rows.get_by_label("State")).to_have_value("")
    expect(clear).to_be_hidden()


@for_each(
    "path, link",
    [
        ("sites?title=help", "Clear"),
        ("journal?since=2026-01-01", "Clear"),
    ],
)
def test_a_link_beside_the_filters_shows_a_whole_page(page: Page, path: str, link: str) -> None:
    page.goto("/orgs/org_larkfield/sites/site_docs")
    page.goto(f"/orgs/org_larkfield/{path}")
    before = page.url
    settled(page).get_by_role("main").get_by_role("link", name=link, exact=True).click()
    page.wait_for_url(lambda url: url != before)
    expect(settled(page).get_by_role("heading", level=1)).to_have_count(1)


def test_pages_of_a_long_list(page: Page, service: RunningService) -> None:
    many_sites(service)
    page.goto(SITES)
    page.locator("h1").evaluate("heading => { heading.still = 'here' }")
    for shown in (100, MANY + OF_THE_DEMO - 200):
        page.get_by_role("link", name="Next page").click()
        expect(page.locator("tbody tr")).to_have_count(shown)
        expect(page).to_have_url(re.compile("page="))
        expect(page.get_by_role("region", name="Sites")).to_be_focused()
    expect(page.get_by_role("link", name="Next page")).to_have_count(0)
    assert is_still_the_page(page)
    page.get_by_role("link", name="First page").click()
    expect(page.get_by_role("link", name="Larkfield Docs", exact=True)).to_be_visible()
