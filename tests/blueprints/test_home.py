"""The start leads to a person's organization, or to the list of several."""

from tests.pages.pages import Pages
from tests.records import add_organizations
from tests.world import RunningService


def test_it_leads_to_the_only_organization(alice: Pages) -> None:
    assert alice.get("/").path == "/orgs/org_larkfield"


def test_it_leads_to_the_list_of_several(dana: Pages, service: RunningService) -> None:
    add_organizations(service, "user_dana", 1)
    shown = dana.get("/")
    assert (shown.path, len(shown.rows)) == ("/orgs", 2)


def test_the_list_itself_stays_a_list_of_one(alice: Pages) -> None:
    assert alice.get("/orgs").h1 == "Organizations"


def test_a_visitor_signs_in_first(visitor: Pages) -> None:
    assert visitor.get("/").address == "/sign-in?next=/"
