"""Single sign-on as people meet it: set up in the portal, tried at a real identity provider, seen in the portal."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.authority import Authority, make_authority
from tests.browser.acts import toasts
from tests.browser.windows import Windows, WindowsOn
from tests.portals import PortalFor
from tests.providers import SSO
from tests.sso.identity_provider import PASSWORD, IdentityProvider

KIM = "kim.larsen@larkfield.example"


@pytest.fixture
def authority(tmp_path: Path) -> Authority:
    return make_authority(tmp_path)


@pytest.fixture
def idp(authority: Authority, tmp_path: Path) -> Iterator[IdentityProvider]:
    with IdentityProvider(authority, tmp_path, (KIM, "Kim Larsen")) as running:
        yield running


@pytest.fixture
def desks(portal_for: PortalFor, idp: IdentityProvider, authority: Authority, windows_on: WindowsOn) -> Windows:
    """Opens windows on a portal that may fetch from the identity provider."""
    return windows_on(portal_for(METADATA_ALLOW_HOSTS=idp.place, METADATA_CA_FILE=authority.file))


def test_a_provider_is_set_up_and_somebody_signs_in(desks: Windows, idp: IdentityProvider) -> None:
    alice = desks.open("Alice")
    make(alice, idp)
    tell(alice, idp)
    welcome_editors(alice)
    start_url = alice.get_by_role("textbox", name="Start URL").input_value()
    alice.get_by_role("button", name="Start the test").click()
    expect(toasts(alice)).to_contain_text("The test has started.")

    kim = desks.open(ignore_https_errors=True)
    sign_in(kim, start_url)
    expect(kim.get_by_role("heading", level=1)).to_have_text(f"You are signed in as {KIM}")

    alice.get_by_role("button", name="Check for a sign-in").click()
    expect(toasts(alice)).to_contain_text("Seen by the API: Kim Larsen, who signs in with single sign-on")


def make(page: Page, idp: IdentityProvider) -> None:
    """A provider, of which the other side is told."""
    page.goto(f"{SSO}/new")
    page.get_by_label("Label").fill("Night desk")
    page.get_by_role("button", name="Create provider").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Service provider details")
    entity_id, acs_url = (page.get_by_role("textbox", name=name).input_value() for name in ("Entity ID", "Assertion"))
    idp.serve(entity_id, acs_url)
    page.get_by_role("link", name="Identity provider details").first.click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Identity provider details")


def tell(page: Page, idp: IdentityProvider) -> None:
    """What the identity provider says of itself, read from its address."""
    page.get_by_label("Metadata address").fill(idp.metadata_url)
    page.get_by_role("button", name="Read metadata").click()
    expect(page.locator("input[name=entityID]")).to_have_value(idp.entity_id)
    expect(page.locator("input[name=ssoURL]")).to_have_value(idp.sso_url)
    page.get_by_role("button", name="Save provider").click()
    expect(toasts(page)).to_contain_text("Night desk was saved.")


def welcome_editors(page: Page) -> None:
    """What people get who sign in for the first time."""
    page.locator("input[name=defaultRole][value=edit]").check()
    by_hand = page.locator("input[name=defaultTeam-other]")
    page.get_by_role("combobox", name="Team of new people").fill("team_docs")
    page.get_by_role("option").filter(has_text="looks up “team_docs”").click()
    expect(by_hand).to_have_value("team_docs")
    page.get_by_role("button", name="Save and continue").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Test sign-in")


def sign_in(page: Page, start_url: str) -> None:
    """At the identity provider, which sends the browser back by itself."""
    page.goto(start_url)
    page.get_by_label("E-mail").fill(KIM)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
