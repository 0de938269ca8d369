"""Remembered listings: fresh ones at once, the last known one when the API is down, none that a write made old."""

from contextlib import suppress

import pytest

from contract.organization.organizations import LIST_ORGANIZATIONS
from contract.publishing.share_links import LIST_SHARE_LINKS
from contract.publishing.sites import DELETE_SITE, LIST_SITES
from masthead.client import (
    Cached,
    CachedRead,
    Forbidden,
    OutcomeUnknown,
    Problem,
    Stale,
    TooMany,
    Unreachable,
    Unreadable,
)
from masthead.store.responses import ResponseStore
from tests.client.conftest import ApiFor
from tests.faults import faults
from tests.faults.clock import Clock
from tests.faults.hostile import Fault, Hostile

DAY = 24 * 3600


def counted(number: int) -> Fault:
    return faults.says({"items": [], "count": number})


def test_fresh_one_is_served_at_once(api_for: ApiFor, clock: Clock) -> None:
    with Hostile(counted(1), counted(2)) as hostile:
        seen = []
        for _ in range(4):
            remembered = api_for(hostile.url).read_cached(LIST_ORGANIZATIONS)
            seen.append((remembered.value.count, remembered.age))
            clock.pass_(15)
    assert seen == [(1, 0), (1, 15), (2, 0), (2, 15)]


def test_the_last_known_of_many_are_told_in_their_order(api_for: ApiFor, clock: Clock) -> None:
    asked = [CachedRead(LIST_SITES, (each,)) for each in ("org_a", "..", "org_b", "org_c", "org_a")]
    with Hostile(counted(1), counted(2)) as hostile:
        api = api_for(hostile.url)
        api.read_cached(LIST_SITES, "org_a")
        clock.pass_(31)
        api.read_cached(LIST_SITES, "org_c")
        known = api.get_last_responses(asked)
        assert known == [api.get_last_response(each) for each in asked]
    assert [None if each is None else (each[0].value.count, each[1]) for each in known] == [
        (1, False),
        None,
        None,
        (2, True),
        (1, False),
    ]


def test_the_last_one_known_is_told_without_asking(api_for: ApiFor, clock: Clock) -> None:
    asked = CachedRead(LIST_ORGANIZATIONS)
    with Hostile(counted(1)) as hostile:
        api = api_for(hostile.url)
        assert api.get_last_response(asked) is None
        api.read_cached(LIST_ORGANIZATIONS)
        told = []
        for seconds in (0, 60, DAY - 61, 1):
            clock.pass_(seconds)
            known = api.get_last_response(asked)
            told.append(known and (known[0].value.count, known[0].age, known[1]))
        assert told == [(1, 0, True), (1, 60, False), (1, DAY - 1, False), None]
        assert len(hostile.asked) == 1


def test_what_is_answered_as_before_is_the_same_value(api_for: ApiFor) -> None:
    with Hostile(counted(1), counted(1), counted(2)) as hostile:
        api = api_for(hostile.url)
        first, again, other = [api.read_cached(LIST_ORGANIZATIONS, refresh=True).value for _ in range(3)]
        assert again is first
        assert (first.count, other.count) == (1, 2), "a refresh reads again"
        assert api.read_cached(LIST_ORGANIZATIONS).value.count == 2


def is_current(listings: ResponseStore, path: str, owner: str = "alice") -> bool:
    """Something is cached, and this person wrote nothing since that may show in it."""
    found = listings.get(owner, path, "")
    return found is not None and found[2] is not None


DOWN: dict[str, tuple[Fault, type[Problem]]] = {
    "reset": (faults.reset, Unreachable),
    "500": (faults.answer(500), Unreachable),
    "html": (faults.answer(body=b"<html>"), Unreadable),
    "429": (faults.answer(429, b"", "Retry-After: 9"), TooMany),
}


@pytest.mark.parametrize(("fault", "kind"), DOWN.values(), ids=DOWN)
def test_last_known_one_when_the_api_is_down(fault: Fault, kind: type[Problem], api_for: ApiFor, clock: Clock) -> None:
    with Hostile(counted(1), fault) as hostile:
        api_for(hostile.url).read_cached(LIST_ORGANIZATIONS)
        clock.pass_(DAY - 1)
        last = api_for(hostile.url).read_cached(LIST_ORGANIZATIONS)
        assert (last.value.count, last.age, type(last.problem)) == (1, DAY - 1, kind)
        clock.pass_(1)
        with pytest.raises(kind):
            api_for(hostile.url).read_cached(LIST_ORGANIZATIONS)


def test_answer_that_cannot_be_read_is_not_remembered(api_for: ApiFor) -> None:
    with Hostile(faults.answer(body=b"<html>"), counted(1)) as hostile:
        api = api_for(hostile.url)
        with pytest.raises(Unreadable):
            api.read_cached(LIST_ORGANIZATIONS)
        assert api.read_cached(LIST_ORGANIZATIONS).value.count == 1


@pytest.mark.parametrize("status", [401, 403, 404])
def test_what_may_no_longer_be_seen_is_forgotten(status: int, api_for: ApiFor, clock: Clock) -> None:
    with Hostile(counted(1), faults.answer(status), faults.answer(500)) as hostile:
        api_for(hostile.url).read_cached(LIST_SITES, "o")
        clock.pass_(31)
        for _ in range(2):
            with pytest.raises(Problem):
                api_for(hostile.url).read_cached(LIST_SITES, "o")


def test_damaged_text_is_read_anew(api_for: ApiFor, listings: ResponseStore, clock: Clock) -> None:
    listings.put("alice", "/v1/orgs", "", b"\x00garbage", clock.now, listings.mark("alice"))
    with Hostile(counted(1)) as hostile:
        assert api_for(hostile.url).read_cached(LIST_ORGANIZATIONS).value.count == 1


WRITES = {"done": faults.answer(205, b""), "refused": faults.answer(403), "unknown": faults.answer(500)}


@pytest.mark.parametrize("write", WRITES.values(), ids=WRITES)
def test_write_outdates_what_it_may_have_touched(write: Fault, api_for: ApiFor, listings: ResponseStore) -> None:
    with Hostile(counted(1)) as hostile:
        for owner in ("alice", "bob"):
            api = api_for(hostile.url, owner=owner)
            api.read_cached(LIST_ORGANIZATIONS)
            api.read_cached(LIST_SITES, "o")
            api.read_cached(LIST_SITES, "o2")
        hostile.become(write)
        with suppress(Forbidden, OutcomeUnknown):
            api_for(hostile.url).write(DELETE_SITE, "o", "s")
    paths = ("/v1/orgs", "/v1/orgs/o/sites", "/v1/orgs/o2/sites")
    assert [is_current(listings, path) for path in paths] == [False, False, True]
    assert [is_current(listings, path, "bob") for path in paths] == [True, True, True]


def test_what_a_write_outdated_is_the_last_resort(api_for: ApiFor, clock: Clock) -> None:
    asked = CachedRead(LIST_SITES, ("o",))
    with Hostile(counted(1)) as hostile:
        api_for(hostile.url).gather(asked)
        hostile.become(faults.answer(503, b"", "Retry-After: 9"))
        with suppress(OutcomeUnknown):
            api_for(hostile.url).write(DELETE_SITE, "o", "s")
        clock.pass_(60)
        api = api_for(hostile.url)
        assert api.get_last_response(asked) is None
        found = api.read_cached(LIST_SITES, "o")
        assert (found.value.count, found.age, found.outdated, type(found.problem)) == (1, 60, True, Unreachable)
        assert api.stale == Stale(60, outdated=True)
        hostile.become(counted(2))
        api = api_for(hostile.url)
        assert (api.read_cached(LIST_SITES, "o"), api.stale) == (Cached(api.read_cached(LIST_SITES, "o").value), None)


def test_what_was_deleted_is_forgotten(api_for: ApiFor, listings: ResponseStore) -> None:
    paths = ["/v1/orgs/o/sites/s", "/v1/orgs/o/sites/s/share-links", "/v1/orgs/o/sites/s2/share-links"]
    with Hostile(counted(1)) as hostile:
        for site in ("s", "s2"):
            api_for(hostile.url).read_cached(LIST_SHARE_LINKS, "o", site)
        hostile.become(faults.answer(205, b""))
        api_for(hostile.url).write(DELETE_SITE, "o", "s")
    assert [listings.get("alice", path, "") is not None for path in paths] == [False, False, True]
