"""Certificates on their way: what was replaced has a way back for a while, what comes next waits for its day."""

import pytest

from masthead.store.database import Database
from masthead.store.people.names import People
from masthead.store.sso.rotations import ProviderPlace, Replaced, Rotations
from tests.faults.clock import Clock

PLACE = ProviderPlace("o", "p")
OTHERS = [PLACE._replace(organization="q"), PLACE._replace(provider="r")]


@pytest.fixture
def rotations(database: Database, clock: Clock) -> Rotations:
    return Rotations(database, clock)


def test_what_was_replaced_is_known_for_a_while(rotations: Rotations, database: Database, clock: Clock) -> None:
    People(database).call("alice", "Alice")
    rotations.begin(PLACE, "bob", old="a", new="c", lifted=False)
    rotations.begin(PLACE, "alice", old="b", new="c", lifted=True)
    assert rotations.replaced(PLACE, "c", 60) == Replaced(PLACE, "b", lifted=True, by="Alice", at=clock())
    assert [rotations.replaced(other, "c", 60) for other in OTHERS] == [None, None]
    clock.pass_(61)
    assert rotations.replaced(PLACE, "c", 60) is None
    assert rotations.replaced(PLACE, "c", 62) is not None


def test_what_is_long_over_counts_no_more(rotations: Rotations, clock: Clock) -> None:
    rotations.begin(PLACE, "bob", old="a", new="b", lifted=True)
    clock.pass_(3601)
    rotations.begin(PLACE, "bob", old="b", new="c", lifted=False)
    found = rotations.replaced(PLACE, "c", 60)
    assert (found and found.lifted, rotations.replaced(PLACE, "b", 9999)) == (False, None)
