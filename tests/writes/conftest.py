"""Alice as the changes know her: what is remembered for her, her client, a journal, and a desk for bulk changes."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from masthead.client import Api, ResponseCache, Transport
from masthead.store.database import Database
from masthead.store.journal.journal import Journal
from masthead.store.responses import ResponseStore, StoredCacheVersions
from tests.faults.clock import Clock
from tests.records import add_sites
from tests.stores import keys_in, open_store
from tests.wire import Wire
from tests.world import ALICE, RunningService
from tests.writes.desk import ORG, PATIENT, Desk


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    database = open_store(tmp_path / "masthead.db")
    yield database
    database.close()


@pytest.fixture
def journal(database: Database, tmp_path: Path) -> Journal:
    return Journal(database, keys_in(tmp_path))


@pytest.fixture
def listings(tmp_path: Path) -> Iterator[ResponseStore]:
    listings = ResponseStore(tmp_path / "listings.db")
    yield listings
    listings.close()


@pytest.fixture
def memory(listings: ResponseStore, database: Database) -> ResponseCache:
    return ResponseCache(listings, StoredCacheVersions(database), owner="alice")


@pytest.fixture
def api(service: RunningService, memory: ResponseCache) -> Iterator[Api]:
    transport = Transport(service.url)
    yield Api(transport, token=ALICE, memory=memory, budget=10 * PATIENT)
    transport.close()


@pytest.fixture
def wire(service: RunningService) -> Iterator[Wire]:
    """The way to a service with twelve sites besides those of the demo world."""
    add_sites(service, ORG, 12)
    with Wire(service) as wire:
        yield wire


@pytest.fixture
def desk(wire: Wire, tmp_path: Path, clock: Clock) -> Iterator[Desk]:
    desk = Desk(wire, tmp_path, clock)
    yield desk
    desk.close()
