"""A list that has nothing offers no filters; one whose filters let nothing through keeps them."""

from tests.loops import for_each
from tests.pages.pages import Pages
from tests.records import delete_sites
from tests.world import ALICE, RunningService

ORG = "/orgs/org_larkfield"
LISTS = [
    ("sites", "Title contains", "title=zebra"),
    ("links", "Link, site or note contains", "q=zebra"),
    ("journal", "Name, setting or reason contains", "q=zebra"),
    ("spaces/space_releases/comments", "Anybody", "author=user_grace"),
]


@for_each("path, label, narrowed", LISTS)
def test_a_list_without_rows_has_no_filters(
    alice: Pages, service: RunningService, path: str, label: str, narrowed: str
) -> None:
    delete_sites(service, ALICE, "org_larkfield")
    assert label not in alice.get(f"{ORG}/{path}").main
    assert label in alice.get(f"{ORG}/{path}?{narrowed}").main


def test_a_register_without_links_offers_no_file(alice: Pages, service: RunningService) -> None:
    assert "Export" in alice.get(f"{ORG}/links").links
    delete_sites(service, ALICE, "org_larkfield")
    assert "Export" not in alice.get(f"{ORG}/links?refresh=1").links
