"""Expiring counters of attempts, for all workers together."""

import hashlib

from sqlalchemy import delete, insert, select, update

from masthead.store.records import Records
from masthead.store.tables.records import attempts


class Attempts(Records):
    """Counters by hashed key: keys hold IP addresses."""

    def add(self, key: str, seconds: float) -> int:
        """Increment a counter, which expires `seconds` after its first count. Returns its value."""
        now, name = self._clock(), _counter_name(key)
        with self._database.writing() as connection:
            connection.execute(delete(attempts).where(attempts.c.ends_at <= now))
            before = connection.scalar(select(attempts.c.count).where(attempts.c.key == name))
            if before is None:
                connection.execute(insert(attempts).values(key=name, count=1, ends_at=now + seconds))
            else:
                connection.execute(update(attempts).where(attempts.c.key == name).values(count=before + 1))
        return (before or 0) + 1

    def peek(self, key: str) -> tuple[int, float]:
        """Return a counter's value and its end in seconds since 1970; 0 and now for none."""
        now = self._clock()
        row = self._first(select(attempts.c.count, attempts.c.ends_at).where(attempts.c.key == _counter_name(key)))
        return (row[0], row[1]) if row is not None and row[1] > now else (0, now)

    def forget(self, key: str | None = None) -> None:
        """Delete one counter, or all."""
        chosen = delete(attempts) if key is None else delete(attempts).where(attempts.c.key == _counter_name(key))
        self._write(chosen)


def _counter_name(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()
