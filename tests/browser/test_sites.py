"""Creating, editing, filtering and deleting sites, with scripts and without."""

import re
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
def test_create_a_site(each_page: Page, service: RunningService) -> None:
    each_page.goto(SITES)
    each_page.get_by_role("link", name="New site").click()
    each_page.get_by_label("Title", exact=True).fill("Customs guide")
    each_page.get_by_role("radio", name="Unlisted").check()
    each_page.get_by_role("radio", name="A new space with sample content").check()
    each_page.get_by_label("Type").select_option("premium")
    each_page.get_by_role("button", name="Create site").click()
    expect(toasts(each_page)).to_contain_text("Customs guide was created.")
    expect(each_page.get_by_role("heading", level=1)).to_have_text("Customs guide")
    created = read(service, "?title=customs")["items"][0]
    assert [created[name] for name in ("visibility", "type", "siteSpaces")] == ["unlisted", "premium", 1]


def test_edit_every_field(each_page: Page, service: RunningService) -> None:
    each_page.goto(f"{SITES}/site_docs")
    each_page.get_by_role("link", name="Edit", exact=True).click()
    each_page.get_by_label("Title", exact=True).fill("Larkfield Handbook")
    each_page.get_by_label("Base name").fill("manual")
    each_page.get_by_role("radio", name="This path on one").check()
    each_page.get_by_role("textbox", name="Custom path").fill("larkfield.example/manual")
    each_page.get_by_role("radio", name="Share link").check()
    each_page.get_by_role("radio", name="Excluded").check()
    each_page.get_by_role("switch", name="Adapt content").uncheck()
    choose(each_page, "Home section", "Shipping")
    each_page.get_by_role("button", name="Save changes").click()
    expect(each_page.get_by_role("heading", level=1)).to_have_text("Review your changes")
    each_page.get_by_role("button", name="Save changes").click()
    expect(toasts(each_page)).to_contain_text("Larkfield Handbook was saved.")
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


def test_choose_the_first_space(each_page: Page, service: RunningService) -> None:
    each_page.goto(f"{SITES}/site_help/edit")
    choose(each_page, "Home space", "Release notes")
    each_page.get_by_role("button", name="Save changes").click()
    expect(toasts(each_page)).to_contain_text("Help centre was saved.")
    spaces = read(service, "/site_help/published")["structure"]["structure"]
    assert [space["title"] for space in spaces if space["default"]] == ["Release notes"]


def test_remove_the_custom_path(each_page: Page, service: RunningService) -> None:
    each_page.goto(f"{SITES}/site_preview/edit")
    each_page.get_by_role("radio", name="No custom path").check()
    each_page.get_by_role("button", name="Save changes").click()
    expect(each_page.get_by_role("heading", level=1)).to_have_text("Review your changes")
    each_page.get_by_role("button", name="Save changes").click()
    expect(toasts(each_page)).to_contain_text("Developer preview was saved.")
    assert "proxy" not in read(service, "/site_preview")


def test_wrong_input_comes_back_as_it_was_typed(each_page: Page, service: RunningService) -> None:
    each_page.goto(f"{SITES}/site_docs/edit")
    each_page.get_by_label("Title", exact=True).fill("L")
    each_page.get_by_role("radio", name="Unlisted").check()
    each_page.get_by_role("button", name="Save changes").click()
    expect(each_page.get_by_role("alert")).to_contain_text("Title needs at least 2 characters.")
    expect(each_page.get_by_label("Title", exact=True)).to_have_value("L")
    expect(each_page.get_by_role("radio", name="Unlisted")).to_be_checked()
    assert read(service, "/site_docs")["title"] == "Larkfield Docs"


@pytest.mark.quick(cases=1)
def test_filter_by_state(each_page: Page) -> None:
    each_page.goto(SITES)
    open_filters(each_page)
    each_page.get_by_label("Title contains").fill("op")
    each_page.get_by_label("State").select_option("Not published")
    each_page.get_by_role("button", name="Filter").click()
    expect(each_page.locator("tbody tr")).to_have_count(1)
    assert titles(each_page) == ["Warehouse operations"]
    expect(each_page).to_have_url(re.compile("published=false"))


def test_filter_by_space(each_page: Page) -> None:
    each_page.goto(f"{SITES}/site_docs")  # where Masthead sees what the spaces are called
    each_page.goto(SITES)
    open_filters(each_page)
    choose(each_page, "Contains the space", "API reference")
    each_page.get_by_role("button", name="Filter").click()
    expect(each_page.locator("tbody tr")).to_have_count(2)
    assert titles(each_page) == ["Larkfield Docs", "Developer preview"]


def test_delete_a_site(each_page: Page, service: RunningService) -> None:
    each_page.goto(SITES)
    each_page.get_by_role("link", name="Delete Help centre").click()
    each_page.get_by_label("Type “Help centre” to confirm").fill("Help")
    each_page.get_by_role("button", name="Delete site").click()
    expect(each_page.get_by_role("alert")).to_contain_text("The name doesn't match.")
    each_page.get_by_label("Type “Help centre” to confirm").fill("Help centre")
    each_page.get_by_role("button", name="Delete site").click()
    expect(toasts(each_page)).to_contain_text("Help centre was deleted.")
    assert "Help centre" not in titles(each_page)
    assert ask(service, ALICE, "GET", f"{API}/site_help").status_code == 404
