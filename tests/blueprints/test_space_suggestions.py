"""The command palette finds pages of spaces that were read, and offers a search of all content."""

from urllib.parse import urlencode

from tests.asked import Log
from tests.pages.pages import Pages

ORG = "/orgs/org_larkfield"
GUIDE = f"{ORG}/spaces/space_guide"


def entries(pages: Pages, words: str) -> list[str]:
    shown = pages.get(f"{ORG}/go?{urlencode({'q': words})}")
    return [each.get("href") or "" for each in shown.document.all("a") if each.get("class") == "entry"]


def test_pages_of_spaces_that_were_read_are_found_by_their_titles(alice: Pages, asked: Log) -> None:
    alice.get(f"{ORG}/sites/site_docs")
    assert f"{GUIDE}/pages/page_guide_invoices" not in entries(alice, "invoices")
    alice.get(f"{GUIDE}/pages")
    asked.clear()
    assert entries(alice, "INVOICES")[0] == f"{GUIDE}/pages/page_guide_invoices"
    assert entries(alice, "regions lanes")[0].endswith("_lanes-and-regions")
    assert [line for line in asked.lines if "/content" in line] == []


def test_a_search_of_all_content_is_offered_last(alice: Pages) -> None:
    for words in ("sites", "nothing is called so", "a&b <c>"):
        assert entries(alice, words)[-1] == f"{ORG}/search?{urlencode({'query': words})}"
    assert "Search content for “sites”" in alice.get(f"{ORG}/go?q=sites").main
