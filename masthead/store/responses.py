"""Each person's cached API responses, and the cache versions. Pages also work without the SQLite file.

Everything in it can be read from the API again, so nobody waits for a locked file for long or repairs a broken one.
Only SQLite may open it: closing any other handle of the file would release this process's locks, and another process
would then remove the write-ahead log (https://www.sqlite.org/howtocorrupt.html, 2.2).
"""

import json
import logging
import os
import secrets
import sqlite3
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, closing, suppress
from pathlib import Path
from threading import Lock, get_ident, local
from typing import NamedTuple, TypeVar

from sqlalchemy import Connection, bindparam, select, text

from masthead.store.database import Records
from masthead.store.entries import Outcome
from masthead.store.errors import StoreError
from masthead.store.files import SMALL_CACHE, FileIdentity, lock_file, make_private
from masthead.store.tables.records import generations

T = TypeVar("T")
log = logging.getLogger(__name__)
FORMAT = 3
BESIDES = ("-wal", "-shm")
KEPT_SECONDS = 24 * 3600.0
MAX_TEXT = 2 * 1024 * 1024
EVICT_EVERY_SECONDS = 60.0
EVICT_EVERY_PUTS = 50
NO_MARK = -1
IN_USE = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
NO_ROOM = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM}

GET = "SELECT text, asked_at, generation FROM listings WHERE owner = ? AND path = ? AND query = ?"
GET_EACH = """
SELECT wanted.key, listings.text, asked_at, generation FROM json_each(?) AS wanted CROSS JOIN listings
WHERE owner = ? AND listings.path = json_extract(wanted.value, '$[0]') AND query = json_extract(wanted.value, '$[1]')
"""
MARK = "SELECT coalesce((SELECT mark FROM marks WHERE owner = ?), (SELECT mark FROM marks WHERE owner = ''))"
PUT = f"""
INSERT INTO listings (owner, path, query, asked_at, text, generation)
SELECT :owner, :path, :query, :asked_at, :text, :generation WHERE ({MARK.replace("?", ":owner")}) = :mark
ON CONFLICT DO UPDATE SET asked_at = excluded.asked_at, text = excluded.text, generation = excluded.generation
WHERE excluded.asked_at >= asked_at
"""
NEW_MARK = """
INSERT INTO marks VALUES (?, random(), ?) ON CONFLICT DO UPDATE SET mark = excluded.mark, at = excluded.at
"""
FORGET = "DELETE FROM listings WHERE owner = ? AND path = ?"
FORGET_BELOW = "DELETE FROM listings WHERE owner = ? AND path >= ? AND path < ?"
OUTDATE = "UPDATE listings SET generation = NULL WHERE owner = ? AND path = ?"
OUTDATE_BELOW = "UPDATE listings SET generation = NULL WHERE owner = ? AND path >= ? AND path < ?"
EVICT_OLD = "DELETE FROM listings WHERE asked_at <= ?"
EVICT_MANY = """
DELETE FROM listings WHERE rowid IN (SELECT rowid FROM listings ORDER BY asked_at DESC LIMIT -1 OFFSET ?)
"""
EVICT_MARKS = "DELETE FROM marks WHERE owner != '' AND at <= ?"

BITS = 63
NEVER_WRITTEN = 0
# Built once: building a statement costs more than running it.
VERSION = select(generations.c.number).where(generations.c.organization == bindparam("organization"))
PUT_VERSION = text(
    "INSERT INTO generations (organization, number) VALUES (:organization, :number) "
    "ON CONFLICT (organization) DO UPDATE SET number = excluded.number"
)


class ListingsFile:
    """Connections to the file, one per thread. Each belongs to the file that existed when it was opened."""

    def __init__(self, path: Path, lock_seconds: float) -> None:
        self._path = path
        self._lock_seconds = lock_seconds
        self._own = local()

    def connection(self) -> sqlite3.Connection:
        """Return this thread's connection to the current file. Raises OSError or sqlite3.Error."""
        open_now: sqlite3.Connection | None = getattr(self._own, "connection", None)
        if open_now is not None and self._own.identity.is_there:
            return open_now
        self.close()
        if not self._path.exists():
            self._create_file()
        self._own.identity = FileIdentity(self._path)
        raw = sqlite3.connect(self._path, timeout=self._lock_seconds, isolation_level=None)
        try:
            raw.execute("PRAGMA synchronous=OFF")
            raw.execute(SMALL_CACHE)
            (found,) = raw.execute("PRAGMA user_version").fetchone()
            if found != FORMAT:
                raise sqlite3.DatabaseError(f"{self._path.name} has the format {found}, not {FORMAT}")
        except sqlite3.Error:
            raw.close()
            raise
        self._own.connection = raw
        return raw

    def _create_file(self) -> None:
        """Create the file under another name and link it once it is complete, so that nobody opens half a file."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        beside = self._path.with_name(f".{self._path.name}-{os.getpid()}-{get_ident()}")
        beside.unlink(missing_ok=True)
        make_private(beside)
        try:
            _make_tables(beside)
            with self._lock_file():
                if not self._path.exists():
                    self._delete_side_files()  # these remain if only the main file was deleted
                    self._path.hardlink_to(beside)
        finally:
            beside.unlink()

    def delete(self) -> bool:
        """Delete the file. Returns False if another thread or process has already deleted it. Raises OSError."""
        identity: FileIdentity | None = getattr(self._own, "identity", None)
        self.close()
        with self._lock_file():
            if not self._path.exists() or (identity is not None and not identity.is_there):
                return False
            self._path.unlink()
            self._delete_side_files()
        return True

    def _delete_side_files(self) -> None:
        """Delete side files, such as the write-ahead log, which SQLite would otherwise use for the next main file."""
        for end in BESIDES:
            self._path.with_name(self._path.name + end).unlink(missing_ok=True)

    def _lock_file(self) -> AbstractContextManager[None]:
        return lock_file(self._path.with_name(f"{self._path.name}.lock"), self._lock_seconds)

    def close(self) -> None:
        """Close this thread's connection."""
        connection: sqlite3.Connection | None = getattr(self._own, "connection", None)
        self._own.connection, self._own.identity = None, None
        if connection is not None:
            with suppress(sqlite3.Error):
                connection.close()


def _make_tables(path: Path) -> None:
    from sqlite_utils import Database  # noqa: PLC0415 - it takes 40 modules, and files are seldom made

    listings = {"owner": str, "path": str, "query": str, "asked_at": float, "text": bytes, "generation": int}
    with closing(Database(sqlite3.connect(path), execute_plugins=False)) as database:
        database.enable_wal()
        database.table("listings").create(listings, pk=("owner", "path", "query"))
        database.table("listings").create_index(["asked_at"])
        database.table("marks").create({"owner": str, "mark": int, "at": float}, pk="owner")
        # The default mark of owners without one is random, so that no mark is valid in the next file.
        database.execute("INSERT INTO marks VALUES ('', random(), 0)")
        database.execute(f"PRAGMA user_version={FORMAT}")


class ResponseStore:
    """Stores about `rows` responses for 24 hours. No method raises. Without a usable file, nothing is cached.

    `lock_seconds` is how long a page waits for a locked file. After that, or after two consecutive broken files, the
    file isn't used for `rest_seconds`.
    """

    def __init__(
        self,
        path: Path,
        *,
        clock: Callable[[], float] = time.time,
        rows: int = 2000,
        lock_seconds: float = 0.5,
        rest_seconds: float = 5.0,
    ) -> None:
        self._rest_seconds = rest_seconds
        self._file = ListingsFile(path, lock_seconds)
        self._clock = clock
        self._rows = rows
        self._turn = Lock()
        self._rests_until = 0.0
        self._deleted_at = -rest_seconds
        self._trusted_from = 0.0
        self._puts, self._evicted_at = 0, 0.0

    def get(self, owner: str, path: str, query: str) -> tuple[bytes, float, int | None] | None:
        """Return the JSON, the Unix timestamp of its request and its generation. None if not cached."""
        found: tuple[bytes, float, int | None] | None = self._use_file(
            lambda file: file.execute(GET, (owner, path, query)).fetchone()
        )
        return found if found is not None and found[1] > self._trusted_from else None

    def get_each(self, owner: str, places: Sequence[tuple[str, str]]) -> list[tuple[bytes, float, int | None] | None]:
        """Return a result like that of `get` for each pair of path and query, in the same order."""
        wanted = json.dumps(places)
        rows = self._use_file(lambda file: file.execute(GET_EACH, (wanted, owner)).fetchall()) or []
        found = {at: (text, asked_at, generation) for at, text, asked_at, generation in rows}
        return [found[at] if at in found and found[at][1] > self._trusted_from else None for at in range(len(places))]

    def mark(self, owner: str) -> int:
        """Return a mark for `put`. It changes whenever `forget` or `invalidate` is called."""
        found: tuple[int] | None = self._use_file(lambda file: file.execute(MARK, (owner,)).fetchone())
        return found[0] if found is not None else NO_MARK

    def put(
        self,
        owner: str,
        path: str,
        query: str,
        text: bytes,
        asked_at: float,
        mark: int,
        generation: int | None = None,
    ) -> None:
        """Cache a response, unless `mark` is no longer current or a newer response is cached."""
        if mark == NO_MARK or len(text) > MAX_TEXT:
            return
        row = {"owner": owner, "path": path, "query": query, "asked_at": asked_at, "text": text}
        row |= {"mark": mark, "generation": generation}
        with self._turn:
            self._use_file(lambda file: file.execute(PUT, row))
            if self._is_time_to_evict():
                self._use_file(self._evict)

    def forget(self, owner: str, places: Sequence[str]) -> None:
        """Delete the responses of these paths. A path that ends in a slash stands for everything below it.

        They are never served again, even if that means deleting the whole file.
        """
        self._change_paths(owner, places, FORGET, FORGET_BELOW)

    def invalidate(self, owner: str, places: Sequence[str]) -> None:
        """Clear the generation of these paths' responses. A path ending in a slash stands for everything below it."""
        self._change_paths(owner, places, OUTDATE, OUTDATE_BELOW)

    def _change_paths(self, owner: str, places: Sequence[str], one: str, below: str) -> None:
        with self._turn:
            try:
                file = self._file.connection()
                with file:
                    file.execute("BEGIN")
                    file.execute(NEW_MARK, (owner, self._clock()))
                    for place in places:
                        if place.endswith("/"):
                            file.execute(below, (owner, place, place[:-1] + chr(ord("/") + 1)))
                        else:
                            file.execute(one, (owner, place))
            except (sqlite3.Error, OSError) as fault:
                self._delete_file(fault)

    def _is_time_to_evict(self) -> bool:
        self._puts += 1
        return self._puts >= EVICT_EVERY_PUTS or self._clock() - self._evicted_at >= EVICT_EVERY_SECONDS

    def _evict(self, file: sqlite3.Connection) -> None:
        self._puts, self._evicted_at = 0, self._clock()
        with file:
            file.execute("BEGIN")
            file.execute(EVICT_OLD, (self._evicted_at - KEPT_SECONDS,))
            file.execute(EVICT_MANY, (self._rows,))
            file.execute(EVICT_MARKS, (self._evicted_at - KEPT_SECONDS,))

    def _use_file(self, work: Callable[[sqlite3.Connection], T]) -> T | None:
        """Run `work` on the file and return its result. None if the file can't be used now."""
        if time.monotonic() < self._rests_until:
            return None
        try:
            return work(self._file.connection())
        except (sqlite3.Error, OSError) as fault:
            self._recover_from(fault)
            return None

    def _recover_from(self, fault: Exception) -> None:
        primary = getattr(fault, "sqlite_errorcode", 0) & 0xFF  # the lower byte is the primary error code
        if primary in IN_USE | NO_ROOM or isinstance(fault, OSError):
            self._pause_after_fault()
        else:
            self._delete_file(fault)

    def _delete_file(self, fault: Exception) -> None:
        try:
            if self._file.delete():
                log.warning("listings deleted", extra={"reason": str(fault)})
        except OSError:  # the folder is read-only, so the file stays although its contents may be outdated
            self._trusted_from = self._clock()
            self._pause_after_fault()
        now = time.monotonic()
        if now - self._deleted_at < self._rest_seconds:
            self._pause_after_fault()  # a new file failed too: the disk is full, or something keeps breaking the file
        self._deleted_at = now

    def _pause_after_fault(self) -> None:
        self._rests_until = time.monotonic() + self._rest_seconds

    def close(self) -> None:
        """Close this thread's connection."""
        self._file.close()


class StoredCacheVersions(Records):
    """Stores the versions that tell the client's response cache whether there were writes.

    Versions are random, so that a restored database never reuses the version of a cached response.
    """

    def version(self, organization: str) -> int | None:
        """Return the organization's current version, or None if the store can't be read."""
        try:
            row = self._database.first_row(VERSION, {"organization": organization})
        except StoreError:
            return None
        return NEVER_WRITTEN if row is None else int(row.number)

    def renew(self, organizations: set[str]) -> bool:
        """Renew these organizations' versions. Returns False if the store can't be written."""
        try:
            with self._database.writing() as connection:
                _renew_version(connection, organizations)
        except StoreError:
            return False
        return True


class RenewingVersions(NamedTuple):
    """A `JournalHook` that renews cache versions before and after a call."""

    organizations: set[str]

    def on_intent(self, connection: Connection, entry: int) -> None:  # noqa: ARG002 - as the journal calls it
        _renew_version(connection, self.organizations)

    def on_outcome(self, connection: Connection, outcome: Outcome) -> None:  # noqa: ARG002 - as the journal calls it
        """Renew the versions again, since a concurrent read may have cached a response from before the write."""
        _renew_version(connection, self.organizations)


def _renew_version(connection: Connection, organizations: set[str]) -> None:
    connection.execute(
        PUT_VERSION, [{"organization": each, "number": secrets.randbits(BITS)} for each in organizations]
    )
