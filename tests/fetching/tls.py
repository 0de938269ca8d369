"""A server on loopback that speaks TLS and that nobody has reason to trust: its certificate is signed by itself."""

import socket
import ssl
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Thread
from typing import Self

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

SECONDS = 20


class UntrustedServer:
    """Takes one connection; `read` counts the bytes that it was sent inside TLS."""

    def __init__(self, folder: Path) -> None:
        self.read = 0
        self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._context.load_cert_chain(_self_signed(folder / "server.pem"))
        self._door = socket.create_server(("127.0.0.1", 0))
        self._door.settimeout(SECONDS)
        self._thread = Thread(target=self._serve, daemon=True)

    @property
    def url(self) -> str:
        return f"https://127.0.0.1:{self._door.getsockname()[1]}/"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_raised: object) -> None:
        self._thread.join(SECONDS)
        self._door.close()

    def _serve(self) -> None:
        with suppress(OSError):
            plain, _ = self._door.accept()
            plain.settimeout(SECONDS)
            with plain, self._context.wrap_socket(plain, server_side=True) as secured:
                self.read += len(secured.recv(1000))


def _self_signed(file: Path) -> Path:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    now = datetime.now(UTC)
    certificate = x509.CertificateBuilder(name, name, key.public_key(), 1, now, now + timedelta(days=1))
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    file.write_bytes(secret + certificate.sign(key, SHA256()).public_bytes(Encoding.PEM))
    return file
