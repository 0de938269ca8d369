"""The settings with the keys alone: each kind of field is changed, reviewed, refused, and saved."""

from playwright.sync_api import Page, expect

from tests.browser.acts import toasts
from tests.browser.test_keyboard import tab_to
from tests.loops import for_each
from tests.records import ask
from tests.world import ALICE, RunningService

SETTINGS = "/orgs/org_larkfield/settings"


def saved(service: RunningService, field: str) -> object:
    return ask(service, ALICE, "GET", "/v1/orgs/org_larkfield").get_json().get(field)


def tab_into(page: Page, section: str, name: str) -> None:
    """Past the navigation to the links to the parts of the page, into one of them, and on to a control."""
    tab_to(page, "Skip to the content")
    page.keyboard.press("Enter")
    tab_to(page, section)
    page.keyboard.press("Enter")
    tab_to(page, name)


def save_what_is_reviewed(page: Page) -> None:
    """Save from the page that a serious change leads to."""
    expect(page.get_by_role("heading", name="Review your changes", level=1)).to_be_focused()
    tab_to(page, "Save changes")
    page.keyboard.press("Enter")


@for_each(
    "section, control, keys, field, value",
    [
        ("Profile", "Name", ["ControlOrMeta+a", "A", "i", "r", "Enter"], "title", "Air"),
        ("Access", "Reader", ["ArrowUp", "Enter"], "defaultRole", "comment"),
        ("Access", "Invite links", ["Space", "Enter"], "inviteLinks", False),
        ("AI", "AI features", ["Space", "Enter"], "ai", False),
    ],
)
def test_a_setting_is_changed(
    page: Page, service: RunningService, section: str, control: str, keys: list[str], field: str, value: object
) -> None:
    page.goto(SETTINGS)
    tab_into(page, section, control)
    for key in keys:
        page.keyboard.press(key)
    if field == "inviteLinks":
        save_what_is_reviewed(page)
    expect(toasts(page)).to_contain_text("saved.")
    assert saved(service, field) == value


def test_what_is_wrong_is_reached_mended_reviewed_and_saved(page: Page, service: RunningService) -> None:
    page.goto(SETTINGS)
    tab_into(page, "Profile", "Name")
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.type("x")
    page.keyboard.press("Enter")
    expect(page.locator("[data-problems]")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.get_by_label("Name", exact=True)).to_be_focused()
    page.keyboard.type(" marks")
    tab_to(page, "Review first")
    page.keyboard.press("Enter")
    save_what_is_reviewed(page)
    expect(toasts(page)).to_contain_text("Profile: saved.")
    assert str(saved(service, "title")).replace(" ", "") in {"xmarks", "marksx"}
