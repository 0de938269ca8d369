"""Writes that wait for each other share a transaction, and each still stands for itself."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor

import pytest
from sqlalchemy import Connection, event, insert, select
from sqlalchemy.exc import IntegrityError, OperationalError

from service.storage.database import DiscardWrite, GroupCommit, ServiceDatabase
from service.tables.identity import organization

pytestmark = pytest.mark.postgresql

Write = Callable[[Connection], object]

SECONDS = 60


class WriteQueue:
    """Writers in a known order: who has the turn waits until the next one stands in line, and nobody else does."""

    def __init__(self, database: ServiceDatabase, threads: ThreadPoolExecutor, seconds_open: float = SECONDS) -> None:
        self.group_commit = GroupCommit(database.engine, seconds_open)
        self._threads = threads
        self._ended: set[int] = set()
        self.commits: list[set[int]] = []
        """For each commit the writers who had ended before it."""
        event.listen(database.engine, "commit", lambda _: self.commits.append(set(self._ended)))

    def write(self, *writes: Write) -> list[type[BaseException] | None]:
        """The error of each, written by a thread of its own."""
        started: list[Future[None]] = []

        def start(number: int) -> None:
            started.append(self._threads.submit(one, number))

        def one(number: int) -> None:
            try:
                with self.group_commit.writing() as connection:
                    if number + 1 < len(writes):
                        start(number + 1)
                        self._wait_for_one_in_line()
                    writes[number](connection)
            finally:
                self._ended.add(number)

        start(0)
        # A writer starts the next one before it ends, so the list has grown by then.
        errors = [write.exception(SECONDS) for write in started]
        assert len(errors) == len(writes)
        return [None if error is None else type(error) for error in errors]

    def _wait_for_one_in_line(self) -> None:
        ends = time.monotonic() + SECONDS
        while not self.group_commit.in_line:
            assert time.monotonic() < ends
            time.sleep(0.001)


@pytest.fixture
def line(database: ServiceDatabase) -> Iterator[WriteQueue]:
    with ThreadPoolExecutor(8) as threads:
        yield WriteQueue(database, threads)


def add(name: str) -> Write:
    return lambda connection: connection.execute(insert(organization).values(id=name, document="{}"))


def end_the_transaction(connection: Connection) -> None:
    """As a database does by itself when its disk is full."""
    connection.exec_driver_sql("ROLLBACK")


def added(database: ServiceDatabase) -> set[str]:
    with database.reading() as connection:
        return {name for name in connection.scalars(select(organization.c.id)) if name.startswith("new_")}


def test_who_waits_shares_a_commit_and_nobody_ends_before_it(line: WriteQueue, database: ServiceDatabase) -> None:
    names = [f"new_{number}" for number in range(6)]
    assert line.write(*map(add, names)) == [None] * 6
    assert line.commits[0] == set()
    assert len(line.commits) == 1
    assert added(database) == set(names)


def test_a_write_alone_is_committed_at_once(line: WriteQueue, database: ServiceDatabase) -> None:
    for name in ("new_a", "new_b"):
        assert line.write(add(name)) == [None]
    assert len(line.commits) == 2
    assert added(database) == {"new_a", "new_b"}


def test_a_group_that_is_open_for_long_is_committed(database: ServiceDatabase) -> None:
    with ThreadPoolExecutor(8) as threads:
        line = WriteQueue(database, threads, seconds_open=0)
        assert line.write(add("new_a"), add("new_b")) == [None] * 2
    assert len(line.commits) == 2
    assert added(database) == {"new_a", "new_b"}


@pytest.mark.parametrize("failing", [0, 1, 2])
def test_one_that_fails_takes_nobody_with_it(line: WriteQueue, database: ServiceDatabase, failing: int) -> None:
    def add_twice(connection: Connection) -> None:
        add("new_twice")(connection)
        add("new_twice")(connection)

    writes = [add(f"new_{number}") for number in range(3)]
    writes[failing] = add_twice
    assert line.write(*writes) == [IntegrityError if number == failing else None for number in range(3)]
    assert added(database) == {f"new_{number}" for number in range(3) if number != failing}


def test_a_discarded_write_leaves_the_others(line: WriteQueue, database: ServiceDatabase) -> None:
    def discard(connection: Connection) -> None:
        add("new_discarded")(connection)
        raise DiscardWrite

    assert line.write(add("new_a"), discard, add("new_b")) == [None, DiscardWrite, None]
    assert added(database) == {"new_a", "new_b"}


def test_a_commit_that_fails_is_told_to_all_and_to_who_was_refused(line: WriteQueue, database: ServiceDatabase) -> None:
    def refuse(connection: Connection) -> None:
        assert connection.scalar(select(organization.c.id).where(organization.c.id == "new_a")) == "new_a"
        raise LookupError

    assert line.write(add("new_a"), refuse, end_the_transaction) == [OperationalError] * 3
    assert line.commits == []
    assert added(database) == set()
    assert line.write(add("new_b")) == [None]
    assert added(database) == {"new_b"}
