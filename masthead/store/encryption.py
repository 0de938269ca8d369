"""Encryption of records: with the server's key, or with a secret that only a cookie has."""

import re
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass, field

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from sqlalchemy import Connection, Table, and_, select, update

from masthead.store.keys import Keys, derive_key, key_name

ID_BYTES, SECRET_BYTES, NONCE_BYTES = 16, 32, 12
COOKIE = re.compile(r"([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})")


@dataclass(frozen=True, slots=True)
class CookieSecret:
    """A row's id and the secret that opens it; `str()` is the cookie's value. The database has no secret."""

    id: str
    secret: bytes = field(repr=False)

    def __str__(self) -> str:
        return f"{self.id}.{_as_text(self.secret)}"

    def seal(self, key: bytes, purpose: str, text: bytes, place: str) -> bytes:
        """Encrypt with the server's `key` and the cookie's secret for this `place`."""
        nonce = secrets.token_bytes(NONCE_BYTES)
        return nonce + self._cipher(key, purpose).encrypt(nonce, text, place.encode())

    def open(self, key: bytes, purpose: str, sealed: bytes, place: str) -> bytes | None:
        """Decrypt; None if it was sealed otherwise."""
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
    """Parse a cookie's value; None if it is malformed."""
    parts = COOKIE.fullmatch(value)
    return None if parts is None else CookieSecret(parts[1], urlsafe_b64decode(parts[2] + "="))


def random_id() -> str:
    """Return 22 random characters."""
    return _as_text(secrets.token_bytes(ID_BYTES))


def _as_text(raw: bytes) -> str:
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


class Sealing:
    """Encrypts for one purpose. A text opens only for the owner and `place` it was sealed for."""

    def __init__(self, keys: Keys, purpose: str) -> None:
        self._keys = keys
        self._purpose = purpose

    def seal(self, owner: str, place: str, text: bytes) -> dict[str, bytes | str]:
        """Return the columns `sealed` and `key_name`."""
        key, nonce = self._keys.current, secrets.token_bytes(NONCE_BYTES)
        sealed = nonce + self._cipher(key, owner).encrypt(nonce, text, place.encode())
        return {"sealed": sealed, "key_name": key_name(key)}

    def open(self, owner: str, place: str, sealed: bytes, key_name: str) -> bytes | None:
        """Decrypt; None if the key is unknown or it was sealed for something else."""
        key = self._keys.named(key_name)
        if key is None:
            return None
        try:
            return self._cipher(key, owner).decrypt(sealed[:NONCE_BYTES], sealed[NONCE_BYTES:], place.encode())
        except InvalidTag:
            return None

    def _cipher(self, key: bytes, owner: str) -> AESGCM:
        return AESGCM(derive_key(key, self._purpose, salt=owner.encode()))


def seal_rows_anew(connection: Connection, table: Table, old: Sealing, new: Sealing) -> None:
    """Seal rows with a new key. Columns `owner` and `place` name what a row was sealed for."""
    own = table.primary_key.columns
    for named in connection.execute(select(*own)).mappings().all():
        this = and_(*(each == named[each.name] for each in own))
        row = connection.execute(select(table).where(this)).one()
        text = old.open(row.owner, row.place, row.sealed, row.key_name)
        if text is not None:
            connection.execute(update(table).where(this).values(new.seal(row.owner, row.place, text)))
