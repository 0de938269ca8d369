"""Parses certificates that administrators paste or upload: PEM, base64 or DER, also wrapped in XML or JSON.

The first bytes of binary data show whether it is a certificate or a file that people mistake for one.
"""

import base64
import codecs
import re
from collections.abc import Iterator

from masthead.file_kinds import detect_file_kind
from masthead.i18n import N_, gettext
from masthead.saml.certificate_summary import CertificateSummary
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

_DER_CERTIFICATE = re.compile(_LIST + _LIST + rb"(?:\xa0\x03\x02\x01|\x02)", re.DOTALL)
_DER_REQUEST = re.compile(_LIST + _LIST + rb"\x02\x01\x00(?:\x30\x00|" + _LIST + rb"\x31)", re.DOTALL)
_PUBLIC = re.compile(_LIST + rb"(?:" + _LIST + _KEYS + rb"|\x02(?:\x81.|\x82..))", re.DOTALL)
_PKCS12 = re.compile(_LIST + rb"\x02\x01\x03\x30", re.DOTALL)

_EXPORT = N_("Export the certificate from it as PEM.")
_OTHERS = [
    (_PKCS12, N_("a PKCS#12 file (.p12 or .pfx), which usually has a private key in it"), _EXPORT),
    (re.compile(_LIST + rb"\x06\x09\x2a\x86\x48\x86\xf7\x0d\x01\x07.", re.DOTALL), N_("a PKCS#7 file (.p7b)"), _EXPORT),
    (re.compile(rb"\xfe\xed\xfe\xed|\xce\xce\xce\xce"), N_("a Java key store"), _EXPORT),
]


def is_private_key(data: bytes) -> bool:
    """Return True if the data is a private key in any ASN.1 form. The first 32 bytes are enough."""
    return _PRIVATE_AT_START.match(data) is not None


def has_private_key(data: bytes) -> bool:
    """Return whether a private key is anywhere in the data. The encrypted key in a PKCS#12 file doesn't count."""
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
    if _DER_REQUEST.match(data):
        raise certificate_error("request")
    if _PUBLIC.match(data):
        raise certificate_error("public-key")


def extract_certificate(data: bytes, unknown: CertificateError, *, trusted: bool = False) -> bytes:
    """Extract the DER of a single certificate, without parsing it.

    With `trusted`, OpenSSL's trust settings may follow it. Raises CertificateError; `unknown` if the type isn't
    recognized.
    """
    ensure_no_other_type(data)
    size = _declared_size(data)
    if size is None:
        raise unknown
    if size > len(data):
        raise certificate_error("truncated")
    first, rest = data[:size], data[size:]
    if not _DER_CERTIFICATE.match(first):
        raise unknown
    if _is_revocation_list(first):
        raise certificate_error(
            "other", what=gettext("a list of revoked certificates"), advice=gettext("Paste the certificate itself.")
        )
    if _DER_CERTIFICATE.match(rest):
        raise certificate_error("joined")
    if rest.strip(b"\0\t\r\n ") and not trusted:
        raise certificate_error("unreadable")
    return first


def _declared_size(data: bytes) -> int | None:
    """Return the size given in the DER header; None if it is below 128 bytes, since no certificate is that small."""
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


MAX_SIZE = 256 * 1024
"""Size limit of an input, in bytes."""

_CERTIFICATES = {"CERTIFICATE", "X509 CERTIFICATE", "TRUSTED CERTIFICATE"}
_REQUESTS = {"CERTIFICATE REQUEST", "NEW CERTIFICATE REQUEST"}
_MARK = re.compile(r"-----\s*(BEGIN|END)\s+([A-Z0-9][A-Z0-9 #.]{0,40}?)\s*-----")
_HEADER = re.compile(r"^[A-Za-z][\w-]*:.*$", re.MULTILINE)
_BASE64 = re.compile(r"[A-Za-z0-9+/=]+")
_X509_ELEMENT = re.compile(r"<(?:[\w.-]{1,40}:)?X509Certificate\b[^<>]{0,200}>([^<]*)<")
_UNSEEN = dict.fromkeys(map(ord, "\0\xad\u200b\u200c\u200d\u2060\ufeff"))
_ESCAPED = re.compile(r"\\(?:[rnt]|(/))")

# A private key is detected by its PEM label, even if damaged, and without a label by its first bytes.
PRIVATE_MARK = re.compile(r"\b(?:BEGIN|END)\s+(?:[A-Z0-9]+\s+){0,4}PRIVATE\s+KEY|PuTTY-User-Key-File-", re.IGNORECASE)
_ASN1_BEGINS = re.compile(r"(?<![A-Za-z0-9+/])(?=(M[A-P][A-Za-z0-9+/\s]{26,90}))")
_PEM_INSIDE = re.compile(r"LS0t[A-Za-z0-9+/=\s]+")


def parse_certificates(pasted: bytes | str) -> list[CertificateSummary]:
    """Parse one or more certificates, in input order, without duplicates.

    Raises CertificateError. Neither the error nor its context contains the input, which may be a private key.
    """
    try:
        return _read_certificates(pasted)
    except CertificateError as error:
        # A new error, because the frames of the old traceback contain the input.
        wrong = CertificateError(error.kind, str(error))
    del pasted  # an error report may show local variables
    raise wrong


def _read_certificates(pasted: bytes | str) -> list[CertificateSummary]:
    data = pasted.encode("utf-8", "replace") if isinstance(pasted, str) else pasted
    text = _readable_text(data)
    if has_private_key(data) or PRIVATE_MARK.search(text):
        raise certificate_error("private-key")
    if len(data) > MAX_SIZE:  # before the slow search
        raise certificate_error("too-large", size=-(-len(data) // 1024), limit=MAX_SIZE // 1024)
    if contains_private_key(text):
        raise certificate_error("private-key")
    cards = [_summarize_certificate(der) for der in dict.fromkeys(_find_certificates(data, text))]
    return list(cards)


def _readable_text(data: bytes) -> str:
    """Decode the data, drop invisible characters, and replace escaped line breaks with real ones."""
    code = "utf-16" if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else "utf-8"
    return _ESCAPED.sub(lambda found: found[1] or "\n", data.decode(code, "replace").translate(_UNSEEN))


def contains_private_key(text: str) -> bool:
    """Return whether the text contains a private key as PEM or base64. Slow for long texts."""
    return (
        PRIVATE_MARK.search(text) is not None
        or any(is_private_key(_decode_base64(found[1]) or b"") for found in _ASN1_BEGINS.finditer(text))
        or any(
            PRIVATE_MARK.search(_readable_text(_decode_base64(found[0]) or b"")) for found in _PEM_INSIDE.finditer(text)
        )
    )


def _decode_base64(text: str) -> bytes | None:
    """Decode base64, even with missing or inner padding; return None for anything else."""
    whole = "".join(text.split())
    parts = [part for part in whole.split("=") if part]
    if not parts or not _BASE64.fullmatch(whole):
        return None
    # A certificate that lacks a character was usually copied in part; the DER parser's message is clearer.
    if len(whole) % 4 and not whole.startswith("M"):
        return None
    cut = (part[: len(part) - (len(part) % 4 == 1)] for part in parts)
    return b"".join(base64.b64decode(part + "=" * (-len(part) % 4)) for part in cut)


def _summarize_certificate(der: bytes) -> CertificateSummary:
    from masthead.saml.certificate_reading import ODD, summarize_certificate  # noqa: PLC0415 - its library is large

    try:
        return summarize_certificate(der)
    except ODD:
        raise certificate_error("unreadable") from None


def _find_certificates(data: bytes, text: str) -> Iterator[bytes]:
    """Yield the DER of each certificate."""
    if is_binary(data):
        yield extract_certificate(
            data,
            certificate_error("other", what=gettext("a binary file"), advice=gettext("Paste the certificate as PEM.")),
        )
    elif _MARK.search(text):
        yield from _read_pem(text)
    else:
        ensure_no_other_type(data)
        yield from _read_bare_certificate(text)


def _read_pem(text: str) -> Iterator[bytes]:
    blocks = list(_pem_blocks(text))
    certificates = [(label, body) for label, body in blocks if label in _CERTIFICATES]
    if not certificates:
        raise _label_error(blocks[0][0])
    for label, body in certificates:
        trusted = label.startswith("TRUSTED")
        yield extract_certificate(
            _decode_base64(_HEADER.sub("", body)) or b"", certificate_error("unreadable"), trusted=trusted
        )


def _pem_blocks(text: str) -> Iterator[tuple[str, str]]:
    """Yield the label and body of each block. Raises CertificateError if a block lacks its BEGIN or END."""
    opened = None
    for mark in _MARK.finditer(text):
        if (mark[1] == "END") != (opened is not None) or (opened and opened[2] != mark[2]):
            raise certificate_error("truncated")
        if opened:
            yield mark[2], text[opened.end() : mark.start()]
        opened = None if opened else mark
    if opened:
        raise certificate_error("truncated")


def _label_error(label: str) -> CertificateError:
    if label in _REQUESTS:
        return certificate_error("request")
    if label.endswith("PUBLIC KEY"):
        return certificate_error("public-key")
    known = {
        "PKCS7": gettext("a PKCS#7 file (.p7b)"),
        "CMS": gettext("a CMS message"),
        "X509 CRL": gettext("a list of revoked certificates"),
    }
    advice = (
        gettext("Export the certificate from it as PEM.")
        if label == "PKCS7"
        else gettext("Paste the certificate itself.")
    )
    return certificate_error("other", what=known.get(label, gettext("a %(label)s block", label=label)), advice=advice)


def _read_bare_certificate(text: str) -> Iterator[bytes]:
    stripped = text.strip()
    if not stripped:
        raise certificate_error("empty")
    if stripped.startswith("<"):
        yield from _read_markup(stripped)
        return
    if stripped.startswith(("ssh-", "ecdsa-sha2-")):
        raise certificate_error("public-key")
    data = _decode_base64(stripped)
    if data is None:
        if "\N{REPLACEMENT CHARACTER}" in text:
            raise certificate_error(
                "other",
                what=gettext("a binary file of an unknown kind"),
                advice=gettext("Paste the certificate as PEM."),
            )
        raise certificate_error("not-base64")
    inner = _readable_text(data)
    if _MARK.search(inner) and not is_binary(data):
        if contains_private_key(inner):
            raise certificate_error("private-key")
        yield from _read_pem(inner)
    else:
        something = certificate_error(
            "other",
            what=gettext("base64 of something else"),
            advice=gettext("Paste the certificate from your identity provider."),
        )
        yield extract_certificate(data, something)


def _read_markup(text: str) -> Iterator[bytes]:
    """Find certificates in metadata or in a fragment of it."""
    bodies = _X509_ELEMENT.findall(text)
    if not bodies:
        raise _markup_error(text)
    for body in bodies:
        yield extract_certificate(_decode_base64(body) or b"", certificate_error("unreadable"))


def _markup_error(text: str) -> CertificateError:
    if re.match(r"<(?:!doctype\s+html|html)\b", text, re.IGNORECASE):
        return certificate_error("other", what=gettext("a web page"), advice=gettext("Paste the certificate itself."))
    return certificate_error(
        "other",
        what=gettext("an XML file"),
        advice=gettext("It has no <X509Certificate>. Paste the certificate itself."),
    )
