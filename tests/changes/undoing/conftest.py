"""Alice's desk, and Bob's beside it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.asked import listen
from tests.changes.structure.desk import Desk, NewDesk, new_desks
from tests.world import RunningService


@pytest.fixture
def new_desk(service: RunningService, tmp_path: Path) -> Iterator[NewDesk]:
    with new_desks(service, listen(service), tmp_path) as make:
        yield make


@pytest.fixture
def desks(new_desk: NewDesk) -> Desk:
    return new_desk()
