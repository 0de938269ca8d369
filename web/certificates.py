"""Until when the certificates of identity providers are good: PEM, or the bare base64 that SAML metadata has."""

import base64
from datetime import datetime
from functools import lru_cache

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.x509 import Certificate, load_der_x509_certificate, load_pem_x509_certificates

_MARK = "-----BEGIN "


@lru_cache(maxsize=64)
def good_until(text: str) -> datetime | None:
    """The moment at which the first of the certificates in a text ends, in UTC; None where it holds none."""
    try:
        return min((each.not_valid_after_utc for each in _certificates(text)), default=None)
    except (ValueError, UnsupportedAlgorithm):
        return None


def _certificates(text: str) -> list[Certificate]:
    if _MARK in text:
        return load_pem_x509_certificates(text.encode())
    return [load_der_x509_certificate(base64.b64decode("".join(text.split()), validate=True))]
