"""One structure in several windows: of the same person and of a colleague."""

import pytest
from playwright.sync_api import APIResponse, Page, Route, expect

from tests.browser.structure import (
    HELP,
    kept,
    move_first_down,
    open_board,
    press_down,
    row,
    saved,
    shown,
)
from tests.browser.windows import Reset, Windows
from tests.loops import for_each
from tests.records import ask
from tests.world import ALICE, RunningService

START, GUIDE, RELEASES = "Get started", "Shipping guide", "Release notes"
PARTNERS = "Partner onboarding"
FOCUS = "() => window.dispatchEvent(new Event('focus'))"
NOTE_LOOK = """() => document.addEventListener("htmx:afterSettle", ({ target }) => {
    if (target.id === "structure-changes") document.body.dataset.looked = "";
})"""
FOCUS_WITH_ANSWERS = """() => {
    const send = window.fetch;
    window.fetch = (...asked) => send(...asked).finally(() => window.dispatchEvent(new Event("focus")));
}"""


def discard_in_another_window(page: Page) -> None:
    other = open_board(page.context.new_page(), HELP)
    other.get_by_role("button", name="Discard draft").click()
    expect(other.get_by_role("heading", name="No changes yet")).to_be_visible()


def test_who_was_signed_out_signs_in_elsewhere_and_loses_nothing(windows: Windows) -> None:
    page = open_board(windows.open("Alice"), HELP)
    cookies = page.context.cookies()
    page.context.clear_cookies()
    move_first_down(page)
    expect(page.get_by_text("Sign in again in another window.")).to_be_visible()
    page.context.add_cookies(cookies)  # type: ignore[arg-type] # as Playwright itself gave them
    page.get_by_role("button", name="Send now").click()
    saved(page)
    assert kept(page)["section:"] == [GUIDE, START, RELEASES]


def test_a_move_of_what_is_gone_brings_the_draft_back(page: Page) -> None:
    open_board(page, HELP)
    other = open_board(page.context.new_page(), HELP)
    row(other, RELEASES).get_by_role("link", name="Edit").click()
    other.get_by_role("button", name="Remove from site").click()
    expect(row(other, RELEASES)).to_have_count(0)
    row(page, RELEASES).get_by_role("button", name="Move Release notes").focus()
    for key in ("Space", "Home", "Space"):
        page.keyboard.press(key)
    expect(page.get_by_role("alert")).to_contain_text("Your draft removes this from the site")
    assert shown(page)["section:"] == [START, GUIDE]
    expect(page.locator("[data-said]")).to_be_empty()


def test_a_move_in_an_older_window_takes_nothing_back(page: Page) -> None:
    open_board(page, HELP)
    other = open_board(page.context.new_page(), HELP)
    row(other, RELEASES).get_by_role("link", name="Edit").click()
    other.get_by_role("button", name="Remove from site").click()
    expect(row(other, RELEASES)).to_have_count(0)
    move_first_down(page)
    saved(page)
    assert kept(page)["section:"] == [GUIDE, START]


@pytest.mark.quick(cases=1)
def test_an_undo_of_a_draft_that_is_gone_shows_what_there_is(page: Page) -> None:
    before = shown(open_board(page, HELP))
    move_first_down(page)
    saved(page)
    discard_in_another_window(page)
    page.get_by_role("button", name="Undo", exact=True).click()
    gone = "Nothing was undone: your draft was applied or changed in another window."
    expect(page.locator("[data-problems]")).to_contain_text(gone)
    expect(page.get_by_role("heading", name="No changes yet")).to_be_visible()
    assert shown(page) == before


def test_what_was_typed_before_makes_no_page_one_of_an_earlier_draft(page: Page) -> None:
    open_board(page, HELP)
    row(page, RELEASES).get_by_role("link", name="Edit").click()
    page.get_by_label("Path").fill("a path")
    page.get_by_role("button", name="Save to draft").click()
    expect(page.get_by_text("Enter a path of 1 to")).to_be_visible()
    page = open_board(page.context.new_page(), HELP)
    expect(page.get_by_text("What you typed here was not saved")).to_be_visible()
    page.evaluate(NOTE_LOOK)
    move_first_down(page)
    saved(page)
    expect(page.locator("body[data-looked]")).to_be_attached()
    assert page.get_by_role("heading", name="Your draft changed").count() == 0


@for_each("focus", [False, True])
def test_an_own_move_is_no_change_in_another_window(anew: Reset, windows: Windows, *, focus: bool) -> None:
    anew()
    page = open_board(windows.open("Alice"), HELP)
    if focus:  # before the page has read the answer to the move
        page.evaluate(FOCUS_WITH_ANSWERS)
    page.evaluate(NOTE_LOOK)
    move_first_down(page)
    saved(page)
    expect(page.locator("body[data-looked]")).to_be_attached()
    expect(page.get_by_role("heading", name="Your draft: 1 move")).to_be_visible()
    assert page.get_by_role("heading", name="Your draft changed").count() == 0  # the next look would clear it


@pytest.mark.quick(cases=1)
def test_a_move_on_a_draft_that_is_gone_shows_what_there_is(page: Page) -> None:
    open_board(page, HELP)
    move_first_down(page)
    saved(page)
    discard_in_another_window(page)
    page.evaluate(FOCUS)
    expect(page.get_by_role("heading", name="Your draft was applied or discarded since")).to_be_visible()
    press_down(page, START)
    expect(page.get_by_text("Your last change was kept.")).to_be_visible()
    expect(page.get_by_role("heading", name="Your draft: 1 move")).to_be_visible()
    before = shown(page)
    assert kept(page) == before


@pytest.mark.quick(cases=1)
def test_two_moves_on_a_draft_that_is_gone_are_both_kept(page: Page) -> None:
    open_board(page, HELP)
    move_first_down(page)
    saved(page)
    discard_in_another_window(page)
    late: list[Route] = []
    page.route(f"**{HELP}", lambda route: late.append(route), times=1)  # noqa: PLW0108 - Playwright marks it
    with page.expect_request(f"**{HELP}"):
        press_down(page, START)
    press_down(page, GUIDE)
    late[0].continue_()
    expect(page.get_by_text("Your last change was kept.")).to_be_visible()
    assert kept(page)["section:"] == [RELEASES, GUIDE, START]


def test_what_others_do_is_told_on_the_board(page: Page, service: RunningService) -> None:
    open_board(page, HELP)
    move_first_down(page)
    saved(page)
    address = "/v1/orgs/org_larkfield/sites/site_help/site-spaces"
    ask(service, ALICE, "POST", address, {"spaceId": "space_handbook"})
    page.get_by_text("More actions for the spaces").click()
    page.get_by_role("button", name="Sort A to Z").click()
    expect(page.get_by_text("Somebody else changed the structure")).to_be_visible()
    assert len(shown(page)["section:"]) == 4


@pytest.mark.quick(cases=1)
def test_a_move_on_an_older_page_says_what_others_did(page: Page, service: RunningService) -> None:
    open_board(page, HELP)
    ask(service, ALICE, "POST", "/v1/orgs/org_larkfield/sites/site_help/site-spaces", {"spaceId": "space_handbook"})
    move_first_down(page)
    expect(page.get_by_role("heading", name="Somebody else changed this structure")).to_be_visible()
    page.get_by_role("link", name="Show the current structure").click()
    expect(page.locator("[data-kind=space]")).to_have_count(4)
    assert shown(page)["section:"][:2] == [GUIDE, START]


def test_a_page_without_a_draft_promises_to_keep_none(page: Page, service: RunningService) -> None:
    open_board(page, HELP)
    ask(service, ALICE, "POST", "/v1/orgs/org_larkfield/sites/site_help/site-spaces", {"spaceId": "space_handbook"})
    page.evaluate(FOCUS)
    expect(page.get_by_text("This page shows the earlier structure.", exact=True)).to_be_visible()


def test_a_review_that_is_sent_is_not_told_of_the_draft_that_it_ends(page: Page) -> None:
    open_board(page, HELP)
    move_first_down(page)
    saved(page)
    page.get_by_role("link", name="Review changes").first.click()
    late: list[tuple[Route, APIResponse]] = []
    page.get_by_role("heading", name="After applying").wait_for()
    page.route(f"**{HELP}/review", lambda route: late.append((route, route.fetch(max_redirects=0))), times=1)
    page.get_by_role("button", name="Apply").first.click()
    while not late:
        page.wait_for_timeout(50)
    with page.expect_response(f"**{HELP}/changes?*"):
        page.evaluate(FOCUS)
    expect(page.get_by_text("since you opened this page")).to_have_count(0)
    route, answer = late[0]
    route.fulfill(response=answer)
    expect(page.get_by_role("heading", name="Done 1 of 1 step")).to_be_visible()


def test_a_page_that_was_come_to_by_a_link_is_told_too(page: Page, service: RunningService) -> None:
    page.goto(HELP.removesuffix("/structure"))
    page.get_by_role("link", name="Structure", exact=True).click()
    expect(page.get_by_role("heading", name="No changes yet")).to_be_visible()
    ask(service, ALICE, "POST", "/v1/orgs/org_larkfield/sites/site_help/site-spaces", {"spaceId": "space_handbook"})
    page.evaluate(FOCUS)
    expect(page.get_by_text("This page shows the earlier structure.")).to_be_visible()


def test_what_was_said_before_a_draft_was_discarded_goes(page: Page) -> None:
    open_board(page, HELP)
    move_first_down(page)
    saved(page)
    page.evaluate("document.querySelector('main > .toasts').innerHTML = '<div data-toast>You have a draft.</div>'")
    page.get_by_role("button", name="Discard draft").click()
    expect(page.get_by_text("The draft was discarded.")).to_be_visible()
    expect(page.get_by_text("You have a draft.")).to_have_count(0)
