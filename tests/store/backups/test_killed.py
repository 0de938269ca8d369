"""A SIGKILL at any step of a backup or a restore leaves what was there, or what was to be there, and never less."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from store import Keys, restore_backup
from tests.store.backups.conftest import ENTRIES
from tests.store.backups.stores import make_backup, opened, summaries, write_journal

ROOT = Path(__file__).parents[3]
KILLED_AT = """
import os, signal, sys
from contextlib import closing
from pathlib import Path
from sqlalchemy import Engine, event
from store import Database, restore_backup, write_backup
from tests.stores import keys_in
step, place, file, keys = int(sys.argv[1]), sys.argv[2], Path(sys.argv[3]), keys_in(Path(sys.argv[4]))
place = place if "://" in place else Path(place)
seen = 0

def count(*_):
    global seen
    seen += 1
    if seen == step:
        os.kill(os.getpid(), signal.SIGKILL)

def look_at(what, _arguments):
    # Names of files are given and taken with these, and a database is written between them.
    if what in {"os.link", "os.remove", "os.rename", "fcntl.flock", "sqlite3.connect"}:
        count()

if isinstance(place, Path):
    sys.addaudithook(look_at)
else:
    event.listen(Engine, "before_cursor_execute", count)
    event.listen(Engine, "commit", count)
if sys.argv[5] == "restore":
    restore_backup(place, file, keys.secrets, replace=True)
else:
    with closing(Database(place, migrates=False)) as database:
        write_backup(database, keys.secrets, file, masthead="0.1.0")
"""
OLD = ["Rename 1", "Rename 2"]
NEW = [f"Rename {number}" for number in range(1, ENTRIES + 1)]
OF_FILES = range(1, 40)
OF_STATEMENTS = [2**power for power in range(12)]


def run(step: int, place: Path | str, file: Path, folder: Path, what: str) -> bool:
    """Whether it came to its end before that step."""
    command = [sys.executable, "-c", KILLED_AT, str(step), str(place), str(file), str(folder), what]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode in {0, -signal.SIGKILL}, done.stderr
    return done.returncode == 0


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """Backups of both kinds are the same, so one is enough here."""
    return tmp_path / "source.db"


@pytest.mark.exhaustive
def test_a_killed_restore_leaves_the_old_records_or_the_new(
    file: Path, elsewhere: Path | str, keys: Keys, tmp_path: Path
) -> None:
    found, ended = [], False
    for step in OF_FILES if isinstance(elsewhere, Path) else OF_STATEMENTS:
        _make_old(elsewhere, keys, tmp_path / f"{step}")
        ended = run(step, elsewhere, file, tmp_path, "restore")
        found.append(summaries(elsewhere, keys))
        assert found[-1] in (OLD, NEW)
        if ended:
            break
    assert (found[0], found[-1], ended) == (OLD, NEW, True)


def _make_old(place: Path | str, keys: Keys, backup: Path) -> None:
    """Bring back the old records, as a restore does that nobody kills."""
    other = backup.with_suffix(".db")
    with opened(other) as database:
        write_journal(database, keys, len(OLD))
    make_backup(other, keys, backup)
    restore_backup(place, backup, keys.secrets, replace=True)
    assert summaries(place, keys) == OLD


@pytest.mark.exhaustive
def test_a_killed_backup_has_no_name(file: Path, place: Path | str, keys: Keys, tmp_path: Path) -> None:
    target = tmp_path / "target"
    for step in OF_FILES:
        if run(step, place, target, tmp_path, "backup"):
            break
        if target.exists():  # killed after it was whole
            assert file.stat().st_size > 0
            break
    restore_backup(tmp_path / "new.db", target, keys.secrets)
    assert summaries(tmp_path / "new.db", keys) == NEW
