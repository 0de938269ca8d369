"""A crawl is one person's, goes on where it was left, and only one window at a time goes on with it."""

from dataclasses import replace

import pytest

from masthead.store.database import Database
from masthead.store.directory.crawls import KEPT_SECONDS, LEASE_SECONDS, STALE_SECONDS, Crawl, Crawls, CrawlStatus
from tests.faults.clock import Clock

ORG = "org"
STEPS = [("listSites", "0", "", ORG), ("getPublished", "1", "a page", ORG, "site")]


@pytest.fixture
def crawls(database: Database, clock: Clock) -> Crawls:
    return Crawls(database, clock)


def taken(crawls: Crawls, owner: str = "alice") -> Crawl:
    found = crawls.take(owner, ORG)
    assert found is not None
    return found


def test_one_window_at_a_time(crawls: Crawls, clock: Clock) -> None:
    crawls.begin("alice", ORG, STEPS)
    crawl = taken(crawls)
    clock.pass_(LEASE_SECONDS - 1)
    assert crawls.take("alice", ORG) is None
    clock.pass_(1)
    assert taken(crawls) == crawl, "it was killed, and another goes on"
    crawls.save("alice", crawl, wait_seconds=30)
    clock.pass_(29)
    assert crawls.take("alice", ORG) is None, "it waits"
    clock.pass_(1)
    assert taken(crawls) == crawl


def test_a_completed_crawl_says_when_until_the_next_one_is(crawls: Crawls, clock: Clock) -> None:
    crawls.begin("alice", ORG, STEPS)
    crawls.save("alice", replace(taken(crawls), waiting=()))
    completed_at = clock()
    assert crawls.take("alice", ORG) is None
    clock.pass_(60)
    crawls.begin("alice", ORG, STEPS)
    assert taken(crawls).completed_at == completed_at
    assert crawls.status("alice", ORG) == CrawlStatus(is_running=True, completed_at=completed_at)


def test_an_old_one_is_due_again(crawls: Crawls, clock: Clock) -> None:
    assert crawls.status("alice", ORG).is_due(clock())
    crawls.begin("alice", ORG, STEPS)
    assert crawls.status("alice", ORG).is_due(clock())
    crawls.save("alice", replace(taken(crawls), waiting=()))
    assert not crawls.status("alice", ORG).is_due(clock() + STALE_SECONDS - 1)
    assert crawls.status("alice", ORG).is_due(clock() + STALE_SECONDS)


def test_a_slice_of_an_earlier_crawl_changes_nothing(crawls: Crawls, clock: Clock) -> None:
    crawls.begin("alice", ORG, STEPS)
    earlier = taken(crawls)
    clock.pass_(1)
    crawls.begin("alice", ORG, STEPS)
    crawls.save("alice", replace(earlier, waiting=()))
    assert taken(crawls).waiting == tuple(STEPS)


def test_old_ones_go_and_one_s_own_can_be_forgotten(crawls: Crawls, clock: Clock) -> None:
    crawls.begin("alice", ORG, STEPS)
    clock.pass_(KEPT_SECONDS)
    crawls.begin("bob", ORG, STEPS)
    assert not crawls.status("alice", ORG).is_running
    crawls.forget_all("alice")
    assert crawls.status("bob", ORG).is_running
    crawls.forget_all("bob")
    assert not crawls.status("bob", ORG).is_running
