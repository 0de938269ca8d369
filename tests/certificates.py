"""Certificates that end when a test says so."""

from datetime import UTC, datetime, timedelta

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509.oid import NameOID

NAME = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "login.larkfield.example")])


def certificate(ends: datetime) -> x509.Certificate:
    """One that signs itself, and was good for ten years before it ends."""
    key = ec.generate_private_key(ec.SECP256R1())
    builder = x509.CertificateBuilder(NAME, NAME, key.public_key(), x509.random_serial_number())
    begins = ends - timedelta(days=3650)
    return builder.not_valid_before(begins).not_valid_after(ends).sign(key, hashes.SHA256())


def pem(days: int) -> str:
    """The same as text, by the whole days from now; an hour more, so that a test may take its time."""
    ends = datetime.now(UTC) + timedelta(days=days, hours=1)
    return certificate(ends).public_bytes(Encoding.PEM).decode()
