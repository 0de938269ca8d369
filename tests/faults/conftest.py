"""A portal in a process of its own, that can be killed; and one whose service can be told to misbehave."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.program import Program
from tests.faults.rehearsal import Rehearsal
from tests.wire import Wire


@pytest.fixture
def program(wire: Wire, tmp_path: Path) -> Iterator[Program]:
    """It speaks to the service over the wire."""
    program = Program(wire.url, tmp_path)
    yield program
    program.kill()


@pytest.fixture(scope="module")
def rehearsal(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Rehearsal]:
    rehearsal = Rehearsal(tmp_path_factory.mktemp("rehearsal"))
    yield rehearsal
    rehearsal.service.turn()
    rehearsal.close()
