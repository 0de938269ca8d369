"""The first pages after an outage: however many there are at once, none of them is refused by a healthy API."""

from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from threading import Event

import pytest

from contract.organization.organizations import GET_ORGANIZATION, LIST_ORGANIZATIONS
from masthead.client import Api, Breaker, Cached, CachedRead, Problem, Transport, Unreachable
from tests.client.conftest import ApiFor, TransportFor
from tests.faults import faults
from tests.faults.clock import Clock
from tests.faults.hostile import Hostile

REST = 10
AT_ONCE = 16


@pytest.fixture
def pages() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(AT_ONCE) as pages:
        yield pages


def outage(transport: Transport, api_for: ApiFor) -> None:
    while transport.outage is None or transport.outage.next_try is None:
        for each in "ab":
            api_for(transport).gather(CachedRead(GET_ORGANIZATION, (each,)))


def listed(api: Api) -> str:
    """What comes of a page with one read."""
    (found,) = api.gather(CachedRead(LIST_ORGANIZATIONS))
    return type(found if isinstance(found, Problem) else found.problem).__name__


def test_no_page_of_many_is_refused(
    api_for: ApiFor, transport_for: TransportFor, clock: Clock, pages: ThreadPoolExecutor
) -> None:
    """Two processes, each with a breaker of its own, as gunicorn runs them."""
    with Hostile(faults.answer(503)) as hostile:
        workers = [transport_for(hostile.url, breaker=Breaker(REST, clock)) for _ in range(2)]
        for worker in workers:
            outage(worker, api_for)
        hostile.become(faults.answer())
        clock.pass_(REST)
        seen = list(pages.map(lambda number: listed(api_for(workers[number % 2])), range(40)))
    assert seen == ["NoneType"] * 40


@pytest.mark.parametrize(("status", "outcome"), [(200, "NoneType"), (503, Unreachable.__name__)])
def test_pages_wait_for_the_one_that_tries_and_fare_as_it_does(
    api_for: ApiFor, transport_for: TransportFor, clock: Clock, pages: ThreadPoolExecutor, status: int, outcome: str
) -> None:
    answers = Event()
    with Hostile(faults.answer(503)) as hostile:
        worker = transport_for(hostile.url, breaker=Breaker(REST, clock))
        outage(worker, api_for)
        failed = len(hostile.asked)
        hostile.become(faults.until(answers, faults.answer(status)))
        clock.pass_(REST)
        seen: list[Future[str]] = [pages.submit(listed, api_for(worker)) for _ in range(8)]
        hostile.wait_for(failed + 1)
        assert wait(seen, timeout=0.2, return_when=FIRST_COMPLETED).done == set()
        assert len(hostile.asked) == failed + 1, "one goes first"
        answers.set()
        assert [each.result() for each in seen] == [outcome] * 8
        assert status == 200 or len(hostile.asked) == failed + 1


def test_what_is_remembered_is_shown_while_a_try_hangs(
    api_for: ApiFor, transport_for: TransportFor, clock: Clock, pages: ThreadPoolExecutor
) -> None:
    answers = Event()
    with Hostile(faults.answer()) as hostile:
        worker = transport_for(hostile.url, breaker=Breaker(REST, clock))
        listed(api_for(worker))
        hostile.become(faults.answer(503))
        outage(worker, api_for)
        failed = len(hostile.asked)
        hostile.become(faults.until(answers, faults.answer()))
        clock.pass_(60)
        remembered, unknown = [
            pages.submit(api_for(worker).gather, each)
            for each in (CachedRead(LIST_ORGANIZATIONS), CachedRead(GET_ORGANIZATION, ("never read",)))
        ]
        (shown,) = remembered.result()
        assert isinstance(shown, Cached)
        assert (shown.value.items, shown.age, type(shown.problem)) == ([], 60, Unreachable)
        assert not unknown.done()
        answers.set()
        unknown.result()
        assert listed(api_for(worker)) == "NoneType"
        assert len(hostile.asked) > failed
