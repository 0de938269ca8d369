"""An answer of the portal is lost: the page says what it does not know, and shows your draft as it is now."""

from collections.abc import Callable

from playwright.sync_api import Page, Route, expect

from tests.browser.structure import DOCS, HELP, choose, kept, move_first_down, open_board, press_down, row, saved, shown
from tests.browser.windows import Reset, Windows
from tests.loops import for_each

START, GUIDE, RELEASES, PARTNERS = "Get started", "Shipping guide", "Release notes", "Partner onboarding"
UNKNOWN = "It isn't known whether this was saved."
NO_ANSWER = "It isn't known whether your last move was saved in the draft. Masthead can't be reached."
NOW = "The page shows your draft as it is now:"
Way = Callable[[Route], None]


def lose(route: Route) -> None:
    """It is carried out, and nobody hears of it."""
    route.fetch()
    route.abort()


def break_down(route: Route) -> None:
    route.fetch()
    route.fulfill(status=502, body="<h1>The proxy gave up</h1>")


def never_arrives(route: Route) -> None:
    route.abort()


def refuse(route: Route) -> None:
    route.fulfill(status=413, body="<h1>This is too large</h1>")


def each_post(page: Page, address: str, way: Way) -> list[str]:
    """What becomes of the next one; all of them are counted."""
    ways, seen = [way], list[str]()

    def answer(route: Route) -> None:
        if route.request.method != "POST":
            return route.fallback()
        seen.append(route.request.post_data or "")
        return ways.pop()(route) if ways else route.fallback()

    page.route(f"**{address}", answer)
    return seen


def sort(page: Page) -> None:
    choose(row(page, "Shipping", "section"), "Sort A to Z")


def type_a_group(page: Page) -> None:
    page.locator("summary", has_text="Add").click()
    page.get_by_role("link", name="Add section group…").click()
    page.get_by_label("Title", exact=True).fill("Partners")
    page.get_by_role("button", name="Add group").click()


@for_each("way, done", [(lose, True), (break_down, True), (never_arrives, False)])
def test_a_lost_answer_is_not_known_and_the_draft_is_shown(
    anew: Reset, windows: Windows, way: Way, *, done: bool
) -> None:
    anew()
    page = open_board(windows.open("Alice"))
    with windows.expecting_trouble():
        each_post(page, DOCS, way)
        sort(page)
        expect(page.locator("[data-away-words]")).to_contain_text(UNKNOWN)
        now = "1 move" if done else "no changes yet"
        expect(page.locator("[data-away-words]")).to_have_text(f"{UNKNOWN} {NOW} {now}.")
    expect(page.locator(".notice").filter(visible=True)).to_have_count(1)
    assert shown(page)["section:section_guide"] == ([PARTNERS, GUIDE] if done else [GUIDE, PARTNERS])
    expect(page.locator("[data-tree]")).not_to_have_attribute("inert", "")


def test_the_page_reads_the_draft_until_the_portal_is_back(windows: Windows) -> None:
    page = open_board(windows.open("Alice"))
    with windows.expecting_trouble():
        seen = each_post(page, DOCS, lose)
        sort(page)
        expect(page.locator("[data-away-words]")).to_contain_text(UNKNOWN)
        page.context.set_offline(True)
        expect(page.locator("[data-away-words]")).to_contain_text("Masthead can't be reached.")
        page.get_by_role("button", name="Check now").click()
        page.get_by_role("button", name="Undo", exact=True).click(force=True)
        page.context.set_offline(False)
        expect(page.locator("[data-away-words]")).to_have_text(f"{UNKNOWN} {NOW} 1 move.")
    assert len(seen) == 1
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(page.get_by_role("heading", name="No changes yet")).to_be_visible()
    expect(page.locator("[data-away]")).to_be_hidden()


@for_each("waits", [True, False])
def test_a_lost_answer_is_told_once_in_the_sheet_or_on_the_page_if_it_was_closed(
    anew: Reset, windows: Windows, *, waits: bool
) -> None:
    anew()
    page = open_board(windows.open("Alice"))
    sheet = page.get_by_role("dialog")
    with windows.expecting_trouble():
        seen = each_post(page, DOCS, lose)
        type_a_group(page)
        expect(sheet.get_by_role("alert")).to_contain_text(UNKNOWN)
        if waits:
            sheet.get_by_role("button", name="Add group").click()
            expect(sheet.get_by_role("alert")).to_contain_text(f"{NOW} 1 group change.")
            expect(page.locator(".notice").filter(visible=True)).to_have_count(1)
            expect(page.get_by_label("Title", exact=True)).to_have_value("Partners")
        page.keyboard.press("Escape")
        if not waits:
            expect(page.locator("[data-away-words]")).to_have_text(f"{UNKNOWN} {NOW} 1 group change.")
    assert len(seen) == 1
    expect(row(page, "Partners", "group")).to_have_count(1)


def test_what_the_portal_refuses_is_not_done(windows: Windows) -> None:
    page = open_board(windows.open("Alice"))
    told = "Nothing was changed. This is too large."
    with windows.expecting_trouble():
        each_post(page, DOCS, refuse)
        type_a_group(page)
        expect(page.get_by_role("dialog").get_by_role("alert")).to_have_text(told)
        expect(page.locator(".notice").filter(visible=True)).to_have_count(1)
        page.keyboard.press("Escape")
        page.unroute(f"**{DOCS}")
        each_post(page, DOCS, refuse)
        sort(page)
        expect(page.locator("[data-away-words]")).to_have_text(told)


def test_a_move_that_was_lost_or_not_sent_is_not_called_unsaved_and_is_sent_again(windows: Windows) -> None:
    page = open_board(windows.open("Alice"), HELP)
    away = page.locator("[data-away-words]")
    with windows.expecting_trouble():
        each_post(page, HELP, lose)
        move_first_down(page)
        expect(away).to_contain_text(NO_ANSWER)
        saved(page)
        assert kept(page)["section:"] == [GUIDE, START, RELEASES]
        open_board(page, HELP)
        page.context.set_offline(True)
        choose(row(page, GUIDE), "Edit…")
        expect(page.get_by_text("This can't be opened now. Masthead can't be reached.")).to_be_visible()
        move_first_down(page)
        expect(away).to_contain_text(NO_ANSWER)
        press_down(page, GUIDE)
        assert shown(page)["section:"] == [RELEASES, GUIDE, START]
        page.context.set_offline(False)
        saved(page)
    expect(away).to_be_hidden()
    assert kept(page)["section:"] == [RELEASES, GUIDE, START]
