"""The register in the browser: it reads on by itself, and what is overdue is switched off together."""

import pytest
from playwright.sync_api import Page, expect

from tests.records import add_links, add_sites
from tests.world import RunningService

REGISTER = "/orgs/org_larkfield/links"


@pytest.mark.quick(cases=1)
def test_it_reads_on_by_itself_with_the_filters_of_now(page: Page, service: RunningService) -> None:
    add_sites(service, "org_larkfield", 60)
    add_links(service, "site_org_larkfield_0060", 2)
    page.goto(f"{REGISTER}?q=0002")
    expect(page.get_by_role("link", name="Link 0002")).to_be_visible()
    expect(page.get_by_text("sites so far")).to_have_count(0)
    expect(page.get_by_role("link", name="Link 0001")).to_have_count(0)


def test_a_long_list_stays_where_it_was_scrolled_to(page: Page, service: RunningService) -> None:
    add_links(service, "site_partners", 40)
    page.goto("/orgs/org_larkfield/sites/site_partners/links")
    last = page.get_by_role("row").filter(has_text="Switch off").last
    last.scroll_into_view_if_needed()
    before = page.evaluate("window.scrollY")
    last.get_by_role("button", name="Switch off").click()
    expect(page.get_by_role("button", name="Undo")).to_be_in_viewport()
    assert page.evaluate("window.scrollY") == before
    rows = page.locator("tbody tr")
    names = rows.locator("th").all_inner_texts()
    rows.nth(3).get_by_role("button", name="Switch off").click()
    expect(rows.nth(3).get_by_role("button", name="Switch on")).to_be_visible()
    assert rows.locator("th").all_inner_texts() == names
    page.reload()
    expect(rows.last.get_by_role("button", name="Switch on")).to_be_visible()
    assert rows.locator("th").all_inner_texts() != names
