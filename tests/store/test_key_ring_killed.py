"""A SIGKILL at any step of a change of keys leaves the old keys or the new ones, and what they seal opens."""

import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from store import Arrangements, Database, Journal, Keys, Secrets, StoreError
from store.key_ring import use_keys
from tests.store.backups.stores import write_journal

ROOT = Path(__file__).parents[2]
OLD, NEW = b"the old secret of 32 bytes, or more", b"the new secret of 32 bytes, or more"
KILLED_AT = """
import os, signal, sys
from pathlib import Path
from sqlalchemy import Engine, event
from store import Database, Secrets
from store.key_ring import use_keys
step, place = int(sys.argv[1]), sys.argv[2]
database, seen = Database(place if "://" in place else Path(place)), 0

def count(*_):
    global seen
    seen += 1
    if seen == step:
        os.kill(os.getpid(), signal.SIGKILL)

event.listen(Engine, "before_cursor_execute", count)
event.listen(Engine, "commit", count)
use_keys(database, Secrets(sys.argv[3].encode(), (sys.argv[4].encode(),)))
"""


@pytest.mark.exhaustive
def test_a_killed_change_leaves_the_old_keys_or_the_new(place: Path | str) -> None:
    with closing(Database(place)) as database:
        keys = use_keys(database, Secrets(OLD))
        write_journal(database, keys, 2)
        Arrangements(database, keys).begin("alice", "org/site", "a structure")
    step, is_new = 1, False
    while not is_new:
        command = [sys.executable, "-c", KILLED_AT, str(step), str(place), NEW.decode(), OLD.decode()]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)
        assert done.returncode in {0, -signal.SIGKILL}, done.stderr
        with closing(Database(place)) as database:
            keys, is_new = _keys_of(database)
            assert Arrangements(database, keys).find("alice", "org/site") is not None
            assert Journal(database, keys).first_broken() == (4, None)
        step += 3
    assert step > 10  # it was killed some times before


def _keys_of(database: Database) -> tuple[Keys, bool]:
    try:
        return use_keys(database, Secrets(OLD)), False
    except StoreError:
        return use_keys(database, Secrets(NEW)), True
