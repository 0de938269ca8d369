"""Runs the identity provider of identity_provider.js, a program of its own, as an administrator of it would."""

import json
import shutil
import subprocess
import sys
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any, Self

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from tests.authority import Authority

PROGRAM = Path(__file__).with_name("identity_provider.js")
PASSWORD = "correct horse"
HOST = "127.0.0.1"
SECONDS = 20


@dataclass(frozen=True)
class SigningKey:
    """What it signs with: the key and its certificate, both as PEM."""

    key: str
    certificate: str


@cache
def signing_key(called: str = "usual", days: int = 90) -> SigningKey:
    """The same for the same name; its certificate ends in so many days, or ended so many days ago."""
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, f"{called}.login.larkfield.example")])
    ends = datetime.now(UTC) + timedelta(days=days, hours=1)
    number = x509.random_serial_number()
    made = x509.CertificateBuilder(name, name, key.public_key(), number, ends - timedelta(days=400), ends)
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()
    return SigningKey(secret, made.sign(key, SHA256()).public_bytes(Encoding.PEM).decode())


class IdentityProvider:
    """At `url`, over https with a certificate of the authority; the people whom it knows share a password."""

    def __init__(self, authority: Authority, folder: Path, *people: tuple[str, str]) -> None:
        self._file = folder / "identity_provider.json"
        self._settings: dict[str, Any] = {
            "server": authority.certified(HOST).read_text(encoding="utf-8"),
            "people": [{"email": email, "name": name, "password": PASSWORD} for email, name in people],
        }
        self.forget()
        node = shutil.which("node") or shutil.which("node", path=Path(sys.executable).parent)
        assert node, "There is no Node: `make test` installs one"
        command = [node, "--no-deprecation", str(PROGRAM), str(self._file)]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        port = self._process.stdout.readline().strip() if self._process.stdout else ""
        assert port, "The identity provider did not start"
        self.place = f"{HOST}:{port}"
        self.url = f"https://{self.place}"
        self.metadata_url, self.sso_url, self.entity_id = f"{self.url}/metadata", f"{self.url}/sso", f"{self.url}/idp"
        self._keep(issuer=self.entity_id)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_raised: object) -> None:
        self._process.terminate()
        self._process.communicate(timeout=SECONDS)

    def forget(self) -> None:
        """Be as in the beginning: know no service, sign as usual."""
        self._keep(services={}, audience=None, signResponse=False)
        self.sign_with(signing_key())

    def sign_with(self, key: SigningKey) -> None:
        """From the next answer on."""
        self.key = key
        self._keep(key=key.key, certificate=key.certificate)

    def serve(self, entity_id: str, acs_url: str) -> None:
        """Let people sign in for this service."""
        self._keep(services={entity_id: acs_url})

    def answer_as(self, **how: object) -> None:
        """`audience` for another service than the one that asks; `signResponse` to sign the answer around too."""
        self._keep(**how)

    def _keep(self, **settings: object) -> None:
        self._settings |= settings
        whole = self._file.with_suffix(".new")
        whole.write_text(json.dumps(self._settings), encoding="utf-8")
        whole.replace(self._file)
