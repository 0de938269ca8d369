"""A service whose switches turn, and Alice's desk at it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from service.rehearsal.switches import DEFAULT_SWITCHES
from tests.asked import Log, listen
from tests.databases import SqliteFile
from tests.structure.desk import Desk, NewDesk, new_desks
from tests.world import RunningService


@pytest.fixture(scope="module")
def switched_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[RunningService, Log]]:
    service = RunningService(SqliteFile(tmp_path_factory.mktemp("switched") / "service.db"), switches=DEFAULT_SWITCHES)
    yield service, listen(service)
    service.close()


@pytest.fixture
def new_desk(switched_service: tuple[RunningService, Log], tmp_path: Path) -> Iterator[NewDesk]:
    """Makes a desk, with all switches as usual."""
    service, log = switched_service
    with new_desks(service, log, tmp_path) as make:

        def turned() -> Desk:
            service.turn()
            return make()

        yield turned


@pytest.fixture
def desk(new_desk: NewDesk) -> Desk:
    return new_desk()
