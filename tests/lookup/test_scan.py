"""A walk asks for what it may, no more than its budget and nothing twice, and ends by itself."""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import pytest

from masthead.client import Api, ResponseCache, TokenRefused, Transport
from masthead.lookup.scan import AT_ONCE, initial_steps, scan_slice
from masthead.store.directory.directory import Directory
from masthead.store.directory.objects import DirectoryQuery
from masthead.store.directory.scans import Scan, Scans
from masthead.store.responses import ResponseStore, StoredCacheVersions
from tests.asked import Log
from tests.client.conftest import PATIENT
from tests.faults import faults
from tests.faults.hostile import Fault, Hostile
from tests.stores import open_store
from tests.world import ALICE, BOB, RunningService

ORG = "org_larkfield"
MAX_SLICES = 100


class Walk:
    """One person's walk, in slices of so many seconds by a clock that passes a second with each look at it."""

    def __init__(self, url: str, folder: Path, token: str) -> None:
        self.transport, self.listings = Transport(url, limits=PATIENT), ResponseStore(folder / "listings.db")
        self.database = open_store(folder / "masthead.db")
        self.known, self.scans = Directory(self.database), Scans(self.database)
        self._token = token

    def begin(self, budget: int) -> None:
        self.scans.begin("me", ORG, budget, initial_steps(ORG, ()))

    def go_on(self, seconds: float = 1.5) -> Scan:
        memory = ResponseCache(self.listings, StoredCacheVersions(self.database), owner="me")
        api = Api(self.transport, token=self._token, memory=memory)
        api.record_observations(self.known, ORG)
        scan = self.scans.take("me", ORG)
        assert scan is not None
        return scan_slice(api, self.scans, scan, count().__next__, seconds)

    def to_the_end(self) -> Scan:
        for _ in range(MAX_SLICES):
            scan = self.go_on()
            if scan.state == "done":
                return scan
        raise AssertionError("it does not end")

    def counts(self) -> dict[str, int]:
        return self.known.counts("me", DirectoryQuery(ORG))

    def close(self) -> None:
        self.transport.close()
        self.listings.close()
        self.database.close()


@contextmanager
def walking(url: str, folder: Path, budget: int = 50, token: str = ALICE) -> Iterator[Walk]:
    """A walk that has begun, and that is closed with the block."""
    walk = Walk(url, folder, token)
    walk.begin(budget)
    yield walk
    walk.close()


@pytest.fixture
def walk(service: RunningService, tmp_path: Path) -> Iterator[Walk]:
    with walking(service.url, tmp_path, 1000) as walk:
        yield walk


def test_it_finds_what_no_list_shows(walk: Walk, asked: Log) -> None:
    scan = walk.to_the_end()
    assert (scan.beyond, scan.waiting, scan.calls) == (0, (), len(asked.lines))
    assert len(set(asked.lines)) == len(asked.lines), "nothing is asked twice"
    found = walk.counts()
    assert found["site"] == 7
    assert found["space"] >= 7
    assert found["section-group"] >= 1
    assert set(found) >= {"site", "space", "collection", "team", "user", "section", "site-space", "change-request"}


def test_a_slice_is_short_and_the_next_one_goes_on(walk: Walk, asked: Log) -> None:
    first = walk.go_on(seconds=0)
    assert (first.state, first.calls, len(asked.lines)) == ("running", 2, 2)
    second = walk.go_on(seconds=0)
    assert (second.calls, len(asked.lines)) == (2 + AT_ONCE, 2 + AT_ONCE)
    assert set(first.done) < set(second.done)


@pytest.mark.parametrize("budget", [1, 3, 10])
def test_the_budget_is_the_end(service: RunningService, tmp_path: Path, asked: Log, budget: int) -> None:
    with walking(service.url, tmp_path, budget) as walk:
        scan = walk.to_the_end()
    assert (scan.calls, len(asked.lines), scan.beyond > 0) == (budget, budget, True)


def test_what_the_role_does_not_show_is_passed_over(service: RunningService, tmp_path: Path) -> None:
    with walking(service.url, tmp_path, 1000, BOB) as walk:
        scan = walk.to_the_end()
        assert (scan.note, "saml-provider" in walk.counts(), walk.counts()["site"]) == ("", False, 7)
    assert scan.skipped >= 1, "single sign-on is for administrators"
    assert (scan.failed[0].endpoint, scan.failed[0].ids, scan.failed[0].status) == ("listSamlProviders", [ORG], 403)


def test_a_person_who_stops_it_stops_it(walk: Walk) -> None:
    walk.go_on(seconds=0)
    walk.scans.stop("me", ORG)
    assert walk.scans.take("me", ORG) is None
    walk.scans.resume("me", ORG)
    assert walk.go_on(seconds=0).calls == 2 + AT_ONCE


def rested(fault: Fault, tmp_path: Path, slices: int) -> list[Scan]:
    with Hostile(fault) as hostile, walking(hostile.url, tmp_path) as walk:
        return [walk.go_on() for _ in range(slices)]


def test_a_service_that_asks_to_slow_down_is_left_alone(tmp_path: Path) -> None:
    scans = rested(faults.answer(429, b"", "Retry-After: 60"), tmp_path, 3)
    noted = [(each.state, each.note[:34], len(each.waiting)) for each in scans]
    assert noted == [("running", "The API asks Masthead to slow down", 2)] * 3


def test_a_service_that_does_not_answer_is_given_up_at_last(tmp_path: Path) -> None:
    first, second = rested(faults.answer(body=b"garbage"), tmp_path, 2)
    assert (first.state, first.note[:21], len(first.waiting)) == ("running", "The API didn't answer", 2)
    assert (second.state, second.skipped, second.note) == ("done", 2, "")
    assert [each.message for each in second.failed] == ["Masthead can't read the API's answer."] * 2


def test_a_token_that_is_refused_ends_the_session_and_keeps_the_walk(tmp_path: Path) -> None:
    with Hostile(faults.answer(401)) as hostile, walking(hostile.url, tmp_path) as walk:
        with pytest.raises(TokenRefused):
            walk.go_on()
        found = walk.scans.get("me", ORG)
    assert found is not None
    assert (found.state, len(found.waiting)) == ("running", 2)


def test_a_listing_that_turns_in_a_circle_is_asked_for_once(tmp_path: Path) -> None:
    with (
        Hostile(faults.answer(body=b'{"items": [], "count": 0, "next": {"page": "again"}}')) as hostile,
        walking(hostile.url, tmp_path) as walk,
    ):
        scan = walk.to_the_end()
    assert (scan.state, scan.calls) == ("done", 4)
