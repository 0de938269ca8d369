"""Every page that a link opens, in worlds that contradict themselves: shown or refused as a page, within its time."""

import os
from pathlib import Path

import pytest

from tests.faults.twisted import broken_pages, pages_of, twisted
from tests.faults.worlds import twisted_world
from tests.world import RunningService

WORLDS = int(os.environ.get("MASTHEAD_TEST_WORLDS", "2"))
"""More of them are tried with this in the environment."""


@pytest.mark.quick(cases=1)
@pytest.mark.parametrize("seed", range(WORLDS))
def test_no_page_fails(service: RunningService, tmp_path: Path, seed: int) -> None:
    with twisted(service, tmp_path / "portal", twisted_world(seed)) as alice:
        assert list(broken_pages(alice, pages_of(alice.app))) == []
