"""The guide says what the code says."""

import re
from pathlib import Path

from service.endpoints import GROUPS
from service.paging import PAGE_SIZE
from service.permissions import NEEDED, RIGHTS

GUIDE = (Path(__file__).parents[2] / "docs" / "guide" / "service.md").read_text(encoding="utf-8")
TOLD_HERE = {"Organizations", "Sites"}


def rows(heading: str) -> list[tuple[str, str]]:
    """The first two cells of each row of the table under this head."""
    table = GUIDE.partition(heading)[2].partition("\n\n")[0]
    return re.findall(r"^\| `?([^`|]+?)`? \| (.+) \|$", table, re.MULTILINE)


def test_it_tells_the_rights_of_each_role() -> None:
    told: dict[str | None, set[str]] = {}
    so_far: set[str] = set()
    for role, rights in rows("| Role | Rights, besides those of the line above it |\n|---|---|\n"):
        so_far = so_far | set(re.findall(r"`(\w+)`", rights))
        told[None if role == "guest" else role] = so_far
    assert told == RIGHTS


def test_it_tells_what_each_endpoint_needs() -> None:
    told = {endpoint: needed.strip("`") for endpoint, needed in rows("| Endpoint | Needs |\n|---|---|\n")}
    served = [each for group in GROUPS for each in group.endpoints if each.group in TOLD_HERE]
    assert told == {f"{each.method} {each.path}": NEEDED[each.name] or "a token" for each in served}


def test_it_tells_the_size_of_a_page() -> None:
    assert f"A page holds {PAGE_SIZE} items" in GUIDE
