"""A service whose switches turn, and Alice's desk at it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from client import Api, ResponseCache, Transport
from service.rehearsal.switches import AS_USUAL
from store import Journal, Plans, ResponseStore, StoredCacheVersions
from tests.asked import Log, listen
from tests.changes.structure.desk import Desk
from tests.databases import SqliteFile
from tests.faults.clock import Clock
from tests.stores import keys_in, open_store
from tests.world import ALICE, RunningService


@pytest.fixture(scope="module")
def switched_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[RunningService, Log]]:
    service = RunningService(SqliteFile(tmp_path_factory.mktemp("switched") / "service.db"), switches=AS_USUAL)
    yield service, listen(service)
    service.close()


@pytest.fixture
def desk(switched_service: tuple[RunningService, Log], tmp_path: Path) -> Iterator[Desk]:
    service, log = switched_service
    service.reset()
    service.turn()
    database, listings, transport = (
        open_store(tmp_path / "m.db"),
        ResponseStore(tmp_path / "l.db"),
        Transport(service.url),
    )
    versions, clock = StoredCacheVersions(database), Clock()
    apis = {
        owner: Api(transport, token=ALICE, memory=ResponseCache(listings, versions, owner=owner), budget=600)
        for owner in ("alice", "bob")
    }
    journal = Journal(database, keys_in(tmp_path), clock)
    yield Desk(service, log, apis["alice"], Plans(database, clock), journal, clock, apis)
    transport.close()
    listings.close()
    database.close()
