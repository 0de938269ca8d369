"""Alice for longer than a page has: a walk makes as many calls as many pages."""

from collections.abc import Iterator

import pytest

from client import Api, ResponseCache, Transport
from tests.world import ALICE, RunningService


@pytest.fixture
def api(service: RunningService, memory: ResponseCache) -> Iterator[Api]:
    transport = Transport(service.url)
    yield Api(transport, token=ALICE, memory=memory, budget=600.0)
    transport.close()
