"""Files of the portal's own: for this user alone, and made once however many processes start together."""

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
"""KiB. Each of many threads has a connection to each file, SQLite keeps 2 MB for each, and the system has them too."""
WAIT_SECONDS = 0.01


def make_private(path: Path) -> None:
    """Make the file, with its folder, if it is not there; and see that it is for this user alone.

    A file that is there is not opened: closing any handle of a SQLite file ends the locks of this process on it.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with suppress(FileExistsError):
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, PRIVATE))
    path.chmod(PRIVATE)


@contextmanager
def atomic_write(path: Path) -> Iterator[IO[bytes]]:
    """A new file for this user alone, which has its name only when it is whole and on the disk.

    Raises FileExistsError where there is one already, BlockingIOError where another process is writing it.
    """
    if path.exists():
        raise FileExistsError(path)
    beside = path.with_name(f".{path.name}.partial")
    with os.fdopen(os.open(beside, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, PRIVATE), "w+b") as file:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        os.fchmod(file.fileno(), PRIVATE)
        file.truncate()  # what a process left that was killed
        try:
            yield file
            file.flush()
            os.fsync(file.fileno())
            beside.rename(path)
        finally:
            beside.unlink(missing_ok=True)
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Wait until the names in this folder are on the disk."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextmanager
def exclusive_lock(path: Path, seconds: float) -> Iterator[None]:
    """Let one thread of one process in at a time, by a lock file. Raises TimeoutError, an OSError, after `seconds`."""
    handle = _open_lock(path)
    try:
        _lock(handle, fcntl.LOCK_EX, time.monotonic() + seconds)
        yield
    finally:
        os.close(handle)  # this unlocks too


class FileIdentity:
    """Which file is at a path now, to tell later whether it is still there.

    The file is held, so that no new one gets its number; by a handle that ends no lock of SQLite's when it is closed.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        handle = os.open(path, os.O_PATH | os.O_CLOEXEC)
        weakref.finalize(self, os.close, handle)
        self._numbers = _numbers(os.fstat(handle))

    @property
    def is_there(self) -> bool:
        try:
            return _numbers(self._path.stat()) == self._numbers
        except OSError:
            return False


def _numbers(found: os.stat_result) -> tuple[int, int]:
    return found.st_dev, found.st_ino


class SharedLock:
    """Held by many, until each has closed it or ended; `exclusive_lock` waits for all of them.

    A process that is forked holds it too. Raises TimeoutError after `seconds`.
    """

    def __init__(self, path: Path, seconds: float) -> None:
        handle = _open_lock(path)
        self._end = weakref.finalize(self, os.close, handle)
        try:
            _lock(handle, fcntl.LOCK_SH, time.monotonic() + seconds)
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Let go of it."""
        self._end()


def _open_lock(path: Path) -> int:
    return os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, PRIVATE)


def _lock(handle: int, how: int, until: float) -> None:
    while True:
        try:
            fcntl.flock(handle, how | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= until:
                raise TimeoutError("another process holds the lock") from None
            time.sleep(WAIT_SECONDS)
        else:
            return
