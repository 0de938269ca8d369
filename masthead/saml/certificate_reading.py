"""Summarizes certificates. Imported only when needed, because `cryptography.x509` takes much memory."""

import base64
import hashlib
import warnings
from contextlib import suppress
from textwrap import wrap

from cryptography import x509
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric import dsa, ec, ed448, ed25519, rsa
from cryptography.x509.oid import NameOID, SignatureAlgorithmOID

from masthead.i18n import gettext
from masthead.saml.certificate_summary import CertificateSummary

ODD = (
    ValueError,
    TypeError,
    UnsupportedAlgorithm,
    x509.DuplicateExtension,
    x509.InvalidVersion,
    x509.UnsupportedGeneralNameType,
)
"""Errors of `cryptography` for unreadable parts of a certificate."""
_CURVES = {"secp256r1": "P-256", "secp384r1": "P-384", "secp521r1": "P-521"}
_HASHES = {"md5": "MD5", "sha1": "SHA-1", "sha224": "SHA-224", "sha256": "SHA-256", "sha384": "SHA-384"}
_HASHES |= {"sha512": "SHA-512", "sha3-224": "SHA3-224", "sha3-256": "SHA3-256", "sha3-384": "SHA3-384"}
_HASHES |= {"sha3-512": "SHA3-512"}
_SIGNED_ALONE = {SignatureAlgorithmOID.ED25519: "Ed25519", SignatureAlgorithmOID.ED448: "Ed448"}


def summarize_certificate(der: bytes) -> CertificateSummary:
    """Summarize a certificate. Raises one of ODD if the DER can't be parsed."""
    with warnings.catch_warnings(action="ignore", category=UserWarning):  # about deprecated encodings
        return _summarize(der, x509.load_der_x509_certificate(der))


def _summarize(der: bytes, read: x509.Certificate) -> CertificateSummary:
    key, bits = _describe_key(read)
    return CertificateSummary(
        pem="\n".join(
            ["-----BEGIN CERTIFICATE-----", *wrap(base64.b64encode(der).decode(), 64), "-----END CERTIFICATE-----\n"]
        ),
        subject=_describe_name(read.subject),
        issuer=_describe_name(read.issuer),
        serial=("-" if read.serial_number < 0 else "") + _serial_hex(abs(read.serial_number)),
        begins=read.not_valid_before_utc,
        ends=read.not_valid_after_utc,
        is_self_signed=_is_self_signed(read),
        is_authority=_is_authority(read),
        # Identity providers show it, so administrators compare it. Nothing relies on it.
        sha1=_format_hex(hashlib.sha1(der, usedforsecurity=False).digest()),
        sha256=_format_hex(hashlib.sha256(der).digest()),
        key=key,
        key_bits=bits,
        signature=_describe_signature(read),
    )


def _format_hex(data: bytes) -> str:
    return data.hex(":").upper()


def _serial_hex(serial: int) -> str:
    return _format_hex(serial.to_bytes(max(1, (serial.bit_length() + 7) // 8)))


def _describe_name(name: x509.Name) -> str:
    """Return the common name and organization, replacing unprintable characters, which could fake a name."""
    parts = [part for oid in (NameOID.COMMON_NAME, NameOID.ORGANIZATION_NAME) for part in _name_values(name, oid)]
    text = ", ".join(parts) or name.rfc4514_string() or gettext("No name")
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text)


def _name_values(name: x509.Name, oid: x509.ObjectIdentifier) -> list[str]:
    return [str(part.value) for part in name.get_attributes_for_oid(oid)[:1] if part.value]


def _is_self_signed(read: x509.Certificate) -> bool:
    """Return True if the certificate's own key signed it. If that can't be verified (MD5), compare only the names."""
    if read.subject != read.issuer:
        return False
    try:
        with suppress(*ODD):
            read.verify_directly_issued_by(read)
    except InvalidSignature:
        return False
    return True


def _is_authority(read: x509.Certificate) -> bool:
    with suppress(*ODD, x509.ExtensionNotFound):
        return read.extensions.get_extension_for_class(x509.BasicConstraints).value.ca
    return False


def _describe_key(read: x509.Certificate) -> tuple[str, int | None]:
    try:
        key = read.public_key()
    except ODD:
        return gettext("unknown (%(oid)s)", oid=read.public_key_algorithm_oid.dotted_string), None
    if isinstance(key, rsa.RSAPublicKey | dsa.DSAPublicKey):
        kind = "RSA" if isinstance(key, rsa.RSAPublicKey) else "DSA"
        return gettext("%(kind)s, %(size)s bits", kind=kind, size=key.key_size), key.key_size
    if isinstance(key, ec.EllipticCurvePublicKey):
        return f"EC, {_CURVES.get(key.curve.name, key.curve.name)}", None
    if isinstance(key, ed25519.Ed25519PublicKey | ed448.Ed448PublicKey):
        return "Ed25519" if isinstance(key, ed25519.Ed25519PublicKey) else "Ed448", None
    return type(key).__name__.removesuffix("PublicKey"), None


def _describe_signature(read: x509.Certificate) -> str:
    oid = read.signature_algorithm_oid
    if oid in _SIGNED_ALONE:
        return _SIGNED_ALONE[oid]
    with suppress(*ODD):
        if hashed := read.signature_hash_algorithm:
            return gettext(
                "%(hash)s with %(signer)s", hash=_HASHES.get(hashed.name, hashed.name), signer=_signature_family(oid)
            )
    return gettext("unknown (%(oid)s)", oid=oid.dotted_string)


def _signature_family(oid: x509.ObjectIdentifier) -> str:
    if oid == SignatureAlgorithmOID.RSASSA_PSS:
        return "RSA-PSS"
    families = {"1.2.840.113549.": "RSA", "1.2.840.10045.": "ECDSA", "1.2.840.10040.": "DSA", "1.3.14.3.2.": "RSA"}
    families |= {f"2.16.840.1.101.3.4.3.{last}": "DSA" for last in range(1, 9)}
    families |= {f"2.16.840.1.101.3.4.3.{last}": "ECDSA" for last in range(9, 13)}
    families |= {f"2.16.840.1.101.3.4.3.{last}": "RSA" for last in range(13, 17)}
    named = oid.dotted_string
    return families.get(named) or next((to for prefix, to in families.items() if named.startswith(prefix)), named)


def subject_and_issuer(card: CertificateSummary) -> tuple[bytes, bytes]:
    """Return the full names of the subject and issuer, since two certificates can have the same readable parts."""
    with warnings.catch_warnings(action="ignore", category=UserWarning):
        read = x509.load_pem_x509_certificate(card.pem.encode())
        return read.subject.public_bytes(), read.issuer.public_bytes()
