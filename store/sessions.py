"""Sessions of people who are signed in, each sealed with what its cookie holds: a copy of the database opens none."""

import hmac
import json
import re
import secrets
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from sqlalchemy import Row, bindparam, delete, insert, select, update
from sqlalchemy.sql.elements import ColumnElement

from store.database import Database
from store.errors import StoreError
from store.keys import Keys, derived, name_of
from store.tables import sessions

IDLE_SECONDS = 30 * 60.0
LONGEST_SECONDS = 12 * 3600.0
ENDED_KEPT_SECONDS = 24 * 3600.0  # what its person sends after it has ended by itself is then kept for them
SEEN_EVERY_SECONDS = 60.0
LONGEST_LABEL = 200
ID_BYTES, SECRET_BYTES, NONCE_BYTES = 16, 32, 12
COOKIE = re.compile(r"([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})")
Sealed = dict[str, Any]

# Made once: a statement costs more to put together than to run.
IS_OVER = (
    (sessions.c.seen_at <= bindparam("idle_since"))
    | (sessions.c.created_at <= bindparam("begun_before"))
    | sessions.c.revoked_at.is_not(None)
)
ONE = select(sessions).where(sessions.c.id == bindparam("session"), ~IS_OVER)
MINE = (
    select(sessions.c.id, sessions.c.label, sessions.c.created_at, sessions.c.seen_at)
    .where(sessions.c.owner == bindparam("owner"), ~IS_OVER)
    .order_by(sessions.c.seen_at.desc())
)
ENDED = select(sessions).where(sessions.c.id == bindparam("session"), IS_OVER)
OLD = delete(sessions).where(
    (sessions.c.seen_at <= bindparam("idle_since"))
    | (sessions.c.created_at <= bindparam("begun_before"))
    | (sessions.c.revoked_at <= bindparam("revoked_before"))
)


@dataclass(frozen=True, slots=True)
class Session:
    """An open session. `data` is JSON, with the person's `token`; times are seconds since 1970."""

    id: str
    owner: str
    created_at: float
    seen_at: float
    label: str
    data: Mapping[str, Any] = field(repr=False)
    secret: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class SessionLine:
    """What a list of a person's sessions tells about one. Its id alone opens nothing."""

    id: str
    label: str
    created_at: float
    seen_at: float


class Sessions:
    """Opens, keeps and ends sessions: 30 minutes after they were last seen, 12 hours after they began, or when told."""

    def __init__(self, database: Database, keys: Keys, clock: Callable[[], float] = time.time) -> None:
        self._database = database
        self._keys = keys
        self._clock = clock

    def create(self, data: Mapping[str, Any], *, label: str = "") -> str:
        """Begin a session under a new id; answers the value of its cookie. `data` has the person's `token`."""
        identifier, secret, now = _random_text(ID_BYTES), secrets.token_bytes(SECRET_BYTES), self._clock()
        row = {
            "id": identifier,
            "label": label[:LONGEST_LABEL],
            "created_at": now,
            "seen_at": now,
            "proof": _proof(identifier, secret),
            **self._sealed(identifier, secret, data),
        }
        with self._database.writing() as connection:
            day_ago = now - ENDED_KEPT_SECONDS
            connection.execute(OLD, {**_limits(day_ago), "revoked_before": day_ago})
            connection.execute(insert(sessions).values(row))
        return f"{identifier}.{_as_text(secret)}"

    def load(self, cookie: str) -> Session | None:
        """The session that a cookie opens; None for one that is unknown, ended or over, and for a wrong secret."""
        parts = COOKIE.fullmatch(cookie)
        if parts is None:
            return None
        identifier, secret, now = parts[1], urlsafe_b64decode(parts[2] + "="), self._clock()
        with self._database.reading() as connection:
            row = connection.execute(ONE, {"session": identifier, **_limits(now)}).first()
        data = self._opened(row, secret) if row is not None else None
        if row is None or data is None:
            return None
        owner = self._keep_up(row, secret, data, now)
        return Session(identifier, owner, row.created_at, row.seen_at, row.label, data, secret)

    def owner_of_ended(self, cookie: str) -> str | None:
        """The owner of the session that this cookie opened until it timed out or was revoked, a day ago at most."""
        parts = COOKIE.fullmatch(cookie)
        if parts is None:
            return None
        with self._database.reading() as connection:
            row = connection.execute(ENDED, {"session": parts[1], **_limits(self._clock())}).first()
        if row is None or not self._is_opened_by(row, urlsafe_b64decode(parts[2] + "=")):
            return None
        return str(row.owner)

    def save(self, session: Session, data: Mapping[str, Any]) -> None:
        """Keep other data under the same session; nothing is kept of one that has ended meanwhile."""
        self._write(session.id, self._sealed(session.id, session.secret, data))

    def of_owner(self, owner: str) -> list[SessionLine]:
        """The open sessions of a person, those seen last first."""
        with self._database.reading() as connection:
            rows = connection.execute(MINE, {"owner": owner, **_limits(self._clock())})
            return [SessionLine(*row) for row in rows]

    def end(self, owner: str, session_id: str) -> None:
        """End one session of a person; nothing happens to another person's."""
        with self._database.writing() as connection:
            connection.execute(delete(sessions).where(sessions.c.owner == owner, sessions.c.id == session_id))

    def revoke(self, owner: str, session_id: str) -> None:
        """End one session of a person from another; its browser can still say for a day whose it was."""
        self._revoke(owner, sessions.c.id == session_id)

    def revoke_others(self, owner: str, session_id: str) -> None:
        """Revoke all of a person's sessions but this one."""
        self._revoke(owner, sessions.c.id != session_id)

    def _revoke(self, owner: str, which: ColumnElement[bool]) -> None:
        # The row stays without the token: it only proves whose session a cookie opened.
        values = {"revoked_at": self._clock(), "sealed": b""}
        mine = (sessions.c.owner == owner) & sessions.c.revoked_at.is_(None)
        with self._database.writing() as connection:
            connection.execute(update(sessions).where(mine, which).values(values))

    def _keep_up(self, row: Row[Any], secret: bytes, data: Mapping[str, Any], now: float) -> str:
        """Note that it was seen, at most once a minute, and seal it anew after a change of the server's key."""
        changed: Sealed = {}
        if row.key_name != name_of(self._keys.current):
            changed = self._sealed(row.id, secret, data)
        if now - row.seen_at >= SEEN_EVERY_SECONDS:
            changed["seen_at"] = now
        if changed:
            try:
                self._write(row.id, changed)
            except StoreError:  # a page that only reads needs no more than the row
                return str(row.owner)
        return str(changed.get("owner", row.owner))

    def _write(self, identifier: str, values: Sealed) -> None:
        with self._database.writing() as connection:
            is_open = (sessions.c.id == identifier) & sessions.c.revoked_at.is_(None)
            connection.execute(update(sessions).where(is_open).values(values))

    def _sealed(self, identifier: str, secret: bytes, data: Mapping[str, Any]) -> Sealed:
        nonce, key = secrets.token_bytes(NONCE_BYTES), self._keys.current
        sealed = _cipher(key, identifier, secret).encrypt(nonce, json.dumps(dict(data)).encode(), identifier.encode())
        return {"owner": self._keys.owner_of(data["token"]), "key_name": name_of(key), "sealed": nonce + sealed}

    def _is_opened_by(self, row: Row[Any], secret: bytes) -> bool:
        if row.revoked_at is None:
            return self._opened(row, secret) is not None
        return row.proof is not None and hmac.compare_digest(row.proof, _proof(row.id, secret))

    def _opened(self, row: Row[Any], secret: bytes) -> Mapping[str, Any] | None:
        key = self._keys.named(row.key_name)
        if key is None:
            return None
        nonce, sealed = row.sealed[:NONCE_BYTES], row.sealed[NONCE_BYTES:]
        try:
            data: Mapping[str, Any] = json.loads(_cipher(key, row.id, secret).decrypt(nonce, sealed, row.id.encode()))
        except InvalidTag:
            return None
        return data


def _limits(now: float) -> dict[str, float]:
    return {"idle_since": now - IDLE_SECONDS, "begun_before": now - LONGEST_SECONDS}


def _cipher(key: bytes, identifier: str, secret: bytes) -> AESGCM:
    return AESGCM(derived(secret + key, "session", salt=identifier.encode()))


def _proof(identifier: str, secret: bytes) -> bytes:
    """Kept beside what is sealed: tells whether a secret is the right one, and nothing about it."""
    return derived(secret, "session proof", salt=identifier.encode())


def _random_text(count: int) -> str:
    return _as_text(secrets.token_bytes(count))


def _as_text(raw: bytes) -> str:
    return urlsafe_b64encode(raw).rstrip(b"=").decode()
