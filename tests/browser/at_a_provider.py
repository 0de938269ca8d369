"""What somebody does to sign in to a portal at an OpenID Connect provider, and to sign out of both."""

from urllib.parse import urlsplit

from playwright.sync_api import Page, expect

LARKFIELD = "Larkfield ID"


def sign_in(page: Page, name: str, provider: str = LARKFIELD) -> None:
    """From the portal's page for that; the provider believes every name."""
    page.get_by_role("link", name=f"Sign in with {provider}").click()
    set_own_place_label(page, name)


def set_own_place_label(page: Page, name: str) -> None:
    """Answer the provider, which asks who it is; the portal's page that it leads to is there then."""
    page.get_by_label("Name").fill(name)
    provider = urlsplit(page.url).netloc
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.wait_for_url(lambda url: urlsplit(url).netloc != provider)


def sign_out(page: Page, provider: str = LARKFIELD) -> None:
    """Of the portal, which leads to the provider, which leads back."""
    page.locator("summary", has_text="Your account").click()
    page.get_by_role("button", name="Sign out", exact=True).click()
    page.get_by_role("link", name=f"Sign out of {provider}").click()
    page.get_by_role("button", name=f"Sign out of {provider}").click()
    expect(page).to_have_url("/sign-in")
