"""The states that enforcing single sign-on can be in."""

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.sso_states import SSO
from tests.browser.states import ORGANIZATION, SITES, State
from tests.browser.worlds import many_members

ENFORCE = f"{SSO}/enforce"


def enforcing(page: Page) -> None:
    """Confirm what is not fulfilled, and switch it on."""
    page.goto(ENFORCE)
    page.locator("#accept").check()
    page.get_by_role("button", name="Enforce single sign-on").click()
    expect(page.get_by_role("button", name="Keep enforcement")).to_be_visible()


def enforcing_and_then(path: str) -> Callable[[Page], None]:
    """Look at another page, which asks whether to keep it too."""

    def act(page: Page) -> None:
        enforcing(page)
        page.goto(path)
        expect(page.get_by_role("button", name="Keep enforcement")).to_be_visible()

    return act


def keeping(page: Page) -> None:
    """Let it stay."""
    enforcing(page)
    page.get_by_role("button", name="Keep enforcement").click()
    expect(page.get_by_role("button", name="Stop enforcing single sign-on")).to_be_visible()


def stopping(page: Page) -> None:
    """Switch it off before the time is up, and look at where it was enforced."""
    enforcing(page)
    page.get_by_role("button", name="Stop now").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Single sign-on")
    page.goto(ENFORCE)
    expect(page.get_by_text("Alice switched it off on")).to_be_visible()


def opening_the_names(page: Page) -> None:
    """Look at all who would be left out."""
    page.get_by_role("main").get_by_text("names").first.click()
    expect(page.get_by_text("Person 0001")).to_be_visible()


def stating_a_sign_in(page: Page) -> None:
    """Begin a test, and say that it worked."""
    page.get_by_role("button", name="Start the test").click()
    expect(page.get_by_role("link", name="Check for a sign-in")).to_be_visible()
    page.get_by_role("button", name="Record my sign-in").click()
    expect(page.get_by_text("Stated, not verified: a sign-in worked")).to_be_visible()


ENFORCEMENT_PAGES = {
    "enforcing": State(ENFORCE),
    "enforcing, reader": State(ENFORCE, "Bob"),
    "enforcing, no provider": State("/orgs/org_orchard/sso/enforce", "Dana"),
    "enforcing, many members": State(ENFORCE, world=many_members, act=opening_the_names),
    "enforced, on trial": State(ENFORCE, act=enforcing),
    "enforced, elsewhere": State(ENFORCE, act=enforcing_and_then(SITES)),
    "enforced, kept": State(ENFORCE, act=keeping),
    "enforced, stopped": State(ENFORCE, act=stopping),
    "countdown alone": State(f"{ENFORCE}/countdown", act=enforcing_and_then(f"{ENFORCE}/countdown")),
    "overview, on trial": State(ENFORCE, act=enforcing_and_then(ORGANIZATION)),
    "sign-in, tried": State(f"{SSO}/saml_drivers/test", act=stating_a_sign_in),
}
