"""Each setting of an organization is changed; the page says what it was while somebody types."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.acts import choose, toasts
from tests.loops import for_each
from tests.records import ask
from tests.world import ALICE, RunningService

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


@for_each("name", CHANGES)
def test_each_setting_is_changed(page: Page, service: RunningService, name: str) -> None:
    change, button, field, value = CHANGES[name]
    page.goto(SETTINGS)
    change(page)
    page.get_by_role("button", name=button).click()
    if field in {"hostname", "inviteLinks"}:
        page.get_by_role("button", name="Save changes").click()
    expect(toasts(page)).to_contain_text("saved.")
    assert saved(service, field) == value


def test_a_logo_is_set_looked_at_kept_and_taken_away(page: Page) -> None:
    page.goto(SETTINGS)
    a_logo(page)
    page.get_by_role("button", name="Save profile").click()
    expect(page.get_by_role("radio", name="Keep the current logo")).to_be_checked()
    expect(page.get_by_role("link", name="Open the current picture")).to_have_attribute("href", LOGO)
    page.get_by_role("radio", name="No logo").check()
    page.get_by_role("button", name="Save profile").click()
    expect(page.get_by_role("link", name="Open the current picture")).to_have_count(0)


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
