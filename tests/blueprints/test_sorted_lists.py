"""Lists that their columns sort: in the address, either way, numbers in names by their size, over all pages."""

import re

from tests.loops import for_each
from tests.pages.document import text_of
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.records import add_sites, ask
from tests.world import ALICE, RunningService

ORG = "/orgs/org_larkfield"
SITES = f"{ORG}/sites"
LETTERS = re.compile(r"^\W+")
"""An emoji before a title."""


def heading(page: Page, name: str) -> tuple[str, str]:
    """How the list is sorted by this column, and the address that its heading leads to."""
    heads = [each for each in page.document.all("th") if each.get("scope") == "col"]
    (found,) = [each for each in heads if text_of(each).rstrip(" ↓↑") == name]
    return found.get("aria-sort") or "", page.links[name]


@for_each("path", ["sites?title=e", "spaces", "teams", "specs", "links?state=on"])
def test_each_list_is_sorted_by_its_first_column(alice: Pages, path: str) -> None:
    alice.get(f"{ORG}/access?refresh=1")
    shown = alice.get(f"{ORG}/{path}")
    first = {"spaces": "Space", "teams": "Team", "specs": "Slug"}.get(path, "Link" if "links" in path else "Title")
    shown = alice.get(heading(shown, first)[1])
    names = [LETTERS.sub("", row[0]) for row in shown.rows]
    assert len(names) > 1
    assert heading(shown, first)[0] == "ascending"
    assert names == sorted(names, key=str.casefold)
    assert path.partition("?")[2] in shown.address
    if "links" not in path:
        assert [LETTERS.sub("", row[0]) for row in alice.get(heading(shown, first)[1]).rows] == names[::-1]
        assert "sort=-" in alice.shown.address


def test_sites_are_sorted_over_all_pages_and_numbers_by_their_size(alice: Pages, service: RunningService) -> None:
    add_sites(service, "org_larkfield", 130)
    for number in (10, 9):
        ask(service, ALICE, "POST", "/v1/orgs/org_larkfield/sites", {"title": f"A {number}"})
    first = alice.get(f"{SITES}?sort=title")
    assert [row[0] for row in first.rows[:3]] == ["A 9", "A 10", "Developer preview"]
    second = alice.get(first.links["Next page"])
    assert second.rows[-1][0] == "Warehouse operations"
    assert len(first.rows + second.rows) == 139
    form = alice.post(f"{ORG}/bulk", [("all", "1"), ("setting", "visibility"), ("page", "2"), ("sort", "title")])
    assert form.h1 == "Change 139 sites"
    assert [row[0] for row in alice.get(f"{SITES}?sort=zebra&title=docs").rows] == ["Larkfield Docs"]
