"""A colleague saves the same field meanwhile: whose to keep is chosen with the keys alone."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.acts import toasts
from tests.browser.test_keyboard import tab_to
from tests.records import ask
from tests.world import ALICE, RunningService

ORG = "/orgs/org_larkfield"
SETTINGS, EDIT = f"{ORG}/settings", f"{ORG}/sites/site_docs/edit"
CHANGED_TOO = "Somebody changed this too while you were editing."


def saved(service: RunningService, *names: str, path: str = "") -> list[object]:
    found = ask(service, ALICE, "GET", f"/v1/orgs/org_larkfield{path}").get_json()
    return [found[name] for name in names]


@pytest.mark.quick(cases=1)
def test_whose_to_keep_is_chosen_with_the_keys_alone(page: Page, service: RunningService) -> None:
    page.goto(EDIT)
    ask(service, ALICE, "PATCH", "/v1/orgs/org_larkfield/sites/site_docs", {"title": "By a colleague"})
    tab_to(page, "Title")
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("By Alice")
    page.keyboard.press("Enter")
    expect(page.locator("[data-problems]")).to_be_focused()
    tab_to(page, f"Title: {CHANGED_TOO}")
    page.keyboard.press("Enter")
    tab_to(page, "Keep mine")
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("radio", name="Take theirs")).to_be_checked()
    tab_to(page, "Save changes")
    page.keyboard.press("Enter")
    expect(toasts(page)).to_contain_text("Nothing to save")
    assert saved(service, "title", path="/sites/site_docs") == ["By a colleague"]
