"""A terminal for the service of the tests."""

from pathlib import Path

import pytest

from tests.command_line.terminals import Terminal
from tests.world import RunningService


@pytest.fixture
def terminal(service: RunningService, tmp_path: Path) -> Terminal:
    """Alice's terminal, whose token is in a variable."""
    return Terminal(tmp_path, {"MASTHEAD_API_BASE_URL": service.url})
