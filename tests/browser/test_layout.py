"""What pages look like: no choice is cut off, and what becomes of a selection is in reach."""

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from tests.browser.acts import CUT_OPTIONS, open_filters
from tests.browser.change_request_states import knowing_spaces
from tests.browser.windows import DESK, HEIGHT, PHONE, Windows
from tests.loops import for_each

SITES = "/orgs/org_larkfield/sites"
FILTERED = ("links", "spaces", "field-values", "access", "teams/team_support", "spaces/space_guide/comments")


def box(locator: Locator) -> FloatRect:
    expect(locator).to_be_visible()
    found = locator.bounding_box()
    assert found is not None
    return found


@for_each("width", [DESK, PHONE])
def test_whatever_is_selected_in_a_filter_is_read_in_full(windows: Windows, width: int) -> None:
    page = windows.open("Alice", width=width)
    page.goto(f"{SITES}/site_docs")  # tells of spaces, which the filters offer then
    for path in FILTERED:
        page.goto(f"/orgs/org_larkfield/{path}")
        open_filters(page)
        selects = page.locator("form.filters select")
        expect(selects.first).to_be_visible()
        assert selects.evaluate_all(CUT_OPTIONS) == []


@pytest.mark.parametrize(("width", "height"), [(DESK, HEIGHT // 2), (PHONE, HEIGHT)])
def test_what_becomes_of_selected_items_of_the_inbox_stays_in_reach(windows: Windows, width: int, height: int) -> None:
    page = windows.open("Alice", width=width)
    page.set_viewport_size({"width": width, "height": height})
    knowing_spaces(page)
    last = page.locator(".inbox input").last
    last.check()
    bar, item = page.locator("#inbox-chosen"), last.locator("xpath=..")
    expect(bar).to_be_in_viewport(ratio=1)
    item.evaluate("item => item.scrollIntoView({ block: 'end' })")
    above, below = sorted((box(item), box(bar)), key=lambda each: each["y"])
    assert above["y"] + above["height"] <= below["y"]


@for_each(
    "path",
    [
        "sites/site_partners/links/link_carriers",
        "sites/site_docs/adaptive",
        "spaces/space_warehouse/access/team_support",
        "translations/coverage/wanted/translation_guide",
        "spaces/space_guide/comments/comment_guide_waiting",
        "spaces/space_guide/change-requests/2/merge",
    ],
)
def test_the_panels_of_a_page_are_equally_wide(page: Page, path: str) -> None:
    page.goto(f"/orgs/org_larkfield/{path}")
    assert len({box(each)["width"] for each in page.locator("main .panel").all()}) == 1
