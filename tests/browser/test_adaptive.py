"""Adaptive content in a real browser: what is offered while one types, and the keys alone."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.acts import toasts
from tests.browser.test_keyboard import tab_to
from tests.records import ask
from tests.world import ALICE, RunningService

DOCS = "/orgs/org_larkfield/sites/site_docs"
START = f"{DOCS}/conditions/sitespace_docs_start"
API = "/v1/orgs/org_larkfield/sites/site_docs"
CARRIER = "visitor.claims.isCarrier"


def condition(service: RunningService) -> object:
    listed = ask(service, ALICE, "GET", f"{API}/site-spaces").get_json()["items"]
    return next(item.get("condition") for item in listed if item["id"] == "sitespace_docs_start")


@pytest.mark.quick(cases=1)
def test_a_condition_is_taken_from_what_is_offered(page: Page, service: RunningService) -> None:
    page.goto(START)
    page.get_by_role("link", name=CARRIER).click()
    expect(page.locator("#condition")).to_have_value(CARRIER)
    page.get_by_role("radio", name="Visitors who meet").check()
    page.get_by_role("button", name="Save condition").click()
    expect(toasts(page)).to_contain_text("The condition of Get started was saved.")
    assert condition(service) == CARRIER


def test_typing_a_condition_with_the_keys_alone(page: Page, service: RunningService) -> None:
    page.goto(START)
    tab_to(page, "Everyone")
    page.keyboard.press("ArrowDown")
    tab_to(page, "Condition")
    page.keyboard.type("!isca")
    offered = page.locator(".offered").get_by_role("link", name=f"!{CARRIER}")
    expect(offered).to_be_visible()
    expect(page.locator("[data-says]")).to_contain_text("Masthead doesn't know isca")
    page.keyboard.press("ArrowDown")
    expect(offered).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#condition")).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("#condition")).to_have_value(f"!{CARRIER}")
    expect(page.locator("#condition")).to_be_focused()
    expect(page.locator("[data-says]")).to_have_text("No problems found.")
    tab_to(page, "Save condition")
    page.keyboard.press("Enter")
    expect(toasts(page)).to_contain_text("The condition of Get started was saved.")
    assert condition(service) == f"!{CARRIER}"
