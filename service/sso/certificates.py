"""Certificates of identity providers, as PEM or as the bare base64 that SAML metadata has."""

import base64

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.x509 import Certificate, load_der_x509_certificate, load_pem_x509_certificates

_MARK = "-----BEGIN "


def parse_certificate(given: str) -> Certificate:
    """The one certificate in the text. Raises ValueError, saying what is wrong."""
    if "PRIVATE KEY" in given:
        raise ValueError("holds a private key. That must stay with the identity provider: make a new one there.")
    found = _load(given)
    if len(found) != 1:
        raise ValueError(f"holds {len(found)} certificates. Send the one that the identity provider signs with.")
    return found[0]


def _load(given: str) -> list[Certificate]:
    try:
        if _MARK in given:
            found = load_pem_x509_certificates(given.encode())
        else:
            found = [load_der_x509_certificate(base64.b64decode("".join(given.split()), validate=True))]
        for each in found:
            # Loading does not look at the key: one of an unknown kind fails only here.
            each.public_key()
    except (ValueError, UnsupportedAlgorithm) as error:
        raise ValueError("is not a certificate that can be read: send X.509 as PEM or in base64.") from error
    return found
