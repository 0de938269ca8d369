"""The states of the structure page and of what readers get: trees, drafts, the review, and the sheets over the page."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.states import DOCS, SITES, State
from tests.browser.structure import choose, handle, open_board, row, said, saved

BOARD, HELP = f"{DOCS}/structure", f"{SITES}/site_help/structure"
PARTNERS = "Partner onboarding"


def arranging(page: Page) -> None:
    """Move a space into another section, and leave it held a place further on."""
    open_board(page, BOARD)
    handle(page, PARTNERS).focus()
    for key in ("Space", "ArrowRight", "Space"):
        page.keyboard.press(key)
    saved(page)
    for key in ("Space", "ArrowUp"):
        page.keyboard.press(key)
    said(page, f"{PARTNERS} 1 of 2 in Warehouse")


def reviewing(page: Page) -> None:
    """Look at what the draft would call."""
    arranging(page)
    page.keyboard.press("Space")
    page.get_by_role("link", name=re.compile("^Review")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Review structure")
    page.locator("#review-calls").click()
    page.locator(".calls summary").first.click()


def opening(entry: str) -> Callable[[Page], None]:
    """Open a sheet over the page."""

    def act(page: Page) -> None:
        open_board(page, BOARD)
        choose(row(page, PARTNERS), entry)
        expect(page.get_by_role("dialog")).to_be_visible()

    return act


def adding(page: Page) -> None:
    """Open the sheet for another space."""
    open_board(page, BOARD)
    page.locator("summary", has_text="Add").click()
    page.get_by_role("link", name="Add space…").click()
    expect(page.get_by_role("dialog")).to_be_visible()


def refused(page: Page) -> None:
    """Ask for what cannot be, in a sheet."""
    open_board(page, BOARD)
    choose(row(page, "Release notes", "section"), "Move…")
    page.get_by_role("dialog").get_by_role("button", name="Move to start").click()
    expect(page.get_by_role("alert")).to_be_visible()


def opening_menus(page: Page) -> None:
    """Open what can be done with a section."""
    open_board(page, BOARD)
    row(page, "Shipping", "section").locator("summary").click()


STRUCTURE_PAGES = {
    "structure": State(BOARD),
    "structure, reader": State(BOARD, "Charlie"),
    "structure, no sections": State(HELP),
    "structure, arranging": State(BOARD, act=arranging),
    "structure, a menu": State(BOARD, act=opening_menus),
    "structure, a move sheet": State(BOARD, act=opening("Move…")),
    "structure, a sheet for a space": State(BOARD, act=opening("Edit…")),
    "structure, a sheet to add": State(BOARD, act=adding),
    "structure, refused": State(BOARD, act=refused),
    "structure, review": State(f"{BOARD}/review", act=reviewing),
    "structure, moving": State(f"{BOARD}/move?item=sitespace_docs_guide"),
    "structure, a space": State(f"{BOARD}/item/sitespace_docs_guide"),
    "structure, adding": State(f"{BOARD}/add"),
    "published": State(f"{DOCS}/published"),
    "published, not at all": State(f"{SITES}/site_incidents/published"),
}
