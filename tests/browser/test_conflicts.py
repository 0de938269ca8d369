"""Two people edit the same organization and the same site in two browsers: neither loses a field, each is told."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.acts import toasts
from tests.browser.test_keyboard import tab_to
from tests.browser.windows import Windows
from tests.records import ask, give_role
from tests.world import ALICE, RunningService

ORG = "/orgs/org_larkfield"
SETTINGS, EDIT = f"{ORG}/settings", f"{ORG}/sites/site_docs/edit"
CHANGED_TOO = "Somebody changed this too while you were editing."


def saved(service: RunningService, *names: str, path: str = "") -> list[object]:
    found = ask(service, ALICE, "GET", f"/v1/orgs/org_larkfield{path}").get_json()
    return [found[name] for name in names]


@pytest.fixture
def both(windows: Windows, service: RunningService) -> tuple[Page, Page]:
    """Alice and Bob, who both administer Larkfield, each at their own browser."""
    give_role(service, "user_bob", "org_larkfield", "admin")
    return windows.open("Alice"), windows.open("Bob")


def test_two_people_at_the_settings(both: tuple[Page, Page], service: RunningService) -> None:
    alice, bob = both
    for page in both:
        page.goto(SETTINGS)
    bob.get_by_label("Name", exact=True).fill("Larkfield Sea")
    bob.get_by_label("Default hostname").fill("larkfield-sea")
    bob.get_by_role("button", name="Save profile").click()
    bob.get_by_role("button", name="Save changes").click()
    expect(toasts(bob)).to_contain_text("Profile: saved.")
    alice.get_by_label("Name", exact=True).fill("Larkfield Air")
    alice.get_by_role("button", name="Save profile").click()
    expect(alice.get_by_role("alert")).to_contain_text(CHANGED_TOO)
    expect(alice.get_by_role("alert")).to_contain_text("changed Default hostname to “larkfield-sea”")
    expect(alice.get_by_text("Bob changed it")).to_be_visible()
    assert saved(service, "title", "hostname") == ["Larkfield Sea", "larkfield-sea"]
    alice.get_by_role("radio", name="Keep mine").check()
    alice.get_by_role("button", name="Save profile").click()
    expect(toasts(alice)).to_contain_text("Profile: saved.")
    assert saved(service, "title", "hostname") == ["Larkfield Air", "larkfield-sea"]


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
