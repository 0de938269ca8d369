"""Ids that no path can carry, on every page: no link and no form leads anywhere else than it means to."""

from pathlib import Path
from typing import Any

import pytest

from tests.faults.twisted import broken_pages, everywhere, pages_of, twisted
from tests.world import RunningService

IDS = {
    "empty": "",
    "dot": ".",
    "dots": "..",
    "quoted dots": "%2e%2E",
    "slashes": "/../../x//",
    "backslashes": "..\\..",
    "controls": "\t.\n.\x00",
    "marks": "a?b#c&d=%25\"<b>'~1",
    "long": "x" * 3000,
}


@pytest.mark.parametrize("name", IDS)
def test_no_link_leads_astray(service: RunningService, tmp_path: Path, name: str) -> None:
    def renamed(held: dict[str, Any]) -> dict[str, Any]:
        return held | {"id": IDS[name]} if isinstance(held.get("id"), str) else held

    with twisted(service, tmp_path / "portal", lambda _, told: everywhere(told, renamed)) as alice:
        assert list(broken_pages(alice, pages_of(alice.app))) == []
