"""A restore is whole or changes nothing: of what is altered, cut off, too new, or not to be replaced."""

import json
from base64 import b64decode
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from sqlalchemy import column, create_engine, func, select, table

from masthead.store.backups.archive import FORMAT, BackupWriter, JournalEnd, Manifest
from masthead.store.backups.restore import restore_backup
from masthead.store.database import Database
from masthead.store.errors import BackupError
from masthead.store.journal.journal import Journal
from masthead.store.keys import Keys, Secrets, read_secrets
from masthead.store.store import open_store
from tests.loops import for_each
from tests.store.backups.conftest import ENTRIES
from tests.store.backups.stores import change, make_backup, opened, summaries, write_journal
from tests.stores import keys_in, place_of

EARLIER = Path(__file__).parents[1] / "earlier"
BEFORE = ["Rename 1", "Rename 2"]


@pytest.fixture
def occupied(elsewhere: Path | str, keys: Keys) -> Path | str:
    """A place that has another journal already."""
    with opened(elsewhere) as database:
        write_journal(database, keys, len(BEFORE))
    return elsewhere


def test_records_are_replaced_and_kept_aside_only_where_that_is_wanted(
    file: Path, occupied: Path | str, keys: Keys, tmp_path: Path
) -> None:
    with pytest.raises(BackupError, match="has records already"):
        restore_backup(occupied, file, keys.secrets)
    assert summaries(occupied, keys) == BEFORE
    kept = restore_backup(occupied, file, keys.secrets, replace=True).kept_aside
    assert len(summaries(occupied, keys)) == ENTRIES
    with _aside(occupied, kept) as aside:
        assert aside == BEFORE
    make_backup(occupied, keys, tmp_path / "second")
    restore_backup(occupied, tmp_path / "second", keys.secrets, replace=True)
    assert len(summaries(occupied, keys)) == ENTRIES


@contextmanager
def _aside(place: Path | str, kept: str) -> Iterator[list[str]]:
    url = f"sqlite:///{place.with_name(kept)}" if isinstance(place, Path) else place.replace(":", "+psycopg:", 1)
    journal = table("journal", column("summary"), column("number"), schema=None if isinstance(place, Path) else kept)
    engine = create_engine(url)
    with engine.connect() as connection:
        yield list(connection.scalars(select(journal.c.summary).order_by(journal.c.number)))
    engine.dispose()


def test_garbage_is_kept_aside_too(file: Path, keys: Keys, tmp_path: Path) -> None:
    broken = tmp_path / "broken.db"
    broken.write_bytes(b"garbage" * 1000)
    with pytest.raises(BackupError, match="has records already"):
        restore_backup(broken, file, keys.secrets)
    kept = restore_backup(broken, file, keys.secrets, replace=True).kept_aside
    assert (tmp_path / kept).read_bytes() == b"garbage" * 1000
    assert len(summaries(broken, keys)) == ENTRIES


@pytest.mark.exhaustive
def test_it_is_refused_while_a_portal_runs(file: Path, elsewhere: Path | str, keys: Keys, tmp_path: Path) -> None:
    url = f"sqlite:///{elsewhere}" if isinstance(elsewhere, Path) else elsewhere
    running = open_store(tmp_path, keys.secrets, url=url, known_days=1, keep_seconds=1)
    running.journal.begin(change(1))
    with pytest.raises(BackupError, match="the portal is running"):
        restore_backup(elsewhere, file, keys.secrets, replace=True)
    running.close()
    restore_backup(elsewhere, file, keys.secrets, replace=True)
    assert len(summaries(elsewhere, keys)) == ENTRIES


def test_another_key_is_named(file: Path, elsewhere: Path | str, keys: Keys, tmp_path: Path) -> None:
    other = read_secrets(tmp_path / "other")
    with pytest.raises(BackupError, match=r"was made with another key, which Masthead names '[0-9a-f]{16}'"):
        restore_backup(elsewhere, file, other)
    both = Secrets(other.current, (keys.current,))
    restore_backup(elsewhere, file, both)
    assert len(summaries(elsewhere, keys)) == ENTRIES


CUT: dict[str, Callable[[bytes], bytes]] = {
    "nothing": lambda _: b"",
    "a third": lambda whole: whole[: len(whole) // 3],
    "nearly all": lambda whole: whole[:-20],
    "no archive": lambda _: b"no archive",
    "an empty archive": lambda _: b"PK\x05\x06" + bytes(18),
}


@for_each("name", CUT)
def test_what_is_no_whole_backup_is_refused(name: str, file: Path, keys: Keys, occupied: Path | str) -> None:
    cut = file.with_name("cut")
    cut.write_bytes(CUT[name](file.read_bytes()))
    with pytest.raises(BackupError, match="not a backup of Masthead"):
        restore_backup(occupied, cut, keys.secrets, replace=True)
    with pytest.raises(BackupError, match="is not there"):
        restore_backup(occupied, file.with_name("none"), keys.secrets, replace=True)
    assert summaries(occupied, keys) == BEFORE


Parts = dict[str, Any]
JOURNAL = "rows/journal.jsonl"
ALTERED: dict[str, tuple[Callable[[Parts], Parts], str]] = {
    "another text": (
        lambda parts: {JOURNAL: parts[JOURNAL].replace(b"Rename 1", b"Rename 7")},
        "the part journal is not what was written",
    ),
    "a line less": (
        lambda parts: {"rows/people.jsonl": b"", JOURNAL: parts[JOURNAL].rpartition(b"[")[0]},
        "the part journal is not what was written",
    ),
    "no journal": (lambda _: {JOURNAL: None}, "the part journal can't be read"),
    "fewer parts told": (lambda parts: {"told": {"parts": parts["told"]["parts"][:-1]}}, "its seal doesn't fit"),
    "a later format": (lambda _: {"told": {"format": FORMAT + 1}}, f"has the format {FORMAT + 1}"),
}
"""What takes the place of parts of a file, None where one is left out; `told` is the manifest."""


@for_each("name", ALTERED)
def test_one_that_is_altered_is_refused(name: str, file: Path, occupied: Path | str, keys: Keys) -> None:
    alter, words = ALTERED[name]
    with ZipFile(file) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    sealed = json.loads(parts.pop("manifest.json"))
    changed = alter({**parts, "told": sealed["manifest"]})
    sealed["manifest"] |= changed.pop("told", {})
    with ZipFile(file.with_name("altered"), "w") as archive:
        for part, content in {**parts, **changed, "manifest.json": json.dumps(sealed).encode()}.items():
            if content is not None:
                archive.writestr(part, content)
    with pytest.raises(BackupError, match=words):
        restore_backup(occupied, file.with_name("altered"), keys.secrets, replace=True)
    assert summaries(occupied, keys) == BEFORE


def _archive(keys: Keys, version: str, tables: dict[str, list[dict[str, Any]]], end: JournalEnd) -> bytes:
    file = BytesIO()
    writer = BackupWriter(file)
    for name, rows in tables.items():
        writer.add(name, list(rows[0]), [[_value(each) for each in row.values()] for row in rows])
    manifest = Manifest(
        format=FORMAT,
        masthead="0",
        schema_version=version,
        engine="sqlite",
        made_at=1.5,
        journal=end,
        parts=writer.parts,
    )
    writer.finish(manifest, keys.secrets)
    return file.getvalue()


def _value(value: Any) -> Any:  # noqa: ANN401 - any JSON
    return b64decode(value["base64"]) if isinstance(value, dict) else value


@pytest.mark.postgresql
@pytest.mark.parametrize("version", ["0002", "0005"])
def test_one_of_an_earlier_version_is_brought_up_to_date(version: str, empty_database: str, tmp_path: Path) -> None:
    told = json.loads((EARLIER / f"{version}.json").read_text(encoding="utf-8"))
    keys, tables = keys_in(tmp_path, told["secret_key"]), told["rows"]
    seals = tables.get("journal_seals", [])
    end = JournalEnd(number=len(seals), seal=seals[-1]["seal"] if seals else "", problem=None)
    (tmp_path / "b").write_bytes(_archive(keys, version, tables, end))
    place = place_of(empty_database)
    restore_backup(place, tmp_path / "b", keys.secrets)
    with opened(place) as database:
        assert Journal(database, keys).verify_chain() == (len(seals) + 1, None)
        with database.reading() as connection:
            kept = [connection.scalar(select(func.count()).select_from(table(name))) for name in tables]
    assert kept == [len(rows) + (name == "journal_seals") for name, rows in tables.items()]


def test_one_of_a_later_version_or_with_another_journal_is_refused(
    occupied: Path | str, keys: Keys, tmp_path: Path
) -> None:
    (tmp_path / "b").write_bytes(_archive(keys, "9999", {}, JournalEnd(number=0, seal="", problem=None)))
    with pytest.raises(BackupError, match=r"written by a later version of Masthead \(9999"):
        restore_backup(occupied, tmp_path / "b", keys.secrets, replace=True)
    assert summaries(occupied, keys) == BEFORE
    (tmp_path / "b").write_bytes(_archive(keys, "0029", {}, JournalEnd(number=4, seal="a" * 64, problem=None)))
    with pytest.raises(BackupError, match="its journal is not the one that was written"):
        restore_backup(occupied, tmp_path / "b", keys.secrets, replace=True)
    assert summaries(occupied, keys) == BEFORE


def test_nothing_is_left_beside(file: Path, keys: Keys, tmp_path: Path) -> None:
    target = tmp_path / "folder" / "masthead.db"
    restore_backup(target, file, keys.secrets)
    with closing(Database(target, migrates=False)) as database, database.reading() as connection:
        assert connection.scalar(select(func.count()).select_from(table("journal"))) == ENTRIES
    assert {each.name for each in target.parent.iterdir()} == {
        "masthead.db",
        "masthead.db.in-use",
        "masthead.db.lock",
    }
    assert {each.stat().st_mode & 0o777 for each in target.parent.iterdir()} == {0o600}
