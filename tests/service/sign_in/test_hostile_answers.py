"""Answers that are not to be believed: what is not signed, what was moved, what is for others, what is over."""

import base64
from collections.abc import Callable

import pytest
from lxml import etree
from signxml.algorithms import DigestAlgorithm, SignatureMethod
from sqlalchemy import select

from service.sign_in.responses import MAX_SIZE
from service.sign_in.xml import SAML, Element
from service.storage.database import ServiceDatabase
from service.tables.identity import membership, person
from tests.loops import for_each
from tests.service.sign_in.sign_in_pages import SigningIn
from tests.service.sign_in.signature_wrapping import (
    CONDITIONS,
    CONFIRMED,
    DATA,
    NAME_ID,
    OF_THE_ASSERTION_S_SIGNATURE,
    OF_WHAT_IS_SAID,
    VICTIM,
    forged_first,
    own_certificate_shown,
    signed_by,
)
from tests.service.sign_in.signed_responses import PERSON, Change, at, later, marked, told, without


@pytest.fixture
def signed_in(database: ServiceDatabase) -> Callable[[], list[str]]:
    """Who has signed in by the provider: nobody, after a hostile answer."""

    def look() -> list[str]:
        rows = select(person.c.email).join(membership).where(membership.c.last_seen_at.like("2025-11-20T09:30:15%"))
        with database.reading() as connection:
            return list(connection.scalars(rows))

    return look


def encrypted(root: Element) -> None:
    real = at("Assertion", root)
    root.replace(real, etree.Element(f"{SAML}EncryptedAssertion"))


@pytest.mark.parametrize("signed", [("Assertion",), ("Response",), ("Assertion", "Response")], ids="+".join)
@pytest.mark.parametrize("change", OF_WHAT_IS_SAID)
def test_what_was_changed_is_not_believed(
    change: str, signed: tuple[str, ...], idp: SigningIn, signed_in: Callable[[], list[str]]
) -> None:
    came = idp.comes_of(signed=signed, after=[OF_WHAT_IS_SAID[change]])
    assert (came.status in {400, 403}, came.title) == (True, "You are not signed in")
    assert signed_in() == []


@pytest.mark.parametrize("change", OF_THE_ASSERTION_S_SIGNATURE)
def test_a_signature_that_is_not_over_the_whole_assertion_is_worth_nothing(
    change: str, idp: SigningIn, signed_in: Callable[[], list[str]]
) -> None:
    came = idp.comes_of(after=[OF_THE_ASSERTION_S_SIGNATURE[change]])
    assert (came.status, came.title) == (403, "You are not signed in")
    assert signed_in() == []


BEFORE_SIGNING: dict[str, tuple[list[Change], str]] = {
    "another issuer": ([told("Assertion/Issuer", "https://other.example")], "another identity provider"),
    "another issuer around": ([told("Issuer", "https://other.example")], "another identity provider"),
    "no issuer": ([without("Assertion/Issuer")], "another identity provider"),
    "another audience": (
        [told(f"{CONDITIONS}/AudienceRestriction/Audience", "https://other.example")],
        "meant for another service",
    ),
    "no audience": ([without(f"{CONDITIONS}/AudienceRestriction")], "meant for another service"),
    "another recipient": ([marked(DATA, Recipient="https://other.example/acs")], "meant for another service"),
    "no recipient": ([marked(DATA, Recipient=None)], "meant for another service"),
    "another destination": ([marked("", Destination="https://other.example/acs")], "meant for another service"),
    "another way to bring it": (
        [marked(CONFIRMED, Method="urn:oasis:names:tc:SAML:2.0:cm:sender-vouches")],
        "meant for another service",
    ),
    "no confirmation": ([without(CONFIRMED)], "meant for another service"),
    "another request": ([marked(DATA, InResponseTo="_other"), marked("", InResponseTo="_other")], "didn't start here"),
    "two requests": ([marked("", InResponseTo="_other")], "Nobody asked"),
    "no request": ([marked(DATA, InResponseTo=None)], "Nobody asked"),
    "over": ([marked(CONDITIONS, NotOnOrAfter=later(-2))], "no longer valid"),
    "over to be brought": ([marked(DATA, NotOnOrAfter=later(-2))], "no longer valid"),
    "over as a session": ([marked("Assertion/AuthnStatement", SessionNotOnOrAfter=later(-2))], "no longer valid"),
    "not begun": ([marked(CONDITIONS, NotBefore=later(2))], "isn't valid yet"),
    "not begun to be brought": ([marked(DATA, NotBefore=later(2))], "isn't valid yet"),
    "no end": ([marked(DATA, NotOnOrAfter=None)], "until when"),
    "a time of no zone": ([marked(DATA, NotOnOrAfter="2099-01-01T00:00:00")], "a time that can't be read"),
    "a time of no kind": ([marked(DATA, NotOnOrAfter="tomorrow")], "a time that can't be read"),
    "no conditions": ([without(CONDITIONS)], "doesn't say"),
    "nobody signed in": ([without("Assertion/AuthnStatement")], "doesn't say"),
    "a failure": (
        [marked("Status/StatusCode", Value="urn:oasis:names:tc:SAML:2.0:status:Responder")],
        "didn't sign you in",
    ),
    "no name": ([without(NAME_ID)], "didn't send your e-mail address"),
    "a name that is no address": ([told(NAME_ID, "newhire")], "didn't send your e-mail address"),
    "markup for a name": ([told(NAME_ID, "<script>alert(1)</script>@x.example")], "didn't send your e-mail address"),
    "two addresses": ([told(NAME_ID, f"{PERSON},{VICTIM}")], "didn't send your e-mail address"),
    "an address with a line end": ([told(NAME_ID, f"a\n{VICTIM}")], "didn't send your e-mail address"),
    "look-alikes": ([told(NAME_ID, "\u0430lice@larkfield.example")], "didn't send your e-mail address"),
    "encrypted": ([encrypted], "encrypted"),
}


@pytest.mark.parametrize("change", BEFORE_SIGNING)
def test_what_is_not_for_us_is_refused_with_its_reason(
    change: str, idp: SigningIn, signed_in: Callable[[], list[str]]
) -> None:
    changes, words = BEFORE_SIGNING[change]
    came = idp.comes_of(before=changes, signed=() if change == "encrypted" else ("Assertion",))
    assert (came.status, came.title, words in came.text) == (403, "You are not signed in", True), came.text
    assert signed_in() == []


@for_each("minutes", [0.9, -0.9])
def test_clocks_may_differ_by_less_than_a_minute(minutes: float, idp: SigningIn) -> None:
    change = marked(CONDITIONS, **{"NotBefore" if minutes > 0 else "NotOnOrAfter": later(minutes)})
    assert idp.comes_of(before=[change]).status == 200


@for_each(
    "changes",
    [
        {"key": "other"},
        {"key": "other", "after": [own_certificate_shown]},
        {"key": "ec", "method": SignatureMethod.ECDSA_SHA256},
    ],
)
def test_another_key_is_refused(changes: dict[str, object], idp: SigningIn, signed_in: Callable[[], list[str]]) -> None:
    came = idp.comes_of(**changes)
    assert (came.status, "not signed with the key" in came.text) == (403, True)
    assert signed_in() == []


@for_each(
    "changes",
    [
        {"method": SignatureMethod.RSA_SHA224},
        {"digest": DigestAlgorithm.SHA224},
        {"after": [signed_by("SignatureMethod", "http://www.w3.org/2000/09/xmldsig#rsa-sha1")]},
        {"after": [signed_by("DigestMethod", "http://www.w3.org/2000/09/xmldsig#sha1")]},
        {"after": [signed_by("SignatureMethod", SignatureMethod.HMAC_SHA256.value)]},
    ],
)
def test_a_way_to_sign_that_is_not_taken_is_refused(
    changes: dict[str, object], idp: SigningIn, signed_in: Callable[[], list[str]]
) -> None:
    came = idp.comes_of(**changes)
    assert (came.status, "signed in a way that isn't accepted" in came.text) == (403, True)
    assert signed_in() == []


NO_ANSWERS = {
    "nothing": b"",
    "words": b"hello",
    "half": b"<samlp:Response",
    "another root": b"<a/>",
    "an assertion alone": f'<a:Assertion xmlns:a="{SAML[1:-1]}" ID="_1"/>'.encode(),
    "an entity": b'<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>',
    "entities of entities": b'<!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]><a d="&c;">&c;</a>',
    "a document type": b'<!DOCTYPE a SYSTEM "http://127.0.0.1:9/a.dtd"><a/>',
    "another encoding": '<?xml version="1.0" encoding="UTF-16"?><!DOCTYPE a><a/>'.encode("utf-16"),
    "an encoding that hides": b'<?xml version="1.0" encoding="UTF-7"?>+ADwAIQ-DOCTYPE a+AD4-<a/>',
    "no text": b"\x00\x01\x02",
    "deep": b"<a>" * 30_000,
    "a comment": b"<a><!-- b --></a>",
}


@for_each("xml", NO_ANSWERS.values())
def test_what_is_no_answer(xml: bytes, idp: SigningIn) -> None:
    came = idp.takes({"SAMLResponse": base64.b64encode(xml).decode()})
    assert (came.status, came.text) == (400, "This isn't an identity provider's answer to a sign-in.")


@for_each("form", [{}, {"SAMLResponse": "%%%"}, {"SAMLResponse": "é"}, {"SAMLResponse": "PGE+"[:3]}])
def test_what_is_no_base64(form: dict[str, str], idp: SigningIn) -> None:
    assert idp.takes(form).status == 400


@for_each("characters", [MAX_SIZE + 1, 600_000, 1_100_000])
def test_what_is_too_large_is_not_read(characters: int, idp: SigningIn) -> None:
    came = idp.takes({"SAMLResponse": "A" * characters})
    assert (came.status, came.title) == (413, "You are not signed in")


def test_nothing_that_came_is_shown_as_markup(idp: SigningIn) -> None:
    label = idp.changed(label="<b>&\"' login</b>")
    page = label.app.test_client().post(f"{label.path}/acs", data=label.answer().form()).data
    assert b"&lt;b&gt;&amp;&quot;&#x27; login" in page
    assert b"<b>" not in page


def test_nothing_that_came_is_logged(idp: SigningIn, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level("INFO"):
        assert idp.comes_of().status == 200
        assert idp.comes_of(key="other").status == 403
        assert idp.comes_of(after=[forged_first]).status == 403
    assert caplog.text == ""
