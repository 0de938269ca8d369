"""Sign-ins that were tried are kept by provider, with who says so."""

import pytest

from store import Database, People, SsoTest, SsoTests, TestKind
from tests.faults.clock import Clock


@pytest.fixture
def tests(database: Database, clock: Clock) -> SsoTests:
    return SsoTests(database, clock)


def test_nothing_was_tried_at_first(tests: SsoTests) -> None:
    assert (tests.newest("o"), tests.begun("o", "p", "alice")) == ({}, None)


def test_what_was_recorded_last_of_each_provider_counts(tests: SsoTests, database: Database, clock: Clock) -> None:
    People(database).call("alice", "Alice")
    tests.record("o", "p", "bob", TestKind.STATEMENT, "signed in at 14:05.")
    tests.record("o", "q", "bob", TestKind.STATEMENT, "signed in at 14:06.")
    tests.record("o", "p", "alice", TestKind.EVIDENCE, "Mara")
    tests.begin("o", "p", "alice", 5.0)
    tests.record("another", "p", "alice", TestKind.EVIDENCE, "Nora")
    assert tests.newest("o") == {
        "p": SsoTest("p", TestKind.EVIDENCE, clock(), "Alice", None, "Mara"),
        "q": SsoTest("q", TestKind.STATEMENT, clock(), "", None, "signed in at 14:06."),
    }


def test_each_person_begins_their_own(tests: SsoTests) -> None:
    tests.begin("o", "p", "alice", 5.0)
    tests.begin("o", "p", "alice", 7.0)
    tests.begin("o", "p", "bob", 9.0)
    begun = tests.begun("o", "p", "alice")
    assert begun is not None
    assert begun.seen_until == 7
    assert tests.begun("o", "q", "alice") is None
