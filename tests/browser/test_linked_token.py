"""Somebody links their token for the API with the keys alone, after a sign-in at a real OpenID Connect provider."""

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from service.identity.tokens import create_token
from tests.browser.at_a_provider import sign_in
from tests.browser.axe import bars
from tests.browser.served import Served
from tests.browser.test_keyboard import tab_to
from tests.browser.windows import Contexts, Windows
from tests.databases import SqliteFile
from tests.oidc.provider import linked_settings_of
from tests.oidc.real_provider import RealProvider
from tests.portals import close_portal, make_portal
from tests.world import RunningService

SECONDS = 300


@dataclass
class Company:
    """A provider that only says who people are, a portal, and an API that knows nothing of the provider."""

    provider: RealProvider
    portal: Served
    service: RunningService

    def new_token(self) -> str:
        """One of Alice's."""
        with self.service.app.extensions["runtime"].database.writing() as connection:
            return create_token(connection, "user_alice", "2025-11-20T09:30:15.250Z")


@pytest.fixture(scope="module")
def company(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Company]:
    folder = tmp_path_factory.mktemp("linking")
    with ExitStack() as stack:
        served = Served(Flask("not yet"))
        stack.callback(served.stop)
        provider = stack.enter_context(RealProvider(folder, served.url, SECONDS))
        service = RunningService(SqliteFile(folder / "service.db"))
        stack.callback(service.close)
        served.app = make_portal(service.url, folder / "portal", **linked_settings_of(provider.url, served.url))
        stack.callback(close_portal, served.app)
        yield Company(provider, served, service)


def link(page: Page, token: str) -> None:
    """With the keys alone."""
    tab_to(page, "Access token")
    page.keyboard.insert_text(token)
    page.keyboard.press("Enter")


def test_nobody_is_barred(contexts: Contexts, company: Company) -> None:
    windows = Windows(contexts, company.portal)
    page = windows.open(reduced_motion="reduce", color_scheme="light")
    page.goto("/sessions")
    sign_in(page, "somebody to look at")
    assert bars(page) == []
    link(page, "demo-nobody")
    expect(page.get_by_role("alert")).to_be_visible()
    assert bars(page) == []
    link(page, company.new_token())
    expect(page.get_by_role("link", name="Unlink token")).to_be_visible()
    assert bars(page) == []
    assert windows.end() == []
