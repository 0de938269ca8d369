"""Somebody signs in at the provider, works, is renewed, and signs out."""

from typing import Any
from urllib.parse import urlsplit

import pytest
from flask import Flask
from sqlalchemy import select
from werkzeug.wrappers import Response

from masthead.store.tables.records import people, sessions, sign_ins
from masthead.web.person.portal import get_portal
from tests.oidc.browsing import START, asked_in, at_provider, begin, sign_in
from tests.oidc.provider import API, CLIENT, METADATA, Provider, settings_of
from tests.pages.pages import Pages
from tests.portals import PortalFor


def test_no_token_is_where_a_browser_or_a_reader_of_files_finds_it(
    somebody: Pages, signing_in: Flask, provider: Provider, capfd: pytest.CaptureFixture[str]
) -> None:
    given: list[str] = []

    def noting(said: dict[str, Any]) -> dict[str, Any]:
        given.extend(str(said[name]) for name in ("access_token", "id_token", "refresh_token"))
        return said

    provider.does.tokens = noting
    back = somebody.get(at_provider(begin(somebody)), follow=False)
    shown = str(back.headers) + somebody.get("/sessions").html + capfd.readouterr().err
    with get_portal(signing_in).store.database.reading() as connection:
        for table in (sessions, sign_ins, people):
            shown += repr(connection.execute(select(table)).all())
    assert len(given) == 3
    assert [each for each in given if each in shown] == []


def test_signing_out_while_the_provider_is_away(somebody: Pages, portal_at: PortalFor, provider: Provider) -> None:
    sign_in(somebody)
    kept = somebody.client.get_cookie("masthead")
    restarted = portal_at(**settings_of(provider.url))
    provider.does.instead[METADATA] = lambda _: Response("", 503)
    again = Pages(restarted)
    again.client.set_cookie("masthead", kept.value if kept else "")
    again.get("/sessions")
    out = again.submit("/sign-out")
    assert out.path == "/sign-in"
    away = "Larkfield ID can't be reached, so you may still be signed in there."
    assert set(out.toasts) == {"You are signed out of Masthead.", away}


def test_the_way_there_is_by_code_with_pkce_state_and_nonce(somebody: Pages, provider: Provider) -> None:
    page = somebody.get("/sign-in?next=/orgs/org_larkfield")
    assert page.links["Sign in with Larkfield ID"] == f"{START}?next=/orgs/org_larkfield"
    assert page.main.index("Sign in with Larkfield ID") < page.main.index("Access token")
    shown = somebody.get("/sign-in/provider?next=/orgs", headers={"Sec-Fetch-Site": "cross-site"})
    assert (shown.address, shown.h1) == ("/sign-in?next=/orgs", "Sign in")
    assert somebody.client.get_cookie("masthead_signing_in") is None, "a link on another site begins nothing"
    windows = begin(somebody, "/orgs"), begin(somebody, "/sessions")
    first, second = map(asked_in, windows)
    fixed = {
        "response_type": "code",
        "client_id": CLIENT,
        "redirect_uri": "http://localhost/sign-in/callback",
        "scope": "openid profile",
        "audience": API,
        "resource": API,
        "code_challenge_method": "S256",
    }
    assert first | fixed == first
    for name in ("state", "nonce", "code_challenge"):
        assert len(first[name]) >= 22
        assert first[name] != second[name]
    assert urlsplit(windows[0]).netloc == urlsplit(provider.url).netloc
    assert [somebody.get(at_provider(each)).path for each in windows] == ["/orgs", "/sessions"]


def test_somebody_signs_in_works_and_signs_out(somebody: Pages, signing_in: Flask, provider: Provider) -> None:
    page = sign_in(somebody, "/orgs/org_larkfield/sites")
    assert (page.status, page.path) == (200, "/orgs/org_larkfield/sites")
    assert somebody.get("/sessions").value("name") == "Alice Moreau", "as the provider calls them"
    somebody.post("/name", {"name": "Alice of Larkfield"})
    again = Pages(signing_in)
    sign_in(again)
    assert again.get("/sessions").value("name") == "Alice of Larkfield", "the same person, whatever their tokens are"
    somebody.get("/sessions")
    out = somebody.submit("/sign-out")
    url = out.links["Sign out of Larkfield ID"]
    assert (out.path, out.headers.get("Refresh"), url.partition("?")[0]) == ("/signed-out", None, f"{provider.url}/end")
    assert asked_in(url) == {"client_id": CLIENT, "post_logout_redirect_uri": "http://localhost/sign-in"}
    assert somebody.get("/orgs").h1 == "Sign in"
    assert somebody.client.get_cookie("masthead") is None


def test_below_a_path_of_a_proxy(portal_at: PortalFor, provider: Provider) -> None:
    below = portal_at(**settings_of(provider.url, "http://localhost/masthead"))
    client = below.test_client()
    there = client.get("/masthead/sign-in/provider?next=/masthead/orgs").headers["Location"]
    assert asked_in(there)["redirect_uri"] == "http://localhost/masthead/sign-in/callback"
    back = client.get(at_provider(there))
    assert (back.status_code, back.headers["Location"]) == (303, "/masthead/orgs")
    assert client.get("/masthead/orgs").status_code == 200
