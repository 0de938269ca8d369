"""Keys of an issuer, and tokens that it signs, good ones and others."""

import base64
import hmac
import json
import time
from dataclasses import dataclass, field
from typing import Any

from joserfc import jwt
from joserfc.jwk import RSAKey


def new_key(name: str) -> RSAKey:
    return RSAKey.generate_key(2048, {"kid": name, "use": "sig"})


@dataclass
class Signer:
    """Signs with the last of its keys, and publishes all of them."""

    keys: list[RSAKey] = field(default_factory=lambda: [new_key("first")])

    def published(self) -> bytes:
        return json.dumps({"keys": [key.as_dict(private=False) for key in self.keys]}).encode()

    def rotate(self, name: str = "second") -> None:
        self.keys = [new_key(name)]

    def sign(self, claims: dict[str, Any], **header: Any) -> str:  # noqa: ANN401 - as JSON has them
        key, whole = self.keys[-1], {"alg": "RS256", "kid": self.keys[-1].kid, **header}
        return jwt.encode(whole, claims, key, [str(whole["alg"])])

    def unsigned(self, claims: dict[str, Any]) -> str:
        """As `alg: none` has it."""
        return f"{_part({'alg': 'none'})}.{_part(claims)}."

    def signed_with_the_public_key(self, claims: dict[str, Any]) -> str:
        """With HS256 and the public key as its secret: what a careless reader takes."""
        key = self.keys[-1]
        text = f"{_part({'alg': 'HS256', 'kid': key.kid})}.{_part(claims)}"
        made = hmac.digest(key.as_pem(private=False), text.encode(), "sha256")
        return f"{text}.{_text(made)}"


def _part(value: dict[str, Any]) -> str:
    return _text(json.dumps(value).encode())


def _text(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def claims_of(issuer: str, audience: str, subject: str = "alice", **changed: Any) -> dict[str, Any]:  # noqa: ANN401 - as JSON has them
    """Good ones, but for what is changed; None leaves a claim out."""
    now = int(time.time())
    usual = {"iss": issuer, "aud": audience, "sub": subject, "iat": now, "exp": now + 300}
    return {name: value for name, value in {**usual, **changed}.items() if value is not None}
