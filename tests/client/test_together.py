"""Reads that go out together, and the bound on how many pages wait for the API."""

import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from contract.organization.organizations import GET_ORGANIZATION, LIST_ORGANIZATIONS, Organization
from contract.publishing.sites import DELETE_SITE
from contract.schema.endpoint import Listing, ListQuery
from masthead.client import Breaker, Cached, CachedRead, Limits, NotFound, OutcomeUnknown, Read, TimedOut, Unreachable
from masthead.client.transport.call_pool import CancelHandle, CancellableConnection
from tests.client.conftest import ApiFor, TransportFor
from tests.faults import faults
from tests.faults.clock import Clock
from tests.faults.hostile import Fault, Hostile


def paged(number: int) -> Read[Listing[Organization]]:
    return Read(LIST_ORGANIZATIONS, query=ListQuery(page=str(number)))


def test_each_has_its_own_outcome_in_order(api_for: ApiFor) -> None:
    with Hostile(by_path={"/v1/orgs": [faults.answer()], "/v1/orgs/slow": [faults.hang]}) as hostile:
        listing, slow, odd, remembered = api_for(hostile.url, budget=2).gather(
            Read(LIST_ORGANIZATIONS),
            Read(GET_ORGANIZATION, ("slow",)),
            Read(GET_ORGANIZATION, ("..",)),
            CachedRead(LIST_ORGANIZATIONS),
        )
    assert not isinstance(listing, Exception)
    assert listing.items == []
    assert type(slow) is TimedOut
    assert type(odd) is NotFound
    assert isinstance(remembered, Cached)
    assert remembered.value.items == []


def test_many_pages_with_many_calls_do_not_deadlock(api_for: ApiFor, transport_for: TransportFor) -> None:
    with Hostile(faults.after(0.02, faults.answer())) as hostile, ThreadPoolExecutor(16) as pages:
        transport = transport_for(hostile.url, limits=Limits(queue_seconds=5))

        def page(_number: int) -> int:
            return sum(
                not isinstance(each, Exception) for each in api_for(transport, budget=8).gather(*map(paged, range(8)))
            )

        assert sum(pages.map(page, range(32))) == 32 * 8


def test_twelve_pages_wait_and_the_others_are_told_at_once(api_for: ApiFor, transport_for: TransportFor) -> None:
    with Hostile(faults.hang) as hostile, ThreadPoolExecutor(16) as pages:
        transport = transport_for(hostile.url, limits=Limits(queue_seconds=0.05))

        def page(_number: int) -> tuple[type, float]:
            began = time.monotonic()
            with pytest.raises((TimedOut, Unreachable)) as raised:
                api_for(transport, budget=2).read(LIST_ORGANIZATIONS)
            return raised.type, time.monotonic() - began

        seen = list(pages.map(page, range(16)))
    assert sorted(kind.__name__ for kind, _ in seen) == ["TimedOut"] * 12 + ["Unreachable"] * 4
    assert max(seconds for kind, seconds in seen if kind is Unreachable) < 1.5


def test_four_hung_pages_leave_room_for_another(api_for: ApiFor, transport_for: TransportFor) -> None:
    lists: dict[str, list[Fault]] = {"/v1/orgs": [faults.answer()], "/v1/orgs/slow": [faults.hang]}
    with ThreadPoolExecutor(4) as pages, Hostile(by_path=lists) as hostile:
        transport = transport_for(hostile.url, limits=Limits())
        slow = [Read(GET_ORGANIZATION, ("slow",))] * 8
        hung = [pages.submit(api_for(transport, budget=8).gather, *slow) for _ in range(4)]
        hostile.wait_for(32)
        began = time.monotonic()
        assert api_for(transport).read(LIST_ORGANIZATIONS).items == []
        assert time.monotonic() - began < 4
        assert [page.done() for page in hung] == [False] * 4


def test_dripped_pages_give_their_threads_back(api_for: ApiFor, transport_for: TransportFor) -> None:
    limits = Limits(waiting=1, calls=4)
    breaker = Breaker()
    with Hostile(faults.drip_headers) as hostile:
        transport = transport_for(hostile.url, limits=limits, breaker=breaker)
        for _ in range(4):
            began = time.monotonic()
            outcomes = api_for(transport, budget=0.5).gather(*map(paged, range(4)))
            assert {type(each) for each in outcomes} == {TimedOut}
            assert time.monotonic() - began < 4
        assert len(hostile.asked) > 4  # more than there are threads
        hostile.become(faults.answer())
        breaker.record_success()
        assert api_for(transport).read(LIST_ORGANIZATIONS).items == []


def test_open_breaker_answers_at_once(api_for: ApiFor, transport_for: TransportFor, clock: Clock) -> None:
    with Hostile(faults.reset) as hostile:
        api = api_for(transport_for(hostile.url, breaker=Breaker(10, clock)), budget=8)
        api.gather(paged(1))
        api.gather(Read(GET_ORGANIZATION, ("other",)))
        times = []
        for _ in range(5):
            began = time.monotonic()
            with pytest.raises(Unreachable):
                api.read(LIST_ORGANIZATIONS)
            times.append(time.monotonic() - began)
        assert min(times) < 0.1
        assert len(hostile.asked) == 5
        hostile.become(faults.answer())
        clock.pass_(10)
        assert [api.read(LIST_ORGANIZATIONS).items for _ in range(2)] == [[], []]


def test_neither_refusals_nor_writes_open_the_breaker(api_for: ApiFor) -> None:
    with Hostile(faults.answer(404)) as hostile:
        api = api_for(hostile.url)
        for number in range(10):
            with pytest.raises(NotFound):
                api.read(GET_ORGANIZATION, str(number))
        hostile.become(faults.answer(500))
        for number in range(10):
            with pytest.raises(OutcomeUnknown):
                api.write(DELETE_SITE, "o", str(number))
    assert len(hostile.asked) == 20


def test_reachable(transport_for: TransportFor) -> None:
    with Hostile(faults.answer(401)) as hostile:
        assert transport_for(hostile.url).check_health()
        assert "authorization" not in hostile.asked[0].headers
    for fault in (faults.answer(503), faults.hang, faults.reset):
        with Hostile(fault) as hostile:
            assert not transport_for(hostile.url).check_health(seconds=0.2)


def test_call_that_has_no_thread_in_time_is_never_begun(api_for: ApiFor, transport_for: TransportFor) -> None:
    with Hostile(faults.hang) as hostile:
        transport = transport_for(hostile.url, limits=Limits(waiting=1, calls=1))
        api_for(transport, budget=1).gather(*map(paged, range(4)))
        time.sleep(0.1)
        assert (len(hostile.asked), hostile.connections) == (1, 1)


def test_call_that_is_cut_sends_nothing_any_more_nor_does_another_on_its_connection() -> None:
    cord = CancelHandle()
    cord.cancel()
    with pytest.raises(TimeoutError):
        cord.attach(CancellableConnection("127.0.0.1"))
    assert not cord.sent
    connection, before, now = CancellableConnection("127.0.0.1"), CancelHandle(), CancelHandle()
    before.attach(connection)
    before.cancel()
    with pytest.raises(ConnectionAbortedError):
        now.attach(connection)
    assert not now.sent
