"""Somebody signs in at a real OpenID Connect provider, works, is renewed, and signs out, in Chromium."""

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest
from flask import Flask
from playwright.sync_api import expect

from service.grants import link_issuer
from service.identity.tokens import TokenIssuer
from tests.browser.at_a_provider import sign_in, sign_out
from tests.browser.served import Served
from tests.browser.windows import Contexts, Windows
from tests.databases import SqliteFile
from tests.oidc.provider import API, settings_of
from tests.oidc.real_provider import RealProvider
from tests.portals import close_portal, make_portal
from tests.world import RunningService

SITES = "/orgs/org_larkfield/sites"
EDIT = f"{SITES}/site_docs/edit"
DUE = 50
"""Seconds that an access token lives: so few that each page renews it."""


@dataclass
class Company:
    """A provider, a portal that signs people in by it, and the API that takes its tokens."""

    provider: RealProvider
    portal: Served


@pytest.fixture(scope="module")
def company(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Company]:
    folder = tmp_path_factory.mktemp("company")
    with ExitStack() as stack:
        served = Served(Flask("not yet"))
        stack.callback(served.stop)
        provider = stack.enter_context(RealProvider(folder, served.url, DUE))
        service = _service(folder, provider)
        stack.callback(service.close)
        served.app = make_portal(service.url, folder / "portal", **settings_of(provider.url, served.url))
        stack.callback(close_portal, served.app)
        yield Company(provider, served)


def _service(folder: Path, provider: RealProvider) -> RunningService:
    issuer = TokenIssuer(provider.url, API, f"{provider.url}/jwks")
    service = RunningService(SqliteFile(folder / "service.db"), token_issuer=issuer)
    link_issuer(service.app.extensions["runtime"].database, "alice@larkfield.example", provider.url, "alice")
    return service


def test_sign_in_work_be_renewed_and_sign_out(contexts: Contexts, company: Company) -> None:
    windows = Windows(contexts, company.portal)
    somebody = windows.open()
    somebody.goto(SITES)
    sign_in(somebody, "alice")
    expect(somebody).to_have_url(SITES)
    before = company.provider.renewed
    somebody.goto(EDIT)
    somebody.get_by_label("Title").fill("Handbook")
    somebody.get_by_role("button", name="Save", exact=False).first.click()
    expect(somebody.locator("main")).to_contain_text("Handbook")
    assert company.provider.renewed > before
    somebody.goto("/sessions")
    expect(somebody.get_by_label("Name")).to_have_value("Alice Moreau")
    sign_out(somebody)
    somebody.goto(SITES)
    expect(somebody.get_by_role("heading", level=1)).to_have_text("Sign in")
    assert windows.end() == []
