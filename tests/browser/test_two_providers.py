"""Two real OpenID Connect providers sign people in to one portal, in Chromium; each is mistaken for no other."""

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from service.grants import link
from service.identity.signed_tokens import TokenIssuer
from tests.browser.at_a_provider import name_oneself, sign_in, sign_out, sign_out_there
from tests.browser.served import Served
from tests.databases import SqliteFile
from tests.oidc.provider import API, second_settings_of, settings_of
from tests.oidc.real_provider import RealProvider
from tests.portals import close_portal, make_portal
from tests.world import ALICE, RunningService

SITES = "/orgs/org_larkfield/sites"
SECONDS = 300


@dataclass
class Company:
    """The API takes tokens of Larkfield's provider; people of Harbor's link theirs."""

    larkfield: RealProvider
    harbor: RealProvider
    portal: Served


@pytest.fixture(scope="module")
def company(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Company]:
    folder = tmp_path_factory.mktemp("companies")
    with ExitStack() as stack:
        served = Served(Flask("not yet"))
        stack.callback(served.stop)
        larkfield = stack.enter_context(RealProvider(folder, served.url, SECONDS))
        harbor = stack.enter_context(RealProvider(folder, served.url, SECONDS, name="Harbor ID", number=2))
        issuer = TokenIssuer(larkfield.url, API, f"{larkfield.url}/jwks")
        service = RunningService(SqliteFile(folder / "service.db"), token_issuer=issuer)
        stack.callback(service.close)
        link(service.app.extensions["runtime"].database, "alice@larkfield.example", larkfield.url, "alice")
        settings = {**settings_of(larkfield.url, served.url), **second_settings_of(harbor.url)}
        served.app = make_portal(service.url, folder / "portal", **settings)
        stack.callback(close_portal, served.app)
        yield Company(larkfield, harbor, served)


def test_each_signs_in_and_out(somebody: Page) -> None:
    somebody.goto(SITES)
    sign_in(somebody, "alice")
    expect(somebody).to_have_url(SITES)
    sign_out(somebody)
    somebody.goto(SITES)
    sign_in(somebody, "alice", "Harbor ID")
    somebody.wait_for_url(lambda url: urlsplit(url).path in {SITES, "/linked-token"})
    if urlsplit(somebody.url).path != SITES:
        somebody.get_by_label("Access token").fill(ALICE)
        somebody.get_by_role("button", name="Link token").click()
    expect(somebody).to_have_url(SITES)
    sign_out(somebody, "Harbor ID")


def test_an_answer_of_one_is_no_answer_of_the_other(somebody: Page, company: Company) -> None:
    """As a dishonest first provider would arrange it: it sends the browser on to the second, with its own state."""
    asked = begun(somebody, "Larkfield ID")
    harbor = begun(somebody, "Harbor ID")
    somebody.goto(f"{company.harbor.url}/auth?{urlencode({**harbor, 'state': asked['state']})}")
    name_oneself(somebody, "alice")
    expect(somebody.get_by_role("alert")).to_contain_text("Masthead can't trust the answer of Harbor ID")
    somebody.goto(SITES)
    expect(somebody.get_by_role("heading", level=1)).to_have_text("Sign in")


def begun(page: Page, provider: str) -> dict[str, str]:
    """What the portal asks a provider when somebody begins to sign in there."""
    page.goto("/sign-in")
    with page.expect_request(lambda request: "/auth?" in request.url) as asked:
        page.get_by_role("link", name=f"Sign in with {provider}").click()
    page.get_by_label("Name").wait_for()
    return dict(parse_qsl(urlsplit(asked.value.url).query))


def test_each_ends_what_it_began(somebody: Page, company: Company) -> None:
    somebody.goto(SITES)
    sign_in(somebody, "alice")
    expect(somebody).to_have_url(SITES)
    sign_out_there(somebody, company.larkfield.url)
    somebody.goto(SITES)
    expect(somebody.get_by_role("heading", level=1)).to_have_text("Sign in")
