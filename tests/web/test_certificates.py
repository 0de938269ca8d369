"""Until when a certificate is good, however it is written; what is none makes no trouble."""

import base64
from datetime import UTC, datetime

import pytest
from cryptography.hazmat.primitives.serialization import Encoding

from tests.certificates import certificate
from web.certificates import good_until

ENDS, LATER = datetime(2027, 3, 4, 5, 6, 7, tzinfo=UTC), datetime(2031, 1, 1, tzinfo=UTC)
PEM = certificate(ENDS).public_bytes(Encoding.PEM).decode()
BARE = base64.b64encode(certificate(ENDS).public_bytes(Encoding.DER)).decode()


WRITTEN = {
    "PEM": PEM,
    "lines of Windows": PEM.replace("\n", "\r\n"),
    "words before it": f"Bag Attributes\n{PEM}",
    "bare": BARE,
    "bare in lines": f" {BARE[:64]}\n{BARE[64:]}\n",
}
NONE = {
    "nothing": "",
    "words": "no certificate",
    "something else": "AAAA",
    "cut off": BARE[:-8],
    "PEM cut off": PEM[:-200],
    "letters exchanged": PEM.replace("M", "N"),
    "another alphabet": "é",
    "a private key": "-----BEGIN PRIVATE KEY-----",
    "control characters": "\x00" * 9,
}


@pytest.mark.parametrize("name", WRITTEN)
def test_it_is_read(name: str) -> None:
    assert good_until(WRITTEN[name]) == ENDS


def test_of_several_the_first_that_ends_counts() -> None:
    assert good_until(certificate(LATER).public_bytes(Encoding.PEM).decode() + PEM) == ENDS


@pytest.mark.parametrize("name", NONE)
def test_what_is_none_has_no_end(name: str) -> None:
    assert good_until(NONE[name]) is None
