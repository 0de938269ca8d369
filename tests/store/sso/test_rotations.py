"""Certificates on their way: what was replaced has a way back for a while, what comes next waits for its day."""

from datetime import date

import pytest

from masthead.store import (
    Database,
    Kept,
    NextCertificate,
    People,
    ProviderPlace,
    Replaced,
    Rotations,
    SsoTest,
    SsoTests,
    TestKind,
)
from tests.faults.clock import Clock

PLACE = ProviderPlace("o", "p")
OTHERS = [PLACE._replace(organization="q"), PLACE._replace(provider="r")]
DAY = date(2027, 3, 31)


@pytest.fixture
def rotations(database: Database, clock: Clock) -> Rotations:
    return Rotations(database, clock)


def test_nothing_is_known_at_first(rotations: Rotations) -> None:
    assert rotations.replaced(PLACE, "c", 60) is None
    assert rotations.coming("o") == {}


def test_what_was_replaced_is_known_for_a_while(rotations: Rotations, database: Database, clock: Clock) -> None:
    People(database).call("alice", "Alice")
    rotations.begin(PLACE, "bob", old="a", new="c", lifted=False)
    rotations.begin(PLACE, "alice", old="b", new="c", lifted=True)
    assert rotations.replaced(PLACE, "c", 60) == Replaced(PLACE, "b", lifted=True, by="Alice", at=clock())
    assert [rotations.replaced(other, "c", 60) for other in OTHERS] == [None, None]
    clock.pass_(61)
    assert rotations.replaced(PLACE, "c", 60) is None
    assert rotations.replaced(PLACE, "c", 62) is not None


def test_one_that_is_refused_leaves_the_way_back_of_the_one_before(rotations: Rotations) -> None:
    rotations.begin(PLACE, "bob", old="a", new="b", lifted=True)
    rotations.begin(PLACE, "bob", old="b", new="c", lifted=False)
    found = rotations.replaced(PLACE, "b", 60), rotations.replaced(PLACE, "c", 60)
    assert [(each.old, each.lifted) for each in found if each] == [("a", True), ("b", True)]


def test_what_is_long_over_counts_no_more(rotations: Rotations, clock: Clock) -> None:
    rotations.begin(PLACE, "bob", old="a", new="b", lifted=True)
    clock.pass_(3601)
    rotations.begin(PLACE, "bob", old="b", new="c", lifted=False)
    found = rotations.replaced(PLACE, "c", 60)
    assert (found and found.lifted, rotations.replaced(PLACE, "b", 9999)) == (False, None)


def test_what_ended_is_forgotten(rotations: Rotations) -> None:
    for place in (PLACE, *OTHERS):
        rotations.begin(place, "bob", old="a", new="b", lifted=False)
    rotations.end(PLACE)
    assert rotations.replaced(PLACE, "b", 60) is None
    assert None not in [rotations.replaced(other, "b", 60) for other in OTHERS]


def test_what_was_kept_is_asked_about_no_more(rotations: Rotations, database: Database, clock: Clock) -> None:
    People(database).call("alice", "Alice")
    rotations.begin(PLACE, "bob", old="a", new="b", lifted=True)
    assert rotations.kept(PLACE, "b") is None
    rotations.keep(PLACE, "alice")
    clock.pass_(1)
    rotations.keep(PLACE, "bob")
    assert rotations.replaced(PLACE, "b", 60) is None
    assert rotations.kept(PLACE, "b") == Kept("alice", "Alice", clock() - 1)
    assert [rotations.kept(other, "b") for other in OTHERS] == [None, None]
    rotations.begin(PLACE, "bob", old="b", new="c", lifted=False)
    found = rotations.replaced(PLACE, "c", 60)
    assert found is not None
    assert not found.lifted


def test_what_comes_next_waits_by_provider(rotations: Rotations, database: Database) -> None:
    People(database).call("alice", "Alice")
    for place in (PLACE, *OTHERS):
        rotations.remember(place, "bob", pem="x", due=DAY)
    noted = rotations.coming("o")["p"]
    assert rotations.remember(PLACE, "alice", pem="y", due=DAY, instead_of=noted.mark) is None
    assert rotations.coming("o")["p"] == NextCertificate(PLACE, "y", DAY, by="Alice")
    assert set(rotations.coming("o")) == {"p", "r"}
    assert rotations.forget(PLACE, rotations.coming("o")["p"].mark) is None
    assert set(rotations.coming("o")) == {"r"}
    assert set(rotations.coming("q")) == {"p"}


def test_what_somebody_noted_meanwhile_stays(rotations: Rotations) -> None:
    rotations.remember(PLACE, "bob", pem="x", due=DAY)
    theirs = rotations.coming("o")["p"]
    later = DAY.replace(day=1)
    assert rotations.remember(PLACE, "alice", pem="y", due=DAY) == theirs
    assert rotations.remember(PLACE, "alice", pem="x", due=later) == theirs
    assert rotations.forget(PLACE, "of another") == theirs
    assert rotations.coming("o") == {"p": theirs}
    assert rotations.remember(PLACE, "alice", pem="x", due=DAY) is None


def test_of_one_that_is_no_more_nothing_is_kept(rotations: Rotations) -> None:
    for place in (PLACE, *OTHERS):
        rotations.begin(place, "bob", old="a", new="b", lifted=False)
        rotations.remember(place, "bob", pem="x", due=DAY)
    rotations.drop(PLACE)
    assert (rotations.replaced(PLACE, "b", 60), set(rotations.coming("o"))) == (None, {"r"})


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
