"""A provider is set up by the metadata of a real identity provider, read from its address, and signs people in."""

import pytest

from tests.authority import Authority
from tests.pages.pages import Pages
from tests.portals import PortalFor
from tests.providers import SSO
from tests.sso.browsing import Browser
from tests.sso.conftest import NEWCOMER
from tests.sso.identity_provider import IdentityProvider, signing_key
from tests.world import ALICE


@pytest.fixture
def pages(portal_for: PortalFor, idp: IdentityProvider, authority: Authority) -> Pages:
    """Alice, in a portal that may ask the identity provider."""
    return Pages(portal_for(METADATA_ALLOW_HOSTS=idp.place, METADATA_CA_FILE=authority.file)).sign_in(ALICE)


def imported(pages: Pages, idp: IdentityProvider) -> tuple[str, str]:
    """A new provider, told by the metadata; its page, and where people begin to sign in."""
    pages.get(f"{SSO}/new")
    told = pages.submit(f"{SSO}/new", label="Night desk")
    entity_id, acs_url, start_url = (str(told.value(name)) for name in ("serviceEntityID", "acsURL", "startURL"))
    page = told.path.removesuffix("/service")
    idp.serve(entity_id, acs_url)
    pages.get(f"{page}/idp")
    shown = pages.submit(f"{page}/import", address=idp.metadata_url, press="Read the metadata")
    assert (shown.value("entityID"), shown.value("ssoURL")) == (idp.entity_id, idp.sso_url)
    shown = pages.submit(f"{page}/idp", press="Save provider")
    assert shown.toasts == ["Night desk was saved."]
    return page, start_url


def test_it_signs_people_in(pages: Pages, idp: IdentityProvider, kim: Browser) -> None:
    _, start_url = imported(pages, idp)
    kim.begin(start_url)
    status, said, *_ = kim.bring(kim.sign_in(NEWCOMER))
    assert (status, said) == (200, f"You are signed in as {NEWCOMER}")


def test_its_next_certificate_is_read_from_there_too(
    portal_for: PortalFor, authority: Authority, pages: Pages, idp: IdentityProvider, kim: Browser
) -> None:
    page, start_url = imported(pages, idp)
    idp.sign_with(signing_key("next"))
    later = Pages(portal_for(METADATA_ALLOW_HOSTS=idp.place, METADATA_CA_FILE=authority.file)).sign_in(ALICE)
    later.get(f"{page}/idp")
    shown = later.submit(f"{page}/import", address=idp.metadata_url, press="Read the metadata")
    assert "The metadata does not have this one." in shown.main
    later.get(shown.links["Replace it with the one from the metadata"])
    later.submit(f"{page}/certificate", how="now", press="Go on")
    later.confirm(f"{page}/certificate")
    kim.begin(start_url)
    assert kim.bring(kim.sign_in(NEWCOMER))[0] == 200
