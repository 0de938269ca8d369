"""Tokens that are about to expire are renewed while somebody works, by one request at a time."""

from concurrent.futures import ThreadPoolExecutor

from flask import Flask
from werkzeug.wrappers import Request, Response

from tests.oidc.browsing import only_sign_in, sign_in
from tests.oidc.provider import CLIENT, TOKEN, Behaviour, Provider, settings_of
from tests.pages.pages import Pages
from tests.portals import PortalFor

DUE, OVER = 55, 0
"""Seconds that an access token lives: so few that it is renewed at once, and none."""

ENDED = "Your sign-in has ended at the identity provider. Sign in again."


def refused(_: Request) -> Response:
    return Response('{"error": "invalid_grant"}', 400, content_type="application/json")


def away(_: Request) -> Response:
    return Response("", 503)


def test_many_pages_of_two_portals_ask_once(
    somebody: Pages, signing_in: Flask, portal_at: PortalFor, provider: Provider
) -> None:
    provider.does.seconds = OVER
    only_sign_in(somebody)
    cookie = somebody.client.get_cookie("masthead")
    other = portal_at(**settings_of(provider.url))
    provider.does.seconds = 300
    before = provider.renewed

    def opened(number: int) -> str:
        pages = Pages((signing_in, other)[number % 2])
        pages.client.set_cookie("masthead", cookie.value if cookie else "")
        return pages.get("/orgs").h1

    with ThreadPoolExecutor(8) as many:
        assert set(many.map(opened, range(16))) == {"Organizations"}
    assert provider.renewed == before + 1


def test_tokens_that_are_about_to_expire_are_renewed_with_each_new_refresh_token(
    somebody: Pages, provider: Provider
) -> None:
    sign_in(somebody)
    somebody.get("/orgs")
    assert provider.renewed == 0, "those that last are left alone"
    provider.does.seconds = DUE
    sign_in(somebody, "/orgs")
    assert provider.renewed == 1  # by the first page
    somebody.get("/orgs")
    somebody.post("/name", {"name": "Alice of Larkfield"})
    assert somebody.get("/sessions").value("name") == "Alice of Larkfield", "other values of the session stay"
    before = provider.renewed
    provider.does.seconds = 300
    somebody.get("/orgs")
    somebody.get("/orgs")
    assert provider.renewed == before + 1 >= 4


def test_a_provider_that_is_away_matters_once_tokens_have_expired(somebody: Pages, provider: Provider) -> None:
    provider.does.seconds = DUE
    only_sign_in(somebody)
    provider.does.instead[TOKEN] = away
    assert [somebody.get("/orgs").h1 for _ in range(2)] == ["Organizations"] * 2
    del provider.does.instead[TOKEN]
    somebody.get("/orgs")
    assert provider.renewed == 1
    provider.does.seconds = OVER
    only_sign_in(somebody)
    provider.does.instead[TOKEN] = away
    page = somebody.get("/orgs")
    assert (page.status, page.h1) == (503, "The identity provider can't be reached")
    assert "You stay signed in: try again in a moment." in page.main
    del provider.does.instead[TOKEN]
    assert somebody.get("/orgs").h1 == "Organizations"


def test_a_session_ends_whose_tokens_cannot_be_renewed(somebody: Pages, provider: Provider) -> None:
    provider.does.seconds = DUE
    only_sign_in(somebody)
    provider.does.instead[TOKEN] = refused
    page = somebody.get("/orgs")
    assert (page.path, page.toasts) == ("/sign-in", [ENDED])
    assert somebody.client.get_cookie("masthead") is None
    del provider.does.instead[TOKEN]
    provider.does.tokens = lambda said: {name: value for name, value in said.items() if name != "refresh_token"}
    only_sign_in(somebody)
    assert somebody.get("/orgs").h1 == "Organizations"
    provider.does.seconds = OVER
    only_sign_in(somebody)
    assert somebody.get("/orgs").toasts == [ENDED]
    provider.does = Behaviour(seconds=DUE)
    only_sign_in(somebody)
    theirs = provider.signer.sign({"iss": provider.url, "aud": CLIENT, "sub": "bob", "iat": 1, "exp": 9999999999})
    provider.does.tokens = lambda said: {**said, "id_token": theirs}
    assert somebody.get("/orgs").toasts == [ENDED]
