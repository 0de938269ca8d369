"""What people paste: what is read, what is refused, and that nothing is kept of a private key."""

import base64
import time
import traceback
import warnings

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from hypothesis import given, settings
from hypothesis import strategies as st

from masthead.saml import (
    CertificateError,
    CertificateSummary,
    check_certificate,
    parse_certificates,
    suggest_certificate,
)
from masthead.saml.errors import CERTIFICATE_MESSAGES
from tests.loops import for_each
from tests.saml.making import (
    MD5,
    NOW,
    bare,
    certificate,
    der,
    marked,
    pem,
)
from tests.saml.pastes import (
    BAD,
    GOOD,
    LOGIN,
    OTHERS,
    Paste,
    no_markers,
    one,
)


def refused(pasted: bytes | str) -> CertificateError:
    with pytest.raises(CertificateError) as raised:
        parse_certificates(pasted)
    wrong = raised.value
    assert str(wrong).startswith(CERTIFICATE_MESSAGES[wrong.kind].split("%(", maxsplit=1)[0])
    assert str(wrong).endswith(".")
    assert (wrong.__cause__, wrong.__context__) == (None, None)
    return wrong


@for_each("row", GOOD)
def test_what_is_read(row: tuple[str, Paste, list[str]]) -> None:
    cards = parse_certificates(row[1]())
    assert [each.subject for each in cards] == row[2]
    assert len({each.sha256 for each in cards}) == len(cards)
    stored(cards[0])


def stored(made: CertificateSummary) -> None:
    """It is stored as one block of 64 columns."""
    first, *body, last = made.pem.removesuffix("\n").split("\n")
    assert (first, last) == ("-----BEGIN CERTIFICATE-----", "-----END CERTIFICATE-----")
    assert {len(line) for line in body[:-1]} == {64}
    assert 0 < len(body[-1]) <= 64
    assert parse_certificates(made.pem) == [made]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        read = x509.load_pem_x509_certificate(made.pem.encode())
    assert read.fingerprint(hashes.SHA256()).hex(":").upper() == made.sha256
    assert pem(read) == made.pem


@for_each("row", BAD)
def test_what_is_refused(row: tuple[str, Paste, str]) -> None:
    assert refused(row[1]()).kind == row[2]


@for_each("row", OTHERS)
def test_what_it_is_instead_is_named(row: tuple[str, Paste, str]) -> None:
    wrong = refused(row[1]())
    assert wrong.kind == "other"
    assert row[2] in str(wrong).split("not a certificate")[0]


def test_what_is_too_large() -> None:
    wrong = refused(one() + " " * (256 * 1024 + 1 - len(one())))
    assert (wrong.kind, str(wrong)[:37]) == ("too-large", "This has 257 KiB; 256 KiB are allowed")


def test_what_is_far_too_large_is_not_searched_for_long() -> None:
    began = time.monotonic()
    assert refused("MA " * 1_000_000).kind == "too-large"
    assert time.monotonic() - began < 10


def test_every_kind_is_in_the_corpus_and_has_its_own_message() -> None:
    assert {kind for _, _, kind in BAD} | {"other", "too-large"} == set(CERTIFICATE_MESSAGES)
    assert len(set(CERTIFICATE_MESSAGES.values())) == len(CERTIFICATE_MESSAGES)


@for_each("row", [row for row in BAD if row[2] == "private-key"])
def test_nothing_is_kept_of_a_private_key(row: tuple[str, Paste, str]) -> None:
    pasted = row[1]()
    wrong = refused(pasted)
    assert wrong.args == (CERTIFICATE_MESSAGES["private-key"],)
    assert vars(wrong) == {"kind": "private-key"}
    frames = [frame for frame, _ in traceback.walk_tb(wrong.__traceback__) if "/saml/" in frame.f_code.co_filename]
    ours = [frame for frame in frames if "/tests/" not in frame.f_code.co_filename]
    assert len(ours) == 1
    held = repr([wrong, wrong.__dict__, *(frame.f_locals for frame in ours)])
    text = pasted if isinstance(pasted, str) else pasted.decode("latin-1")
    pieces = [text[at : at + 12] for at in range(0, len(text) - 12, 6)]
    assert [piece for piece in pieces if piece in held and piece.strip()] == []


def either(pasted: bytes | str) -> None:
    """Cards, or the one error; any other is a fault of ours."""
    try:
        cards = parse_certificates(pasted)
    except CertificateError:
        return
    assert suggest_certificate(cards, NOW).card in cards
    assert [each for card in cards for each in check_certificate(card, NOW) if not each.text] == []


BASE64 = st.text("MIBCAQgw+/= \n-ABEGINEND", max_size=200)


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=300) | st.text(max_size=300) | BASE64 | st.binary(max_size=200).map(bare))
def test_anything_gives_cards_or_the_error(pasted: bytes | str) -> None:
    either(pasted)


def test_a_name_that_the_library_warns_of_is_read() -> None:
    country = der(certificate()).replace(bytes.fromhex("0603550403"), bytes.fromhex("0603550406"))
    (made,) = parse_certificates(country)
    assert made.subject == f"C={LOGIN}"
    assert not suggest_certificate([made, made], NOW).is_certain


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(["ec", "rsa", "ed", "old"]), st.integers(0, 2000), st.integers(0, 255), st.booleans())
def test_any_changed_byte_gives_cards_or_the_error(kind: str, at: int, byte: int, binary: bool) -> None:  # noqa: FBT001
    made = bytearray(
        base64.b64decode(no_markers(MD5)) if kind == "old" else der(certificate(kind=kind, authority=True))
    )
    made[at % len(made)] = byte
    either(bytes(made) if binary else marked(bytes(made)))
