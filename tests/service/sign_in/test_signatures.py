"""What of an answer is signed: two guards, each of which would do, and each of which is looked at by itself."""

import base64
from pathlib import Path

import pytest
from cryptography.x509 import Certificate

from service.sign_in.providers import SignInProvider
from service.sign_in.responses import SamlResponse, parse_saml_response
from service.sign_in.signatures import extract_assertion
from service.sign_in.xml import LIMITS, SAML, SIGNATURE, SignInRefusedError, parse_xml
from service.sso import parse_certificate
from tests.loops import for_each
from tests.service.conftest import NOW
from tests.service.sign_in.signature_wrapping import OF_THE_ASSERTION_S_SIGNATURE, OF_WHAT_IS_SAID
from tests.service.sign_in.signed_responses import ENTITY, PERSON, SSO, SignedResponse, certificate

ADDRESSES = {"acsURL": "https://docs.example/acs", "entityID": "https://docs.example/metadata"}
BY_XMLSEC = Path(__file__).with_name("by_xmlsec.xml")
"""Signed by another program, as Okta and Shibboleth do it: the prefix `xs`, which only a value names, is signed too."""

CHANGES = OF_WHAT_IS_SAID | OF_THE_ASSERTION_S_SIGNATURE
_BUILT = (
    *("a forged", "the real", "the sig", "a sig", "two ", "another tr", "another c", "another el", "another o"),
    "another th",
)
BUILT = [name for name in CHANGES if name.startswith(_BUILT)]


def provider(kept: Certificate) -> SignInProvider:
    addresses = (ADDRESSES["entityID"], ADDRESSES["acsURL"])
    return SignInProvider("saml_night", "org_larkfield", "Night", ENTITY, SSO, kept, None, None, *addresses)


@for_each("name", BUILT)
def test_what_is_built_otherwise_never_comes_to_be_checked(name: str) -> None:
    answer = SignedResponse(ADDRESSES, "_request", after=[CHANGES[name]])
    with pytest.raises(SignInRefusedError, match="isn't built correctly"):
        extract_assertion(parse_xml(answer.xml()), parse_certificate(certificate()), NOW)


@for_each("signed", [("Assertion",), ("Response",), ("Assertion", "Response")])
def test_only_what_was_signed_is_given_on(signed: tuple[str, ...]) -> None:
    answer = parse_xml(SignedResponse(ADDRESSES, "_request", signed=signed).xml())
    found = extract_assertion(answer, parse_certificate(certificate()), NOW)
    assert (found.tag, found.get("ID")) == (f"{SAML}Assertion", "_assertion")
    assert found not in list(answer.iter())
    if signed == ("Response",):
        around = found.getparent()
        assert around is not None
        assert around not in list(answer.iter())


def kept() -> Certificate:
    shown = next(parse_xml(BY_XMLSEC.read_bytes()).iter(f"{SIGNATURE}X509Certificate"))
    return parse_certificate(shown.text or "")


def test_what_another_program_signed_is_read() -> None:
    found = parse_saml_response(base64.b64encode(BY_XMLSEC.read_bytes()).decode(), provider(kept()), NOW)
    assert found == SamlResponse("_request", PERSON, "New Hire")


@for_each("was, now", [("new.hire", "old.hire"), ("xs:string", "xs:token"), ("New Hire", "New  Hire")])
def test_what_another_program_signed_cannot_be_changed(was: str, now: str) -> None:
    xml = BY_XMLSEC.read_text(encoding="utf-8")
    assert was in xml
    with pytest.raises(SignInRefusedError, match="not signed with the key"):
        parse_saml_response(base64.b64encode(xml.replace(was, now).encode()).decode(), provider(kept()), NOW)


def namespaces(count: int, length: int = 1) -> str:
    return "<j " + " ".join(f'xmlns:n{at}="{"u" * length}"' for at in range(count)) + ">"


TOO_MUCH: dict[str, str] = {
    "elements": "<j/>" * LIMITS.elements,
    "levels": "<j>" * LIMITS.depth + "</j>" * LIMITS.depth,
    "attributes": "<j " + " ".join(f'a{at}=""' for at in range(LIMITS.attributes + 1)) + "/>",
    "namespaces": namespaces(LIMITS.namespaces) + "</j>",
    "namespaces around": (namespaces(LIMITS.namespaces // 2) * 2) + "</j></j>",
    "a long namespace": namespaces(1, LIMITS.namespace_length + 1) + "</j>",
}


@for_each("name", TOO_MUCH)
def test_what_no_answer_has_so_much_of_is_not_read(name: str) -> None:
    with pytest.raises(ValueError, match="more of something"):
        parse_xml(f'<r xmlns:s="u">{TOO_MUCH[name]}</r>'.encode())


def test_what_is_just_small_enough_is_read() -> None:
    attributes = " ".join(f'a{at}=""' for at in range(LIMITS.attributes))
    deep, beside = LIMITS.depth - 1, LIMITS.elements - 2 * LIMITS.depth
    declared = (namespaces(LIMITS.namespaces, 10) + "</j>") + namespaces(1, LIMITS.namespace_length) + "</j>"
    text = f"<r>{'<j>' * deep}{'</j>' * deep}{'<j/>' * beside}<j {attributes}/>{declared}</r>"
    assert len(parse_xml(text.encode())) == 1 + beside + 3
