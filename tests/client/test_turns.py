"""Large answers are read in turn: what is made of them takes many times their memory."""

from contract.organization.organizations import LIST_ORGANIZATIONS
from masthead.client import Read
from tests.client.conftest import PATIENT, ApiFor, TransportFor
from tests.faults import faults
from tests.faults.clock import Clock
from tests.faults.hostile import Fault, Hostile
from tests.loops import for_each


def as_large_as(size: int) -> Fault:
    return faults.says({"items": [], "count": 0, "x": "x" * size})


@for_each("size,turns", [(PATIENT.large_bytes // 2, 1), (1000, 0)])
def test_a_page_waits_for_its_turn_before_it_reads_much(
    api_for: ApiFor, transport_for: TransportFor, size: int, turns: int
) -> None:
    waited: list[float] = []
    with Hostile(as_large_as(size)) as hostile:
        transport = transport_for(hostile.url, run_alone=waited.append)
        api_for(transport, budget=5.0).gather(*[Read(LIST_ORGANIZATIONS)] * 2)
    assert len(waited) == turns
    assert all(0 < seconds <= 5.0 for seconds in waited)


def test_it_waits_too_before_it_reads_much_that_is_cached(
    api_for: ApiFor, transport_for: TransportFor, clock: Clock
) -> None:
    waited: list[float] = []
    with Hostile(as_large_as(PATIENT.large_bytes)) as hostile:
        transport = transport_for(hostile.url, run_alone=waited.append)
        turns = []
        for _ in range(3):
            api_for(transport).read_cached(LIST_ORGANIZATIONS)
            clock.pass_(20)
            turns.append(len(waited))
    assert (turns, len(hostile.asked)) == ([1, 2, 3], 2)
