"""The published structure of a site as blocks: groups, sections, spaces, the home; as much of it as a page can show."""

from tests.pages.document import text_of
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.records import add_site_spaces
from tests.world import RunningService

SITES = "/orgs/org_larkfield/sites"


def blocks(page: Page, kind: str) -> list[str]:
    return [text_of(each) for each in page.document.all("li") if kind in each.get("class", "").split()]


def test_groups_hold_sections_and_these_hold_spaces_where_there_are_any(alice: Pages) -> None:
    shown = alice.get(f"{SITES}/site_docs")
    assert any("Group" in text for text in blocks(shown, "map-group"))
    assert len(blocks(shown, "map-section")) > 1
    assert all("Home" in text for text in blocks(shown, "map-home"))
    assert shown.links["View structure"] == f"{SITES}/site_docs/structure"
    shown = alice.get(f"{SITES}/site_help")
    assert blocks(shown, "map-section") == []
    assert blocks(shown, "map-space")


def test_many_spaces_are_counted_and_lead_to_the_structure(alice: Pages, service: RunningService) -> None:
    add_site_spaces(service, "site_help", "space_guide", [None] * 1000)
    shown = alice.get(f"{SITES}/site_help")
    assert len(blocks(shown, "map-space")) == 24
    (more,) = blocks(shown, "map-more")
    assert more.endswith("more spaces")
    assert shown.links[more] == f"{SITES}/site_help/structure"
