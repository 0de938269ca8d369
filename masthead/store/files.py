"""Private files, created only once even if several processes start at the same time."""

import fcntl
import os
import time
import weakref
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

PRIVATE = 0o600
SMALL_CACHE = "PRAGMA cache_size=-256"
"""KiB. Many threads have connections; SQLite would cache 2 MB for each, and the system caches too."""
WAIT_SECONDS = 0.01


def make_private(path: Path) -> None:
    """Create the file and its folder if missing, and make the file accessible to this user only.

    An existing file is not opened: closing any handle of a SQLite file releases this process's locks on it.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, PRIVATE))
    path.chmod(PRIVATE)


@contextmanager
def atomic_write(path: Path) -> Iterator[IO[bytes]]:
    """Write a new private file, which gets its final name once it is complete and on disk.

    Raises FileExistsError if the file exists, or BlockingIOError if another process is writing it.
    """
    if path.exists():
        raise FileExistsError(path)
    beside = path.with_name(f".{path.name}.partial")
    with os.fdopen(os.open(beside, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, PRIVATE), "w+b") as file:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        os.fchmod(file.fileno(), PRIVATE)
        file.truncate()  # a killed process left it
        try:
            yield file
            file.flush()
            os.fsync(file.fileno())
            beside.rename(path)
        finally:
            beside.unlink(missing_ok=True)
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Wait until the folder's entries are on disk."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def lock_file(path: Path, seconds: float, *, shared: bool = False) -> Iterator[None]:
    """Lock a file for the duration of the context, exclusively or shared. Raises TimeoutError, which is an OSError.

    Forked processes keep the lock, too.
    """
    until = time.monotonic() + seconds
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, PRIVATE)
    try:
        while True:
            try:
                fcntl.flock(handle, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
                break
            except BlockingIOError:
                if time.monotonic() >= until:
                    raise TimeoutError("another process holds the lock") from None
                time.sleep(WAIT_SECONDS)
        yield
    finally:
        os.close(handle)  # closing unlocks it, too


class FileIdentity:
    """Remembers which file is at a path, to detect whether it was replaced.

    An open handle prevents its inode number from being reused. It is an O_PATH handle: closing it releases no locks.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        handle = os.open(path, os.O_PATH | os.O_CLOEXEC)
        weakref.finalize(self, os.close, handle)
        self._found = os.fstat(handle)

    @property
    def is_there(self) -> bool:
        try:
            return os.path.samestat(self._path.stat(), self._found)
        except OSError:
            return False
