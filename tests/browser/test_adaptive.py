"""Adaptive content in a real browser: what is offered while one types, and the keys alone."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.acts import toasts
from tests.browser.test_keyboard import tab_to
from tests.browser.windows import PHONE, Windows
from tests.loops import for_each
from tests.records import ask
from tests.world import ALICE, RunningService

DOCS = "/orgs/org_larkfield/sites/site_docs"
START = f"{DOCS}/conditions/sitespace_docs_start"
API = "/v1/orgs/org_larkfield/sites/site_docs"
CARRIER = "visitor.claims.isCarrier"


def claims(service: RunningService) -> dict[str, Any]:
    schema = ask(service, ALICE, "GET", f"{API}/adaptive-schema").get_json()["jsonSchema"]
    found: dict[str, Any] = schema["properties"]
    return found


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


@for_each("path", ["adaptive", "conditions", "audience"])
def test_all_parts_fit_a_phone(windows: Windows, path: str) -> None:
    page = windows.open("Alice", width=PHONE)
    page.goto(f"{DOCS}/{path}")
    parts = page.get_by_role("navigation", name="Parts of adaptive content").get_by_role("list")
    assert parts.evaluate("each => each.scrollWidth <= each.clientWidth")


def test_the_list_of_conditions_is_narrowed_while_one_types(page: Page, service: RunningService) -> None:
    ask(service, ALICE, "PATCH", f"{API}/site-spaces/sitespace_docs_start", {"condition": CARRIER})
    page.goto(f"{DOCS}/conditions")
    page.get_by_label("Title or condition contains").fill("iscarrier")
    expect(page.locator("tbody tr")).to_have_count(1)
    page.get_by_label("Show").select_option("Without a condition")
    expect(page.get_by_text("No space matches")).to_be_visible()
