"""The portal's durable store with its tables in place: to run all migrations takes longer than most tests do."""

import time
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from masthead.store.database import Database
from masthead.store.keys import FormerKey, Keys, Secrets, read_secrets, unrotated_keys
from tests.disk import do_not_wait_for_the_disk, no_waiting_for_the_disk


def place_of(address: str) -> Path | str:
    """An address as `Database` takes it: a file, or a URL."""
    return address if "://" in address else Path(address)


def keys_in(folder: Path, secret: str | None = None) -> Keys:
    """The first keys of a portal with this instance folder, and this secret if one is set."""
    return unrotated_keys(read_secrets(folder, secret))


def other_keys(secret: bytes = b"another key of 32 bytes, or more") -> Keys:
    """Those of a portal that has another secret."""
    return unrotated_keys(Secrets(secret))


def renewed(keys: Keys) -> Keys:
    """The same keys after a change: another one seals."""
    return replace(
        keys, current=b"a later key of 32 bytes, or more", former=(FormerKey(keys.current, time.time(), 0, ""),)
    )


def make_store(file: Path) -> None:
    """Write a new one, unless there is one already."""
    if not file.exists():
        file.write_bytes(_new_store())


def open_store(file: Path) -> Database:
    """The one in this file, or a new one; it does not wait for the disk."""
    make_store(file)
    with no_waiting_for_the_disk():
        database = Database(file)
    with database.reading() as connection:
        do_not_wait_for_the_disk(connection)
    return database


@cache
def _new_store() -> bytes:
    with TemporaryDirectory() as folder:
        file = Path(folder) / "masthead.db"
        Database(file).close()
        return file.read_bytes()
