"""On a phone: what is pressed is large enough, and lines of links are swiped instead of broken."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.windows import HEIGHT, PHONE
from tests.loops import for_each
from tests.providers import DRIVERS

ORG = "/orgs/org_larkfield"
LINE = 30  # pixels, less than two lines
SMALL = """inputs => inputs.map(each => [each, (each.closest("label") || each).getBoundingClientRect()])
    .filter(([, { width, height }]) => width && Math.min(width, height) < 24).map(([each]) => each.outerHTML)"""


@pytest.fixture
def phone(page: Page) -> Page:
    page.set_viewport_size({"width": PHONE, "height": HEIGHT})
    return page


def left_of(button: Locator) -> float:
    box = button.bounding_box()
    assert box is not None
    return box["x"]


def left_of_text(link: Locator) -> float:
    left: float = link.evaluate(
        "each => { const range = document.createRange(); range.selectNodeContents(each); "
        "return range.getBoundingClientRect().left }"
    )
    return left


@for_each(
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


@for_each("address, name", [(DRIVERS, "Setup steps"), (f"{ORG}/sites/site_docs/adaptive", "Parts of adaptive content")])
def test_links_beside_each_other_stay_in_one_line(phone: Page, address: str, name: str) -> None:
    phone.goto(address)
    box = phone.get_by_role("navigation", name=name).bounding_box()
    assert box is not None
    assert box["height"] < 80


def test_a_certificate_is_replaced_without_searching(phone: Page) -> None:
    phone.goto(DRIVERS)
    expect(phone.get_by_role("link", name="Replace certificate")).to_be_in_viewport(ratio=1)
    phone.goto(f"{DRIVERS}/certificate")
    expect(phone.get_by_label("Signing certificate")).to_be_in_viewport(ratio=1)


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


def test_an_inbox_names_no_keys_on_a_phone(phone: Page) -> None:
    phone.goto(f"{ORG}/sites/site_docs")  # tells of spaces
    phone.goto(f"{ORG}/inbox")
    expect(phone.get_by_role("heading", name="Older")).to_be_visible()
    expect(phone.locator("main kbd").filter(visible=True)).to_have_count(0)


def test_a_link_on_a_new_line_begins_at_the_margin(phone: Page) -> None:
    phone.goto(f"{ORG}/sso/enforce")
    link = phone.get_by_role("link", name="Scan for more teams")
    assert link.evaluate("link => link.offsetLeft - link.closest('p').offsetLeft") == 0


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


def test_the_filters_are_there_at_once_on_a_desk(page: Page) -> None:
    page.goto(f"{ORG}/sites")
    expect(page.get_by_role("search", name="Filter sites")).to_be_visible()
    expect(page.locator(".filters-fold")).to_be_hidden()


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


def test_the_order_of_a_list_is_no_filter(phone: Page) -> None:
    phone.goto(f"{ORG}/links?sort=site&state=on")
    expect(phone.locator("summary", has_text="Filters")).to_have_text("Filters 1 active")


def test_the_way_on_from_a_draft_of_a_structure_stays_in_sight(phone: Page) -> None:
    phone.goto(f"{ORG}/sites/site_docs/structure/move?item=section_api")
    phone.get_by_role("radio", name="Product").check()
    phone.get_by_role("button", name="Move section").click()
    review = phone.get_by_role("link", name="Review changes")
    expect(review).to_be_in_viewport()
    expect(phone.locator(".draft-count")).to_be_in_viewport()
    bar = phone.locator(".area-bar").bounding_box()
    place = review.bounding_box()
    assert bar is not None
    assert place is not None
    assert place["y"] + place["height"] <= bar["y"]


def test_the_facts_of_members_stand_below_each_other(phone: Page) -> None:
    phone.goto(f"{ORG}/teams/team_operations")
    lefts = phone.locator(".list td[data-label]").evaluate_all("all => all.map(e => e.getBoundingClientRect().left)")
    assert lefts
    assert len(set(lefts)) == 1


def test_a_pasted_list_is_reviewed_with_its_lines_whole(phone: Page) -> None:
    phone.goto(f"{ORG}/teams/team_operations/roster")
    typed = phone.get_by_label("Paste a list")
    typed.fill("email,role,department\nuser_judith,owner,Yard\nheidi@brandt-translations.example,member,Translations")
    assert typed.evaluate("each => each.scrollWidth > each.clientWidth")
    phone.get_by_role("radio", name="Replace members").check()
    phone.get_by_role("button", name="Review changes").click()
    expect(phone.locator("td.number", has_text="not in the list").first).to_have_attribute("data-label", "Line")
    run, other = (
        phone.get_by_role("button", name="Apply the changes"),
        phone.get_by_role("link", name="Use another list"),
    )
    for button in (run, other):
        button.scroll_into_view_if_needed()
    assert left_of_text(other) == left_of(run)


def test_a_path_in_the_structure_stands_in_one_line_without_scripts(plain_page: Page) -> None:
    plain_page.goto(f"{ORG}/sites/site_docs/structure")
    paths = [each.bounding_box() for each in plain_page.locator(".node-space .node-path").all()]
    assert paths
    assert [each for each in paths if each is None or each["height"] > LINE] == []
