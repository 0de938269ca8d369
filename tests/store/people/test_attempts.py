"""Counters of attempts."""

import hashlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from store import Attempts, Database
from tests.databases import Databases


class Clock:
    """A clock that goes when it is told to."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_counter_counts_until_it_ends(database: Database) -> None:
    clock = Clock()
    attempts = Attempts(database, clock)
    assert [attempts.add("a", 60), attempts.add("a", 60)] == [1, 2]
    assert attempts.look("a") == (2, 1060.0)
    clock.now = 1060.0
    assert attempts.look("a") == (0, 1060.0)
    assert attempts.add("a", 60) == 1


def test_counters_are_apart_and_can_be_forgotten(database: Database) -> None:
    attempts = Attempts(database, Clock())
    attempts.add("a", 60)
    attempts.add("b", 60)
    attempts.forget("a")
    assert [attempts.look(key)[0] for key in "ab"] == [0, 1]
    attempts.forget()
    assert attempts.look("b")[0] == 0


def test_two_workers_count_together_and_lose_nothing(database: Database, place: Path | str) -> None:
    other = Database(place, lock_seconds=10)
    workers = [Attempts(each, Clock()) for each in (database, other)]
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(lambda turn: workers[turn % 2].add("a", 60), range(40)))
    other.close()
    assert workers[0].look("a")[0] == 40


def test_the_address_is_not_kept_as_it_is(database: Database, databases: Databases) -> None:
    Attempts(database).add("sign-in/198.51.100.7", 60)
    kept = databases.content()
    assert b"198.51.100.7" not in kept
    assert hashlib.sha256(b"sign-in/198.51.100.7").hexdigest().encode() in kept
