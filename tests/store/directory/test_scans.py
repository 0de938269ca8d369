"""A walk is one person's, goes on where it was left, and only one window at a time goes on with it."""

from dataclasses import replace

import pytest

from masthead.store.database import Database
from masthead.store.directory.scans import KEPT_SECONDS, LEASE_SECONDS, Scan, Scans
from tests.faults.clock import Clock

ORG = "org"
STEPS = [("listSites", "0", "", ORG), ("getPublished", "1", "a page", ORG, "site")]


@pytest.fixture
def scans(database: Database, clock: Clock) -> Scans:
    return Scans(database, clock)


def taken(scans: Scans, owner: str = "alice") -> Scan:
    found = scans.take(owner, ORG)
    assert found is not None
    return found


def test_one_window_at_a_time(scans: Scans, clock: Clock) -> None:
    scans.begin("alice", ORG, 50, STEPS)
    scan = taken(scans)
    assert scans.take("alice", ORG) is None
    clock.pass_(LEASE_SECONDS - 1)
    assert scans.save("alice", scan)
    clock.pass_(LEASE_SECONDS - 1)
    assert scans.take("alice", ORG) is None, "whoever goes on keeps it"
    clock.pass_(1)
    assert taken(scans) == replace(scan, at=clock() - LEASE_SECONDS), "it was killed, and another goes on"
    assert scans.save("alice", scan, ends_slice=True)
    assert scans.take("alice", ORG) is not None


def test_old_ones_go_and_one_s_own_can_be_forgotten(scans: Scans, clock: Clock) -> None:
    scans.begin("alice", ORG, 50, STEPS)
    clock.pass_(KEPT_SECONDS)
    scans.begin("bob", ORG, 50, STEPS)
    assert scans.get("alice", ORG) is None
    scans.forget_all("alice")
    assert scans.get("bob", ORG) is not None
    scans.forget_all("bob")
    assert scans.get("bob", ORG) is None
