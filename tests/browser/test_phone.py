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
