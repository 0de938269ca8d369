"""Two portals with a file of listings each: what is written through one does not count as fresh in the other."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread

import pytest

from contract.organization.organizations import LIST_ORGANIZATIONS
from contract.publishing.sites import DELETE_SITE, LIST_SITES
from masthead.client import Forbidden, OutcomeUnknown, Unrecorded
from masthead.store.responses import ResponseStore, StoredCacheVersions
from tests.client.conftest import ApiFor
from tests.client.test_remembered import WRITES, counted
from tests.faults import faults
from tests.faults.clock import Clock
from tests.faults.hostile import Fault, Hostile


class Noting:
    """Generations that note what they are asked; `broken` ones can neither be read nor written."""

    def __init__(self, inside: StoredCacheVersions) -> None:
        self._inside = inside
        self.asked: list[str] = []
        self.broken = False

    def version(self, organization: str) -> int | None:
        self.asked.append(organization)
        return None if self.broken else self._inside.version(organization)

    def renew(self, organizations: set[str]) -> bool:
        return not self.broken and self._inside.renew(organizations)


@pytest.fixture
def noting(generations: StoredCacheVersions) -> Noting:
    return Noting(generations)


@pytest.fixture
def other(tmp_path: Path, clock: Clock) -> Iterator[ResponseStore]:
    """The listings of the other portal."""
    other = ResponseStore(tmp_path / "other.db", clock=clock)
    yield other
    other.close()


@pytest.mark.parametrize("write", WRITES.values(), ids=WRITES)
def test_a_write_through_one_is_seen_in_the_other(write: Fault, api_for: ApiFor, other: ResponseStore) -> None:
    with Hostile(counted(1), counted(2), counted(3), write, counted(4)) as hostile:
        api = api_for(hostile.url, listings=other, owner="bob")
        for organization in ("o", "o2"):
            api.read_cached(LIST_SITES, organization)
        api.read_cached(LIST_ORGANIZATIONS)
        with suppress(Forbidden, OutcomeUnknown):
            api_for(hostile.url).write(DELETE_SITE, "o", "s")
        api = api_for(hostile.url, listings=other, owner="bob")
        assert api.read_cached(LIST_SITES, "o").value.count == 4
        assert api.read_cached(LIST_SITES, "o2").value.count == 2
        assert api.read_cached(LIST_ORGANIZATIONS).value.count == 4


def test_a_read_from_before_the_write_is_not_fresh_after_it(api_for: ApiFor, other: ResponseStore) -> None:
    goes_on = Event()
    slow = faults.until(goes_on, counted(1))
    deleted = faults.answer(205, b"")
    with Hostile(by_path={"/v1/orgs": [slow, counted(2)], "/v1/orgs/o/sites/s": [deleted]}) as hostile:
        read = Thread(target=lambda: api_for(hostile.url, listings=other, budget=8).read_cached(LIST_SITES, "o"))
        read.start()
        hostile.wait_for(1)
        api_for(hostile.url).write(DELETE_SITE, "o", "s")
        goes_on.set()
        read.join()
        assert other.get("alice", "/v1/orgs/o/sites", "") is not None
        assert api_for(hostile.url, listings=other).read_cached(LIST_SITES, "o").value.count == 2


def test_a_read_during_the_write_is_not_fresh_after_it(api_for: ApiFor, other: ResponseStore) -> None:
    goes_on = Event()
    deleted = faults.until(goes_on, faults.answer(205, b""))
    with Hostile(by_path={"/v1/orgs": [counted(1), counted(2)], "/v1/orgs/o/sites/s": [deleted]}) as hostile:
        write = Thread(target=lambda: api_for(hostile.url, budget=8).write(DELETE_SITE, "o", "s"))
        write.start()
        hostile.wait_for(1)
        assert api_for(hostile.url, listings=other).read_cached(LIST_SITES, "o").value.count == 1
        assert api_for(hostile.url, listings=other).read_cached(LIST_SITES, "o").value.count == 1
        goes_on.set()
        write.join()
        assert api_for(hostile.url, listings=other).read_cached(LIST_SITES, "o").value.count == 2


def test_nothing_is_fresh_while_the_store_cannot_be_read(api_for: ApiFor, noting: Noting) -> None:
    with Hostile(counted(1), counted(2), counted(3), faults.reset) as hostile:
        seen = []
        for broken in (True, True, False, True):
            noting.broken = broken
            last = api_for(hostile.url, generations=noting).read_cached(LIST_SITES, "o")
            seen.append(last.value.count)
    assert seen == [1, 2, 3, 3]


def test_nothing_is_sent_while_the_store_cannot_be_written(api_for: ApiFor, noting: Noting) -> None:
    noting.broken = True
    with Hostile(faults.answer(205, b"")) as hostile, pytest.raises(Unrecorded):
        api_for(hostile.url, generations=noting).write(DELETE_SITE, "o", "s")
    assert hostile.asked == []


def test_a_page_asks_once_for_each_organization(api_for: ApiFor, noting: Noting) -> None:
    with Hostile(*[counted(1)] * 4, faults.answer(205, b""), counted(1)) as hostile:
        api = api_for(hostile.url, generations=noting)
        api.read(LIST_SITES, "o")
        assert noting.asked == []
        for _ in range(2):
            api.read_cached(LIST_SITES, "o")
            api.read_cached(LIST_ORGANIZATIONS, refresh=True)
        assert noting.asked == ["o", ""]
        api.write(DELETE_SITE, "o", "s")
        api.read_cached(LIST_SITES, "o")
    assert noting.asked == ["o", "", "o"]


def test_a_write_outside_of_an_organization_says_which_it_belongs_to(api_for: ApiFor, other: ResponseStore) -> None:
    with Hostile(counted(1), faults.answer(205, b""), counted(2)) as hostile:
        api_for(hostile.url, listings=other).read_cached(LIST_SITES, "o/1")
        api_for(hostile.url).write(DELETE_SITE, "x", "s", organization="o/1")
        assert api_for(hostile.url, listings=other).read_cached(LIST_SITES, "o/1").value.count == 2
