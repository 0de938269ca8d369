"""Files of the portal's own: for this user alone, and made once however many processes start together."""

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

PRIVATE = 0o600
WAIT_SECONDS = 0.01


def make_private(path: Path) -> None:
    """Make the file, with its folder, if it is not there; and see that it is for this user alone."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, PRIVATE)
    try:
        os.fchmod(handle, PRIVATE)
    finally:
        os.close(handle)


@contextmanager
def one_at_a_time(path: Path, seconds: float) -> Iterator[None]:
    """Let one thread of one process in at a time, by a lock file. Raises TimeoutError, an OSError, after `seconds`."""
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, PRIVATE)
    try:
        _lock(handle, time.monotonic() + seconds)
        yield
    finally:
        os.close(handle)  # this unlocks too


def _lock(handle: int, until: float) -> None:
    while True:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= until:
                raise TimeoutError("another process holds the lock") from None
            time.sleep(WAIT_SECONDS)
        else:
            return
