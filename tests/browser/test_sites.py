"""Creating, editing and filtering sites."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.acts import choose, open_filters, toasts
from tests.records import ask
from tests.world import ALICE, RunningService

SITES = "/orgs/org_larkfield/sites"
API = "/v1/orgs/org_larkfield/sites"


def read(service: RunningService, path: str) -> dict[str, Any]:
    answer: dict[str, Any] = ask(service, ALICE, "GET", API + path).get_json()
    return answer


def titles(page: Page) -> list[str]:
    return page.locator("tbody th").all_inner_texts()


@pytest.mark.quick(cases=1)
def test_create_a_site(page: Page, service: RunningService) -> None:
    page.goto(SITES)
    page.get_by_role("link", name="New site").click()
    page.get_by_label("Title", exact=True).fill("Customs guide")
    page.get_by_role("radio", name="Unlisted").check()
    page.get_by_role("radio", name="A new space with sample content").check()
    page.get_by_label("Type").select_option("premium")
    page.get_by_role("button", name="Create site").click()
    expect(toasts(page)).to_contain_text("Customs guide was created.")
    expect(page.get_by_role("heading", level=1)).to_have_text("Customs guide")
    created = read(service, "?title=customs")["items"][0]
    assert [created[name] for name in ("visibility", "type", "siteSpaces")] == ["unlisted", "premium", 1]


def test_edit_every_field(page: Page, service: RunningService) -> None:
    page.goto(f"{SITES}/site_docs")
    page.get_by_role("link", name="Edit", exact=True).click()
    page.get_by_label("Title", exact=True).fill("Larkfield Handbook")
    page.get_by_label("Base name").fill("manual")
    page.get_by_role("radio", name="This path on one").check()
    page.get_by_role("textbox", name="Custom path").fill("larkfield.example/manual")
    page.get_by_role("radio", name="Share link").check()
    page.get_by_role("radio", name="Excluded").check()
    page.get_by_role("switch", name="Adapt content").uncheck()
    choose(page, "Home section", "Shipping")
    page.get_by_role("button", name="Save changes").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Review your changes")
    page.get_by_role("button", name="Save changes").click()
    expect(toasts(page)).to_contain_text("Larkfield Handbook was saved.")
    site = read(service, "/site_docs")
    assert {name: site[name] for name in ("title", "basename", "visibility", "agentsContext", "adaptiveContent")} == {
        "title": "Larkfield Handbook",
        "basename": "manual",
        "visibility": "share-link",
        "agentsContext": "excluded",
        "adaptiveContent": {"enabled": False},
    }
    assert site["proxy"]["origin"] == "larkfield.example/manual"
    sections = read(service, "/site_docs/published")["structure"]["structure"]
    assert [section["title"] for section in sections if section["default"]] == ["Shipping"]


def test_filter_by_space(page: Page) -> None:
    page.goto(f"{SITES}/site_docs")  # where Masthead sees what the spaces are called
    page.goto(SITES)
    open_filters(page)
    choose(page, "Contains the space", "API reference")
    page.get_by_role("button", name="Filter").click()
    expect(page.locator("tbody tr")).to_have_count(2)
    assert titles(page) == ["Larkfield Docs", "Developer preview"]
