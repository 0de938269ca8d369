"""Ids that no path can carry, on every page: no link and no form leads anywhere else than it means to."""

from pathlib import Path
from typing import Any
from zlib import crc32

import pytest

from tests.faults.twisted import broken_pages, everywhere, pages_of, twisted
from tests.world import RunningService

IDS = (
    "",
    ".",
    "..",
    "%2e%2E",
    "/../../x//",
    "..\\..",
    "\t.\n.\x00",
    "a?b#c&d=%25\"<b>'~1",
    "x" * 3000,
)
WORLDS = 2


@pytest.mark.parametrize("world", range(WORLDS))
def test_no_link_leads_astray(service: RunningService, tmp_path: Path, world: int) -> None:
    """In each world an object has another of these ids."""

    def renamed(held: dict[str, Any]) -> dict[str, Any]:
        if not isinstance(held.get("id"), str):
            return held
        place = crc32(held["id"].encode()) + world * len(IDS) // WORLDS
        return held | {"id": IDS[place % len(IDS)]}

    with twisted(service, tmp_path / "portal", lambda _, told: everywhere(told, renamed)) as alice:
        assert list(broken_pages(alice, pages_of(alice.app))) == []
