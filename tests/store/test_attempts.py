"""Counters of attempts."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from store import Attempts, Database


class Clock:
    """A clock that goes when it is told to."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_counter_counts_until_it_ends(tmp_path: Path) -> None:
    clock = Clock()
    attempts = Attempts(Database(tmp_path / "portal.db"), clock)
    assert [attempts.add("a", 60), attempts.add("a", 60)] == [1, 2]
    assert attempts.look("a") == (2, 1060.0)
    clock.now = 1060.0
    assert attempts.look("a") == (0, 1060.0)
    assert attempts.add("a", 60) == 1


def test_counters_are_apart_and_can_be_forgotten(tmp_path: Path) -> None:
    attempts = Attempts(Database(tmp_path / "portal.db"), Clock())
    attempts.add("a", 60)
    attempts.add("b", 60)
    attempts.forget("a")
    assert [attempts.look(key)[0] for key in "ab"] == [0, 1]
    attempts.forget()
    assert attempts.look("b")[0] == 0


def test_two_workers_count_together_and_lose_nothing(tmp_path: Path) -> None:
    workers = [Attempts(Database(tmp_path / "portal.db"), Clock()) for _ in range(2)]
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(lambda turn: workers[turn % 2].add("a", 60), range(40)))
    assert workers[0].look("a")[0] == 40


def test_the_address_is_not_kept_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "portal.db"
    database = Database(file)
    Attempts(database).add("sign-in/198.51.100.7", 60)
    database.close()
    kept = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert b"198.51.100.7" not in kept
