"""One structure in several windows: of the same person and of a colleague."""

import re

import pytest
from playwright.sync_api import APIResponse, Page, Route, expect

from tests.browser.structure import (
    HELP,
    choose,
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
FOCUS = "() => window.dispatchEvent(new Event('focus'))"
NOTE_LOOK = """() => document.addEventListener("htmx:afterSettle", ({ target }) => {
    if (target.id === "structure-changes") document.body.dataset.looked = "";
})"""
FOCUS_WITH_ANSWERS = """() => {
    const send = window.fetch;
    window.fetch = (...asked) => send(...asked).finally(() => window.dispatchEvent(new Event("focus")));
}"""


@pytest.fixture
def arranged(page: Page) -> Page:
    """Alice, who moved the first row down."""
    open_board(page, HELP)
    move_first_down(page)
    saved(page)
    return page


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
    choose(row(other, RELEASES), "Edit…")
    other.get_by_role("button", name="Remove from site").click()
    expect(row(other, RELEASES)).to_have_count(0)
    row(page, RELEASES).get_by_role("button", name="Move Release notes").focus()
    for key in ("Space", "Home", "Space"):
        page.keyboard.press(key)
    expect(page.get_by_role("alert")).to_contain_text("or your draft removes it")
    assert shown(page)["section:"] == [START, GUIDE]
    expect(page.locator("[data-said]")).to_be_empty()


@pytest.mark.quick(cases=1)
def test_an_undo_and_a_move_of_a_draft_that_is_gone_show_what_there_is(arranged: Page) -> None:
    discard_in_another_window(arranged)
    arranged.get_by_role("button", name="Undo", exact=True).click()
    gone = "Nothing was changed: your draft was applied or changed in another window."
    expect(arranged.locator("[data-problems]")).to_contain_text(gone)
    expect(arranged.get_by_role("heading", name="No changes yet")).to_be_visible()
    assert shown(arranged)["section:"] == [START, GUIDE, RELEASES]
    move_first_down(arranged)
    saved(arranged)
    discard_in_another_window(arranged)
    arranged.evaluate(FOCUS)
    expect(arranged.get_by_role("heading", name="Your draft was applied or discarded since")).to_be_visible()
    press_down(arranged, START)
    expect(arranged.get_by_text("Your last change was kept.")).to_be_visible()
    expect(arranged.get_by_role("heading", name="Your draft: 1 move")).to_be_visible()
    before = shown(arranged)
    assert kept(arranged) == before


@pytest.mark.quick(cases=1)
def test_two_moves_on_a_draft_that_is_gone_are_both_kept(arranged: Page) -> None:
    discard_in_another_window(arranged)
    late: list[Route] = []
    arranged.route(f"**{HELP}", lambda route: late.append(route), times=1)  # noqa: PLW0108 - Playwright marks it
    with arranged.expect_request(f"**{HELP}"):
        press_down(arranged, START)
    press_down(arranged, GUIDE)
    late[0].continue_()
    expect(arranged.get_by_text("Your last change was kept.")).to_be_visible()
    assert kept(arranged)["section:"] == [RELEASES, GUIDE, START]


def has_typed(page: Page) -> Page:
    """Another page of hers, after a sheet was refused."""
    choose(row(page, RELEASES), "Edit…")
    page.get_by_label("Path").fill("a path")
    page.get_by_role("button", name="Save to draft").click()
    expect(page.get_by_text("Enter a path of 1 to")).to_be_visible()
    page = open_board(page.context.new_page(), HELP)
    expect(page.get_by_text("What you typed here was not saved")).to_be_visible()
    return page


@for_each("when", ["has typed before", "gets the focus", "moves a row"])
def test_an_own_move_is_no_change_in_another_window(anew: Reset, windows: Windows, when: str) -> None:
    anew()
    page = open_board(windows.open("Alice"), HELP)
    if when == "has typed before":
        page = has_typed(page)
    if when == "gets the focus":  # before the page has read the answer to the move
        page.evaluate(FOCUS_WITH_ANSWERS)
    page.evaluate(NOTE_LOOK)
    move_first_down(page)
    saved(page)
    expect(page.locator("body[data-looked]")).to_be_attached()
    expect(page.get_by_role("heading", name="Your draft: 1 move")).to_be_visible()
    assert page.get_by_role("heading", name="Your draft changed").count() == 0  # the next look would clear it


@pytest.mark.quick(cases=1)
def test_an_older_page_says_what_others_did_at_a_look_and_at_a_move(page: Page, service: RunningService) -> None:
    page.goto(HELP.removesuffix("/structure"))
    page.get_by_role("link", name="Structure", exact=True).click()
    expect(page.get_by_role("heading", name="No changes yet")).to_be_visible()
    ask(service, ALICE, "POST", "/v1/orgs/org_larkfield/sites/site_help/site-spaces", {"spaceId": "space_handbook"})
    page.evaluate(FOCUS)
    expect(page.get_by_text("This page shows the earlier structure.", exact=True)).to_be_visible()
    move_first_down(page)
    expect(page.get_by_role("heading", name="This structure changed since you opened the page")).to_be_visible()
    page.get_by_role("link", name="Show the current structure").click()
    expect(page.locator("[data-kind=space]")).to_have_count(4)
    assert shown(page)["section:"][:2] == [GUIDE, START]


def test_a_review_that_is_sent_is_not_told_of_the_draft_that_it_ends(arranged: Page) -> None:
    arranged.get_by_role("link", name=re.compile("^Review")).first.click()
    late: list[tuple[Route, APIResponse]] = []
    arranged.get_by_role("heading", name="Changes").wait_for()
    arranged.route(f"**{HELP}/review", lambda route: late.append((route, route.fetch(max_redirects=0))), times=1)
    arranged.get_by_role("button", name="Apply").first.click()
    while not late:
        arranged.wait_for_timeout(50)
    with arranged.expect_response(f"**{HELP}/changes?*"):
        arranged.evaluate(FOCUS)
    expect(arranged.get_by_text("since you opened this page")).to_have_count(0)
    route, answer = late[0]
    route.fulfill(response=answer)
    expect(arranged.get_by_role("heading", name="Done 1 of 1 change")).to_be_visible()
