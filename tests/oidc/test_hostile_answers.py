"""What a provider, or somebody in its place, answers wrongly: nobody is signed in, and the page says what to do."""

import json
import time
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from werkzeug.wrappers import Request, Response

from tests.oidc.browsing import START, at_provider, begin, sign_in
from tests.oidc.provider import CLIENT, KEYS, METADATA, TOKEN, Change, Provider
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
    "Larkfield ID signed you in, but the API doesn't accept that. Ask an administrator of the API to give you access.",
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
    "for nobody": changed(aud=None),
    "for two, and no word for whom of them": changed(aud=[CLIENT, "another"]),
    "authorized for another": changed(azp="another"),
    "an audience that is a number": changed(aud=7),
    "of another issuer": changed(iss="https://login.mallory.example"),
    "of no issuer": changed(iss=None),
    "expired": changed(exp=now(-120)),
    "without an end": changed(exp=None),
    "with an end in words": changed(exp="never"),
    "with an end that is no number": changed(exp=float("nan")),
    "not valid yet": changed(nbf=now(24 * 3600)),
    "issued tomorrow": changed(iat=now(24 * 3600)),
    "never issued": changed(iat=None),
    "with another nonce": changed(nonce="replayed"),
    "without a nonce": changed(nonce=None),
    "without a subject": changed(sub=None),
    "with an empty subject": changed(sub=""),
    "with a long subject": changed(sub="a" * 256),
    "with a subject that is a list": changed(sub=["alice"]),
    "for another access token": changed(at_hash="AAAAAAAAAAAAAAAAAAAAAA"),
}


@pytest.mark.parametrize("wrong", CLAIMS)
def test_an_id_token(somebody: Pages, provider: Provider, wrong: str) -> None:
    provider.does.claims = CLAIMS[wrong]
    assert refused(somebody, sign_in(somebody)) == NOT_TRUSTED


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


@pytest.mark.parametrize("wrong", SIGNATURES)
def test_a_signature(somebody: Pages, provider: Provider, wrong: str) -> None:
    provider.does.sign = SIGNATURES[wrong]
    assert refused(somebody, sign_in(somebody)) == NOT_TRUSTED


TOKENS: dict[str, tuple[Change, tuple[int, str]]] = {
    "no ID token": (changed(id_token=None), NOT_TRUSTED),
    "an ID token that is a list": (changed(id_token=["a"]), NOT_TRUSTED),
    "no access token": (changed(access_token=None), AWAY),
    "an access token with a line break": (changed(access_token="a\r\nX-Evil: 1"), AWAY),
    "another kind of token": (changed(token_type="mac"), AWAY),
    "no kind": (changed(token_type=None), AWAY),
    "a refresh token that is a number": (changed(refresh_token=7), AWAY),
    "a length of life in words": (changed(expires_in="long"), AWAY),
    "an error with a 200": (changed(error="server_error"), REFUSED),
    "a list": (lambda said: [said], AWAY),
    "nothing": (lambda _: None, AWAY),
}


@pytest.mark.parametrize("wrong", TOKENS)
def test_an_answer_of_the_token_endpoint(somebody: Pages, provider: Provider, wrong: str) -> None:
    provider.does.tokens, expected = TOKENS[wrong]
    assert refused(somebody, sign_in(somebody)) == expected


WAYS_BACK: dict[str, tuple[Change, tuple[int, str]]] = {
    "another state": (changed(state="A" * 22), NOT_BEGUN),
    "no state": (changed(state=None), NOT_BEGUN),
    "a code of somebody else": (changed(code="made up"), REFUSED),
    "no code": (changed(code=None), NOT_TRUSTED),
    "a huge code": (changed(code="x" * 5000), NOT_TRUSTED),
    "another issuer (mix-up)": (changed(iss="https://login.mallory.example"), NOT_TRUSTED),
    "no issuer, where there always is one": (changed(iss=None), NOT_TRUSTED),
    "a no": (changed(code=None, error="access_denied"), DENIED),
    "an error": (changed(code=None, error="invalid_scope", error_description="<b>x</b>"), REFUSED),
    "an error of another issuer": (changed(error="access_denied", iss="https://mallory.example"), NOT_TRUSTED),
}


@pytest.mark.parametrize("wrong", WAYS_BACK)
def test_a_way_back(somebody: Pages, provider: Provider, wrong: str) -> None:
    provider.does.answer, expected = WAYS_BACK[wrong]
    assert refused(somebody, sign_in(somebody)) == expected
    assert TOKEN not in provider.asked or expected == REFUSED


def test_a_way_back_twice(somebody: Pages) -> None:
    back = at_provider(begin(somebody))
    assert somebody.get(back).path == "/orgs"
    again = somebody.get(back)
    assert again.problems == [NOT_BEGUN[1]]
    assert "You are still signed in, as before." in again.main
    assert somebody.get("/orgs").h1 == "Organizations"


def test_a_way_back_in_the_browser_of_somebody_else(somebody: Pages, signing_in: Flask) -> None:
    back = at_provider(begin(somebody))
    victim = Pages(signing_in)
    begin(victim)
    assert refused(victim, victim.get(back)) == NOT_BEGUN


def test_a_code_of_another_sign_in(somebody: Pages, signing_in: Flask, provider: Provider) -> None:
    """Injected: it was given for another verifier."""
    theirs = at_provider(begin(Pages(signing_in))).partition("code=")[2].partition("&")[0]
    provider.does.answer = changed(code=theirs)
    assert refused(somebody, sign_in(somebody)) == REFUSED


@of_the_provider
def test_the_subject_of_nobody(somebody: Pages, provider: Provider) -> None:
    provider.does.subject = "mallory"
    assert refused(somebody, sign_in(somebody)) == NOT_KNOWN


@of_the_provider
def test_an_access_token_that_is_not_for_the_api(somebody: Pages, provider: Provider) -> None:
    provider.does.access = changed(aud="https://other.example")
    assert refused(somebody, sign_in(somebody)) == NOT_KNOWN


def says(body: bytes, status: int = 200, **headers: str) -> Callable[[Request], Response]:
    return lambda _: Response(body, status, headers, content_type="application/json")


OUTAGES: dict[str, Callable[[Request], Response]] = {
    "an error": says(b"{}", 500),
    "a page": says(b"<html>"),
    "nothing": says(b""),
    "a huge answer": says(b" " * 1_000_000),
    "brackets": says(b"[" * 100_000),
    "another place": says(b"", 302, Location="http://127.0.0.1:1/"),
    "a list": says(b"[]"),
    "not UTF-8": says(b"\xff\xfe{}"),
}


@pytest.mark.quick(cases=6)
@pytest.mark.parametrize("path", [METADATA, KEYS, TOKEN])
@pytest.mark.parametrize("outage", OUTAGES)
def test_an_outage(somebody: Pages, provider: Provider, path: str, outage: str) -> None:
    provider.does.instead[path] = OUTAGES[outage]
    page = somebody.get(START) if path == METADATA else sign_in(somebody)
    status, said = refused(somebody, page)
    # Keys that can't be read as keys are as good as none.
    assert (status, said) in ((AWAY, NOT_TRUSTED) if path == KEYS else (AWAY,))


def elsewhere(name: str, value: object) -> Change:
    return changed(**{name: value})


METADATA_OF_OTHERS: dict[str, Change] = {
    "another issuer": elsewhere("issuer", "https://login.mallory.example"),
    "no issuer": elsewhere("issuer", None),
    "an issuer with a slash more": lambda said: {**said, "issuer": said["issuer"] + "/"},
    "no token endpoint": elsewhere("token_endpoint", None),
    "a token endpoint without https": elsewhere("token_endpoint", "http://login.mallory.example/token"),
    "an authorization endpoint that is a script": elsewhere("authorization_endpoint", "javascript:alert(1)"),
    "keys in a file": elsewhere("jwks_uri", "file:///etc/passwd"),
    "no algorithm but none": elsewhere("id_token_signing_alg_values_supported", ["none", "HS256"]),
    "no PKCE but plain": elsewhere("code_challenge_methods_supported", ["plain"]),
}


@pytest.mark.parametrize("wrong", METADATA_OF_OTHERS)
def test_metadata(somebody: Pages, provider: Provider, wrong: str) -> None:
    provider.does.metadata = METADATA_OF_OTHERS[wrong]
    assert refused(somebody, somebody.get(START)) == AWAY


def test_a_provider_that_is_away_is_tried_again(somebody: Pages, provider: Provider) -> None:
    provider.does.instead[METADATA] = says(b"", 503)
    assert refused(somebody, somebody.get(START)) == AWAY
    del provider.does.instead[METADATA]
    assert sign_in(somebody).path == "/orgs"


def test_keys_may_change_and_then_be_away(somebody: Pages, signing_in: Flask, provider: Provider) -> None:
    assert sign_in(somebody).path == "/orgs"
    provider.signer = Signer([*provider.signer.keys, new_key("second")])
    assert sign_in(Pages(signing_in)).path == "/orgs"
    provider.does.instead[KEYS] = says(b"", 503)
    assert sign_in(Pages(signing_in)).path == "/orgs"


def test_the_log_has_the_reason_and_no_token(
    somebody: Pages, provider: Provider, capfd: pytest.CaptureFixture[str]
) -> None:
    provider.does.claims = changed(aud="another")
    sign_in(somebody)
    lines = [json.loads(line) for line in capfd.readouterr().err.splitlines() if '"sign-in refused"' in line]
    assert [line["reason"] for line in lines] == ["what it signed does not hold: invalid_claim: Invalid claim: 'aud'"]
