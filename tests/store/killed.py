"""Runs a part of the store in a process of its own, and ends that with SIGKILL at one of its steps.

All of these processes are forked from one that has imported the store: to start each anew would take most of the time.
"""

import os
import signal
import sys
from collections.abc import Callable
from contextlib import closing
from multiprocessing import get_context
from pathlib import Path

from sqlalchemy import Engine, event

from masthead.store.backups.backup import write_backup
from masthead.store.backups.restore import restore_backup
from masthead.store.database import Database
from masthead.store.key_ring import use_keys
from masthead.store.keys import Secrets

SECONDS = 60
FILE_EVENTS = {"os.link", "os.remove", "os.rename", "fcntl.flock", "sqlite3.connect"}
"""Names of files are given and taken with these, and a database is written between them."""
_CONTEXT = get_context("forkserver")
_CONTEXT.set_forkserver_preload([__name__])


def ends_before(step: int, run: Callable[..., None], *given: object, counts_files: bool = False) -> bool:
    """Run this, and kill it at that statement or commit, or at that event of files."""
    process = _CONTEXT.Process(target=_run_until, args=(step, run, given, counts_files))
    process.start()
    process.join(SECONDS)
    assert process.exitcode in {0, -signal.SIGKILL}
    return process.exitcode == 0


def restore(place: Path | str, file: Path, secrets: bytes) -> None:
    """Replace what is in this place."""
    restore_backup(place, file, Secrets(secrets), replace=True)


def back_up(place: Path | str, file: Path, secrets: bytes) -> None:
    """Write a backup of what is in this place."""
    with closing(Database(place, migrates=False)) as database:
        write_backup(database, Secrets(secrets), file, masthead="0.1.0")


def change_keys(place: Path | str, new: bytes, old: bytes) -> None:
    """Start with a new secret for the first time."""
    with closing(Database(place)) as database:
        use_keys(database, Secrets(new, (old,)))


def _run_until(step: int, run: Callable[..., None], given: tuple[object, ...], counts_files: bool) -> None:  # noqa: FBT001
    seen = 0

    def count(*_: object) -> None:
        nonlocal seen
        seen += 1
        if seen == step:
            os.kill(os.getpid(), signal.SIGKILL)

    def count_files(what: str, _: object) -> None:
        if what in FILE_EVENTS:
            count()

    if counts_files:
        sys.addaudithook(count_files)
    else:
        event.listen(Engine, "before_cursor_execute", count)
        event.listen(Engine, "commit", count)
    run(*given)
