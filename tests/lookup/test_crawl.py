"""A crawl reads what the person may see, nothing twice, continues where it stopped, and ends by itself."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest

from masthead.client import Api, ResponseCache, TokenRefused, Transport
from masthead.lookup.crawl import AT_ONCE, AWAY, AWAY_SECONDS, LIMITED, MAX_CALLS, crawl_slice, initial_steps
from masthead.store.directory.crawls import Crawl, Crawls
from masthead.store.directory.directory import Directory
from masthead.store.directory.objects import DirectoryQuery
from masthead.store.directory.open_lists import StoredOpenLists
from masthead.store.responses import ResponseStore, StoredCacheVersions
from tests.asked import Log
from tests.client.conftest import PATIENT
from tests.faults import faults
from tests.faults.clock import Clock
from tests.faults.hostile import Fault, Hostile
from tests.stores import open_store
from tests.world import ALICE, BOB, RunningService

ORG = "org_larkfield"
MAX_SLICES = 100


class Crawler:
    """One person's crawl, in slices by a clock that passes a second with each look at it."""

    def __init__(self, url: str, folder: Path, token: str) -> None:
        self.transport, self.listings = Transport(url, limits=PATIENT), ResponseStore(folder / "listings.db")
        self.database, self.clock = open_store(folder / "masthead.db"), Clock()
        self.known, self.crawls = Directory(self.database), Crawls(self.database, self.clock)
        self.lists = StoredOpenLists(self.database, self.clock)
        self._token = token
        self.crawls.begin("me", ORG, initial_steps(ORG, ()))

    def go_on(self, seconds: float = 1.5) -> Crawl:
        memory = ResponseCache(self.listings, StoredCacheVersions(self.database), owner="me")
        api = Api(self.transport, token=self._token, memory=memory)
        api.record_observations(self.known, ORG)
        crawl = self.crawls.take("me", ORG)
        assert crawl is not None
        return crawl_slice(api, self.crawls, self.lists, crawl, count().__next__, seconds)

    def to_the_end(self) -> Crawl:
        for _ in range(MAX_SLICES):
            crawl = self.go_on()
            if not crawl.is_running:
                return crawl
        raise AssertionError("it does not end")

    def counts(self) -> dict[str, int]:
        return self.known.count_by_kind("me", DirectoryQuery(ORG))

    def close(self) -> None:
        self.transport.close()
        self.listings.close()
        self.database.close()


@contextmanager
def crawling(url: str, folder: Path, token: str = ALICE) -> Iterator[Crawler]:
    """A crawl that has begun, and that is closed with the block."""
    crawler = Crawler(url, folder, token)
    yield crawler
    crawler.close()


@pytest.fixture
def crawler(service: RunningService, tmp_path: Path) -> Iterator[Crawler]:
    with crawling(service.url, tmp_path) as begun:
        yield begun


def test_it_finds_what_no_list_shows(crawler: Crawler, asked: Log) -> None:
    crawl = crawler.to_the_end()
    assert (crawl.waiting, crawl.calls) == ((), len(asked.lines))
    assert len(set(asked.lines)) == len(asked.lines), "nothing is asked twice"
    found = crawler.counts()
    assert found["site"] == 7
    assert found["space"] >= 7
    assert found["section-group"] >= 1
    assert set(found) >= {"site", "space", "collection", "team", "user", "section", "site-space", "change-request"}
    assert crawler.crawls.status("me", ORG).completed_at == crawler.clock()


def test_a_slice_is_short_and_the_next_one_goes_on(crawler: Crawler, asked: Log) -> None:
    first = crawler.go_on(seconds=0)
    assert (first.is_running, first.calls, len(asked.lines)) == (True, 2, 2)
    second = crawler.go_on(seconds=0)
    assert (second.calls, len(asked.lines)) == (2 + AT_ONCE, 2 + AT_ONCE)
    assert set(first.done) < set(second.done)


def test_lists_that_never_end_come_to_an_end(crawler: Crawler) -> None:
    begun = crawler.go_on(seconds=0)
    crawler.crawls.save("me", replace(begun, calls=MAX_CALLS - 1))
    last = crawler.go_on(seconds=0)
    assert (last.is_running, last.calls, last.skipped > 0) == (False, MAX_CALLS - 1 + AT_ONCE, True)


def test_what_the_role_does_not_show_is_passed_over(service: RunningService, tmp_path: Path) -> None:
    with crawling(service.url, tmp_path, BOB) as crawler:
        crawl = crawler.to_the_end()
        assert (crawl.paused_by, "saml-provider" in crawler.counts(), crawler.counts()["site"]) == ("", False, 7)
    assert crawl.skipped >= 1, "single sign-on is for administrators"
    assert (crawl.failed[0].endpoint, crawl.failed[0].ids, crawl.failed[0].status) == ("listSamlProviders", [ORG], 403)


@pytest.mark.parametrize(
    ("fault", "reason", "seconds"),
    [
        (faults.answer(429, b"", "Retry-After: 60"), LIMITED, 60),
        (faults.answer(503), AWAY, AWAY_SECONDS),
    ],
    ids=[LIMITED, AWAY],
)
def test_it_waits_for_an_api_that_does_not_answer(fault: Fault, reason: str, seconds: float, tmp_path: Path) -> None:
    with Hostile(fault) as hostile, crawling(hostile.url, tmp_path) as crawler:
        for _ in range(3):
            crawl = crawler.go_on()
            assert (crawl.paused_by, len(crawl.waiting), crawl.skipped) == (reason, 2, 0)
            assert crawler.crawls.take("me", ORG) is None
            crawler.clock.pass_(seconds)


def test_answers_that_nobody_can_read_are_given_up_at_last(tmp_path: Path) -> None:
    with Hostile(faults.answer(body=b"garbage")) as hostile, crawling(hostile.url, tmp_path) as crawler:
        crawl = crawler.to_the_end()
    assert (crawl.calls, crawl.skipped, crawl.paused_by) == (4, 2, "")
    assert [each.message for each in crawl.failed] == ["Masthead can't read the documentation service's answer."] * 2


def test_a_token_that_is_refused_ends_the_session_and_keeps_the_crawl(tmp_path: Path) -> None:
    with Hostile(faults.answer(401)) as hostile, crawling(hostile.url, tmp_path) as crawler:
        with pytest.raises(TokenRefused):
            crawler.go_on()
        assert crawler.crawls.status("me", ORG).is_running


def test_a_listing_that_turns_in_a_circle_is_asked_for_once(tmp_path: Path) -> None:
    circle = faults.answer(body=b'{"items": [], "count": 0, "next": {"page": "again"}}')
    with Hostile(circle) as hostile, crawling(hostile.url, tmp_path) as crawler:
        assert crawler.to_the_end().calls == 4
