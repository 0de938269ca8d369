"""The command palette: by its keys, by its button, with a screen reader; and a page where no scripts run."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

ORG = "/orgs/org_larkfield"


@pytest.mark.quick(cases=1)
def test_go_somewhere_with_the_keys_alone(page: Page) -> None:
    page.goto(f"{ORG}/sites")  # which tells of all of them
    page.goto(f"{ORG}/sites/site_docs")
    page.keyboard.press("ControlOrMeta+k")
    box = page.get_by_role("combobox", name="Go to")
    expect(box).to_be_focused()
    options = page.get_by_role("dialog", name="Go to").get_by_role("option")
    page.keyboard.type("shipment")
    expect(options.filter(has_text="Page of API reference").first).to_be_visible()
    expect(options.last).to_contain_text("All results for “shipment”")
    box.fill("help")
    expect(options.first).to_contain_text("Help centre")
    expect(options.first).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/sites/site_help$"))


def test_a_result_opens_in_a_new_tab_as_a_link_does(page: Page) -> None:
    page.goto(f"{ORG}/sites")
    page.goto(f"{ORG}/sites/site_docs")
    page.keyboard.press("ControlOrMeta+k")
    page.keyboard.type("help")
    option = page.get_by_role("dialog", name="Go to").get_by_role("option", name="Help centre").first
    ways: list[Callable[[], None]] = [
        lambda: page.keyboard.press("ControlOrMeta+Enter"),
        lambda: option.click(modifiers=["ControlOrMeta"]),
        lambda: option.click(button="middle"),
    ]
    expect(option).to_have_attribute("href", f"{ORG}/sites/site_help")
    for way in ways:
        with page.context.expect_page() as opened:
            way()
        expect(opened.value).to_have_url(re.compile("/sites/site_help$"))
        opened.value.close()
    expect(page).to_have_url(re.compile("/sites/site_docs$"))
    option.click()
    expect(page).to_have_url(re.compile("/sites/site_help$"))


def test_button_opens_it_and_escape_gives_the_focus_back(page: Page) -> None:
    page.goto(ORG)
    button = page.get_by_role("link", name="Go to")
    button.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name="Go to")).to_be_visible()
    expect(page.get_by_role("option").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(button).to_be_focused()


def test_an_action_is_done_where_one_is(page: Page) -> None:
    page.goto(f"{ORG}/sites?title=docs")
    page.keyboard.press("ControlOrMeta+k")
    page.keyboard.type("switch to dark")
    options = page.get_by_role("dialog").get_by_role("option")
    shown = (
        "Switch to dark theme",
        "Share links with “switch to",
        "Activity with “switch to",
        "All results for “switch to",
    )
    expect(options).to_have_text([re.compile(each) for each in shown])
    page.keyboard.press("Enter")
    expect(page.locator("html")).to_have_attribute("data-bs-theme", "dark")
    expect(page).to_have_url(f"{ORG}/sites?title=docs")
