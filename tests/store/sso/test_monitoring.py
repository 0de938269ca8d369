"""What a monitor reads: what its person was shown last, by a token that is kept as a digest alone."""

from dataclasses import replace

import pytest

from masthead.store import Database, Monitoring, SeenCertificate
from tests.faults.clock import Clock

ONE = SeenCertificate("o", "Orchard", "p", "Staff", "staff.example", "AA:BB", 2_000_000_000.0)
OTHER = replace(ONE, provider="q", label="Drivers", ends=1_900_000_000.0)
NONE = replace(ONE, provider="r", label="Auditors", subject="", sha256="", ends=None)


@pytest.fixture
def monitoring(database: Database, clock: Clock) -> Monitoring:
    return Monitoring(database, clock)


def test_what_was_seen_is_told_the_soonest_first(monitoring: Monitoring, clock: Clock) -> None:
    monitoring.saw("alice", "o", [NONE, ONE, OTHER])
    assert monitoring.seen("alice") == [replace(each, at=clock()) for each in (OTHER, ONE, NONE)]
    assert monitoring.seen("bob") == []
    monitoring.saw("alice", "o", [ONE], age=90.0)
    assert monitoring.seen("alice") == [replace(ONE, at=clock() - 90)]


def test_what_an_organization_has_now_takes_the_place_of_what_it_had(monitoring: Monitoring, clock: Clock) -> None:
    elsewhere = replace(OTHER, organization="w")
    monitoring.saw("alice", "o", [ONE, NONE])
    monitoring.saw("alice", "w", [elsewhere])
    clock.pass_(10)
    monitoring.saw("alice", "o", [NONE])
    assert [(each.organization, each.provider) for each in monitoring.seen("alice")] == [("w", "q"), ("o", "r")]
    monitoring.saw("alice", "o", [])
    assert [each.organization for each in monitoring.seen("alice")] == ["w"]


def test_a_token_opens_what_its_person_saw_for_a_year(monitoring: Monitoring, clock: Clock) -> None:
    token = monitoring.make_token("alice")
    assert monitoring.owner_of(token) == "alice"
    assert monitoring.made_at("alice") == clock()
    assert [monitoring.owner_of(wrong) for wrong in ("", token[:-1], token + "x")] == [None, None, None]
    clock.pass_(364 * 86_400)
    assert monitoring.owner_of(token) == "alice"
    clock.pass_(2 * 86_400)
    assert monitoring.owner_of(token) is None


def test_a_new_token_ends_the_one_before(monitoring: Monitoring) -> None:
    first, bobs = monitoring.make_token("alice"), monitoring.make_token("bob")
    second = monitoring.make_token("alice")
    assert [monitoring.owner_of(each) for each in (first, second, bobs)] == [None, "alice", "bob"]
    monitoring.end_token("alice")
    assert (monitoring.owner_of(second), monitoring.made_at("alice")) == (None, None)
    assert monitoring.owner_of(bobs) == "bob"


def test_organizations_that_are_gone_are_forgotten(monitoring: Monitoring) -> None:
    for owner, organization in (("alice", "o"), ("alice", "w"), ("bob", "w")):
        monitoring.saw(owner, organization, [replace(ONE, organization=organization)])
    monitoring.only("alice", ["o"])
    assert [[each.organization for each in monitoring.seen(owner)] for owner in ("alice", "bob")] == [["o"], ["w"]]
