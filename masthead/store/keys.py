"""Secrets from the settings, the store's keys, and sealing of records with keys and, if needed, a cookie's secret."""

import hashlib
import hmac
import json
import os
import re
import secrets
import tempfile
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from sqlalchemy import Connection, Table, and_, func, select, update

from masthead.store.errors import KeysReplacedError, WeakKeyError
from masthead.store.tables.records import key_ring

KEY_FILE = "secret_key"
LEAST_BYTES = 32
LEAST_DIFFERENT = 8
OPENS_SECONDS = 24 * 3600.0
"""How long a former key still opens data. Structure drafts and linked tokens are sealed again with the new key."""
SETTING, FALLBACKS_SETTING = "MASTHEAD_SECRET_KEY", "MASTHEAD_SECRET_KEY_FALLBACKS"
REPLACED = "MASTHEAD_SECRET_KEY was changed since this portal was started. Start it again with the new one"
GENERATION = select(func.max(key_ring.c.generation))
EXAMPLES = (
    "192b9bdd22ab9ed4d12e236c78afcb9a393ec15f71bbf5dc987d54727823bcbf",  # the example in Flask's documentation
    "changeme",
    "change-me",
    "change_me",
    "example",
    "insecure",
    "password",
    "replace-me",
    "secret-key",
    "secret_key",
    "secretkey",
    "supersecret",
    "your-secret",
    "0123456789abcdef0123456789abcdef",
    "abcdefghijklmnopqrstuvwxyz",
)
ID_BYTES, SECRET_BYTES, NONCE_BYTES = 16, 32, 12
COOKIE = re.compile(r"([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})")


@dataclass(frozen=True)
class Secrets:
    """The current secret key and earlier ones. They sign and seal data outside of the database."""

    current: bytes = field(repr=False)
    fallbacks: tuple[bytes, ...] = field(default=(), repr=False)

    @property
    def all(self) -> tuple[bytes, ...]:
        """Return the current secret, followed by the earlier ones."""
        return self.current, *self.fallbacks

    def find_by_name(self, name: str) -> bytes | None:
        """Return the secret with this `key_name`, or None if the settings don't have it."""
        return next((each for each in self.all if key_name(each) == name), None)

    def put_first(self, name: str) -> "Secrets":
        """Return the secrets, starting with the one that has this `key_name`."""
        first, *others = sorted(self.all, key=lambda each: key_name(each) != name)
        return Secrets(first, tuple(others))


@dataclass(frozen=True)
class FormerKey:
    """A key that was replaced at the Unix timestamp `retired_at`. `seal` is the journal's last seal made with it.

    `last_seal` is the number of that seal, 0 if there is none.
    """

    key: bytes = field(repr=False)
    retired_at: float
    last_seal: int
    seal: str


def _do_nothing() -> None: ...


@dataclass(frozen=True)
class Keys:
    """The current key and the former ones, newest first. `identity` is the key for people's ids and never changes.

    `look_again` is called if a key is unknown. It raises StoreError if the store has newer keys.
    """

    secrets: Secrets = field(repr=False)
    current: bytes = field(repr=False)
    identity: bytes = field(repr=False)
    former: tuple[FormerKey, ...] = field(default=(), repr=False)
    look_again: Callable[[], None] = field(default=_do_nothing, repr=False, compare=False)
    clock: Callable[[], float] = field(default=time.time, repr=False, compare=False)

    def derive(self, purpose: str) -> bytes:
        """Derive a 32-byte key for a purpose, so that no two uses share a key."""
        return derive_key(self.current, purpose)

    def owner_of(self, token: str) -> str:
        """Return a person's owner id, 64 hex digits. Without the key, it can't be used to find or verify the token."""
        key = derive_key(self.identity, "owner")
        return hmac.new(key, token.encode("utf-8", "surrogatepass"), hashlib.sha256).hexdigest()

    def owner_of_subject(self, issuer: str, subject: str) -> str:
        """Return the owner id of a person who signs in through a provider. It doesn't depend on their tokens."""
        return self.hash_texts("owner by subject", issuer, subject)

    def hash_texts(self, purpose: str, *parts: str) -> str:
        """Return a keyed hash of these strings, as 64 hex digits."""
        return hmac.new(derive_key(self.identity, purpose), json.dumps(parts).encode(), hashlib.sha256).hexdigest()

    def find_by_name(self, name: str) -> bytes | None:
        """Return the key with this `key_name`, or None if it is unknown or may no longer open sealed data."""
        if name == key_name(self.current):
            return self.current
        former = self._find_former_key(name)
        return former.key if former is not None and self.clock() < former.retired_at + OPENS_SECONDS else None

    def find_seal_key(self, name: str, number: int) -> bytes | None:
        """Return the key with this `key_name`, or None if it can't have made the journal's seal `number`."""
        if name == key_name(self.current):
            return self.current
        former = self._find_former_key(name)
        return former.key if former is not None and number <= former.last_seal else None

    def _find_former_key(self, name: str) -> FormerKey | None:
        found = next((each for each in self.former if key_name(each.key) == name), None)
        if found is None:
            self.look_again()
        return found


def ensure_generation(generation: int, connection: Connection) -> None:
    """Raise KeysReplacedError if another process has changed the keys since this generation of them was read."""
    if connection.scalar(GENERATION) != generation:
        raise KeysReplacedError(REPLACED)


def unrotated_keys(secrets: Secrets) -> Keys:
    """Return the keys of an installation whose secret was never changed."""
    return Keys(secrets, secrets.current, secrets.current)


def derive_key(key: bytes, purpose: str, salt: bytes | None = None) -> bytes:
    """Derive a 32-byte key for a purpose."""
    return HKDF(algorithm=SHA256(), length=32, salt=salt, info=f"masthead {purpose}".encode()).derive(key)


@lru_cache(maxsize=64)
def key_name(key: bytes) -> str:
    """Return 16 hex digits that identify a key and reveal nothing."""
    return derive_key(key, "name")[:8].hex()


def read_secrets(instance: Path, secret: str | None = None, fallbacks: Sequence[str] = ()) -> Secrets:
    """Read the secrets. Without a secret key, read the file `secret_key`, creating it if it is missing.

    Raises WeakKeyError if a key is too short or a known example.
    """
    current = _check_strength(secret, SETTING) if secret is not None else _read_key_file(instance / KEY_FILE)
    return Secrets(current, tuple(_check_strength(each, FALLBACKS_SETTING) for each in fallbacks))


def _check_strength(secret: str, where: str) -> bytes:
    key = secret.strip().encode()
    allowed = f"Allowed: {LEAST_BYTES} random bytes or more, such as `openssl rand -hex 32` prints."
    if len(key) < LEAST_BYTES:
        raise WeakKeyError(f"{where} is too short. {allowed}")
    if len(set(key)) < LEAST_DIFFERENT or any(example in secret.lower() for example in EXAMPLES):
        raise WeakKeyError(f"{where} is a known example or easy to guess. {allowed}")
    return key


def _read_key_file(path: Path) -> bytes:
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        _create_key_file(path)
    return _check_strength(path.read_text(encoding="ascii", errors="replace"), str(path))


def _create_key_file(path: Path) -> None:
    """Create the file under another name and link it once complete, so that concurrent starts get the same key."""
    handle, name = tempfile.mkstemp(prefix=f".{path.name}-", dir=path.parent)  # 0600
    beside = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(secrets.token_hex(LEAST_BYTES) + "\n")
            file.flush()
            os.fsync(file.fileno())
        path.hardlink_to(beside)
    except FileExistsError:
        pass  # another process was first, and its key is used
    finally:
        beside.unlink()


@dataclass(frozen=True, slots=True)
class CookieSecret:
    """A row's id, and the secret that opens the row. `str()` is the cookie's value. The database doesn't have it."""

    id: str
    secret: bytes = field(repr=False)

    def __str__(self) -> str:
        return f"{self.id}.{_encode_text(self.secret)}"

    def seal(
        self, keys: Keys, purpose: str, values: Mapping[str, Any], place: str | None = None
    ) -> dict[str, bytes | str]:
        """Encrypt JSON values with the server's key and the secret, bound to `place` or the cookie's own row.

        Returns the columns `sealed` and `key_name`.
        """
        text = json.dumps(dict(values)).encode()
        return Sealing(keys, purpose, self.secret).seal(self.id, place or self.id, text)

    def open(
        self, keys: Keys, purpose: str, sealed: bytes | None, key_name: str | None, place: str | None = None
    ) -> dict[str, Any] | None:
        """Decrypt the values. Returns None in the same cases as `Sealing.open`."""
        text = Sealing(keys, purpose, self.secret).open(self.id, place or self.id, sealed, key_name)
        return None if text is None else dict(json.loads(text))


def create_cookie() -> CookieSecret:
    return CookieSecret(random_id(), secrets.token_bytes(SECRET_BYTES))


def read_cookie(value: str) -> CookieSecret | None:
    """Parse a cookie's value. Returns None if it is malformed."""
    parts = COOKIE.fullmatch(value)
    return None if parts is None else CookieSecret(parts[1], urlsafe_b64decode(parts[2] + "="))


def random_id() -> str:
    """Return 22 random characters."""
    return _encode_text(secrets.token_bytes(ID_BYTES))


def _encode_text(raw: bytes) -> str:
    return urlsafe_b64encode(raw).rstrip(b"=").decode()


class Sealing:
    """Encrypts data for one purpose. It can be opened only for the owner and `place` that it was sealed for.

    With the `secret` of a cookie, the server's keys alone can't open it.
    """

    def __init__(self, keys: Keys, purpose: str, secret: bytes = b"") -> None:
        self._keys, self._purpose, self._secret = keys, purpose, secret

    def seal(self, owner: str, place: str, text: bytes) -> dict[str, bytes | str]:
        """Encrypt data. Returns the columns `sealed` and `key_name`."""
        key = self._keys.current
        return {"sealed": encrypt(self._derive(key, owner), text, place), "key_name": key_name(key)}

    def open(self, owner: str, place: str, sealed: bytes | None, key_name: str | None) -> bytes | None:
        """Decrypt sealed data. None if there is none, its key is unknown, or it was sealed for another use."""
        key = None if sealed is None or key_name is None else self._keys.find_by_name(key_name)
        return None if sealed is None or key is None else decrypt(self._derive(key, owner), sealed, place)

    def _derive(self, key: bytes, owner: str) -> bytes:
        return derive_key(self._secret + key, self._purpose, salt=owner.encode())


def encrypt(key: bytes, text: bytes, place: str) -> bytes:
    nonce = secrets.token_bytes(NONCE_BYTES)
    return nonce + AESGCM(key).encrypt(nonce, text, place.encode())


def decrypt(key: bytes, sealed: bytes, place: str) -> bytes | None:
    """Decrypt data. Returns None if it was altered, or encrypted with another key or for another place."""
    try:
        return AESGCM(key).decrypt(sealed[:NONCE_BYTES], sealed[NONCE_BYTES:], place.encode())
    except InvalidTag:
        return None


def reseal_rows(connection: Connection, table: Table, purpose: str, before: Keys, after: Keys) -> None:
    """Seal a table's rows again with a new key. They are sealed for the values of their columns `owner` and `place`."""
    own, old, new = table.primary_key.columns, Sealing(before, purpose), Sealing(after, purpose)
    for named in connection.execute(select(*own)).mappings().all():
        this = and_(*(each == named[each.name] for each in own))
        row = connection.execute(select(table).where(this)).one()
        text = old.open(row.owner, row.place, row.sealed, row.key_name)
        if text is not None:
            connection.execute(update(table).where(this).values(new.seal(row.owner, row.place, text)))
