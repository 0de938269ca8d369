"""Each setting of an organization is changed, with scripts and without; the page says what it was and what it means."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.acts import choose, toasts
from tests.records import ask, forget_landing_site
from tests.world import ALICE, DANA, RunningService

ORG = "/orgs/org_larkfield"
SETTINGS = f"{ORG}/settings"
LOGO = "https://larkfield.example/logo.svg"
NAME = "Larkfield Freight"


def saved(service: RunningService, field: str) -> object:
    return ask(service, ALICE, "GET", "/v1/orgs/org_larkfield").get_json().get(field)


def typing(label: str, text: str) -> Callable[[Page], None]:
    return lambda page: page.get_by_label(label, exact=True).fill(text)


def picking(name: str) -> Callable[[Page], None]:
    return lambda page: page.get_by_role("radio", name=name).check()


def switching(name: str, *, on: bool) -> Callable[[Page], None]:
    return lambda page: page.get_by_role("switch", name=name).set_checked(on)


def a_logo(page: Page) -> None:
    page.get_by_role("radio", name="Use the image at this address").check()
    page.get_by_role("textbox", name="Logo").fill(LOGO)


def another_site(page: Page) -> None:
    choose(page, "Landing content", "Help centre")


# What a person does, the button that saves it, the field and what it is then.
CHANGES: dict[str, tuple[Callable[[Page], None], str, str, object]] = {
    "name": (typing("Name", "Larkfield Air"), "Save profile", "title", "Larkfield Air"),
    "hostname": (typing("Default hostname", "Larkfield-Air"), "Save profile", "hostname", "larkfield-air"),
    "guest": (picking("Guest"), "Save access", "defaultRole", None),
    "invite links": (switching("Invite links", on=False), "Save access", "inviteLinks", False),
    "landing content": (another_site, "Save content", "defaultContent", {"type": "site", "site": "site_help"}),
    "AI": (switching("AI features", on=False), "Save AI settings", "ai", False),
}


@pytest.mark.parametrize("name", CHANGES)
def test_each_setting_is_changed(each_page: Page, service: RunningService, name: str) -> None:
    change, button, field, value = CHANGES[name]
    each_page.goto(SETTINGS)
    change(each_page)
    each_page.get_by_role("button", name=button).click()
    expect(toasts(each_page)).to_contain_text("saved.")
    assert saved(service, field) == value


def test_a_logo_is_set_looked_at_kept_and_taken_away(each_page: Page) -> None:
    page = each_page
    page.goto(SETTINGS)
    a_logo(page)
    page.get_by_role("button", name="Save profile").click()
    expect(page.get_by_role("radio", name="Keep the current logo")).to_be_checked()
    expect(page.get_by_role("link", name="Open the current picture")).to_have_attribute("href", LOGO)
    page.get_by_role("radio", name="No logo").check()
    page.get_by_role("button", name="Save profile").click()
    expect(page.get_by_role("link", name="Open the current picture")).to_have_count(0)


def test_a_public_mail_service_wants_the_words(each_page: Page, service: RunningService) -> None:
    page = each_page
    page.goto(SETTINGS)
    page.get_by_label("E-mail domains").fill("larkfield.example\ngmail.com")
    page.get_by_role("button", name="Save access").click()
    expect(page.get_by_text("Anyone can get an address at “gmail.com”.")).to_be_visible()
    page.get_by_label("Type “I understand”").fill("I understand")
    page.get_by_role("button", name="Save changes").click()
    expect(toasts(page)).to_contain_text("Access: saved.")
    assert saved(service, "emailDomains") == ["larkfield.example", "gmail.com"]


def test_a_domain_of_another_organization_wants_a_tick(each_page: Page, service: RunningService) -> None:
    ask(service, DANA, "PATCH", "/v1/orgs/org_orchard", {"emailDomains": ["air.example"]})
    page = each_page
    page.goto(SETTINGS)
    page.get_by_label("E-mail domains").fill("air.example")
    page.get_by_role("button", name="Save access").click()
    expect(page.get_by_text("“air.example” already belongs to Orchard Street Clinic.")).to_be_visible()
    page.get_by_role("checkbox", name="Add domains that already belong").check()
    page.get_by_role("button", name="Save changes").click()
    expect(toasts(page)).to_contain_text("Access: saved.")


def test_a_missing_landing_site_is_told_and_replaced(each_page: Page, service: RunningService) -> None:
    forget_landing_site(service, "org_larkfield")
    each_page.goto(SETTINGS)
    expect(each_page.get_by_text("The site of the landing content is missing")).to_be_visible()
    another_site(each_page)
    each_page.get_by_role("button", name="Save content").click()
    expect(each_page.get_by_text("The site of the landing content is missing")).to_have_count(0)


def test_a_review_shows_old_and_new_and_what_depends_on_it(each_page: Page) -> None:
    each_page.goto(SETTINGS)
    each_page.get_by_label("Default hostname").fill("larkfield-air")
    each_page.locator("#part-profile").get_by_role("button", name="Review first").click()
    expect(each_page.get_by_role("row", name="Default hostname")).to_contain_text("“larkfield”")
    expect(each_page.get_by_role("heading", name="What depends on it")).to_be_visible()
    each_page.get_by_role("button", name="Save changes").click()
    each_page.get_by_role("button", name="Undo").click()
    expect(each_page.get_by_label("Default hostname")).to_have_value("larkfield")


def test_nothing_changed_and_changed_already(each_page: Page, service: RunningService) -> None:
    each_page.goto(SETTINGS)
    each_page.get_by_role("button", name="Save profile").click()
    expect(toasts(each_page)).to_contain_text("Nothing to save")
    ask(service, ALICE, "PATCH", "/v1/orgs/org_larkfield", {"title": "Larkfield Air"})
    each_page.get_by_label("Name", exact=True).fill("Larkfield Air")
    each_page.get_by_role("button", name="Save profile").click()
    expect(toasts(each_page)).to_contain_text("Already saved")


def test_what_it_was_appears_while_somebody_types(page: Page) -> None:
    page.goto(SETTINGS)
    line = page.get_by_text(f"Before your change: “{NAME}”")
    expect(line).to_be_hidden()
    page.get_by_label("Name", exact=True).fill("Larkfield Air")
    expect(line).to_be_visible()
    page.get_by_label("Name", exact=True).fill(NAME)
    expect(line).to_be_hidden()
    page.get_by_role("radio", name="Guest").check()
    expect(page.get_by_text("Before your change: “Reader”")).to_be_visible()


def test_a_picture_that_is_typed_can_be_opened(page: Page) -> None:
    page.goto(SETTINGS)
    page.get_by_role("textbox", name="Logo").press_sequentially(LOGO)
    expect(page.get_by_role("link", name="Open the address that you typed")).to_have_attribute("href", LOGO)
    page.get_by_role("textbox", name="Logo").fill("javascript:alert(1)")
    expect(page.get_by_role("link", name="Open the address that you typed")).to_have_count(0)


def test_an_invite_link_that_was_opened_is_listed(each_page: Page) -> None:
    each_page.goto(f"{ORG}/invites/inv_welcome")
    each_page.goto(SETTINGS)
    each_page.get_by_role("link", name="inv_welcome").click()
    expect(each_page.get_by_role("heading", level=1)).to_have_text("Invite link")


def test_the_history_leads_to_a_change(each_page: Page) -> None:
    each_page.goto(SETTINGS)
    typing("Name", "Larkfield Air")(each_page)
    each_page.get_by_role("button", name="Save profile").click()
    each_page.locator("#history").get_by_role("link", name="Change Larkfield Freight: name").click()
    expect(each_page.get_by_role("cell", name="“Larkfield Air”")).to_be_visible()
