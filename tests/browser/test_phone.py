"""On a phone: what is pressed is large enough, and lines of links are swiped instead of broken."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.windows import HEIGHT, PHONE
from tests.loops import for_each
from tests.providers import DRIVERS

ORG = "/orgs/org_larkfield"


@pytest.fixture
def phone(page: Page) -> Page:
    page.set_viewport_size({"width": PHONE, "height": HEIGHT})
    return page


@for_each(
    "address, name", [(DRIVERS, "Parts of Drivers"), (f"{ORG}/sites/site_docs/adaptive", "Parts of adaptive content")]
)
def test_links_beside_each_other_stay_in_one_line(phone: Page, address: str, name: str) -> None:
    phone.goto(address)
    box = phone.get_by_role("navigation", name=name).bounding_box()
    assert box is not None
    assert box["height"] < 80


def test_what_becomes_of_selected_rows_is_in_reach_of_the_thumb(phone: Page) -> None:
    phone.goto(f"{ORG}/sites")
    bar = phone.locator("#sites-chosen")
    phone.get_by_role("checkbox", name="Larkfield Docs").check()
    for _ in range(2):
        box, areas = bar.bounding_box(), phone.locator(".area-bar").bounding_box()
        assert box is not None
        assert areas is not None
        assert HEIGHT / 2 < box["y"] < box["y"] + box["height"] <= areas["y"] + 1
        phone.evaluate("window.scrollTo(0, document.body.scrollHeight)")


@for_each("part", ["sites", "journal?q=anything", "links"])
def test_filters_take_one_line_until_they_are_opened(plain_page: Page, part: str) -> None:
    plain_page.set_viewport_size({"width": PHONE, "height": HEIGHT})
    plain_page.goto(f"{ORG}/{part}")
    form, fold = plain_page.locator("main [role=search]"), plain_page.locator(".filters-fold > summary")
    box = fold.bounding_box()
    assert box is not None
    assert box["height"] < 45
    expect(form).to_be_hidden()
    fold.click()
    expect(form).to_be_visible()


def test_the_closed_filters_tell_how_many_are_active(phone: Page) -> None:
    phone.goto(f"{ORG}/sites?title=handbook&published=true&columns=created")
    fold = phone.locator("summary", has_text="Filters")
    expect(fold).to_have_text("Filters 2 active")
    fold.click()
    phone.get_by_label("Title contains").fill("")
    expect(fold).to_have_text("Filters 1 active")
    phone.get_by_label("State").select_option("")
    expect(fold).to_have_text("Filters")
    expect(phone.get_by_role("search")).to_be_visible()
