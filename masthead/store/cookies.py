"""Cookies that name a row and open it: an id and a secret, of which the database keeps the id alone."""

import re
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass, field

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from masthead.store.keys import derive_key

ID_BYTES, SECRET_BYTES, NONCE_BYTES = 16, 32, 12
COOKIE = re.compile(r"([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})")


@dataclass(frozen=True, slots=True)
class CookieSecret:
    """What a cookie holds; `str()` of it is the cookie's value."""

    id: str
    secret: bytes = field(repr=False)

    def __str__(self) -> str:
        """The value of the cookie."""
        return f"{self.id}.{_as_text(self.secret)}"

    def seal(self, key: bytes, purpose: str, text: bytes, place: str) -> bytes:
        """Seal with the server's `key` and the cookie's secret; it opens only at the same `place`."""
        nonce = secrets.token_bytes(NONCE_BYTES)
        return nonce + self._cipher(key, purpose).encrypt(nonce, text, place.encode())

    def open(self, key: bytes, purpose: str, sealed: bytes, place: str) -> bytes | None:
        """The text; None if it was not sealed with this secret for this place."""
        nonce, rest = sealed[:NONCE_BYTES], sealed[NONCE_BYTES:]
        try:
            return self._cipher(key, purpose).decrypt(nonce, rest, place.encode())
        except InvalidTag:
            return None

    def _cipher(self, key: bytes, purpose: str) -> AESGCM:
        return AESGCM(derive_key(self.secret + key, purpose, salt=self.id.encode()))


def new_cookie() -> CookieSecret:
    return CookieSecret(random_id(), secrets.token_bytes(SECRET_BYTES))


def read_cookie(value: str) -> CookieSecret | None:
    """The id and secret in a cookie's value; None if it has another form."""
    parts = COOKIE.fullmatch(value)
    return None if parts is None else CookieSecret(parts[1], urlsafe_b64decode(parts[2] + "="))


def random_id() -> str:
    """22 characters."""
    return _as_text(secrets.token_bytes(ID_BYTES))


def _as_text(raw: bytes) -> str:
    return urlsafe_b64encode(raw).rstrip(b"=").decode()
