"""Alice for longer than a page has: a walk makes as many calls as many pages; and her desk with Bob's beside it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from client import Api, ResponseCache, Transport
from tests.asked import listen
from tests.changes.structure.desk import Desk, NewDesk, new_desks
from tests.world import ALICE, RunningService


@pytest.fixture
def api(service: RunningService, memory: ResponseCache) -> Iterator[Api]:
    transport = Transport(service.url)
    yield Api(transport, token=ALICE, memory=memory, budget=600.0)
    transport.close()


@pytest.fixture
def new_desk(service: RunningService, tmp_path: Path) -> Iterator[NewDesk]:
    with new_desks(service, listen(service), tmp_path) as make:
        yield make


@pytest.fixture
def desks(new_desk: NewDesk) -> Desk:
    return new_desk()
