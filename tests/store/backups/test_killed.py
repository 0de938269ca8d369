"""A SIGKILL at any step of a backup or a restore leaves what was there, or what was to be there, and never less."""

from pathlib import Path

import pytest

from masthead.store.backups.restore import restore_backup
from masthead.store.keys import Keys
from tests.store.backups.conftest import ENTRIES
from tests.store.backups.stores import make_backup, opened, summaries, write_journal
from tests.store.killed import back_up, ends_before, restore

OLD = ["Rename 1", "Rename 2"]
NEW = [f"Rename {number}" for number in range(1, ENTRIES + 1)]
OF_FILES = range(1, 40)
OF_STATEMENTS = [2**power for power in range(12)]


@pytest.mark.exhaustive
def test_a_killed_restore_leaves_the_old_records_or_the_new(
    file: Path, elsewhere: Path | str, keys: Keys, tmp_path: Path
) -> None:
    old, found, ended = tmp_path / "old.backup", [], False
    with opened(tmp_path / "old.db") as database:
        write_journal(database, keys, len(OLD))
    make_backup(tmp_path / "old.db", keys, old)
    counts_files = isinstance(elsewhere, Path)
    for step in OF_FILES if counts_files else OF_STATEMENTS:
        restore_backup(elsewhere, old, keys.secrets, replace=True)
        assert summaries(elsewhere, keys) == OLD
        ended = ends_before(step, restore, elsewhere, file, keys.secrets.current, counts_files=counts_files)
        found.append(summaries(elsewhere, keys))
        assert found[-1] in (OLD, NEW)
        if ended:
            break
    assert (found[0], found[-1], ended) == (OLD, NEW, True)


@pytest.mark.exhaustive
def test_a_killed_backup_has_no_name(file: Path, place: Path | str, keys: Keys, tmp_path: Path) -> None:
    target = tmp_path / "target"
    for step in OF_FILES:
        if ends_before(step, back_up, place, target, keys.secrets.current, counts_files=True):
            break
        if target.exists():  # killed after it was whole
            assert file.stat().st_size > 0
            break
    restore_backup(tmp_path / "new.db", target, keys.secrets)
    assert summaries(tmp_path / "new.db", keys) == NEW
