"""Detects by the first bytes whether binary data is a certificate or a file that people confuse with one."""

import re

from masthead.file_kinds import detect_file_kind
from masthead.i18n import N_, gettext
from masthead.saml.errors import CertificateError, certificate_error

_LENGTH = rb"(?:[\x00-\x80]|\x81.|\x82..|\x83...)"
_LIST = rb"\x30" + _LENGTH
_KEYS = (
    rb"(?:\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x01[\x01\x0a]"  # RSA, and RSA for PSS alone
    rb"|\x06\x07\x2a\x86\x48\xce\x3d\x02\x01"  # EC
    rb"|\x06\x07\x2a\x86\x48\xce\x38\x04\x01"  # DSA
    rb"|\x06\x03\x2b\x65[\x6e-\x71])"  # X25519, X448, Ed25519, Ed448
)
_ENCRYPTED = rb"(?:\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x05.|\x06\x0a\x2a\x86\x48\x86\xf7\x0d\x01\x0c\x01.)"
_LONG_NUMBER = rb"\x02(?:[\x20-\x7f]|\x81.|\x82..)"
_OLD_FORMS = rb"\x02\x01\x00" + _LONG_NUMBER + rb"|\x02\x01\x01\x04[\x10-\x7f]|" + _LIST + _ENCRYPTED
_PRIVATE = re.compile(_LIST + rb"(?:\x02\x01[\x00\x01]" + _LIST + _KEYS + rb"|" + _OLD_FORMS + rb")", re.DOTALL)
_PRIVATE_AT_START = re.compile(_LIST + rb"(?:\x02\x01[\x00\x01]" + _LIST + rb"\x06|" + _OLD_FORMS + rb")", re.DOTALL)

_CERTIFICATE = re.compile(_LIST + _LIST + rb"(?:\xa0\x03\x02\x01|\x02)", re.DOTALL)
_REQUEST = re.compile(_LIST + _LIST + rb"\x02\x01\x00(?:\x30\x00|" + _LIST + rb"\x31)", re.DOTALL)
_PUBLIC = re.compile(_LIST + rb"(?:" + _LIST + _KEYS + rb"|\x02(?:\x81.|\x82..))", re.DOTALL)
_PKCS12 = re.compile(_LIST + rb"\x02\x01\x03\x30", re.DOTALL)

_EXPORT = N_("Export the certificate from it as PEM.")
_OTHERS = [
    (_PKCS12, N_("a PKCS#12 file (.p12 or .pfx), which usually has a private key in it"), _EXPORT),
    (re.compile(_LIST + rb"\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07.", re.DOTALL), N_("a PKCS#7 file (.p7b)"), _EXPORT),
    (re.compile(rb"\xfe\xed\xfe\xed|\xce\xce\xce\xce"), N_("a Java key store"), _EXPORT),
]


def is_private_key(data: bytes) -> bool:
    """Return True for a private key in any ASN.1 form. The first 32 bytes suffice."""
    return _PRIVATE_AT_START.match(data) is not None


def has_private_key(data: bytes) -> bool:
    """Search all of the data for a private key. The encrypted key of a PKCS#12 file doesn't count."""
    return is_private_key(data) or (not _PKCS12.match(data) and _PRIVATE.search(data) is not None)


def is_binary(data: bytes) -> bool:
    """Return True for ASN.1, False for text."""
    short = len(data) > 1 and len(data) == data[1] + 2 and not data.isascii()
    return data[:1] == b"\x30" and (short or b"\x80" <= data[1:2] <= b"\x84")


def ensure_no_other_type(data: bytes) -> None:
    """Raise CertificateError for known file types that aren't certificates."""
    if kind := detect_file_kind(data):
        unpack, ask = (
            gettext("Unpack it and use the certificate in it."),
            gettext("Ask for the certificate itself as PEM."),
        )
        raise certificate_error("other", what=gettext(kind.name), advice=unpack if kind.is_packed else ask)
    for shape, what, advice in _OTHERS:
        if shape.match(data):
            raise certificate_error("other", what=gettext(what), advice=gettext(advice))
    if has_private_key(data):
        raise certificate_error("private-key")
    if _REQUEST.match(data):
        raise certificate_error("request")
    if _PUBLIC.match(data):
        raise certificate_error("public-key")


def extract_certificate(data: bytes, unknown: CertificateError, *, trusted: bool = False) -> bytes:
    """Extract the DER of the only certificate, without parsing it.

    `trusted` allows OpenSSL's trust settings after it. Raises CertificateError; `unknown` for an unknown
    type.
    """
    ensure_no_other_type(data)
    size = _declared_size(data)
    if size is None:
        raise unknown
    if size > len(data):
        raise certificate_error("truncated")
    first, rest = data[:size], data[size:]
    if not _CERTIFICATE.match(first):
        raise unknown
    if _is_revocation_list(first):
        raise certificate_error(
            "other", what=gettext("a list of revoked certificates"), advice=gettext("Paste the certificate itself.")
        )
    if _CERTIFICATE.match(rest):
        raise certificate_error("joined")
    if rest.strip(b"\0\t\r\n ") and not trusted:
        raise certificate_error("unreadable")
    return first


def _declared_size(data: bytes) -> int | None:
    """Return the size in the DER header; None below 128 bytes, which no certificate has."""
    width = data[1] - 0x80 if data[:1] == b"\x30" and len(data) > 1 else 0
    if width not in {1, 2, 3}:
        return None
    return 2 + width + int.from_bytes(data[2 : 2 + width].ljust(width, b"\xff"))


def _is_revocation_list(data: bytes) -> bool:
    # A CRL begins like a version 1 certificate, so only parsing can distinguish them.
    from cryptography.x509 import load_der_x509_crl  # noqa: PLC0415 - its library is large

    try:
        load_der_x509_crl(data)
    except ValueError:
        return False
    return True
