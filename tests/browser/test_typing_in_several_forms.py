"""Typing into one form of a page outlives sending another one."""

import pytest
from playwright.sync_api import Dialog, Locator, Page, expect

from tests.browser.acts import toasts
from tests.browser.windows import Windows
from tests.records import ask
from tests.world import ALICE, RunningService

SETTINGS = "/orgs/org_larkfield/settings"
DOMAINS = "drivers.larkfield.example"
OFFER = "What you typed here was not saved"


@pytest.fixture
def typing(page: Page) -> Page:
    """Alice, who types into one section and goes on in another one."""
    page.goto(SETTINGS)
    page.get_by_label("E-mail domains").fill(DOMAINS)
    page.get_by_label("Name", exact=True).fill("Larkfield Lorries")
    return page


def section(page: Page, name: str) -> Locator:
    return page.locator(f"#part-{name}")


def shows_again(page: Page) -> None:
    page.get_by_role("button", name="Show what I typed").click()
    expect(page.get_by_label("E-mail domains")).to_have_value(DOMAINS)


@pytest.mark.quick(cases=1)
def test_saving_one_section_keeps_the_others(typing: Page, service: RunningService) -> None:
    typing.get_by_role("button", name="Save profile").click()
    expect(toasts(typing)).to_contain_text("Profile: saved.")
    expect(section(typing, "access").get_by_text(OFFER)).to_be_visible()
    shows_again(typing)
    typing.get_by_role("button", name="Save access").click()
    typing.get_by_role("button", name="Save changes").click()
    expect(toasts(typing)).to_contain_text("Access: saved.")
    organization = ask(service, ALICE, "GET", "/v1/orgs/org_larkfield").get_json()
    assert (organization["title"], organization["emailDomains"]) == ("Larkfield Lorries", [DOMAINS])
    expect(typing.get_by_text(OFFER)).to_have_count(0)


def test_what_cannot_be_kept_is_asked_about(typing: Page, windows: Windows) -> None:
    typing.route(f"**{SETTINGS}/access", lambda route: route.abort())
    with windows.expecting_trouble(), typing.expect_event("dialog") as asked:
        # The dialog stops the page until it is answered, and the press with it.
        typing.once("dialog", Dialog.dismiss)
        typing.get_by_role("button", name="Save profile").click()
    assert asked.value.message == "Leave this page? What you typed here is not saved."
    expect(typing.get_by_label("E-mail domains")).to_have_value(DOMAINS)
    expect(typing.get_by_label("Name", exact=True)).to_have_value("Larkfield Lorries")
