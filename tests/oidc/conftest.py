"""A portal whose people sign in at a provider of the test's own, and a service that takes what it signs."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from masthead.web.person.portal import get_portal
from service.grants import link_issuer
from service.identity.tokens import TokenIssuer
from tests.databases import SqliteFile
from tests.oidc.provider import API, KEYS, Behaviour, Provider, linked_settings_of, settings_of
from tests.oidc.signing import Signer
from tests.pages.pages import Pages
from tests.portals import PortalFor, close_portal, make_portal
from tests.world import ALICE, RunningService


@pytest.fixture(scope="session")
def running_provider() -> Iterator[Provider]:
    with Provider() as provider:
        yield provider


@pytest.fixture(scope="session")
def first_signer(running_provider: Provider) -> Signer:
    return running_provider.signer


@pytest.fixture
def provider(running_provider: Provider, first_signer: Signer) -> Provider:
    """It does as it should until the test says otherwise."""
    running_provider.does, running_provider.signer = Behaviour(), first_signer
    running_provider.asked.clear()
    running_provider.renewed = 0
    return running_provider


@pytest.fixture(scope="session")
def trusting(running_provider: Provider, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    """The API, in which Alice and Bob have a subject of the provider."""
    issuer = TokenIssuer(running_provider.url, API, f"{running_provider.url}{KEYS}")
    service = RunningService(SqliteFile(tmp_path_factory.mktemp("trusting") / "service.db"), token_issuer=issuer)
    for name in ("alice", "bob"):
        link_issuer(service.app.extensions["runtime"].database, f"{name}@larkfield.example", running_provider.url, name)
    yield service
    service.close()


@pytest.fixture
def portal_at(trusting: RunningService, tmp_path: Path) -> Iterator[PortalFor]:
    """Makes portals with these settings, which share a folder and have read nothing of a provider yet."""
    made: list[Flask] = []

    def make(api: str = trusting.url, **settings: object) -> Flask:
        made.append(make_portal(api, tmp_path / "portal", **settings))
        return made[-1]

    yield make
    for app in made:
        close_portal(app)


@pytest.fixture
def signing_in(portal_at: PortalFor, provider: Provider) -> Flask:
    return portal_at(**settings_of(provider.url))


@pytest.fixture
def linking(portal_at: PortalFor, provider: Provider) -> Flask:
    """A portal whose people link their tokens: the provider only says who they are."""
    return portal_at(**linked_settings_of(provider.url))


@pytest.fixture(params=["tokens of the provider", "linked tokens"])
def of_either_kind(
    request: pytest.FixtureRequest, portal_at: PortalFor, trusting: RunningService, provider: Provider
) -> Flask:
    """A portal of either kind; where people link their tokens, Alice has linked hers."""
    app = portal_at(**(linked_settings_of if request.param == "linked tokens" else settings_of)(provider.url))
    store = get_portal(app).store
    store.linked_tokens.link(store.keys.owner_of_subject(provider.url, "alice"), trusting.url, ALICE)
    return app


@pytest.fixture
def newcomer(linking: Flask) -> Pages:
    """A browser of somebody who has linked nothing yet, nor signed in."""
    return Pages(linking)


@pytest.fixture
def somebody(signing_in: Flask) -> Pages:
    """A browser of somebody who has not signed in."""
    return Pages(signing_in)
