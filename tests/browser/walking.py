"""Ways through pages by the keys alone: from one thing that has the focus to the next, each of them seen."""

from collections.abc import Callable, Sequence

from playwright.sync_api import Page, expect

from tests.browser.test_keyboard import focused, tab_to

Step = Callable[[Page], None]
"""Something that a person does on the page."""

AT_ITS_TOP = "document.activeElement === document.body && !location.hash"


def walk(page: Page, steps: Sequence[Step]) -> None:
    """All of them, one after the other."""
    for step in steps:
        step(page)


def past_the_navigation(page: Page) -> None:
    """Where a page that came begins at its top, as without scripts: with no message and no part of it."""
    if page.evaluate(AT_ITS_TOP):
        tab_to(page, "Skip to the content")
        page.keyboard.press("Enter")


def opened(path: str) -> Step:
    """Go to a page by its address."""

    def step(page: Page) -> None:
        page.goto(path)
        past_the_navigation(page)

    return step


def typed(field: str | tuple[str, ...], text: str) -> Step:
    """Into a field, in place of what is in it; the page that came may have put the focus there."""

    def step(page: Page) -> None:
        if not focused(page)["name"].startswith(field):
            tab_to(page, field)
        page.keyboard.press("ControlOrMeta+a")
        page.keyboard.insert_text(text)

    return step


def keys(name: str | tuple[str, ...], *pressed: str) -> Step:
    """On the thing of this name; all of it stays on the page."""

    def step(page: Page) -> None:
        tab_to(page, name)
        for key in pressed:
            page.keyboard.press(key)

    return step


def followed(name: str, told: str, key: str = "Tab") -> Step:
    """Press a button or follow a link of this name, after which the page tells this, and has the focus in it."""

    def step(page: Page) -> None:
        tab_to(page, name, key)
        page.keyboard.press("Enter")
        at_hand(page, told)

    return step


def at_hand(page: Page, told: str) -> None:
    """Wait for the words; with scripts, the focus is on the title, on a message or where it was, and is never lost."""
    expect(page.locator("main, dialog").get_by_text(told).filter(visible=True).first).to_be_visible()
    page.wait_for_load_state()
    if page.evaluate("Boolean(window.htmx)"):
        expect(page.locator("main :focus, dialog :focus, main:focus")).to_have_count(1)
    past_the_navigation(page)


def run(page: Page) -> None:
    """A bulk change to its end; without scripts it is carried on by its button."""
    done = page.get_by_role("heading", name="Done")
    onward = page.get_by_role("button", name="Continue").filter(visible=True)
    expect(done.or_(onward).first).to_be_visible()
    while not done.count() and onward.count():
        past_the_navigation(page)
        tab_to(page, "Continue")
        page.keyboard.press("Enter")
        page.wait_for_load_state()
    at_hand(page, "Done")
