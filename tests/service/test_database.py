"""The database: its settings, its transactions, its tables."""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from threading import Barrier
from typing import cast

import psycopg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, event, func, insert, select
from sqlalchemy.exc import IntegrityError, OperationalError

from contract.publishing.sites import LIST_SITES
from service.migrate import VERSIONS, DatabaseVersionError, migrate
from service.storage.database import ServiceDatabase, database_url
from service.tables import metadata
from service.tables.identity import organization
from tests.databases import Databases
from tests.loops import for_each
from tests.service.api_user import ApiUser
from tests.service.conftest import LARKFIELD
from tests.service.release import create_release_1_0_0

ROW = {"id": "org_a", "document": "{}"}


def test_what_is_answered_is_on_the_disk(tmp_path: Path) -> None:
    expected = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 10_000}
    with closing(ServiceDatabase(database_url(str(tmp_path / "new.db")))) as database, database.reading() as connection:
        found = {name: connection.exec_driver_sql(f"PRAGMA {name}").scalar_one() for name in expected}
    assert found == expected


def test_a_file_is_for_its_owner_alone_and_so_is_what_stands_beside_it(tmp_path: Path) -> None:
    for mode in (None, 0o644):  # a new one, and one that others could read
        with closing(ServiceDatabase(database_url(str(tmp_path / "new.db")))) as database:
            migrate(database)
            with database.writing():
                modes = {file.name: oct(file.stat().st_mode & 0o777) for file in tmp_path.iterdir()}
            assert modes == dict.fromkeys(("new.db", "new.db-wal", "new.db-shm"), "0o600"), mode
        (tmp_path / "new.db").chmod(0o644)


@pytest.mark.postgresql
def test_a_write_that_gets_no_turn_is_told(empty_database: str) -> None:
    url = database_url(empty_database)
    with closing(ServiceDatabase(url)) as first, closing(ServiceDatabase(url, wait=0.05)) as second:
        migrate(first)
        with first.writing(), pytest.raises(OperationalError), second.writing():
            pass
        with second.writing() as connection:
            assert connection.scalar(select(func.count()).select_from(organization)) == 0


def test_threads_read_a_file_in_turns(empty_database: str) -> None:
    reading: set[int] = set()
    with closing(ServiceDatabase(database_url(empty_database))) as database, ThreadPoolExecutor(8) as people:

        def read(number: int) -> int:
            with database.reading(), database.reading():
                reading.add(number)
                time.sleep(0.003)
                found = len(reading)
                reading.discard(number)
            return found

        assert max(people.map(read, range(8))) == 1


@pytest.mark.postgresql
def test_a_read_that_takes_long_blocks_nobody(empty_database: str) -> None:
    everybody = Barrier(3, timeout=10)
    with closing(ServiceDatabase(database_url(empty_database))) as database, ThreadPoolExecutor(3) as people:

        def read(_: int) -> int:
            with database.reading() as connection:
                everybody.wait()
                return int(connection.exec_driver_sql("SELECT 7").scalar_one())

        assert list(people.map(read, range(3))) == [7, 7, 7]


@pytest.mark.parametrize("databases", ["postgresql"], indirect=True, scope="session")
def test_connections_that_the_server_ended_are_made_anew(empty_database: str) -> None:
    url = database_url(empty_database)
    others = "SELECT count(pg_terminate_backend(pid, 1000)) FROM pg_stat_activity WHERE datname = current_database()"
    with closing(ServiceDatabase(url)) as used, closing(ServiceDatabase(url)) as ending:
        with used.reading(), used.reading():
            pass
        with ending.reading() as connection:
            assert connection.exec_driver_sql(f"{others} AND pid <> pg_backend_pid()").scalar_one() == 2
        with used.reading() as connection:
            assert connection.exec_driver_sql("SELECT 1").scalar_one() == 1


@pytest.mark.parametrize("databases", ["postgresql"], indirect=True, scope="session")
def test_a_list_waits_for_the_server_four_times(database: ServiceDatabase, alice: ApiUser, tmp_path: Path) -> None:
    alice.asks(LIST_SITES, LARKFIELD)
    with database.reading() as connection:
        told = cast("psycopg.Connection[object]", connection.connection.dbapi_connection).pgconn
    with (tmp_path / "trace").open("w+") as trace:
        told.trace(trace.fileno())
        assert alice.asks(LIST_SITES, LARKFIELD).status == 200
        told.untrace()
        trace.seek(0)
        assert trace.read().count("ReadyForQuery") == len(("the beginning", "who asks", "the list", "the end"))


@pytest.mark.postgresql
def test_connections_stay_open_between_transactions(database: ServiceDatabase) -> None:
    opened: list[object] = []
    event.listen(database.engine, "connect", lambda *made: opened.append(made))
    for _ in range(3):
        with database.reading(), database.writing(), suppress(LookupError), database.reading():
            raise LookupError
    assert len(opened) <= 3


@pytest.mark.postgresql
def test_a_write_waits_for_another_program_once(empty_database: str) -> None:
    url = database_url(empty_database)
    opened: list[object] = []
    with closing(ServiceDatabase(url)) as first, closing(ServiceDatabase(url, wait=0.05)) as second:
        with second.writing():
            pass
        event.listen(second.engine, "connect", lambda *made: opened.append(made))
        with first.writing(), pytest.raises(OperationalError), second.writing():
            pass
    assert opened == []


@pytest.mark.postgresql
@for_each("create", [lambda _: None, create_release_1_0_0])
def test_new_and_upgraded_databases_have_the_tables_that_the_code_names(
    databases: Databases, create: Callable[[Connection], None]
) -> None:
    with databases.empty() as address, closing(ServiceDatabase(database_url(address))) as database:
        with database.writing() as connection:
            create(connection)
        for _ in range(2):
            migrate(database)
        with database.reading() as connection:
            # Parts of titles have an index of another kind on each database, which no table of the code can name.
            options = {"include_name": lambda name, *_: not (name or "").startswith("site_titles")}
            assert compare_metadata(MigrationContext.configure(connection, opts=options), metadata) == []
            assert connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar() == VERSIONS[-1]
            assert connection.exec_driver_sql("SELECT value FROM secret WHERE name = 'addresses'").scalar()


def test_a_database_from_before_the_first_release_is_left_alone(empty_database: str) -> None:
    with closing(ServiceDatabase(database_url(empty_database))) as database:
        with database.writing() as connection:
            create_release_1_0_0(connection)
            connection.exec_driver_sql("UPDATE alembic_version SET version_num = '0010'")
        with pytest.raises(DatabaseVersionError, match=r"before release 1\.0\.0: run that release with it once"):
            migrate(database)


@pytest.mark.postgresql
def test_a_write_that_fails_leaves_no_trace_and_no_lock(database: ServiceDatabase) -> None:
    def write_twice() -> None:
        with database.writing() as connection:
            connection.execute(insert(organization).values(ROW))
            connection.execute(insert(organization).values(ROW))

    with pytest.raises(IntegrityError):
        write_twice()
    with database.writing() as connection:
        assert connection.scalar(select(func.count()).where(organization.c.id == "org_a")) == 0


@pytest.mark.postgresql
def test_a_reader_sees_one_state_throughout(database: ServiceDatabase) -> None:
    count = select(func.count()).select_from(organization)
    with database.reading() as reader:
        before = reader.scalar(count)
        with database.writing() as writer:
            writer.execute(insert(organization).values(ROW))
        assert reader.scalar(count) == before
    with database.reading() as reader:
        assert reader.scalar(count) == (before or 0) + 1


@for_each(
    "given, name",
    [
        ("service.db", str(Path("service.db").absolute())),
        ("~/service.db", str(Path.home() / "service.db")),
        ("sqlite:////data/service.db", "/data/service.db"),
        ("postgresql://someone@localhost/service", "service"),
    ],
)
def test_a_database_is_a_file_or_an_address(given: str, name: str) -> None:
    assert database_url(given).database == name


@for_each("given", ["mysql://localhost/x", "sqlite://", "sqlite:///:memory:", "://"])
def test_what_cannot_be_a_database_is_refused(given: str) -> None:
    with pytest.raises(ValueError, match=r"^is (not|neither) "):
        database_url(given)


def test_a_file_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    database = ServiceDatabase(database_url(str(tmp_path / "nowhere" / "service.db")))
    with closing(database), pytest.raises(OperationalError):
        migrate(database)
