"""How often something was tried: counted for all workers together, and forgotten when its time is over."""

import hashlib

from sqlalchemy import delete, insert, select, update

from masthead.store.records import Records
from masthead.store.tables.records import attempts


class Attempts(Records):
    """Counters that end by themselves. A key is kept as its hash: it holds the address of whoever tried."""

    def add(self, key: str, seconds: float) -> int:
        """Count one more; a counter that begins now lasts `seconds`. Answers where it stands."""
        now, name = self._clock(), _counter_name(key)
        with self._database.writing() as connection:
            connection.execute(delete(attempts).where(attempts.c.ends_at <= now))
            before = connection.scalar(select(attempts.c.count).where(attempts.c.key == name))
            if before is None:
                connection.execute(insert(attempts).values(key=name, count=1, ends_at=now + seconds))
            else:
                connection.execute(update(attempts).where(attempts.c.key == name).values(count=before + 1))
        return (before or 0) + 1

    def look(self, key: str) -> tuple[int, float]:
        """Where a counter stands, and when it ends (seconds since 1970): nought and now where there is none."""
        now = self._clock()
        row = self._first(select(attempts.c.count, attempts.c.ends_at).where(attempts.c.key == _counter_name(key)))
        return (row[0], row[1]) if row is not None and row[1] > now else (0, now)

    def forget(self, key: str | None = None) -> None:
        """End one counter, or all of them."""
        chosen = delete(attempts) if key is None else delete(attempts).where(attempts.c.key == _counter_name(key))
        self._write(chosen)


def _counter_name(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()
