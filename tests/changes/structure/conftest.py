"""A service whose switches turn, and Alice's desk at it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from service.rehearsal.switches import AS_USUAL
from tests.asked import Log, listen
from tests.changes.structure.desk import Desk, desk_at
from tests.databases import SqliteFile
from tests.world import RunningService


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
    with desk_at(service, log, tmp_path) as desk:
        yield desk
