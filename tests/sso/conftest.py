"""An identity provider on this machine, and a person's browser that trusts it."""

from collections.abc import Iterator

import pytest

from tests.authority import Authority, make_authority
from tests.pages.pages import Pages
from tests.portals import PortalFor
from tests.sso.browsing import Browser
from tests.sso.identity_provider import IdentityProvider
from tests.world import ALICE

NEWCOMER, MEMBER = "kim.larsen@larkfield.example", "bob@larkfield.example"


@pytest.fixture(scope="session")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return make_authority(tmp_path_factory.mktemp("authority"))


@pytest.fixture(scope="session")
def idp_of_all(authority: Authority, tmp_path_factory: pytest.TempPathFactory) -> Iterator[IdentityProvider]:
    people = ((NEWCOMER, "Kim Larsen"), (MEMBER, "Bob Okafor"))
    with IdentityProvider(authority, tmp_path_factory.mktemp("identity_provider"), *people) as running:
        yield running


@pytest.fixture
def idp(idp_of_all: IdentityProvider) -> IdentityProvider:
    """It knows Kim and Bob, and no service yet."""
    idp_of_all.forget()
    return idp_of_all


@pytest.fixture
def kim(authority: Authority) -> Browser:
    """The browser of somebody who is no member yet."""
    return Browser(authority)


@pytest.fixture
def alice(portal_for: PortalFor, idp: IdentityProvider, authority: Authority) -> Pages:
    """Her portal may fetch from the identity provider, which stands on this machine and has its own authority."""
    app = portal_for(METADATA_ALLOW_HOSTS=idp.place, METADATA_CA_FILE=authority.file)
    return Pages(app).sign_in(ALICE)
