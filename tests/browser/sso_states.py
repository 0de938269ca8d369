"""The states that the pages of single sign-on and the certificate desk can be in."""

from playwright.sync_api import Page, expect

from tests.browser import metadata_states as metadata
from tests.browser import worlds
from tests.browser.states import ORGANIZATION, State, sending
from tests.certificates import pem

SSO = f"{ORGANIZATION}/sso"
DRIVERS, AUDITORS, CARRIERS = f"{SSO}/saml_drivers", f"{SSO}/saml_auditors", f"{SSO}/saml_carriers"


def searching_a_federation(page: Page) -> None:
    """Give the metadata of many providers, and search for more of them than a page shows."""
    metadata.giving(metadata.many)(page)
    page.get_by_label("Name, entity ID").fill("member03")
    page.get_by_role("button", name="Search", exact=True).click()
    expect(page.get_by_text("Showing the first 50 of 100 identity providers")).to_be_visible()


def choosing_among_certificates(page: Page) -> None:
    """Paste two certificates, of which one has to be chosen."""
    sending("Save provider", certificate=pem(100) + pem(800))(page)


def comparing(page: Page) -> None:
    """Give another certificate, and see the review of it."""
    page.locator("#certificate").fill(pem(400))
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Review your changes")


def replacing(page: Page) -> None:
    """Replace it: the provider's page asks whether it works."""
    comparing(page)
    page.get_by_role("button", name="Save changes").click()
    expect(page.get_by_role("heading", name="Does the new certificate work?")).to_be_visible()


def noting_the_next_one(page: Page) -> None:
    """Give a certificate for a later day."""
    page.locator("#certificate").fill(pem(400))
    page.get_by_role("radio", name="Save it for later").check()
    page.locator("#due").fill("2099-03-31")
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_role("button", name="Remove next certificate")).to_be_visible()


def making_a_token(page: Page) -> None:
    """Make the token for a monitor."""
    page.get_by_role("button", name="Create token").click()
    expect(page.get_by_label("Token", exact=True)).to_be_visible()


SSO_PAGES = {
    "single sign-on": State(SSO),
    "new provider": State(f"{SSO}/new"),
    "new provider, of a federation": State(f"{SSO}/new", act=searching_a_federation),
    "provider": State(CARRIERS),
    "provider, step 1": State(f"{DRIVERS}/service"),
    "provider, step 2": State(f"{DRIVERS}/idp"),
    "certificates of an organization": State("/orgs/org_larkfield/certificates"),
    "provider, step 2, several": State(f"{AUDITORS}/idp", act=choosing_among_certificates),
    "provider, import": State(f"{AUDITORS}/import"),
    "provider, imported, odd": State(f"{AUDITORS}/idp", act=metadata.giving(metadata.odd)),
    "provider, imported beside a certificate": State(f"{SSO}/saml_staff/idp", act=metadata.giving(metadata.odd)),
    "provider, step 3": State(f"{DRIVERS}/people"),
    "provider, step 4": State(f"{DRIVERS}/test"),
    "certificate": State(f"{DRIVERS}/certificate"),
    "certificate, compared": State(f"{DRIVERS}/certificate", act=comparing),
    "certificate, replaced": State(f"{DRIVERS}/certificate", act=replacing),
    "certificate, for later": State(f"{DRIVERS}/certificate", act=noting_the_next_one),
    "provider, deleting": State(f"{CARRIERS}/delete"),
    "certificate desk": State("/certificates"),
    "certificate desk, many": State("/certificates", world=worlds.many_certificates),
    "certificate desk, token": State("/certificates", act=making_a_token),
}
