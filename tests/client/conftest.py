"""A client with the portal's patience and no pauses, and a real file for its listings."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from masthead.client import Api, Breaker, Limits, ResponseCache, Transport
from masthead.client import CacheVersions as AnyGenerations
from masthead.store.database import Database
from masthead.store.responses import ResponseStore, StoredCacheVersions
from tests.faults.clock import Clock

# As patient as the portal: a machine that is busy is no failure. A test of what is slow gives a budget.
PATIENT = Limits(pause_seconds=(0.001, 0.002))
ApiFor = Callable[..., Api]
TransportFor = Callable[..., Transport]


@pytest.fixture
def listings(tmp_path: Path, clock: Clock) -> Iterator[ResponseStore]:
    listings = ResponseStore(tmp_path / "listings.db", clock=clock)
    yield listings
    listings.close()


@pytest.fixture(scope="session")
def generations(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StoredCacheVersions]:
    database = Database(tmp_path_factory.mktemp("store") / "masthead.db")
    yield StoredCacheVersions(database)
    database.close()


@pytest.fixture
def transport_for() -> Iterator[TransportFor]:
    """Makes a Transport for a URL; what else is given goes to it."""
    made: list[Transport] = []

    def make(
        url: str,
        *,
        limits: Limits = PATIENT,
        breaker: Breaker | None = None,
        run_alone: Callable[[float], None] = lambda _: None,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> Transport:
        made.append(Transport(url, limits=limits, breaker=breaker, run_alone=run_alone, monotonic=monotonic))
        return made[-1]

    yield make
    for transport in made:
        transport.close()


@pytest.fixture
def api_for(
    transport_for: TransportFor, listings: ResponseStore, generations: StoredCacheVersions, clock: Clock
) -> ApiFor:
    """Makes an Api for a URL or a transport; as alice, and with these files, unless others are given."""

    def make(
        to: str | Transport,
        *,
        owner: str = "alice",
        listings: ResponseStore = listings,
        generations: AnyGenerations = generations,
        budget: float = 8.0,
        request_id: str | None = None,
    ) -> Api:
        transport = transport_for(to) if isinstance(to, str) else to
        memory = ResponseCache(listings, generations, owner=owner, clock=clock)
        return Api(transport, token=f"demo-{owner}", memory=memory, budget=budget, request_id=request_id)

    return make
