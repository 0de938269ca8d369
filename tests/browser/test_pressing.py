"""The second click of a double click presses nothing else than the first."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, Page, Request, expect

from tests.browser.roster_states import ROSTER, giving
from tests.browser.structure import HELP, move_first_down, open_board, saved, shown

SETTINGS = "/orgs/org_larkfield/settings"
LINKS = "/orgs/org_larkfield/links?state=on"
SECOND = 2
"""What a browser calls the second click of a double click, whatever stands there by then."""
PAUSE_MS = 300
"""Long enough for a form to be sent that should not be."""
JUST_MS = 700
"""How long a click in the same place means what was there before the page changed."""


@pytest.fixture
def sent(page: Page) -> Iterator[list[str]]:
    """The addresses to which forms were sent."""
    found: list[str] = []

    def note(request: Request) -> None:
        if request.method == "POST":
            found.append(request.url)

    page.on("request", note)
    yield found
    page.remove_listener("request", note)


def middle(button: Locator) -> tuple[float, float]:
    box = button.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def click_again(page: Page, button: Locator) -> None:
    page.mouse.move(*middle(button))
    page.mouse.down(click_count=SECOND)
    page.mouse.up(click_count=SECOND)
    page.wait_for_timeout(PAUSE_MS)


def ask_for_admins(page: Page) -> Locator:
    """Change the settings so that the page asks before it sends that; its button."""
    page.goto(SETTINGS)
    page.get_by_role("radio", name="Admin").check()
    page.get_by_role("button", name="Save access").click()
    return page.get_by_role("button", name="Save changes")


def test_it_presses_no_other_button(page: Page, sent: list[str]) -> None:
    save = ask_for_admins(page)
    expect(save).to_be_visible()
    click_again(page, save)
    assert len(sent) == 1
    save.click()
    expect(page.get_by_role("alert")).to_contain_text("Type the organization's name")


def test_a_button_can_be_pressed_quickly_again(page: Page) -> None:
    open_board(page, HELP)
    before = shown(page)
    for _ in range(2):
        move_first_down(page)
        saved(page)
    undo = page.get_by_role("button", name="Undo", exact=True)
    undo.click()
    expect(page.get_by_role("button", name="Redo", exact=True)).to_be_enabled()
    page.wait_for_timeout(PAUSE_MS)  # until what the press replaced stands still
    click_again(page, undo)
    expect(undo).to_be_disabled()
    assert shown(page) == before


def test_the_row_that_moves_up_is_not_pressed_by_a_click_that_came_late(page: Page, sent: list[str]) -> None:
    page.goto(LINKS, wait_until="networkidle")  # until the links of all sites are read
    first = page.locator("tbody").get_by_role("button", name="Switch off").first
    first.scroll_into_view_if_needed()
    name, place = first.get_attribute("aria-label"), middle(first)
    page.mouse.click(*place)
    expect(page.get_by_role("button", name=str(name), exact=True)).to_have_count(0)
    page.mouse.click(*place)
    page.wait_for_timeout(PAUSE_MS)
    assert len(sent) == 1
    page.wait_for_timeout(JUST_MS)
    page.mouse.click(*place)
    page.wait_for_timeout(PAUSE_MS)
    assert len(sent) == 2


SWAP = """row => {
  const other = row.parentElement.querySelector("tr:has([value=off])"), mark = document.createComment("");
  other.replaceWith(mark);
  row.replaceWith(other);
  mark.replaceWith(row);
}"""


def test_the_opposite_act_for_another_row_waits_until_the_pointer_moved(page: Page, sent: list[str]) -> None:
    page.goto("/orgs/org_larkfield/links", wait_until="networkidle")
    place = middle(page.get_by_role("button", name="Switch on Trade fair handout"))
    page.mouse.click(*place)
    stays = page.get_by_role("row").filter(has=page.get_by_role("button", name="Switch off Trade fair handout"))
    expect(stays).to_be_visible()
    assert middle(stays.get_by_role("button", name="Switch off Trade fair handout"))[1] == place[1]
    stays.evaluate(SWAP)
    page.wait_for_timeout(JUST_MS + PAUSE_MS)
    page.mouse.click(*place)
    page.wait_for_timeout(PAUSE_MS)
    assert len(sent) == 1
    page.mouse.move(0, 0)
    page.mouse.click(*place)
    page.wait_for_timeout(PAUSE_MS)
    assert len(sent) == 2


def test_a_button_outside_its_form_leads_where_it_says(page: Page, sent: list[str]) -> None:
    page.goto(ROSTER)
    giving("email,role\nkofi@larkfield.example,owner\nnobody,member\n")(page)
    page.get_by_role("button", name="Review corrected rows").click()
    expect(page.get_by_role("heading", name="Review changes")).to_be_visible()
    page.wait_for_timeout(PAUSE_MS)
    assert [each.partition("?")[0].rpartition("/")[2] for each in sent] == ["roster", "roster"]
