"""Two sites or organizations side by side, one made like the other, and a new site like one that is there."""

import pytest

from tests.asked import Log
from tests.pages.filling import Value
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.records import ask, give_role
from tests.world import ALICE, RunningService

ORG, ORCHARD = "/orgs/org_larkfield", "/orgs/org_orchard"
HELP, PARTNERS = f"{ORG}/sites/site_help", f"{ORG}/sites/site_partners"


@pytest.fixture(autouse=True)
def alice_of_both(service: RunningService) -> None:
    give_role(service, "user_alice", "org_orchard", "admin")


def applied(pages: Pages, press: str, **agreed: Value) -> Page:
    """Apply the changes of the review, and run the bulk change to its end."""
    page = pages.submit(pages.shown.path, agreed, press=press)
    while "Continue" in page.buttons:
        page = pages.submit(page.path, press="Continue")
    return page


def test_a_site_is_made_like_another(alice: Pages, service: RunningService, asked: Log) -> None:
    assert alice.get(HELP).links["Compare with another site"] == f"{HELP}/compare"
    here = f"{HELP}/compare?organization=org_larkfield&site=site_partners"
    shown = alice.get(here)
    assert ["Help centre", "Who can read it", "“Public”", "“Share link”"] in shown.rows
    assert ["Get started", "", "Exists", "–"] in shown.rows
    assert "site: Base name, custom path and hostname belong to one site." in shown.main
    assert shown.links["Swap sides"] == f"{PARTNERS}/compare?organization=org_larkfield&site=site_help"
    review = alice.submit(here, press="Make Help centre like Partner onboarding")
    assert (review.h1, asked.writes) == ("Review changes", [])
    assert "Employee handbook" not in review.main  # a site that isn't compared isn't missing
    done = applied(alice, "Apply 10 changes", delete=True)
    assert done.h1 == "Apply the values of Partner onboarding"
    assert "Nothing that can be copied differs." in alice.get(here).main
    assert len(ask(service, ALICE, "GET", "/v1/orgs/org_larkfield/sites").get_json()["items"]) == 7


def test_any_two_sites_are_compared_also_where_places_alone_differ(alice: Pages, service: RunningService) -> None:
    sites = [each["id"] for each in ask(service, ALICE, "GET", "/v1/orgs/org_larkfield/sites").get_json()["items"]]
    pairs = [(here, there) for here in sites for there in sites if here != there]
    shown = {
        pair: alice.get(f"{ORG}/sites/{pair[0]}/compare?organization=org_larkfield&site={pair[1]}") for pair in pairs
    }
    assert [pair for pair, page in shown.items() if page.status != 200] == []
    moved = "Larkfield Docs: Remove the section Shipping from the group Product"
    assert ["Shipping", "", "–", moved] in shown["site_docs", "site_help"].rows


def test_a_site_of_another_organization_gets_only_spaces_that_are_there(alice: Pages) -> None:
    shown = alice.get(f"{ORCHARD}/sites/site_patients/compare?organization=org_larkfield&site=site_help")
    assert "space of a site Get started: The space “Get started” isn't there." in shown.main
    lost = alice.get(f"{HELP}/compare?organization=org_orchard&site=site_docs")
    assert (lost.status, "There is no such site, or you have no access to it." in lost.main) == (404, True)


def test_an_organization_is_made_like_another(alice: Pages, service: RunningService) -> None:
    here = f"{ORCHARD}/file/compare?organization=org_larkfield&section=customFields"
    shown = alice.get(here)
    assert ["Reviewed by", "", "Exists", "–"] in shown.rows
    alice.submit(here, press="Make Orchard Street Clinic like Larkfield Freight")
    applied(alice, "Apply 6 changes", delete=True)
    fields = ask(service, ALICE, "GET", "/v1/orgs/org_orchard/custom-fields").get_json()["items"]
    assert {each["name"] for each in fields} >= {"owner", "audience", "topics"}
    assert "Nothing that can be copied differs." in alice.get(here).main


def test_a_new_site_is_like_another(alice: Pages, asked: Log) -> None:
    copy = f"{ORG}/sites/site_docs/copy"
    assert (
        "A site with this title exists." in alice.fill_in(copy, {"title": "Help centre"}, press="Review changes").main
    )
    review = alice.submit(copy, title="Docs two", visibility="unlisted", press="Review changes")
    assert ["Create the site Docs two", "Who can read it", "", "“Unlisted”"] in review.rows
    assert "section Shipping: Masthead can't create it." in review.main
    assert asked.writes == []
    applied(alice, "Apply 11 changes")
    assert "Docs two" in alice.get(f"{ORG}/sites").main
