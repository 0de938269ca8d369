"""Secrets from the settings, and the keys of the store."""

import hashlib
import hmac
import json
import os
import secrets
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from masthead.store.errors import WeakKeyError

KEY_FILE = "secret_key"
LEAST_BYTES = 32
LEAST_DIFFERENT = 8
OPENS_SECONDS = 24 * 3600.0
"""How long a former key opens what it sealed. Drafts of structures and linked tokens are sealed again."""
SETTING, FALLBACKS_SETTING = "MASTHEAD_SECRET_KEY", "MASTHEAD_SECRET_KEY_FALLBACKS"
EXAMPLES = (
    "192b9bdd22ab9ed4d12e236c78afcb9a393ec15f71bbf5dc987d54727823bcbf",  # the one in Flask's documentation
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


@dataclass(frozen=True)
class Secrets:
    """The secret key and earlier ones. They vouch for what is outside of the database."""

    current: bytes = field(repr=False)
    fallbacks: tuple[bytes, ...] = field(default=(), repr=False)

    @property
    def all(self) -> tuple[bytes, ...]:
        """Return the current secret, then earlier ones."""
        return self.current, *self.fallbacks

    def named(self, name: str) -> bytes | None:
        """Return the secret with this `key_name`, None if it isn't set."""
        return next((each for each in self.all if key_name(each) == name), None)

    def starting_with(self, name: str) -> "Secrets":
        """Return the secrets with the named one first."""
        first, *others = sorted(self.all, key=lambda each: key_name(each) != name)
        return Secrets(first, tuple(others))


@dataclass(frozen=True)
class FormerKey:
    """A key that sealed until `retired_at`, in seconds since 1970, when the journal had this last seal.

    `last_seal` is its number, 0 for an empty journal.
    """

    key: bytes = field(repr=False)
    retired_at: float
    last_seal: int
    seal: str


def _nothing() -> None: ...


@dataclass(frozen=True)
class Keys:
    """The current key and former ones, newest first. `identity` names people and never changes.

    `look_again` is called for an unknown key: it raises StoreError if there are newer keys by now.
    """

    secrets: Secrets = field(repr=False)
    current: bytes = field(repr=False)
    identity: bytes = field(repr=False)
    former: tuple[FormerKey, ...] = field(default=(), repr=False)
    look_again: Callable[[], None] = field(default=_nothing, repr=False, compare=False)
    clock: Callable[[], float] = field(default=time.time, repr=False, compare=False)

    def derive(self, purpose: str) -> bytes:
        """Derive 32 bytes for a purpose, so that no two uses share a key."""
        return derive_key(self.current, purpose)

    def owner_of(self, token: str) -> str:
        """Return 64 hex digits for a person, from which nobody without the key can find or test a token."""
        key = derive_key(self.identity, "owner")
        return hmac.new(key, token.encode("utf-8", "surrogatepass"), hashlib.sha256).hexdigest()

    def owner_of_subject(self, issuer: str, subject: str) -> str:
        """Return the owner of a person whom a provider signs in, whatever tokens they have."""
        return self.hash_texts("owner by subject", issuer, subject)

    def hash_texts(self, purpose: str, *parts: str) -> str:
        """Return 64 hex digits for these texts."""
        return hmac.new(derive_key(self.identity, purpose), json.dumps(parts).encode(), hashlib.sha256).hexdigest()

    def named(self, name: str) -> bytes | None:
        """Return the key with this `key_name` if it may still open something."""
        if name == key_name(self.current):
            return self.current
        former = self._former(name)
        return former.key if former is not None and self.clock() < former.retired_at + OPENS_SECONDS else None

    def find_seal_key(self, name: str, number: int) -> bytes | None:
        """Return the key with this `key_name` if it may have made this seal of the journal."""
        if name == key_name(self.current):
            return self.current
        former = self._former(name)
        return former.key if former is not None and number <= former.last_seal else None

    def _former(self, name: str) -> FormerKey | None:
        found = next((each for each in self.former if key_name(each.key) == name), None)
        if found is None:
            self.look_again()
        return found


def initial_keys(secrets: Secrets) -> Keys:
    """Return the keys of an installation whose secret never changed."""
    return Keys(secrets, secrets.current, secrets.current)


def derive_key(key: bytes, purpose: str, salt: bytes | None = None) -> bytes:
    """Derive 32 bytes for a purpose."""
    return HKDF(algorithm=SHA256(), length=32, salt=salt, info=f"masthead {purpose}".encode()).derive(key)


@lru_cache(maxsize=64)
def key_name(key: bytes) -> str:
    """Return 16 hex digits that identify a key and reveal nothing."""
    return derive_key(key, "name")[:8].hex()


def read_secrets(instance: Path, secret: str | None = None, fallbacks: Sequence[str] = ()) -> Secrets:
    """Read the secrets; without a secret key, use the file `secret_key`, which is created once.

    Raises WeakKeyError for a key that is short or a known example.
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
    """Link the file in when complete, so that processes that start together get the same key."""
    handle, name = tempfile.mkstemp(prefix=f".{path.name}-", dir=path.parent)  # 0600
    beside = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(secrets.token_hex(LEAST_BYTES) + "\n")
            file.flush()
            os.fsync(file.fileno())
        path.hardlink_to(beside)
    except FileExistsError:
        pass  # another process was first, and its key is the one
    finally:
        beside.unlink()
