"""The guide says what the code says."""

import re
from pathlib import Path

import pytest

from service.endpoints import GROUPS
from service.paging import PAGE_SIZE
from service.permissions import NEEDED, RIGHTS

FOLDER = Path(__file__).parents[2] / "docs" / "guide"
GUIDE = (FOLDER / "service.md").read_text(encoding="utf-8")
TOLD = {
    "service.md": {"Organizations", "Sites"},
    "service-site-structure.md": {"Site section groups", "Site spaces", "Site share links"},
    "service-custom-fields.md": {"Custom fields"},
    "service-openapi-specs.md": {"OpenAPI specs", "Translations"},
    "service-sign-in.md": {"SAML and SSO"},
    "service-teams.md": {"Team members", "Collection and space team permissions"},
}
"""The groups of endpoints that a page is about."""


def rows(heading: str, page: str = GUIDE) -> list[tuple[str, str]]:
    """The first two cells of each row of the table under this head."""
    table = page.partition(heading)[2].partition("\n\n")[0]
    return re.findall(r"^\| `?([^`|]+?)`? \| (.+) \|$", table, re.MULTILINE)


def test_it_tells_the_rights_of_each_role() -> None:
    told: dict[str | None, set[str]] = {}
    so_far: set[str] = set()
    for role, rights in rows("| Role | Rights, besides those of the line above it |\n|---|---|\n"):
        so_far = so_far | set(re.findall(r"`(\w+)`", rights))
        told[None if role == "guest" else role] = so_far
    assert told == RIGHTS


@pytest.mark.parametrize("page", TOLD)
def test_it_tells_what_each_endpoint_needs(page: str) -> None:
    table = rows("| Endpoint | Needs |\n|---|---|\n", (FOLDER / page).read_text(encoding="utf-8"))
    told = {endpoint: needed.strip("`") for endpoint, needed in table}
    served = [each for group in GROUPS for each in group.endpoints if each.group in TOLD[page]]
    assert told == {f"{each.method} {each.path}": NEEDED[each.name] or "a token" for each in served}


def test_it_tells_the_size_of_a_page() -> None:
    assert f"A page holds {PAGE_SIZE} items" in GUIDE
