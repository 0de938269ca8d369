"""The database: its settings, its transactions, its tables."""

from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import func, insert, select
from sqlalchemy.exc import IntegrityError, OperationalError

from service.database import Database, database_url
from service.migrating import migrate
from service.tables import metadata
from service.tables.identity import organization

ROW = {"id": "org_a", "document": "{}"}


def test_what_is_answered_is_on_the_disk(database: Database) -> None:
    expected = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 10_000}
    with database.reading() as connection:
        found = {name: connection.exec_driver_sql(f"PRAGMA {name}").scalar_one() for name in expected}
    assert found == expected


def test_migrations_make_the_tables_that_the_code_names(tmp_path: Path) -> None:
    with closing(Database(database_url(str(tmp_path / "new.db")))) as database:
        migrate(database)
        migrate(database)
        with database.reading() as connection:
            assert compare_metadata(MigrationContext.configure(connection), metadata) == []


def test_a_write_that_fails_leaves_no_trace_and_no_lock(database: Database) -> None:
    def write_twice() -> None:
        with database.writing() as connection:
            connection.execute(insert(organization).values(ROW))
            connection.execute(insert(organization).values(ROW))

    with pytest.raises(IntegrityError):
        write_twice()
    with database.writing() as connection:
        assert connection.scalar(select(func.count()).where(organization.c.id == "org_a")) == 0


def test_a_reader_sees_one_state_throughout(database: Database) -> None:
    count = select(func.count()).select_from(organization)
    with database.reading() as reader:
        before = reader.scalar(count)
        with database.writing() as writer:
            writer.execute(insert(organization).values(ROW))
        assert reader.scalar(count) == before
    with database.reading() as reader:
        assert reader.scalar(count) == (before or 0) + 1


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ("service.db", str(Path("service.db").absolute())),
        ("~/service.db", str(Path.home() / "service.db")),
        ("sqlite:////data/service.db", "/data/service.db"),
        ("postgresql://someone@localhost/service", "service"),
    ],
)
def test_a_database_is_a_file_or_an_address(given: str, name: str) -> None:
    assert database_url(given).database == name


@pytest.mark.parametrize("given", ["mysql://localhost/x", "sqlite://", "://"])
def test_what_cannot_be_a_database_is_refused(given: str) -> None:
    with pytest.raises(ValueError, match=r"^is (not|neither) "):
        database_url(given)


def test_a_file_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    database = Database(database_url(str(tmp_path / "nowhere" / "service.db")))
    with closing(database), pytest.raises(OperationalError):
        migrate(database)
