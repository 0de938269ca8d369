"""A scan of links reads each page once, whatever happens to the service, to the pages and to the portal."""

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from masthead.client import Api, Breaker, ResponseCache, TokenRefused, Transport
from masthead.lookup.link_scan import AT_ONCE, AWAY_SECONDS, scan_links_slice
from masthead.store.link_scans.findings import LinkFindings
from masthead.store.link_scans.scans import LinkScan, LinkScans, LinkSource
from masthead.store.responses import ResponseStore, StoredCacheVersions
from tests.client.conftest import PATIENT
from tests.faults import faults
from tests.faults.clock import Clock
from tests.faults.hostile import Fault, Hostile
from tests.faults.link_pages import LinkPages, broken, page_id
from tests.stores import open_store

ORG, SPACE = "org", LinkSource("space_a", title="Handbook")
BUDGET = 1000


class LinkWalk:
    """One person's scan of an API with these pages, in slices by a clock that passes a second with each look at it."""

    def __init__(self, pages: LinkPages, folder: Path, clock: Clock) -> None:
        self.pages, self.clock = pages, clock
        self.hostile = Hostile(pages.fault)
        self.hostile.__enter__()
        self.transport, self.listings = (
            Transport(self.hostile.url, limits=PATIENT, breaker=Breaker(rest_seconds=0.01)),
            ResponseStore(folder / "listings.db"),
        )
        self.database = open_store(folder / "masthead.db")
        self.scans, self.findings = LinkScans(self.database, clock), LinkFindings(self.database)

    def begin(self, *sources: LinkSource, budget: int = BUDGET) -> int:
        return self.scans.begin("me", ORG, sources or (SPACE,), budget)

    def go_on(self, number: int, seconds: float = 5) -> LinkScan | None:
        memory = ResponseCache(self.listings, StoredCacheVersions(self.database), owner="me")
        api = Api(self.transport, token="demo-alice", memory=memory)
        scan = self.scans.take("me", number)
        return scan and scan_links_slice(api, self.scans, scan, count().__next__, seconds)

    def to_the_end(self, number: int) -> LinkScan:
        for _ in range(1000):
            scan = self.go_on(number)
            if scan is not None and scan.state != "running":
                return scan
            self.clock.pass_(AWAY_SECONDS)
        raise AssertionError("it does not end")

    def close(self) -> None:
        self.hostile.__exit__()
        self.transport.close()
        self.listings.close()
        self.database.close()


@pytest.fixture
def pages() -> LinkPages:
    return LinkPages(30)


@pytest.fixture
def walk(pages: LinkPages, tmp_path: Path, clock: Clock) -> Iterator[LinkWalk]:
    walk = LinkWalk(pages, tmp_path, clock)
    yield walk
    walk.close()


def figures(scan: LinkScan) -> tuple[str, int, int, int, int]:
    return scan.state, scan.pages, scan.read, scan.gone, scan.unread


def test_each_page_is_read_once(walk: LinkWalk, pages: LinkPages) -> None:
    scan = walk.to_the_end(walk.begin())
    assert figures(scan) == ("done", 30, 30, 0, 0)
    assert (scan.calls, scan.broken, scan.links) == (31, 3, 30 * 3 + 3)
    assert pages.asked == dict.fromkeys(map(page_id, range(30)), 1)
    (target,) = walk.findings.list_targets(scan.number)
    assert (target.kind, target.name, target.pages, target.links) == ("page", "gone", 3, 3)


def test_links_in_several_parts_are_all_kept(walk: LinkWalk, pages: LinkPages) -> None:
    pages.links[page_id(1)] = [broken("url", f"old/{number}") for number in range(5)]
    scan = walk.to_the_end(walk.begin())
    (first, *_) = walk.findings.list_pages(scan.number)
    assert (first.id, first.broken, first.links, pages.asked[page_id(1)]) == (page_id(1), 5, 8, 3)
    shown = [each.name for each in walk.findings.links_of(scan.number, first.position, limit=9)]
    assert shown == [f"old/{number}" for number in range(5)]


def test_pages_that_vanish_or_are_never_answered_hold_nothing_up(walk: LinkWalk, pages: LinkPages) -> None:
    pages.gone, pages.garbled = {page_id(3), page_id(20)}, {page_id(5)}
    number = walk.begin()
    assert figures(walk.to_the_end(number)) == ("done", 30, 27, 2, 1)
    ((source, page, title, why),) = walk.findings.list_unread(number, limit=9)
    assert (source, page, title, bool(why)) == (0, page_id(5), "Page 5", True)
    pages.garbled.clear()
    walk.scans.retry_unread("me", number, 50)
    assert figures(walk.to_the_end(number)) == ("done", 30, 28, 2, 0)


def test_the_budget_is_the_end_until_there_is_more(walk: LinkWalk, pages: LinkPages) -> None:
    number = walk.begin(budget=10)
    scan = walk.to_the_end(number)
    assert (scan.state, scan.calls, sum(pages.asked.values())) == ("stopped", 10, 9)
    walk.scans.resume("me", number, 100)
    assert figures(walk.to_the_end(number)) == ("done", 30, 30, 0, 0)
    assert max(pages.asked.values()) == 1


def test_it_waits_as_long_as_the_api_says(walk: LinkWalk, pages: LinkPages) -> None:
    number = walk.begin()
    walk.go_on(number, seconds=0)
    pages.before = [faults.answer(429, b"", "Retry-After: 60")]
    scan = walk.go_on(number)
    assert scan is not None
    assert (scan.state, scan.waits_until, scan.read) == ("running", walk.clock() + 60, AT_ONCE - 1)
    walk.clock.pass_(59)
    assert walk.go_on(number) is None
    walk.clock.pass_(1)
    scan = walk.to_the_end(number)
    assert (figures(scan), scan.calls, scan.note) == (("done", 30, 30, 0, 0), 31, "")


def resets(number: int) -> list[Fault]:
    return [faults.reset] * number


def test_an_api_that_is_away_costs_no_page(walk: LinkWalk, pages: LinkPages) -> None:
    number = walk.begin()
    walk.go_on(number, seconds=0)
    pages.before = resets(40)
    scan = walk.go_on(number)
    assert scan is not None
    assert (scan.note, scan.read, scan.calls) == ("The documentation service didn't answer.", 0, 1)
    pages.before.clear()
    walk.clock.pass_(AWAY_SECONDS)
    assert walk.to_the_end(number).read == 30


def test_a_space_that_may_not_be_read_is_named(walk: LinkWalk, pages: LinkPages) -> None:
    pages.before = [faults.answer(403)]
    number = walk.begin()
    scan = walk.to_the_end(number)
    assert figures(scan) == ("done", 0, 0, 0, 0)
    assert walk.findings.list_unread(number, limit=9) == [(0, "", "", "Your role doesn't let you read this.")]


def test_a_token_that_is_refused_keeps_the_scan(walk: LinkWalk, pages: LinkPages) -> None:
    number = walk.begin()
    pages.before = [faults.answer(401)]
    with pytest.raises(TokenRefused):
        walk.go_on(number)
    walk.clock.pass_(60)
    assert walk.to_the_end(number).read == 30


def test_a_change_request_is_read_beside_its_space(walk: LinkWalk) -> None:
    scan = walk.to_the_end(walk.begin(SPACE, LinkSource("space_a", "12", "Handbook, change request 12")))
    assert (scan.pages, scan.read, scan.broken) == (60, 60, 6)
    assert len(walk.findings.list_targets(scan.number)) == 1
    assert walk.findings.list_targets(scan.number)[0].pages == 6
