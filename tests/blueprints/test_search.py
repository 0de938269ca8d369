"""Search of content in the organization: grouped by space and page, with the words marked."""

from contract.organization.search import QUERY_MAX
from tests.asked import Log
from tests.blueprints.overview import Told, listing
from tests.faults import faults
from tests.pages.document import text_of
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.web.markdown.attacks import TAGS

ORG = "/orgs/org_larkfield"
SEARCH = f"{ORG}/search"
PART = {"HX-Request": "true", "HX-Target": "search-results"}
GUIDE = f"{ORG}/spaces/space_guide"


def marked(page: Page) -> set[str]:
    return {text_of(each) for each in page.document.all("mark")}


def test_hits_are_grouped_by_space_and_what_finds_nothing_says_what_to_try(alice: Pages) -> None:
    shown = alice.get(f"{SEARCH}?q=tracking")
    assert shown.links["Shipping guide"] == GUIDE
    assert shown.links["Tracking"] == f"{GUIDE}/pages/page_guide_tracking"
    assert {each.casefold() for each in marked(shown)} == {"tracking"}
    assert shown.links["Search this space alone"].endswith("/search?q=tracking")
    assert "Nothing found" in alice.get(f"{SEARCH}?q=xyzzy").main
    assert alice.get(f"{SEARCH}?q=%3F%3F(").status == 200
    words = "a" * (QUERY_MAX + 1)
    shown = alice.get(f"{SEARCH}?q={words}")
    assert shown.status == 422
    assert shown.value("q") == words


def test_names_come_before_pages_and_related_words_are_offered_with_their_counts(alice: Pages, asked: Log) -> None:
    alice.get(f"{ORG}/sites/site_docs")
    shown = alice.get(f"{SEARCH}?q=shipping")
    assert shown.links["Shipping guide Space"] == GUIDE
    assert "No page has “shipping”. These pages have related words." in shown.main
    word, url = next((text, url) for text, url in shown.links.items() if text.startswith("shipment ("))
    found = alice.get(url).main
    assert f"{word.removeprefix('shipment (').removesuffix(')')} pages in" in found
    asked.clear()
    names = alice.client.get(f"{SEARCH}?q=shipping", headers=PART).text
    assert asked.lines == []
    content = alice.client.get(f"{SEARCH}?q=shipping&part=content", headers=PART).text
    assert [("Section of" in part, "Page of" in part) for part in (names, content)] == [(True, False), (False, True)]


def test_names_are_found_while_content_cannot_be_searched(told: Told) -> None:
    alice, by_ending = told
    alice.get(f"{ORG}/sites/site_docs")
    by_ending["search"] = faults.refusal(500)
    shown = alice.get(f"{SEARCH}?q=warehouse")
    assert f"{ORG}/spaces/space_warehouse" in shown.links.values()
    assert "The content couldn't be searched." in shown.main


def test_what_is_found_is_only_text(told: Told) -> None:
    alice, by_ending = told
    sections = [{"id": "s", "title": attack, "body": f"script {attack}", "path": f"p#{attack}"} for attack in TAGS[:3]]
    pages = [{"id": f"p{at}", "title": attack, "sections": sections} for at, attack in enumerate(TAGS)]
    by_ending["search"] = listing({"id": "space_x", "title": TAGS[0], "pages": pages})
    html = alice.get(f"{SEARCH}?q=script+alert").html.casefold()
    for wrong in ("<script>alert", "<img", "<iframe", "<svg onload"):
        assert wrong not in html
    assert "&lt;<mark>script</mark>&gt;<mark>alert</mark>(1)" in html
