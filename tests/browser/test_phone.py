"""On a phone: what is pressed is large enough, and lines of links are swiped instead of broken."""

import pytest
from playwright.sync_api import Page

from tests.browser.windows import HEIGHT, PHONE
from tests.providers import DRIVERS

ORG = "/orgs/org_larkfield"
SMALL = """inputs => inputs.map(each => [each, (each.closest("label") || each).getBoundingClientRect()])
    .filter(([, { width, height }]) => width && Math.min(width, height) < 24).map(([each]) => each.outerHTML)"""


@pytest.fixture
def phone(page: Page) -> Page:
    page.set_viewport_size({"width": PHONE, "height": HEIGHT})
    return page


@pytest.mark.parametrize(
    "address",
    [
        f"{ORG}/sites",
        f"{ORG}/access",
        f"{ORG}/teams/team_operations",
        f"{ORG}/sites/site_docs/structure",
        f"{ORG}/settings",
        f"{ORG}/sites/site_docs/adaptive",
    ],
)
def test_boxes_and_switches_are_large_enough_for_a_finger(phone: Page, address: str) -> None:
    phone.goto(address)
    assert phone.locator("main input[type=checkbox]").evaluate_all(SMALL) == []


@pytest.mark.parametrize(
    ("address", "name"), [(DRIVERS, "Setup steps"), (f"{ORG}/sites/site_docs/adaptive", "Parts of adaptive content")]
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


def test_the_name_of_the_organization_has_room_beside_the_number_of_drafts(phone: Page) -> None:
    phone.goto(f"{ORG}/sites")
    link = '<a class="banner-link" href="/drafts">2 <span class="banner-word">drafts</span></a>'
    phone.locator(".banner-end").evaluate("(end, link) => end.insertAdjacentHTML('afterbegin', link)", link)
    box = phone.locator(".switcher-name").bounding_box()
    assert box is not None
    assert box["width"] > 90
    assert phone.evaluate("document.documentElement.scrollWidth") == PHONE
