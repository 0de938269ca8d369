"""The keys of an input method are its own, and what other keyboards type opens a cell of the sheet of values."""

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

ORG = "/orgs/org_larkfield"


def owner_cell(page: Page) -> Locator:
    """Of the shipping guide, in the sheet of values."""
    page.goto(f"{ORG}/sites/site_docs")
    page.goto(f"{ORG}/field-values")
    expect(page.locator("table.values[role=grid]")).to_be_visible()
    return page.locator('tr[data-space="space_guide"] > td').first


def test_keys_of_an_input_method_choose_nothing(page: Page) -> None:
    page.goto(f"{ORG}/sites")
    page.goto(f"{ORG}/sites/site_docs")
    page.keyboard.press("ControlOrMeta+k")
    expect(page.get_by_role("option").first).to_be_visible()
    typing = page.context.new_cdp_session(page)
    typing.send("Input.imeSetComposition", {"text": "help", "selectionStart": 4, "selectionEnd": 4})
    expect(page.get_by_role("option", name="Help centre").first).to_be_visible()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name="Go to")).to_be_visible()
    typing.send("Input.insertText", {"text": "help"})
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/sites/site_help$"))


def test_an_input_method_has_its_keys_to_itself(page: Page) -> None:
    owner = owner_cell(page)
    typing = page.context.new_cdp_session(page)
    owner.focus()
    taken = {"key": "Process", "code": "KeyN", "windowsVirtualKeyCode": 229}
    typing.send("Input.dispatchKeyEvent", {"type": "rawKeyDown", **taken})  # the first key of a composition
    editor = owner.locator("input")
    expect(editor).to_be_focused()
    expect(editor).to_have_value("")
    typing.send("Input.imeSetComposition", {"text": "にほん", "selectionStart": 3, "selectionEnd": 3})
    for key in ("Enter", "Escape", "ArrowDown"):
        page.keyboard.down(key)
        expect(editor).to_have_value("にほん")
    typing.send("Input.insertText", {"text": "日本"})
    expect(editor).to_be_focused()
    page.keyboard.press("Enter")
    expect(owner).to_have_text("日本")


def test_signs_of_other_keyboards_open_a_cell(page: Page) -> None:
    owner = owner_cell(page)
    owner.focus()
    press = "(cell, keys) => cell.dispatchEvent(new KeyboardEvent('keydown', {bubbles: true, ...keys}))"
    opens: list[tuple[dict[str, Any], str]] = [
        ({"key": "@", "altKey": True}, "@"),  # Option on a Mac
        ({"key": "€", "ctrlKey": True, "altKey": True}, "€"),  # AltGr on Windows
        ({"key": "Dead"}, ""),
    ]
    for keys, value in opens:
        owner.evaluate(press, keys)
        expect(owner.locator("input")).to_have_value(value)
        page.keyboard.press("Escape")
    for keys in ({"key": "d", "altKey": True}, {"key": "@", "ctrlKey": True}):
        owner.evaluate(press, keys)
        expect(owner.locator("input")).to_have_count(0)
