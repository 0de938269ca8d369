"""What a provider, or somebody in its place, answers wrongly: nobody is signed in, and the page says what to do."""

import json
import time
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from werkzeug.wrappers import Request, Response

from tests.loops import for_each
from tests.oidc.browsing import START, at_provider, begin, sign_in
from tests.oidc.provider import CLIENT, KEYS, METADATA, TOKEN, Behaviour, Change, Provider
from tests.oidc.signing import Signer, new_key
from tests.pages.page import Page
from tests.pages.pages import Pages

NOT_TRUSTED = (
    400,
    (
        "Masthead can't trust the answer of Larkfield ID, so nobody was signed in. Start over. If it happens again, "
        "tell an administrator of Masthead."
    ),
)
AWAY = (502, "Larkfield ID can't be reached, or doesn't answer as it should. Try again in a moment.")
NOT_BEGUN = (
    400,
    (
        "This browser didn't begin this sign-in, or began it more than ten minutes ago, or has finished it already. "
        "Start over."
    ),
)
REFUSED = (
    400,
    (
        "Larkfield ID refused this sign-in. Start over. If it happens again, tell an administrator of Masthead: the "
        "settings of Masthead and of Larkfield ID may not fit."
    ),
)
DENIED = (403, "Larkfield ID didn't let you in, or you canceled. Start over, or ask its administrator for access.")
NOT_KNOWN = (
    403,
    "Larkfield ID signed you in, but the documentation service refused it. Ask one of its administrators for access.",
)


@pytest.fixture
def signing_in(of_either_kind: Flask) -> Flask:
    return of_either_kind


of_the_provider = pytest.mark.parametrize("of_either_kind", ["tokens of the provider"], indirect=True)
"""Its access tokens go to the API."""


def refused(pages: Pages, page: Page) -> tuple[int, str]:
    """The status of the page and what it says; nobody is signed in, and it leads back to the start."""
    assert page.h1 == "Sign-in failed"
    assert "still signed in" not in page.main
    assert page.links["Sign in with Larkfield ID"].startswith(START)
    assert page.links["Sign in another way"].startswith("/sign-in")
    assert pages.client.get_cookie("masthead") is None
    (said,) = page.problems
    assert pages.get("/orgs").h1 == "Sign in"
    return page.status, said


def now(seconds: int) -> int:
    return int(time.time()) + seconds


def changed(**values: object) -> Change:
    """The same with these values; None leaves one out."""
    return lambda said: {name: value for name, value in {**said, **values}.items() if value is not None}


CLAIMS: dict[str, Change] = {
    "for another client": changed(aud="another"),
    "for another client, though authorized for this one": changed(aud="another", azp=CLIENT),
    "for two, and no word for whom of them": changed(aud=[CLIENT, "another"]),
    "authorized for another": changed(azp="another"),
    "of another issuer": changed(iss="https://login.mallory.example"),
    "expired": changed(exp=now(-120)),
    "without an end": changed(exp=None),
    "not valid yet": changed(nbf=now(24 * 3600)),
    "issued tomorrow": changed(iat=now(24 * 3600)),
    "with another nonce": changed(nonce="replayed"),
    "without a nonce": changed(nonce=None),
    "without a subject": changed(sub=None),
    "with a long subject": changed(sub="a" * 256),
    "with a subject that is a list": changed(sub=["alice"]),
    "for another access token": changed(at_hash="AAAAAAAAAAAAAAAAAAAAAA"),
}


def spliced(signer: Signer, claims: dict[str, Any]) -> str:
    head, _, end = signer.sign(claims).split(".")
    return ".".join([head, signer.sign({**claims, "sub": "bob"}).split(".")[1], end])


SIGNATURES: dict[str, Callable[[Signer, dict[str, Any]], str]] = {
    "alg none": Signer.unsigned,
    "HS256 with the public key": Signer.signed_with_the_public_key,
    "an algorithm that was not announced": lambda signer, claims: signer.sign(claims, alg="PS256"),
    "the key of somebody else under its name": lambda _, claims: Signer([new_key("first")]).sign(claims),
    "a key that isn't published": lambda _, claims: Signer([new_key("unknown")]).sign(claims),
    "another text under its signature": spliced,
    "no token": lambda *_: "not a token",
    "too long a token": lambda signer, claims: signer.sign({**claims, "more": "x" * 20_000}),
}


TOKENS: dict[str, tuple[Change, tuple[int, str]]] = {
    "no ID token": (changed(id_token=None), NOT_TRUSTED),
    "an ID token that is a list": (changed(id_token=["a"]), NOT_TRUSTED),
    "no access token": (changed(access_token=None), AWAY),
    "an access token with a line break": (changed(access_token="a\r\nX-Evil: 1"), AWAY),
    "another kind of token": (changed(token_type="mac"), AWAY),
    "a refresh token that is a number": (changed(refresh_token=7), AWAY),
    "a length of life in words": (changed(expires_in="long"), AWAY),
    "an error with a 200": (changed(error="server_error"), REFUSED),
}


WAYS_BACK: dict[str, tuple[Change, tuple[int, str]]] = {
    "another state": (changed(state="A" * 22), NOT_BEGUN),
    "no state": (changed(state=None), NOT_BEGUN),
    "a code of somebody else": (changed(code="made up"), REFUSED),
    "no code": (changed(code=None), NOT_TRUSTED),
    "another issuer (mix-up)": (changed(iss="https://login.mallory.example"), NOT_TRUSTED),
    "no issuer, where there always is one": (changed(iss=None), NOT_TRUSTED),
    "a no": (changed(code=None, error="access_denied"), DENIED),
    "an error": (changed(code=None, error="invalid_scope", error_description="<b>x</b>"), REFUSED),
    "an error of another issuer": (changed(error="access_denied", iss="https://mallory.example"), NOT_TRUSTED),
}


def says(body: bytes, status: int = 200, **headers: str) -> Callable[[Request], Response]:
    return lambda _: Response(body, status, headers, content_type="application/json")


OUTAGES: dict[str, Callable[[Request], Response]] = {
    "an error": says(b"{}", 500),
    "nothing": says(b""),
    "a huge answer": says(b" " * 1_000_000),
    "brackets": says(b"[" * 100_000),
    "another place": says(b"", 302, Location="http://127.0.0.1:1/"),
    "a list": says(b"[]"),
}


def elsewhere(name: str, value: object) -> Change:
    return changed(**{name: value})


METADATA_OF_OTHERS: dict[str, Change] = {
    "another issuer": elsewhere("issuer", "https://login.mallory.example"),
    "an issuer with a slash more": lambda said: {**said, "issuer": said["issuer"] + "/"},
    "no token endpoint": elsewhere("token_endpoint", None),
    "a token endpoint without https": elsewhere("token_endpoint", "http://login.mallory.example/token"),
    "an authorization endpoint that is a script": elsewhere("authorization_endpoint", "javascript:alert(1)"),
    "no algorithm but none": elsewhere("id_token_signing_alg_values_supported", ["none", "HS256"]),
    "no PKCE but plain": elsewhere("code_challenge_methods_supported", ["plain"]),
}

WRONG: dict[str, tuple[Behaviour, tuple[tuple[int, str], ...]]] = {
    # What could be read is kept: so metadata comes first, then keys.
    **{f"metadata with {name}": (Behaviour(metadata=said), (AWAY,)) for name, said in METADATA_OF_OTHERS.items()},
    **{f"{name} for metadata": (Behaviour(instead={METADATA: answer}), (AWAY,)) for name, answer in OUTAGES.items()},
    # Keys that can't be read as keys are as good as none.
    **{f"{name} for keys": (Behaviour(instead={KEYS: each}), (AWAY, NOT_TRUSTED)) for name, each in OUTAGES.items()},
    **{f"{name} for tokens": (Behaviour(instead={TOKEN: answer}), (AWAY,)) for name, answer in OUTAGES.items()},
    **{f"an ID token {name}": (Behaviour(claims=said), (NOT_TRUSTED,)) for name, said in CLAIMS.items()},
    **{f"a signature by {name}": (Behaviour(sign=sign), (NOT_TRUSTED,)) for name, sign in SIGNATURES.items()},
    **{f"tokens with {name}": (Behaviour(tokens=said), (answer,)) for name, (said, answer) in TOKENS.items()},
    **{f"a way back with {name}": (Behaviour(answer=said), (page,)) for name, (said, page) in WAYS_BACK.items()},
}


@for_each("wrong", WRONG)
def test_nobody_is_signed_in_by_a_wrong_answer(signing_in: Flask, provider: Provider, wrong: str) -> None:
    provider.does, expected = WRONG[wrong]
    provider.asked.clear()
    pages = Pages(signing_in)
    found = refused(pages, pages.get(START) if "metadata" in wrong else sign_in(pages))
    assert found in expected
    assert provider.does.instead.keys() <= {*provider.asked}
    assert "way back" not in wrong or TOKEN not in provider.asked or found == REFUSED


def test_a_way_back_is_good_once_and_in_its_own_browser(somebody: Pages, signing_in: Flask, provider: Provider) -> None:
    back = at_provider(begin(somebody))
    victim = Pages(signing_in)
    begin(victim)
    assert refused(victim, victim.get(back)) == NOT_BEGUN
    provider.does.answer = changed(code=back.partition("code=")[2].partition("&")[0])  # was given for another verifier
    assert refused(victim, sign_in(victim)) == REFUSED
    provider.does = Behaviour()
    back = at_provider(begin(somebody))
    assert somebody.get(back).path == "/orgs"
    again = somebody.get(back)
    assert again.problems == [NOT_BEGUN[1]]
    assert "You are still signed in, as before." in again.main
    assert somebody.get("/orgs").h1 == "Organizations"


@of_the_provider
def test_whom_the_api_does_not_know(signing_in: Flask, provider: Provider, capfd: pytest.CaptureFixture[str]) -> None:
    for does in (Behaviour(subject="mallory"), Behaviour(access=changed(aud="https://other.example"))):
        provider.does = does
        pages = Pages(signing_in)
        assert refused(pages, sign_in(pages)) == NOT_KNOWN
    capfd.readouterr()
    provider.does = Behaviour(claims=changed(aud="another"))
    sign_in(Pages(signing_in))
    lines = [json.loads(line) for line in capfd.readouterr().err.splitlines() if '"sign-in refused"' in line]
    assert [line["reason"] for line in lines] == ["what it signed does not hold: invalid_claim: Invalid claim: 'aud'"]


def test_a_provider_that_is_away_is_tried_again_and_its_keys_are_kept(
    somebody: Pages, signing_in: Flask, provider: Provider
) -> None:
    provider.does.instead[METADATA] = says(b"", 503)
    assert refused(somebody, somebody.get(START)) == AWAY
    del provider.does.instead[METADATA]
    assert sign_in(somebody).path == "/orgs"
    provider.signer = Signer([*provider.signer.keys, new_key("second")])
    assert sign_in(Pages(signing_in)).path == "/orgs"
    provider.does.instead[KEYS] = says(b"", 503)
    assert sign_in(Pages(signing_in)).path == "/orgs"
