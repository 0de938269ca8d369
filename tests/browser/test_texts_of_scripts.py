"""What scripts write into pages is in the language of the page: in the pseudo-locale all of it stands in brackets."""

import re

import pytest
from playwright.sync_api import Dialog, Page, expect

from i18n import PSEUDO, Pseudo
from tests.browser.structure import DOCS, open_board
from tests.browser.windows import WindowsOn
from tests.portals import PortalFor
from tests.world import RunningService

pytestmark = pytest.mark.exhaustive
ORG = "/orgs/org_larkfield"
EDIT = f"{ORG}/sites/site_docs/edit"
WRITTEN = """
const { get, set } = Object.getOwnPropertyDescriptor(Node.prototype, "textContent");
Object.defineProperty(Node.prototype, "textContent", { configurable: true, get, set(text) {
  window.hear(String(text));
  set.call(this, text);
} });
const setAttribute = Element.prototype.setAttribute;
Element.prototype.setAttribute = function (name, value) {
  if (["aria-label", "placeholder", "title"].includes(name)) window.hear(String(value));
  setAttribute.call(this, name, value);
};
"""
WORD = re.compile(r"[A-Za-z]{2}")
Heard = list[str]


@pytest.fixture
def foreign(portal_for: PortalFor, service: RunningService, windows_on: WindowsOn) -> tuple[Page, Heard]:
    """Alice at a portal in the pseudo-locale, and all that scripts write there."""
    page, heard = windows_on(portal_for(API_BASE_URL=service.url, LANGUAGE=PSEUDO)).open("Alice", own=True), Heard()
    page.context.expose_function("hear", lambda *texts: heard.extend(texts))
    page.context.add_init_script(WRITTEN)
    return page, heard


def marked(message: str) -> re.Pattern[str]:
    """The text as the pseudo-locale has it, with anything for its values."""
    return re.compile(".+".join(map(re.escape, re.split(r"%\(\w+\)s", Pseudo().gettext(message)))))


def left(heard: Heard) -> list[str]:
    """What stands outside brackets."""
    return [text for text in heard if WORD.search(re.sub("⟦.*⟧", "", text, flags=re.DOTALL))]


def unheard(heard: Heard, messages: tuple[str, ...]) -> list[str]:
    return [each for each in messages if not any(marked(each).search(text) for text in heard)]


SEARCHES = (
    "Search by name, id, page or action",
    "↑ ↓ to select, Enter to open, Escape to close",
    "%(n)s found.",
    "%(typed)s of %(limit)s",
    "This form is %(size)s MB. Masthead accepts 1 MB at most, so nothing was sent. Shorten your input here.",
    "Leave this page? What you typed here is not saved.",
    "Enter the whole date, or clear the field.",
)
LISTS = (
    "%(found)s found, %(selected)s selected.",
    "Set role of %(team)s in %(place)s",
    "Current role. %(meaning)s",
    "View details",
    "%(selected)s selected",
    "Set role of %(n)s cells",
    "For %(teams)s in %(places)s",
)
BOARD = (
    "There is nothing to undo.",
    "%(where)s is picked up. The arrow keys move it, Space drops it, Escape cancels.",
    "%(where)s, the first",
    "There is no section before this one.",
    "%(where)s is back where it was.",
    "%(name)s %(position)s of %(total)s in %(place)s",
    "Move %(name)s, %(position)s of %(total)s in %(place)s",
    "Position of %(name)s in %(place)s",
    "%(n)s rows have these words",
    "All rows are shown",
    "Unfold all",
    "Fold all",
    "%(selected)s selected.",
    "Select rows of one kind. Spaces, sections and groups can't be moved together.",
    "“%(typed)s” is not a position. Enter a number, starting with 1.",
    "Saving the draft…",
    "Undone. %(summary)s",
)
AGAIN = "%(why)s This page keeps the order and sends it again automatically."
LOST = (
    f"The draft is not saved yet. {AGAIN}",
    "Masthead refused this.",
    "Not saved yet",
    f"It isn't known whether your last move was saved in the draft. {AGAIN}",
    "Not confirmed yet",
    "Send now",
)


def test_search_and_typing(foreign: tuple[Page, Heard]) -> None:
    page, heard = foreign

    def dismiss(dialog: Dialog) -> None:
        heard.append(dialog.message)
        dialog.dismiss()

    page.goto(f"{ORG}/sites/site_docs/links")
    page.locator("input[type=date]").focus()
    page.keyboard.type("11")
    page.keyboard.press("Enter")
    expect(page.get_by_text(marked("Enter the whole date, or clear the field."))).to_be_visible()
    page.goto(f"{ORG}/sites/site_docs")
    page.goto(EDIT)
    page.keyboard.press("ControlOrMeta+k")
    expect(page.locator("dialog [role=status]")).to_have_text(marked("%(n)s found."))
    page.keyboard.press("Escape")
    picked = page.locator(".picker-box input").first
    picked.focus()
    picked.press("ArrowDown")
    expect(page.locator(".picker-box [role=status]").first).to_have_text(marked("%(n)s found."))
    picked.press("Escape")
    title = page.locator("#title")
    title.fill("a" * 120)
    title.evaluate("each => { each.value = 'a'.repeat(2 ** 21); each.form.requestSubmit(); }")
    expect(page.locator("#title-too-large")).to_be_visible()
    page.once("dialog", dismiss)
    page.locator(".areas a").first.click()
    assert left(heard) == []
    assert unheard(heard, SEARCHES) == []


def test_lists(foreign: tuple[Page, Heard]) -> None:
    page, heard = foreign
    page.goto(f"{ORG}/translations/coverage/wanted")
    page.locator("[data-filtered] input[type=search]").fill("canto")
    page.goto(f"{ORG}/sites/site_docs")
    page.goto(f"{ORG}/access")
    cells = page.locator("tr[data-row] > td")
    cells.nth(0).click()
    page.keyboard.press("Escape")
    cells.nth(1).click(modifiers=["ControlOrMeta"])
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    page.locator("[name=teams]").evaluate(
        "each => { each.selectedIndex = 1; each.dispatchEvent(new Event('change', { bubbles: true })); }"
    )
    assert left(heard) == []
    assert unheard(heard, LISTS) == []


def test_board(foreign: tuple[Page, Heard]) -> None:
    page, heard = foreign
    open_board(page, DOCS)
    page.keyboard.press("ControlOrMeta+z")
    at = page.locator("[data-kind=space] [data-handle]").first
    at.focus()
    for key in ("Space", "ArrowUp", "ArrowLeft", "ArrowLeft", "Escape"):
        at.press(key)
    page.locator("[data-filter]").fill("e")
    page.locator("[data-filter]").fill("")
    page.locator("[data-fold-all]").click()
    page.locator("[data-fold-all]").click()
    page.locator("[data-choose]").first.evaluate("each => each.click()")
    page.locator("[data-kind=section] > .row-line > [name=item]").first.check()
    page.locator("[data-move-chosen]").click()
    page.locator("[data-kind=space] [data-sheet=structure-move]").first.click()
    page.locator("dialog [name=position]").fill("x")
    page.locator("dialog .btn-primary").click()
    page.keyboard.press("Escape")
    page.locator("dialog").wait_for(state="hidden")
    move_a_row_up(page)
    expect(page.locator("[data-saved]")).to_have_text(marked("Draft saved %(at)s"))
    page.keyboard.press("ControlOrMeta+z")
    expect(page.locator("[data-said]")).to_have_text(marked("Undone. %(summary)s"))
    assert left(heard) == []
    assert unheard(heard, BOARD) == []


def test_lost_answers(foreign: tuple[Page, Heard]) -> None:
    page, heard = foreign
    open_board(page, DOCS)
    answers = [413, 502]
    page.route(
        f"**{DOCS}", lambda route: route.fulfill(status=answers.pop(0), body="") if answers else route.fallback()
    )
    move_a_row_up(page)
    expect(page.locator("[data-saved]")).to_have_text(marked("Draft saved %(at)s"))
    assert left(heard) == []
    assert unheard(heard, LOST) == []


def move_a_row_up(page: Page) -> None:
    page.locator("[data-line='section:section_guide'] [data-handle]").nth(1).focus()
    for key in ("Space", "ArrowUp", "Enter"):
        page.keyboard.press(key)
