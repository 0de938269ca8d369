"""The key ring: all keys in one row, sealed with the secret key from the settings, so that the latter can change.

The first ring takes over the key of earlier versions, which was the secret itself. If a start opens the ring with a
fallback secret, it retires the current key and seals the ring with the new secret.
"""

import json
import logging
import secrets as random
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from typing import NamedTuple

from sqlalchemy import Connection, delete, insert, inspect, select

from masthead.store.access_reviews import PURPOSE as REVIEW_PURPOSE
from masthead.store.database import Database
from masthead.store.drafts.structure_drafts import PURPOSE as DRAFT_PURPOSE
from masthead.store.errors import StoreError
from masthead.store.keys import (
    FormerKey,
    Keys,
    Secrets,
    decrypt,
    derive_key,
    encrypt,
    ensure_generation,
    key_name,
    reseal_rows,
)
from masthead.store.sessions import LINK_PURPOSE
from masthead.store.tables.records import access_reviews, arrangements, journal_seals, key_ring, linked_tokens

log = logging.getLogger(__name__)
KEY_BYTES = 32
PURPOSE = "key ring"
KEPT_LONGER = ((arrangements, DRAFT_PURPOSE), (linked_tokens, LINK_PURPOSE), (access_reviews, REVIEW_PURPOSE))
"""Tables whose rows are sealed again with a new key, since a former key opens rows for a day only."""
NOT_OPENED = (
    "its keys are sealed with another secret key, which Masthead names {name!r}. Put that one into "
    "MASTHEAD_SECRET_KEY or MASTHEAD_SECRET_KEY_FALLBACKS: docs/guide/keys.md says more"
)


@dataclass(frozen=True, slots=True)
class KeyRing:
    """The keys, and the name of the secret that seals them. `retired` has the names of earlier secrets."""

    generation: int
    secret_name: str
    keys: Keys = field(repr=False)
    retired: tuple[str, ...] = ()

    @property
    def has_newer_secret(self) -> bool:
        """Return whether the settings have a newer secret than the ring."""
        current = key_name(self.keys.secrets.current)
        return current != self.secret_name and current not in self.retired


def use_keys(database: Database, secrets: Secrets, clock: Callable[[], float] = time.time) -> Keys:
    """Open the ring at startup, and renew the keys if the secret was changed. Raises StoreError.

    From then on, writes to `database` raise KeysReplacedError if another process has changed the keys.
    """
    with database.writing() as connection:
        ring = begin_ring(connection, secrets, clock())
        if ring.has_newer_secret:
            ring = _renew_ring(connection, ring, clock())
    guard = partial(ensure_generation, ring.generation)

    def look_again() -> None:
        with database.reading() as connection:
            guard(connection)

    database.guard_writes(guard)
    return replace(ring.keys, look_again=look_again, clock=clock)


def begin_ring(connection: Connection, secrets: Secrets, now: float) -> KeyRing:
    """Return the stored ring, creating it if there is none. Raises StoreError."""
    ring = find_ring(connection, secrets)
    if ring is None:
        ring = _first_ring(connection, secrets, now)
        _write_ring(connection, ring)
    return ring


def read_keys(connection: Connection, secrets: Secrets, now: float) -> Keys:
    """Return the keys without writing anything. Raises StoreError."""
    return (find_ring(connection, secrets) or _first_ring(connection, secrets, now)).keys


def find_ring(connection: Connection, secrets: Secrets) -> KeyRing | None:
    """Return the stored ring, or None. Raises StoreError if no secret opens it."""
    if not inspect(connection).has_table(key_ring.name):
        return None
    row = connection.execute(select(key_ring).order_by(key_ring.c.generation.desc())).first()
    if row is None:
        return None
    secret = secrets.find_by_name(row.key_name)
    if secret is None:
        raise StoreError(NOT_OPENED.format(name=row.key_name))
    opened = decrypt(derive_key(secret, PURPOSE), row.sealed, str(row.generation))
    if opened is None:
        raise StoreError("its keys were altered. Restore a backup: docs/guide/backup.md says how")
    content = json.loads(opened)
    former = tuple(FormerKey(**{**each, "key": bytes.fromhex(each["key"])}) for each in content["former"])
    keys = Keys(secrets, bytes.fromhex(content["current"]), bytes.fromhex(content["identity"]), former)
    return KeyRing(row.generation, row.key_name, keys, tuple(content["retired"]))


def _first_ring(connection: Connection, secrets: Secrets, now: float) -> KeyRing:
    """Create the first ring. Its key is the secret that last sealed the journal, which was in use until now."""
    used = secrets.find_by_name(_find_newest_seal(connection).key_name) or secrets.current
    former = tuple(_build_former_key(connection, each, now) for each in secrets.all if each != used)
    return KeyRing(1, key_name(used), Keys(secrets, used, used, former))


def _renew_ring(connection: Connection, ring: KeyRing, now: float) -> KeyRing:
    before = ring.keys
    former = (_build_former_key(connection, before.current, now), *before.former)
    keys = replace(before, current=random.token_bytes(KEY_BYTES), former=former)
    for table, purpose in KEPT_LONGER:
        reseal_rows(connection, table, purpose, before, keys)
    secret_name, retired = key_name(before.secrets.current), (*ring.retired, ring.secret_name)
    renewed = KeyRing(ring.generation + 1, secret_name, keys, retired)
    connection.execute(delete(key_ring))
    _write_ring(connection, renewed)
    log.warning("keys were renewed, since MASTHEAD_SECRET_KEY was changed: generation %d", renewed.generation)
    return renewed


def _write_ring(connection: Connection, ring: KeyRing) -> None:
    keys = ring.keys
    content = {
        "identity": keys.identity.hex(),
        "current": keys.current.hex(),
        "former": [asdict(each) | {"key": each.key.hex()} for each in keys.former],
        "retired": ring.retired,
    }
    secret = keys.secrets.find_by_name(ring.secret_name) or keys.secrets.current
    sealed = encrypt(derive_key(secret, PURPOSE), json.dumps(content).encode(), str(ring.generation))
    row = {"generation": ring.generation, "key_name": ring.secret_name, "sealed": sealed}
    connection.execute(insert(key_ring).values(row))


class _JournalEnd(NamedTuple):
    number: int = 0
    seal: str = ""
    key_name: str = ""


def _find_newest_seal(connection: Connection, name: str | None = None) -> _JournalEnd:
    """Return the newest seal of the journal or, with `name`, the newest one made with this key."""
    columns = journal_seals.c
    seals = select(columns.number, columns.seal, columns.key_name).order_by(columns.number.desc()).limit(1)
    row = connection.execute(seals if name is None else seals.where(columns.key_name == name)).first()
    return _JournalEnd() if row is None else _JournalEnd(*row)


def _build_former_key(connection: Connection, key: bytes, now: float) -> FormerKey:
    end = _find_newest_seal(connection, key_name(key))
    return FormerKey(key, now, end.number, end.seal)
