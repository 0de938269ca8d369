"""The portal's durable store with its tables in place: to run all migrations takes longer than most tests do."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from store import Database


def place_of(address: str) -> Path | str:
    """An address as `Database` takes it: a file, or a URL."""
    return address if "://" in address else Path(address)


def make_store(file: Path) -> None:
    """Write a new one, unless there is one already."""
    if not file.exists():
        file.write_bytes(_new_store())


def open_store(file: Path) -> Database:
    """The one in this file, or a new one."""
    make_store(file)
    return Database(file)


@cache
def _new_store() -> bytes:
    with TemporaryDirectory() as folder:
        file = Path(folder) / "masthead.db"
        Database(file).close()
        return file.read_bytes()
