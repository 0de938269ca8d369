"""Stores sign-ins in progress at a provider, and counts attempts."""

import hashlib
from collections.abc import Mapping
from typing import Any

from sqlalchemy import delete, insert, select, update

from masthead.store.database import Records, SealedRecords
from masthead.store.keys import create_cookie, random_id, read_cookie
from masthead.store.tables.records import attempts, sign_ins

KEPT_SECONDS = 600.0
PURPOSE = "sign-in"


class SignIns(SealedRecords):
    """Stores sign-ins in progress by id, sealed with the browser's cookie. Raises StoreError."""

    def begin(self, value: str, data: Mapping[str, Any]) -> tuple[str, str]:
        """Store data under a new id. Returns the id and the cookie for the browser."""
        cookie, id_, now = read_cookie(value) or create_cookie(), random_id(), self._clock()
        row = {"id": id_, "browser": cookie.id, "at": now, **cookie.seal(self._keys, PURPOSE, data, id_)}
        self._write(delete(sign_ins).where(sign_ins.c.at <= now - KEPT_SECONDS), insert(sign_ins).values(row))
        return id_, str(cookie)

    def take(self, value: str, id_: str) -> Mapping[str, Any] | None:
        """Return the data and delete it. Returns None if this browser hasn't recently begun a sign-in with this id."""
        cookie = read_cookie(value)
        if cookie is None:
            return None
        mine = (sign_ins.c.id == id_) & (sign_ins.c.browser == cookie.id)
        with self._database.writing() as connection:
            row = connection.execute(select(sign_ins).where(mine)).first()
            connection.execute(delete(sign_ins).where(mine))
        if row is None or row.at <= self._clock() - KEPT_SECONDS:
            return None
        return cookie.open(self._keys, PURPOSE, row.sealed, row.key_name, id_)


class Attempts(Records):
    """Counts attempts by key. Keys are stored as hashes, since they contain IP addresses."""

    def add(self, key: str, seconds: float) -> int:
        """Increment a counter and return its value. It expires `seconds` after its first increment."""
        now, name = self._clock(), _counter_name(key)
        with self._database.writing() as connection:
            connection.execute(delete(attempts).where(attempts.c.ends_at <= now))
            more = update(attempts).filter_by(key=name).values(count=attempts.c.count + 1).returning(attempts.c.count)
            count = connection.scalar(more)
            if count is None:
                connection.execute(insert(attempts).values(key=name, count=1, ends_at=now + seconds))
        return count or 1

    def peek(self, key: str) -> tuple[int, float]:
        """Return a counter's value and the Unix timestamp at which it expires. Returns 0 and now if there is none."""
        now = self._clock()
        row = self._first(select(attempts.c.count, attempts.c.ends_at).where(attempts.c.key == _counter_name(key)))
        return (row[0], row[1]) if row is not None and row[1] > now else (0, now)

    def forget(self, key: str | None = None) -> None:
        """Delete one counter, or all of them."""
        self._write(delete(attempts) if key is None else delete(attempts).filter_by(key=_counter_name(key)))


def _counter_name(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()
