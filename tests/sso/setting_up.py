"""Sets a provider up as an administrator does, in the portal on one side and at the identity provider on the other."""

from dataclasses import dataclass

from tests.pages.pages import Pages
from tests.providers import SSO
from tests.sso.identity_provider import IdentityProvider


@dataclass(frozen=True)
class SetUp:
    """Where the provider stands in the portal, and where people begin to sign in by it."""

    page: str
    start_url: str


def set_up(alice: Pages, idp: IdentityProvider, certificate: str = "") -> SetUp:
    """Through the steps of the portal's pages, with the metadata read from its address.

    `certificate` is for another one than the identity provider signs with.
    """
    alice.get(f"{SSO}/new")
    told = alice.submit(f"{SSO}/new", label="Night desk")
    entity_id, acs_url, start_url = (str(told.value(name)) for name in ("serviceEntityID", "acsURL", "startURL"))
    page = told.path.removesuffix("/service")
    idp.serve(entity_id, acs_url)
    alice.get(f"{page}/idp")
    filled = alice.submit(f"{page}/import", address=idp.metadata_url, press="Read metadata")
    assert (filled.value("entityID"), filled.value("ssoURL")) == (idp.entity_id, idp.sso_url)
    typed = {"certificate": certificate} if certificate else {}
    alice.submit(f"{page}/idp", typed, press="Save provider")
    people = {"defaultRole": "edit", "defaultTeam-other": "team_docs"}
    newcomers = alice.submit(f"{page}/people", people, press="Save and continue")
    assert newcomers.path == f"{page}/test"
    return SetUp(page, start_url)


def replace_certificate(alice: Pages, provider: SetUp, certificate: str) -> None:
    """Put another one in its place, through the portal's page."""
    rotate = f"{provider.page}/certificate"
    alice.get(rotate)
    alice.submit(rotate, how="now", certificate=certificate, press="Continue")
    alice.confirm(rotate)
