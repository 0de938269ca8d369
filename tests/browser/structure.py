"""The structure workbench in a browser: what a person does with its rows, and what comes of it."""

import re
from collections.abc import Callable

from playwright.sync_api import CDPSession, FloatRect, Locator, Page, expect

SITES = "/orgs/org_larkfield/sites"
HELP, DOCS = f"{SITES}/site_help/structure", f"{SITES}/site_docs/structure"
LINES = """() => Object.fromEntries([...document.querySelectorAll("[data-line]")].map(line => [
  line.dataset.line,
  [...line.children].filter(row => row.dataset.item).map(row => row.dataset.name),
]))"""
LONG_PRESS = 400  # ms
LIBRARY_LOOKS = 150  # ms, in which SortableJS looks where the pointer is
STEPS = 12

Lines = dict[str, list[str]]
"""The names in each line, by its key."""


def open_board(page: Page, address: str = DOCS) -> Page:
    """Go there, and wait until rows can be taken."""
    page.goto(address)
    expect(page.locator("[data-structure]")).to_have_class(re.compile("board-ready"))
    return page


def handle(page: Page, name: str) -> Locator:
    """What takes the row of this name; the first one where a section and a space share it."""
    return page.get_by_role("button", name=f"Move {name}", exact=True).first


def row(page: Page, name: str, kind: str = "space") -> Locator:
    """The row, without what it holds."""
    return page.locator(f'[data-kind={kind}][data-name="{name}"] > .row-line')


def choose(of: Locator, entry: str) -> None:
    """Choose an entry of a row's menu."""
    of.locator("summary").click()
    of.locator(".menu-item", has_text=entry).click()


def shown(page: Page) -> Lines:
    """The tree as it stands in the page."""
    lines: Lines = page.evaluate(LINES)
    return lines


def saved(page: Page) -> None:
    """Wait until the draft has what the page shows."""
    expect(page.locator("[data-saved]")).to_have_text(re.compile("Draft saved"))


def kept(page: Page) -> Lines:
    """The tree as the draft has it, once it has what the page shows."""
    saved(page)
    page.reload()
    return shown(page)


def calls(page: Page) -> list[str]:
    """The calls that would bring the draft about, as the review lists them."""
    page.get_by_role("link", name=re.compile("^Review")).click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Review structure")
    page.locator("#review-calls").click()
    return page.locator(".calls summary").filter(visible=True).all_inner_texts()


def apply(page: Page) -> None:
    """From the review on, until the bulk change has done all of it."""
    page.get_by_role("button", name=re.compile("^Apply ")).click()
    expect(page.get_by_role("heading", name=re.compile("Done"))).to_be_visible()


def said(page: Page, words: str | re.Pattern[str]) -> None:
    """What a screen reader tells now."""
    expect(page.locator("[data-said]")).to_have_text(words)


def press(page: Page, key: str, words: str | re.Pattern[str]) -> None:
    """Press a key, after which this is told."""
    page.keyboard.press(key)
    said(page, words)


def box_of(target: Locator) -> FloatRect:
    """Where it is in the window."""
    target.scroll_into_view_if_needed()
    box = target.bounding_box()
    assert box is not None
    return box


def drag(page: Page, taken: Locator, target: Locator, at: float = 0.5, *, drop: bool = True) -> None:
    """With the mouse, to that part of the target's height."""
    _away_from_the_edges(taken)
    start = box_of(taken)
    page.mouse.move(start["x"] + 10, start["y"] + 10)
    page.mouse.down()
    page.mouse.move(start["x"] + 12, start["y"] + 20, steps=3)
    end = target.bounding_box()  # a section that is dragged is folded
    assert end is not None
    x, y = end["x"] + 60, end["y"] + end["height"] * at
    # Where the row goes on its way decides what counts as before or after a row, so what is held over one goes there.
    page.mouse.move(x, y, steps=STEPS if drop else 1)
    if drop:
        page.mouse.up()
    else:
        page.wait_for_timeout(LIBRARY_LOOKS)


def drag_with_a_finger(page: Page, taken: Locator, target: Locator, at: float = 0.5, wait: int = LONG_PRESS) -> None:
    """Hold the handle for a moment, in ms, and then move."""
    _away_from_the_edges(taken)
    start, end = box_of(taken), box_of(target)
    finger = page.context.new_cdp_session(page)
    x, y = start["x"] + start["width"] / 2, start["y"] + start["height"] / 2
    _touch(finger, "touchStart", x, y)
    page.wait_for_timeout(wait)
    to_x, to_y = end["x"] + 60, end["y"] + end["height"] * at
    for step in range(1, STEPS + 1):
        part = step / STEPS
        _touch(finger, "touchMove", x + (to_x - x) * part, y + (to_y - y) * part)
    page.wait_for_timeout(LIBRARY_LOOKS)
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def _away_from_the_edges(taken: Locator) -> None:
    """Near an edge of the window the page scrolls while a row is dragged, for as long as the machine takes to go on."""
    taken.evaluate("handle => handle.scrollIntoView({ block: 'center' })")


def _touch(finger: CDPSession, kind: str, x: float, y: float) -> None:
    finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})


Move = Callable[[Page, str, str], None]
"""Moves the row of a name to where another row is the first."""


def press_down(page: Page, name: str) -> None:
    """Move a row by one, with the keys."""
    handle(page, name).focus()
    for key in ("Space", "ArrowDown", "Space"):
        page.keyboard.press(key)


def move_first_down(page: Page) -> None:
    press_down(page, "Get started")
