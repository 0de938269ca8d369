"""Metadata as it is published is read whole, and what is odd in it is said."""

import hashlib
import json
from contextlib import nullcontext, suppress
from datetime import UTC, datetime
from html import escape

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from masthead.saml import IdentityProvider, MetadataError, parse_signing_certificates
from masthead.saml.entities import describe_duration, parse_datetime
from tests.loops import for_each
from tests.saml import published as p
from tests.saml.making import certificate, private
from tests.saml.published import FIRST, HOST, SECOND
from tests.saml.reading import parse_metadata

POST, REDIRECT = "post", "redirect"
TWO = [(REDIRECT, f"{HOST}/sso"), (POST, f"{HOST}/sso")]
PUBLISHED = {
    "Okta": (p.okta, f"{HOST}/exk1", f"{HOST}/app/exk1/sso/saml", [FIRST], [REDIRECT, POST]),
    "Entra ID": (p.entra, f"{HOST}/7f2c/", f"{HOST}/7f2c/saml2", [FIRST, SECOND], [REDIRECT, POST]),
    "Google": (
        p.google,
        f"{HOST}/o/saml2?idpid=C01",
        f"{HOST}/o/saml2/idp?idpid=C01&hd=larkfield.example",
        [SECOND],
        [REDIRECT, POST],
    ),
    "Keycloak": (
        p.keycloak,
        f"{HOST}/realms/larkfield",
        f"{HOST}/realms/larkfield/protocol/saml",
        [FIRST],
        [REDIRECT, POST],
    ),
    "SimpleSAMLphp": (
        p.simplesamlphp,
        f"{HOST}/saml2/idp/metadata.php",
        f"{HOST}/saml2/idp/SSOService.php",
        [FIRST],
        [REDIRECT],
    ),
    "marks in the key": (p.marked_key, f"{HOST}/idp", f"{HOST}/sso", [FIRST], [POST]),
}


def only(given: bytes | str) -> IdentityProvider:
    (provider,) = parse_metadata(given).providers
    return provider


def of_role(*parts: str, **attributes: str) -> IdentityProvider:
    return only(p.entity(p.role(*parts, **attributes)))


@for_each("name", PUBLISHED)
def test_what_a_provider_publishes(name: str) -> None:
    made, entity_id, address, owners, bindings = PUBLISHED[name]
    published = made()
    provider = only(published)
    signing = parse_signing_certificates(provider)
    assert provider.entity_id == entity_id
    assert provider.sign_ons[0].address == address
    assert [each.binding for each in provider.sign_ons] == bindings
    assert [card.subject for card in signing.cards] == owners
    assert signing.notes == ()
    text = published.decode("utf-8-sig")
    for encoding in ("utf-16", "utf-8-sig"):  # saved by a program that writes another one
        assert only(text.encode(encoding)) == provider
    assert only(published.decode().replace("\n", "\r\n")) == provider


WRAPPED = {
    "a browser's words": "This XML file does not appear to have any style information associated with it.\n{}",
    "a fence": "```xml\n{}\n```",
    "quotes": "“{}”",
    "words of a ticket": "Hello, our metadata:\n\n{}\n\nRegards",
}


@for_each("wrapped", WRAPPED.values())
def test_what_a_paste_has_around_the_metadata_is_left_out(wrapped: str) -> None:
    text = p.okta().decode("utf-8-sig")
    assert only(wrapped.format(text)) == only(p.okta())
    assert only(wrapped.format(escape(text))) == only(p.okta())
    assert only(json.dumps(text)) == only(p.okta())


def test_an_encoding_that_is_declared_counts_for_a_file_alone() -> None:
    text = p.okta().decode().replace('encoding="UTF-8"', 'encoding="ISO-8859-1"')
    assert only(f"\n  {text}\n") == only(p.okta())
    assert only(text.replace("ISO-8859-1", "utf-16")) == only(p.okta())


def test_a_federation() -> None:
    read = parse_metadata(p.shibboleth())
    assert [(each.name, each.entity_id) for each in read.providers] == [
        (name, f"https://{name.lower()}.larkfield.example/idp/shibboleth") for name in ("Quay", "Depot", "Yard")
    ]
    assert read.facts.is_signed
    assert [note[18:] for note in read.facts.notes] == ["2 service providers.", "1 identity provider without SAML 2.0."]
    assert {each.valid_until for each in read.providers} == {datetime(2030, 6, 15, 10, tzinfo=UTC)}
    assert {each.cache_for for each in read.providers} == {"6 hours"}
    assert read.facts.sha256 == hashlib.sha256(p.shibboleth()).hexdigest()
    assert not {each.is_expired(datetime(2030, 6, 15, 9, tzinfo=UTC)) for each in read.providers} - {False}
    assert {each.is_expired(datetime(2030, 6, 15, 11, tzinfo=UTC)) for each in read.providers} == {True}
    many = parse_metadata(p.many(400))
    assert len(many.providers) == 400
    assert many.providers[399].entity_id == "https://member0400.larkfield.example/idp"


def test_keys_for_encryption_or_without_a_certificate_are_left_out() -> None:
    provider = of_role(p.key(p.line(p.second()), "encryption"), p.signing())
    assert [card.subject for card in parse_signing_certificates(provider).cards] == [FIRST]
    assert provider.notes == ("Masthead left out 1 key for encryption only.",)
    provider = of_role(p.key(" "), p.signing(), '<md:KeyDescriptor use="signing"/>')
    assert len(provider.keys) == 1
    assert provider.notes == ("Masthead left out 2 signing keys without a certificate.",)


def test_certificates_that_cannot_be_read_are_named() -> None:
    damaged = p.line(p.second())[:-8]
    signing = parse_signing_certificates(of_role(p.key(damaged), p.signing(), p.key("see below")))
    assert [card.subject for card in signing.cards] == [FIRST]
    cut, words = signing.notes
    assert cut.startswith("Masthead left out certificate 1 of 3. Part of the certificate is missing.")
    assert words.startswith("Masthead left out certificate 3 of 3. This is base64 of something else")


def test_certificates_of_one_key_in_other_lines_and_more_than_anybody_has() -> None:
    provider = of_role(p.key(p.line(p.first())), p.key(p.lines(p.first(), 50)), p.signing())
    assert len(parse_signing_certificates(provider).cards) == 1
    several = f"{p.line(p.first())}</ds:X509Certificate><ds:X509Certificate>{p.line(p.second())}"
    assert [card.subject for card in parse_signing_certificates(of_role(p.key(several))).cards] == [FIRST, SECOND]
    keys = [p.key(p.line(certificate(f"{number}.larkfield.example"))) for number in range(25)]
    provider = of_role(*keys)
    assert len(provider.keys) == 20
    assert "Masthead took the first 20 of 25 certificates." in provider.notes


def test_addresses_that_no_browser_can_be_sent_to() -> None:
    odd = (
        "javascript:alert(1)",
        "/sso",
        "ftp://larkfield.example/",
        "https://",
        "https://a b",
        HOST + "/" + "x" * 2048,
    )
    provider = of_role(*(p.sign_on("HTTP-Redirect", each) for each in odd), p.sign_on("SOAP", f"{HOST}/soap"))
    assert provider.sign_ons == ()
    assert provider.notes == (
        "Masthead left out 6 sign-on addresses: not a web address, or longer than 2048 characters.",
    )


def test_addresses_are_each_there_once_and_redirects_first() -> None:
    (note,) = of_role(p.sign_on("SOAP", f"{HOST}/soap")).notes
    assert note == "The metadata has no SAML 2.0 sign-on address for HTTP-Redirect or HTTP-POST."
    services = [p.sign_on(binding, f"{HOST}/sso") for binding in ("HTTP-POST", "HTTP-Redirect", "HTTP-POST")]
    assert [(each.binding, each.address) for each in of_role(*services).sign_ons] == TWO


@for_each("entity_id,note", [(" ", "has no entity ID."), ("x" * 1025, "1025 characters")])
def test_an_entity_id_that_cannot_be_taken(entity_id: str, note: str) -> None:
    provider = only(p.entity(p.role(p.signing()), entity_id))
    assert provider.entity_id == ""
    assert note in provider.notes[0]


def test_the_name_that_people_know() -> None:
    organization = '<md:Organization><md:OrganizationName xml:lang="en">{}</md:OrganizationName></md:Organization>'
    assert only(p.simplesamlphp()).name == "Larkfield"
    assert only(p.entity(p.role(p.signing()) + organization.format(" Lark\n field "))).name == "Lark field"
    assert only(p.entity(p.role(p.signing()) + organization.format("\u202eevil"))).name == "evil"
    assert len(only(p.entity(p.role(p.signing()) + organization.format("x" * 900))).name) == 200
    assert only(p.entity(p.role(p.signing()))).name == ""


def test_the_earliest_end_counts() -> None:
    inside = p.role(p.signing(), validUntil="2029-01-01T00:00:00Z", cacheDuration="P1D")
    provider = only(p.entity(inside, validUntil="2030-01-01T00:00:00Z", cacheDuration="PT1H"))
    assert provider.valid_until == datetime(2029, 1, 1, tzinfo=UTC)
    assert provider.cache_for == "1 day"
    provider = only(p.entity(p.role(p.signing(), validUntil="soon"), validUntil="tomorrow"))
    assert provider.valid_until is None
    assert provider.notes == ("Masthead can't read the expiry date (validUntil).",)


@for_each(
    "text,moment",
    [
        *((text, None) for text in ("", "2026-06-01", "2026", "0001-01-01T00:00:00+14:00", "now")),
        ("10000-01-01T00:00:00Z", None),
        ("2026-06-01T12:00:00Z", datetime(2026, 6, 1, 12, tzinfo=UTC)),
        (" 2026-06-01T12:00:00.1234567Z ", datetime(2026, 6, 1, 12, 0, 0, 123456, tzinfo=UTC)),
        ("2026-06-01T12:00:00+02:00", datetime(2026, 6, 1, 10, tzinfo=UTC)),
        ("2026-06-01T12:00:00", datetime(2026, 6, 1, 12, tzinfo=UTC)),
    ],
)
def test_moments(text: str, moment: datetime | None) -> None:
    with nullcontext() if moment else pytest.raises(ValueError, match=r"."):
        assert parse_datetime(text) == moment


@for_each(
    "text,words",
    [
        ("PT6H", "6 hours"),
        ("P1D", "1 day"),
        ("PT604800S", "7 days"),
        ("PT5400S", "1 hour, 30 minutes"),
        ("P1Y2M3DT4H5M6.5S", "1 year, 2 months, 3 days, 4 hours, 5 minutes, 6 seconds"),
        ("PT0S", "0 seconds"),
        ("P", ""),
        ("PT", ""),
        ("P1DT", ""),
        ("-P1D", ""),
        ("1 day", ""),
        ("PT" + "9" * 40 + "S", ""),
    ],
)
def test_spans(text: str, words: str) -> None:
    assert describe_duration(text) == words


def test_a_private_key_in_the_text_is_held_by_no_error() -> None:
    secret = private("rsa").decode()
    with pytest.raises(MetadataError) as caught:
        parse_metadata(p.okta().decode() + secret)
    frames = [each.frame for each in caught.traceback]
    ours = [repr(frame.f_locals) for frame in frames if "/saml/metadata" in str(frame.code.path)]
    assert ours
    assert secret[60:100] not in repr([caught.value, caught.value.__context__, caught.value.__cause__, *ours])


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=300) | st.text(max_size=300) | st.text("<>/&;!?[]\"'= axmlnsDOCTYPE-", max_size=200))
def test_anything_gives_metadata_or_the_error(given: bytes | str) -> None:
    with pytest.raises(MetadataError):
        parse_metadata(given)


@settings(max_examples=200, deadline=None)
@given(st.sampled_from([p.okta(), p.entra(), p.simplesamlphp()]), st.integers(0, 4000), st.integers(0, 255))
def test_any_changed_byte_gives_metadata_or_the_error(made: bytes, at: int, byte: int) -> None:
    changed = bytearray(made)
    changed[at % len(made)] = byte
    with suppress(MetadataError):
        assert [parse_signing_certificates(each) for each in parse_metadata(bytes(changed)).providers] != []


@for_each("name,told", [("svg", "svg"), ("x" * 60, "x" * 60), ("x" * 61, f"{'x' * 60}…")])
def test_what_is_no_metadata_is_told_by_the_beginning_of_its_name(name: str, told: str) -> None:
    with pytest.raises(MetadataError, match=f"it begins with {told}, "):
        parse_metadata(f"<{name}/>")
