"""Certificates on their way: what was replaced has a way back for a while, what comes next waits for its day."""

from datetime import date

import pytest

from store import Database, NextCertificate, People, ProviderPlace, Replaced, Rotations
from tests.faults.clock import Clock

PLACE = ProviderPlace("o", "p")
OTHERS = [PLACE._replace(organization="q"), PLACE._replace(provider="r")]
DAY = date(2027, 3, 31)


@pytest.fixture
def rotations(database: Database, clock: Clock) -> Rotations:
    return Rotations(database, clock)


def test_nothing_is_known_at_first(rotations: Rotations) -> None:
    assert rotations.replaced(PLACE, 60) is None
    assert rotations.coming("o") == {}


def test_the_last_replacement_is_known_for_a_while(rotations: Rotations, database: Database, clock: Clock) -> None:
    People(database).call("alice", "Alice")
    rotations.begin(PLACE, "bob", old="a", new="b", lifted=False)
    rotations.begin(PLACE, "alice", old="b", new="c", lifted=True)
    assert rotations.replaced(PLACE, 60) == Replaced(PLACE, "b", "c", lifted=True, by="Alice", at=clock())
    assert [rotations.replaced(other, 60) for other in OTHERS] == [None, None]
    clock.pass_(61)
    assert rotations.replaced(PLACE, 60) is None
    assert rotations.replaced(PLACE, 62) is not None


def test_what_ended_is_forgotten(rotations: Rotations) -> None:
    for place in (PLACE, *OTHERS):
        rotations.begin(place, "bob", old="a", new="b", lifted=False)
    rotations.end(PLACE)
    assert rotations.replaced(PLACE, 60) is None
    assert None not in [rotations.replaced(other, 60) for other in OTHERS]


def test_what_comes_next_waits_by_provider(rotations: Rotations, database: Database) -> None:
    People(database).call("alice", "Alice")
    for place in (PLACE, *OTHERS):
        rotations.remember(place, "bob", pem="x", due=DAY)
    rotations.remember(PLACE, "alice", pem="y", due=DAY)
    assert rotations.coming("o")["p"] == NextCertificate(PLACE, "y", DAY, by="Alice")
    assert set(rotations.coming("o")) == {"p", "r"}
    rotations.forget(PLACE)
    assert set(rotations.coming("o")) == {"r"}
    assert set(rotations.coming("q")) == {"p"}
