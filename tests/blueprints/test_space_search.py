"""Search of content in one space."""

from contract.organization.search import QUERY_MAX
from tests.pages.document import text_of
from tests.pages.pages import Pages

ORG = "/orgs/org_larkfield"
GUIDE = f"{ORG}/spaces/space_guide"
SEARCH = f"{GUIDE}/search"


def test_a_search_of_a_space_stays_in_it_and_says_what_to_try(alice: Pages) -> None:
    shown = alice.get(f"{SEARCH}?query=pallets+fuel")
    assert shown.links["Rates"].startswith(f"{GUIDE}/pages/")
    assert {"pallets", "fuel"} <= {text_of(each).casefold() for each in shown.document.all("mark")}
    assert shown.links["Search all spaces"] == f"{ORG}/search?query=pallets+fuel"
    assert "The search covers titles, headings and text of this space." in alice.get(SEARCH).main
    assert "Try fewer or different words, or search all spaces." in alice.get(f"{SEARCH}?query=xyzzy").main
    assert alice.get(f"{SEARCH}?query={'a' * (QUERY_MAX + 1)}").status == 422
