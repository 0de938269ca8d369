"""What a card says, what is said of it, and which of several is offered."""

from datetime import UTC, datetime, timedelta

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes

from masthead.saml import TOO_LONG, CertificateSummary, check_certificate, parse_certificates, suggest_certificate
from tests.loops import for_each
from tests.saml.making import (
    DAY,
    MD5,
    NOW,
    SMALL,
    certificate,
    chain,
    key,
    named,
    pem,
    sha1,
)
from tests.saml.pastes import (
    LOGIN,
    MIDDLE,
    ROOT,
)


def card(read: x509.Certificate) -> CertificateSummary:
    (only,) = parse_certificates(pem(read))
    return only


@for_each(
    "kind,said,bits,signature",
    [
        ("ec", "EC, P-256", None, "SHA-256 with ECDSA"),
        ("ec 384", "EC, P-384", None, "SHA-256 with ECDSA"),
        ("ed", "Ed25519", None, "Ed25519"),
        ("dsa", "DSA, 1024 bits", 1024, "SHA-256 with DSA"),
        ("rsa", "RSA, 2048 bits", 2048, "SHA-256 with RSA"),
        ("rsa 1024", "RSA, 1024 bits", 1024, "SHA-256 with RSA"),
    ],
)
def test_a_card_says_what_the_certificate_says(kind: str, said: str, bits: int | None, signature: str) -> None:
    read = certificate(kind=kind, begins=NOW - 5 * DAY)
    made = card(read)
    assert (made.key, made.key_bits, made.signature) == (said, bits, signature)
    assert bytes.fromhex(made.sha256.replace(":", "")) == read.fingerprint(hashes.SHA256())
    assert bytes.fromhex(made.sha1.replace(":", "")) == read.fingerprint(hashes.SHA1())  # noqa: S303
    assert int(made.serial.replace(":", ""), 16) == read.serial_number
    assert (made.begins, made.ends) == (read.not_valid_before_utc, read.not_valid_after_utc)
    assert made.begins.tzinfo is UTC
    assert (made.is_self_signed, made.is_authority) == (True, False)
    assert {len(part) for text in (made.serial, made.sha1, made.sha256) for part in text.split(":")} == {2}
    assert made.sha256 == made.sha256.upper()


@for_each(
    "text,said,signature,serial,kinds",
    [
        (
            SMALL,
            "RSA, 512 bits",
            "MD5 with RSA",
            "05:11:BB:36:60:D0:39:88:12:C8:9B:71:1F:D2:0B:A3:8F:67:1E:9D",
            ["weak-key"],
        ),
        (MD5, "RSA, 1024 bits", "MD5 with RSA", "00", ["short-key", "md5"]),
        (sha1(), "RSA, 1024 bits", "SHA-1 with RSA", "01", ["short-key", "sha1"]),
    ],
)
def test_old_ones(text: str | bytes, said: str, signature: str, serial: str, kinds: list[str]) -> None:
    (made,) = parse_certificates(text)
    assert (made.key, made.signature, made.serial) == (said, signature, serial)
    assert made.is_self_signed is made.is_authority is (text == SMALL)
    assert [each.kind for each in check_certificate(made, datetime(2030, 1, 1, tzinfo=UTC))] == kinds


@for_each(
    "name,text",
    [
        (named(LOGIN, "Larkfield"), f"{LOGIN}, Larkfield"),
        (named(LOGIN), LOGIN),
        (named("", "Larkfield"), "Larkfield"),
        (x509.Name([x509.NameAttribute(x509.NameOID.EMAIL_ADDRESS, "a@larkfield.example")]), ""),
        (x509.Name([]), "No name"),
        (named("login\u202e.larkfield"), "login\N{REPLACEMENT CHARACTER}.larkfield"),
    ],
)
def test_names(name: x509.Name, text: str) -> None:
    signer = certificate()
    builder = x509.CertificateBuilder(name, name, signer.public_key(), 5).not_valid_before(NOW).not_valid_after(NOW)
    made = card(builder.sign(key("ec"), hashes.SHA256()))
    assert made.subject == made.issuer == (text or name.rfc4514_string())


SECOND = timedelta(seconds=1)


@for_each(
    "left,days,kinds",
    [
        (730 * DAY + SECOND, 730, ["not-yet"]),
        (730 * DAY, 730, []),
        (30 * DAY, 30, []),
        (30 * DAY - SECOND, 29, ["ending"]),
        (DAY, 1, ["ending"]),
        (DAY - SECOND, 0, ["ending"]),
        (0 * DAY, 0, ["ending"]),
        (-SECOND, -1, ["expired"]),
        (-DAY - SECOND, -2, ["expired"]),
    ],
)
def test_days_left_and_what_is_found_of_them(left: timedelta, days: int, kinds: list[str]) -> None:
    made = card(certificate())
    found = check_certificate(made, made.ends - left)
    assert (made.days_left(made.ends - left), [each.kind for each in found]) == (days, kinds)
    assert [each.blocks for each in found] == [kind == "expired" for kind in kinds]


def test_findings_say_when() -> None:
    (long,) = check_certificate(card(certificate(padding=20_000)), NOW)
    assert (long.kind, long.blocks) == ("too-long", True)
    made = card(certificate())
    assert [each.text for each in check_certificate(made, made.ends + DAY)] == [
        "The certificate expired on 1 Jun 2027, 12:00 UTC."
    ]
    assert [each.text for each in check_certificate(made, made.begins - DAY)] == [
        "The certificate isn't valid until 1 Jun 2025, 12:00 UTC."
    ]
    texts = [check_certificate(made, made.ends - days * DAY)[0].text for days in (29, 1, 0)]
    assert texts == [
        f"The certificate expires in {words}, on 1 Jun 2027, 12:00 UTC."
        for words in ("29 days", "1 day", "less than a day")
    ]


@for_each(
    "changes,kind,blocks,words",
    [
        ({"key": "RSA, 1023 bits", "key_bits": 1023}, "weak-key", True, "RSA key has 1023 bits"),
        ({"key": "DSA, 512 bits", "key_bits": 512}, "weak-key", True, "DSA key has 512 bits"),
        ({"key": "RSA, 1024 bits", "key_bits": 1024}, "short-key", False, "1024 bits"),
        ({"key": "RSA, 2047 bits", "key_bits": 2047}, "short-key", False, "2047 bits"),
        ({"signature": "MD5 with RSA", "is_self_signed": False}, "md5", False, "MD5"),
        ({"signature": "SHA-1 with RSA", "is_self_signed": False}, "sha1", False, "SHA-1"),
        ({"is_authority": True, "is_self_signed": False}, "authority", False, "a certificate authority"),
        ({"sha256": "AA:BB"}, "shared", False, "Larkfield staff has the same"),
        ({"pem": "x" * 10_001}, "too-long", True, "It has 10,001 characters. The limit is 10,000."),
    ],
)
def test_a_finding(changes: dict[str, object], kind: str, blocks: bool, words: str) -> None:  # noqa: FBT001
    made = card(certificate(kind="rsa"))._replace(**changes)  # type: ignore[arg-type]
    (found,) = check_certificate(made, NOW, {"AA:BB": "Larkfield staff", "CC": "Another"})
    assert (found.kind, found.blocks) == (kind, blocks)
    assert words in found.text


@for_each(
    "changes",
    [
        {"key": "RSA, 2048 bits", "key_bits": 2048},
        {"key": "DSA, 1024 bits", "key_bits": 1024},
        {"key": "EC, P-256", "key_bits": None},
        {"is_authority": True},
        {"signature": "MD5 with RSA"},
        {"signature": "SHA-1 with RSA"},
        {"signature": "SHA-512 with RSA", "is_self_signed": False},
        {"pem": "x" * TOO_LONG},
    ],
)
def test_no_finding(changes: dict[str, object]) -> None:
    made = card(certificate(kind="rsa"))._replace(**changes)  # type: ignore[arg-type]
    assert check_certificate(made, NOW) == check_certificate(made, NOW, {"AA:BB": "Larkfield staff"}) == []


@for_each("order,leaf", [([0, 1, 2], 0), ([2, 1, 0], 2), ([1, 0, 2], 1), ([1, 0], 1), ([2, 1], 1)])
def test_the_leaf_of_a_chain_is_certain(order: list[int], leaf: int) -> None:
    cards = [card(chain()[at]) for at in order]
    for now in (NOW, NOW + 4000 * DAY):
        suggestion = suggest_certificate(cards, now)
        assert (suggestion.card, suggestion.is_certain) == (cards[leaf], True)


def test_of_others_the_one_that_is_valid_longest_is_offered_with_the_reason() -> None:
    ended = card(certificate(by=ROOT, by_kind="ec root", kind="rsa", ends=NOW - DAY))
    renewed = card(certificate(by=ROOT, by_kind="ec root", kind="ec new"))
    root = card(chain()[2])
    over = card(certificate(begins=NOW - 3 * DAY, ends=NOW - DAY))
    older = card(certificate(begins=NOW - 4 * DAY, ends=NOW - 2 * DAY))
    good, later = card(certificate(ends=NOW + DAY)), card(certificate(ends=NOW + 9 * DAY))
    coming = card(certificate(begins=NOW + DAY, ends=NOW + 99 * DAY))
    for cards, suggested, why in (
        ([root, ended], ended, "expires last"),  # the leaf, even when it is over
        ([root, ended, renewed], renewed, "the only one"),
        ([over, coming, good], good, "the only one"),
        ([good, later, coming], later, "valid longest"),
        ([older, over, older], over, "expires last"),
        ([over, coming], coming, "expires last"),
        ([good], good, "the only one"),
    ):
        suggestion = suggest_certificate(cards, NOW)
        assert suggestion.card == suggested
        assert why in suggestion.reason
        assert suggestion.is_certain is (len(cards) == 1 or cards == [root, ended])


def test_who_signed_a_certificate() -> None:
    leaf, middle, root = map(card, chain())
    assert (leaf.subject, leaf.issuer) == (LOGIN, MIDDLE)
    assert [each.is_self_signed for each in (leaf, middle, root)] == [False, False, True]
    assert [each.is_authority for each in (leaf, middle, root)] == [False, True, True]
    assert not card(certificate(by_kind="ec stranger")).is_self_signed
    assert not suggest_certificate([leaf, root], NOW).is_certain
    with pytest.raises(ValueError, match="empty"):
        suggest_certificate([], NOW)
