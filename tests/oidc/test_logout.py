"""A provider's server says that somebody has signed out there: their sessions end, and nobody else's."""

import time
from typing import Any

from flask import Flask

from tests.oidc.browsing import sign_in
from tests.oidc.provider import CLIENT, Provider
from tests.oidc.signing import Signer, claims_of, new_key
from tests.pages.pages import Pages

ENDED = "/sign-in/ended"
EVENTS: dict[str, Any] = {"http://schemas.openid.net/event/backchannel-logout": {}}


def claims(provider: Provider, **changed: Any) -> dict[str, Any]:  # noqa: ANN401 - as JSON has them
    return claims_of(provider.url, CLIENT, **{"sid": "s1", "jti": "1", "events": EVENTS, **changed})


def tell(app: Flask, token: str, address: str = ENDED) -> int:
    """As the provider's server does, without cookies and from elsewhere."""
    sent = {"Origin": "https://login.larkfield.example", "Sec-Fetch-Site": "cross-site"}
    return app.test_client().post(address, data={"logout_token": token}, headers=sent).status_code


WRONG: dict[str, dict[str, Any]] = {
    "for another client": {"aud": "another"},
    "of another issuer": {"iss": "https://login.mallory.example"},
    "expired": {"exp": int(time.time()) - 120},
    "old, without an end": {"exp": None, "iat": int(time.time()) - 600},
    "without an end or a beginning": {"exp": None, "iat": None},
    "without an id": {"jti": None},
    "an ID token": {"events": None, "nonce": "n"},
    "with a nonce": {"nonce": "n"},
    "of another event": {"events": {"http://schemas.openid.net/event/other": {}}},
    "with events in words": {"events": "http://schemas.openid.net/event/backchannel-logout"},
    "of nobody": {"sub": None, "sid": None},
    "of a list": {"sid": ["s1"]},
}


def test_a_session_ends_or_all_of_a_person_where_none_is_named(
    somebody: Pages, signing_in: Flask, provider: Provider
) -> None:
    sign_in(somebody)
    for changed in ({"sid": "s2"}, {"sub": "bob"}, {"sub": "bob", "sid": None}, {"sub": None, "sid": "s2"}):
        assert tell(signing_in, provider.signer.sign(claims(provider, **changed))) == 200
    assert somebody.get("/orgs").h1 == "Organizations", "those of others, and other sessions, go on"
    assert tell(signing_in, provider.signer.sign(claims(provider, exp=None), typ="logout+jwt")) == 200
    assert somebody.get("/orgs").h1 == "Sign in"
    other = Pages(signing_in)
    sign_in(somebody)
    sign_in(other)
    assert tell(signing_in, provider.signer.sign(claims(provider, sid=None))) == 200
    assert (somebody.get("/orgs").h1, other.get("/orgs").h1) == ("Sign in", "Sign in")


def test_nothing_ends_by_what_is_wrong(somebody: Pages, signing_in: Flask, provider: Provider) -> None:
    sign_in(somebody)
    right, signed = claims(provider), provider.signer.sign
    tokens = {name: signed(claims(provider, **wrong)) for name, wrong in WRONG.items()}
    tokens |= {"": "", "unsigned": Signer.unsigned(provider.signer, right)}
    tokens["signed by somebody else"] = Signer([new_key("first")]).sign(right)
    assert [name for name, token in tokens.items() if tell(signing_in, token) != 400] == []
    assert somebody.get("/orgs").h1 == "Organizations"
