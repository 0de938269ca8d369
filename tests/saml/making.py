"""Makes the certificates, keys and other files that people paste, each key once."""

import base64
from datetime import UTC, datetime, timedelta
from functools import cache

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import dsa, ec, ed25519, rsa
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    KeySerializationEncryption,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    pkcs7,
    pkcs12,
)
from cryptography.x509.oid import NameOID

NOW = datetime(2026, 6, 1, 12, tzinfo=UTC)
DAY = timedelta(days=1)
PASSWORD = BestAvailableEncryption(b"larkfield")
Key = rsa.RSAPrivateKey | ec.EllipticCurvePrivateKey | ed25519.Ed25519PrivateKey | dsa.DSAPrivateKey

SMALL = """\
-----BEGIN CERTIFICATE-----
MIIBnTCCAUegAwIBAgIUBRG7NmDQOYgSyJtxH9ILo49nHp0wDQYJKoZIhvcNAQEE
BQAwIjEgMB4GA1UEAwwXc21hbGwubGFya2ZpZWxkLmV4YW1wbGUwIBcNMjYxMTIx
MTk1NDU4WhgPMjEyNjEwMjgxOTU0NThaMCIxIDAeBgNVBAMMF3NtYWxsLmxhcmtm
aWVsZC5leGFtcGxlMFwwDQYJKoZIhvcNAQEBBQADSwAwSAJBAKEhBgxKCWGqziqn
rgOskk4P7vBATJHtT1jMr4qw1JBgvcPhtdaXvce/TM9gvy0gxbzApgbukpuVwqid
b8zIcBcCAwEAAaNTMFEwHQYDVR0OBBYEFMvkRcA4fSnZF7qnY0P4ZkXpUhiyMB8G
A1UdIwQYMBaAFMvkRcA4fSnZF7qnY0P4ZkXpUhiyMA8GA1UdEwEB/wQFMAMBAf8w
DQYJKoZIhvcNAQEEBQADQQCHgBWTESDINrjvOIWLkJCayQTeKjYkjpC+Dh29EZAf
9rlusO0LQRGWNmR+E7r4CQOtrhpV3Fnz9/FQU1sxN+Id
-----END CERTIFICATE-----
"""
"""RSA of 512 bits, signs itself with MD5. Such keys and signatures are no longer made by `cryptography`."""
MD5 = """\
-----BEGIN CERTIFICATE-----
MIIBuDCCASECAQAwDQYJKoZIhvcNAQEEBQAwJjEkMCIGA1UEAwwbYXV0aG9yaXR5
LmxhcmtmaWVsZC5leGFtcGxlMCAXDTI2MTEyMTE5NTQ1OFoYDzIxMjYxMDI4MTk1
NDU4WjAhMR8wHQYDVQQDDBZsZWFmLmxhcmtmaWVsZC5leGFtcGxlMIGfMA0GCSqG
SIb3DQEBAQUAA4GNADCBiQKBgQCmZtuA+wRBRHl6HfJJnFNoSX/ACvfP02ZbyBIV
I+fWLqKTvvz+RgffenTkmSuUmC7UT2zvSmFtLrEfFgGuz3H/7cTCQ9/kD21l/SBG
zJEw8m3Q43ByZ5JwIhZ77OiaiOY0vJoqBe0EebabP9mTojrGW7v1lRy2MEM8/W/F
KA9gSwIDAQABMA0GCSqGSIb3DQEBBAUAA4GBAHEVKYWuKLnOk1NRnOLcO4ZYsddS
DPfd7n95Ks7QdwK/E6Uwf89jhdzC5ANS+2CcYbA9amb/AU7lzLfnKWsv6aYSfSvn
1bo8rH8cK6qKbN94Kix7UAP/S2kqKr8aiCX5FOdW/kOTKeE334u3akfE3kjdtc90
PuxUZVhZwO2YC3VH
-----END CERTIFICATE-----
"""
"""Version 1, serial number 0, RSA of 1024 bits, signed by an authority with MD5."""
NOTES = bytes.fromhex("300c300a06082b06010505070301")
"""OpenSSL's own, which it writes behind a certificate that it marks as trusted."""


def sha1() -> bytes:
    """MD5 in DER, serial number 1, with SHA-1."""
    data = base64.b64decode("".join(MD5.splitlines()[1:-1]))
    return data.replace(b"\x02\x01\x00\x30", b"\x02\x01\x01\x30", 1).replace(b"\x01\x01\x04\x05", b"\x01\x01\x05\x05")


@cache
def key(kind: str) -> Key:
    """One of each kind: `ec`, `ed`, `dsa`, `rsa`, `rsa 1024`; another word after `ec` makes another of them."""
    if kind.startswith("rsa"):
        return rsa.generate_private_key(65537, int(kind[3:] or 2048))
    if kind.startswith("ec"):
        return ec.generate_private_key(ec.SECP384R1() if kind == "ec 384" else ec.SECP256R1())
    if kind == "ed":
        return ed25519.Ed25519PrivateKey.generate()
    return dsa.generate_private_key(1024)  # noqa: S505 - longer ones take seconds to make


def named(common: str, organization: str = "") -> x509.Name:
    """A name; an empty part is left out."""
    parts = [(NameOID.ORGANIZATION_NAME, organization), (NameOID.COMMON_NAME, common)]
    return x509.Name([x509.NameAttribute(oid, text) for oid, text in parts if text])


@cache
def certificate(
    name: str = "login.larkfield.example",
    *,
    by: str = "",
    kind: str = "ec",
    by_kind: str = "",
    begins: datetime = NOW - 365 * DAY,
    ends: datetime = NOW + 365 * DAY,
    authority: bool | None = None,
    padding: int = 0,
) -> x509.Certificate:
    """One with this name, signed by itself, or in the name of `by` with the key `by_kind`; `padding` is in bytes."""
    public = key(kind).public_key()
    number = 1 + sum(f"{name} {by} {kind} {ends}".encode())
    builder = x509.CertificateBuilder(named(by or name), named(name), public, number)
    builder = builder.not_valid_before(begins).not_valid_after(ends)
    if authority is not None:
        builder = builder.add_extension(x509.BasicConstraints(ca=authority, path_length=None), critical=True)
    if padding:
        odd = x509.UnrecognizedExtension(x509.ObjectIdentifier("1.2.3.4"), b"x" * padding)
        builder = builder.add_extension(odd, critical=False)
    signer = key(by_kind or kind)
    return builder.sign(signer, None if isinstance(signer, ed25519.Ed25519PrivateKey) else hashes.SHA256())


def der(read: x509.Certificate) -> bytes:
    return read.public_bytes(Encoding.DER)


def pem(read: x509.Certificate) -> str:
    return read.public_bytes(Encoding.PEM).decode()


def bare(data: bytes) -> str:
    """Base64 in one line, without marks."""
    return base64.b64encode(data).decode()


def marked(data: bytes, label: str = "CERTIFICATE") -> str:
    """A PEM block of whatever is in it, in one line."""
    return f"-----BEGIN {label}-----\n{bare(data)}\n-----END {label}-----\n"


def of_length(remainder: int) -> bytes:
    """A certificate in DER whose length leaves this remainder by 3, so that its base64 ends in as many "=" or none."""
    made = (der(certificate(f"{'n' * more}.larkfield.example", kind="ed")) for more in range(1, 30))
    return next(data for data in made if len(data) % 3 == remainder)


def chain() -> list[x509.Certificate]:
    """A leaf, what signed it, and the root."""
    root = certificate("root.larkfield.example", kind="ec root", authority=True)
    middle = certificate(
        "middle.larkfield.example", by="root.larkfield.example", kind="ec middle", by_kind="ec root", authority=True
    )
    leaf = certificate(by="middle.larkfield.example", by_kind="ec middle", authority=False)
    return [leaf, middle, root]


def private(
    kind: str,
    form: PrivateFormat = PrivateFormat.PKCS8,
    encoding: Encoding = Encoding.PEM,
    encryption: KeySerializationEncryption | None = None,
) -> bytes:
    return key(kind).private_bytes(encoding, form, encryption or NoEncryption())


def public(encoding: Encoding, form: PublicFormat = PublicFormat.SubjectPublicKeyInfo, kind: str = "rsa") -> bytes:
    return key(kind).public_key().public_bytes(encoding, form)


@cache
def request() -> x509.CertificateSigningRequest:
    """A signing request."""
    builder = x509.CertificateSigningRequestBuilder().subject_name(named("login.larkfield.example"))
    return builder.sign(key("ec"), hashes.SHA256())


@cache
def revoked() -> x509.CertificateRevocationList:
    builder = x509.CertificateRevocationListBuilder().issuer_name(named("root.larkfield.example"))
    return builder.last_update(NOW).next_update(NOW + DAY).sign(key("ec"), hashes.SHA256())


@cache
def p12() -> bytes:
    """A PKCS#12 file with a key and its certificate."""
    chosen = key("ec")
    return pkcs12.serialize_key_and_certificates(b"it", chosen, certificate(), None, PASSWORD)


def p7() -> bytes:
    """A PKCS#7 file with a chain."""
    return pkcs7.serialize_certificates(chain(), Encoding.DER)
