"""A portal in a process of its own, that can be killed."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.program import Program
from tests.wire import Wire


@pytest.fixture
def program(wire: Wire, tmp_path: Path) -> Iterator[Program]:
    """It speaks to the service over the wire."""
    program = Program(wire.url, tmp_path)
    yield program
    program.kill()
