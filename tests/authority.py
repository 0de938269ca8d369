"""A certificate authority of a test's own, and servers that it vouches for."""

import ssl
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

DAY = timedelta(days=1)
_NAME = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Authority of a test")])


@dataclass(frozen=True)
class Authority:
    """`file` holds its certificate; those that it signs are written beside it."""

    file: Path
    key: ec.EllipticCurvePrivateKey

    def certified(self, host: str) -> Path:
        """A file with the key and the certificate of a server of this name or IP address."""
        key = ec.generate_private_key(ec.SECP256R1())
        name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, host)])
        named = x509.SubjectAlternativeName([_general(host)])
        signed = _certificate(name, key).add_extension(named, critical=False).sign(self.key, SHA256())
        file = self.file.with_name(f"{host.replace(':', '-')}.pem")
        secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        file.write_bytes(secret + signed.public_bytes(Encoding.PEM))
        return file

    def context(self, host: str) -> ssl.SSLContext:
        """For a server of this name or IP address."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.certified(host))
        return context


def make_authority(folder: Path) -> Authority:
    """A new one, whose files lie in the folder."""
    key = ec.generate_private_key(ec.SECP256R1())
    ca = x509.BasicConstraints(ca=True, path_length=None)
    signed = _certificate(_NAME, key).add_extension(ca, critical=True).sign(key, SHA256())
    file = folder / "authority.pem"
    file.write_bytes(signed.public_bytes(Encoding.PEM))
    return Authority(file, key)


def _certificate(subject: x509.Name, key: ec.EllipticCurvePrivateKey) -> x509.CertificateBuilder:
    now = datetime.now(UTC)
    number = x509.random_serial_number()
    return x509.CertificateBuilder(_NAME, subject, key.public_key(), number, now - DAY, now + DAY)


def _general(host: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ip_address(host))
    except ValueError:
        return x509.DNSName(host)
