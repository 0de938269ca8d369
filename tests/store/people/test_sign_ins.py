"""A sign-in that has begun is taken once, by its browser, within ten minutes; attempts are counted."""

import hashlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from masthead.store.database import Database
from masthead.store.keys import Keys
from masthead.store.sign_ins import Attempts, SignIns
from tests.databases import Databases
from tests.faults.clock import Clock

KEPT = {"nonce": "n", "verifier": "v", "next": "/orgs"}


@pytest.fixture
def sign_ins(database: Database, keys: Keys, clock: Clock) -> SignIns:
    return SignIns(database, keys, clock)


def test_it_is_taken_once(sign_ins: SignIns) -> None:
    state, browser = sign_ins.begin("", KEPT)
    assert sign_ins.take(browser, state) == KEPT
    assert sign_ins.take(browser, state) is None
    assert sign_ins.take(sign_ins.begin("", KEPT)[1], "A" * 22) is None


def test_another_browser_neither_takes_nor_ends_it(sign_ins: SignIns) -> None:
    state, browser = sign_ins.begin("", KEPT)
    _, other = sign_ins.begin("", KEPT)
    forged = f"{browser.partition('.')[0]}.{other.partition('.')[2]}"
    for value in ("", "nonsense", other):
        assert sign_ins.take(value, state) is None
    assert sign_ins.take(browser, state) == KEPT
    state, browser = sign_ins.begin(browser, KEPT)
    assert sign_ins.take(forged, state) is None


def test_it_is_over_after_ten_minutes(sign_ins: SignIns, clock: Clock) -> None:
    state, browser = sign_ins.begin("", KEPT)
    clock.pass_(600)
    assert sign_ins.take(browser, state) is None


def test_a_counter_counts_until_it_ends(database: Database) -> None:
    clock = Clock(1000.0)
    attempts = Attempts(database, clock)
    assert [attempts.add("a", 60), attempts.add("a", 60)] == [1, 2]
    assert attempts.peek("a") == (2, 1060.0)
    clock.pass_(60)
    assert attempts.peek("a") == (0, 1060.0)
    assert attempts.add("a", 60) == 1


def test_two_workers_count_together_and_lose_nothing(database: Database, place: Path | str) -> None:
    other = Database(place, lock_seconds=10)
    workers = [Attempts(each, Clock()) for each in (database, other)]
    with ThreadPoolExecutor(8) as threads:
        list(threads.map(lambda turn: workers[turn % 2].add("a", 60), range(40)))
    other.close()
    assert workers[0].peek("a")[0] == 40


def test_the_address_is_not_kept_as_it_is(database: Database, databases: Databases) -> None:
    Attempts(database).add("sign-in/198.51.100.7", 60)
    kept = databases.content()
    assert b"198.51.100.7" not in kept
    assert hashlib.sha256(b"sign-in/198.51.100.7").hexdigest().encode() in kept
