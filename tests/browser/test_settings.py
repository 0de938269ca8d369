"""Changing an organization's settings, with scripts and without."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.acts import toasts
from tests.records import ask
from tests.world import ALICE, RunningService

SETTINGS = "/orgs/org_larkfield/settings"


def saved(service: RunningService, field: str) -> object:
    organization: dict[str, Any] = ask(service, ALICE, "GET", "/v1/orgs/org_larkfield").get_json()
    return organization[field]


@pytest.mark.quick(cases=1)
def test_change_the_title(each_page: Page, service: RunningService) -> None:
    each_page.goto(SETTINGS)
    each_page.get_by_label("Name", exact=True).fill("Larkfield Group")
    each_page.get_by_role("button", name="Save profile").click()
    expect(toasts(each_page)).to_contain_text("Profile: saved.")
    expect(each_page.get_by_label("Name", exact=True)).to_have_value("Larkfield Group")
    expect(each_page.locator(".switcher-name")).to_have_text("Larkfield Group")
    assert saved(service, "title") == "Larkfield Group"


def test_change_the_default_role(each_page: Page, service: RunningService) -> None:
    each_page.goto(SETTINGS)
    each_page.get_by_role("radio", name="Editor").check()
    each_page.get_by_role("button", name="Save access").click()
    expect(toasts(each_page)).to_contain_text("Access: saved.")
    expect(each_page.get_by_role("radio", name="Editor")).to_be_checked()
    assert saved(service, "defaultRole") == "edit"


def test_admin_for_everyone_demands_the_name(each_page: Page, service: RunningService) -> None:
    each_page.goto(SETTINGS)
    each_page.get_by_role("radio", name="Admin").check()
    each_page.get_by_role("button", name="Save access").click()
    expect(each_page.get_by_text("can change and delete everything")).to_be_visible()
    each_page.get_by_role("button", name="Save changes").click()
    expect(each_page.get_by_role("alert")).to_contain_text("Type the organization's name")
    assert saved(service, "defaultRole") == "read"
    each_page.get_by_label("Organization's name").fill("Larkfield Freight")
    each_page.get_by_role("button", name="Save changes").click()
    expect(toasts(each_page)).to_contain_text("Access: saved.")
    assert saved(service, "defaultRole") == "admin"


@pytest.mark.parametrize(
    ("typed", "domains"),
    [
        (
            "larkfield.example, drivers.larkfield.example; Someone@Carriers.Example",
            ["larkfield.example", "drivers.larkfield.example", "carriers.example"],
        ),
        ("larkfield.example", ["larkfield.example"]),
    ],
    ids=["one more", "one less"],
)
def test_change_the_domains(each_page: Page, service: RunningService, typed: str, domains: list[str]) -> None:
    each_page.goto(SETTINGS)
    each_page.get_by_label("E-mail domains").fill(typed)
    each_page.get_by_role("button", name="Save access").click()
    expect(toasts(each_page)).to_contain_text("Access: saved.")
    expect(each_page.get_by_label("E-mail domains")).to_have_value("\n".join(domains))
    assert saved(service, "emailDomains") == domains


def test_bad_domain_keeps_what_was_typed(each_page: Page, service: RunningService) -> None:
    each_page.goto(SETTINGS)
    each_page.get_by_label("E-mail domains").fill("larkfield.example\n*.example")
    each_page.get_by_role("radio", name="Commenter").check()
    each_page.get_by_role("button", name="Save access").click()
    expect(each_page.get_by_role("alert")).to_contain_text("“*.example” has a wildcard.")
    expect(each_page.get_by_label("E-mail domains")).to_have_value("larkfield.example\n*.example")
    expect(each_page.get_by_role("radio", name="Commenter")).to_be_checked()
    assert saved(service, "defaultRole") == "read"
