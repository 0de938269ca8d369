"""Search of content in the organization: grouped by space and page, with the words marked."""

from contract.organization.search import QUERY_MAX
from tests.blueprints.overview import Told, listing
from tests.pages.document import text_of
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.web.markdown.attacks import TAGS

ORG = "/orgs/org_larkfield"
SEARCH = f"{ORG}/search"
GUIDE = f"{ORG}/spaces/space_guide"


def marked(page: Page) -> set[str]:
    return {text_of(each) for each in page.document.all("mark")}


def test_hits_are_grouped_by_space_and_what_finds_nothing_says_what_to_try(alice: Pages) -> None:
    shown = alice.get(f"{SEARCH}?query=tracking")
    assert shown.links["Shipping guide"] == GUIDE
    assert shown.links["Tracking"] == f"{GUIDE}/pages/page_guide_tracking"
    assert {each.casefold() for each in marked(shown)} == {"tracking"}
    assert shown.links["Search this space alone"].endswith("/search?query=tracking")
    for address in (SEARCH, f"{SEARCH}?query=+"):
        assert "The search covers titles, headings and text of" in alice.get(address).main
    assert "Nothing found" in alice.get(f"{SEARCH}?query=xyzzy").main
    assert alice.get(f"{SEARCH}?query=%3F%3F(").status == 200
    words = "a" * (QUERY_MAX + 1)
    shown = alice.get(f"{SEARCH}?query={words}")
    assert shown.status == 422
    assert shown.value("query") == words


def test_what_is_found_is_only_text(told: Told) -> None:
    alice, by_ending = told
    sections = [{"id": "s", "title": attack, "body": f"script {attack}", "path": f"p#{attack}"} for attack in TAGS[:3]]
    pages = [{"id": f"p{at}", "title": attack, "sections": sections} for at, attack in enumerate(TAGS)]
    by_ending["search"] = listing({"id": "space_x", "title": TAGS[0], "pages": pages})
    html = alice.get(f"{SEARCH}?query=script+alert").html.casefold()
    for wrong in ("<script>alert", "<img", "<iframe", "<svg onload"):
        assert wrong not in html
    assert "&lt;<mark>script</mark>&gt;<mark>alert</mark>(1)" in html
