"""The list of organizations, the switcher, one at a glance, lookup by e-mail domain, and search."""

import pytest

from contract.organization.search import SearchQuery
from tests.asked import Log
from tests.blueprints.beyond import texts
from tests.loops import for_each
from tests.pages.pages import Pages
from tests.records import add_organizations, add_spaces, delete_sites
from tests.world import ALICE, DANA, RunningService

ORG = "/orgs/org_larkfield"
DOMAIN = "/orgs/of-domain"
SEARCH = f"{ORG}/search"
(_, MAX_LENGTH), (_, TOO_LONG) = (cases[-1:] * 2 for cases in texts(SearchQuery, "query"))


@for_each(
    "who, row",
    [
        ("alice", ["Larkfield Freight", "Administer", "Pro (2024)", "Active"]),
        ("bob", ["Larkfield Freight", "View", "Pro (2024)", "Active"]),
        ("charlie", ["Larkfield Freight", "View", "Pro (2024)", "Active"]),
        ("dana", ["Orchard Street Clinic", "Administer", "Community (2024)", "Active"]),
    ],
)
def test_each_person_sees_their_own(request: pytest.FixtureRequest, who: str, row: list[str]) -> None:
    person: Pages = request.getfixturevalue(who)
    assert [each[:4] for each in person.get("/orgs").rows] == [row]


def test_a_hundred_are_a_page(dana: Pages, service: RunningService) -> None:
    add_organizations(service, "user_dana", 120)
    shown = dana.get("/orgs")
    assert len(shown.rows) == 100
    onward = dana.get(shown.links["Next page"])
    assert (len(onward.rows), onward.links["First page"]) == (21, "/orgs")


def test_the_switcher_lists_them_for_the_menu(dana: Pages, service: RunningService) -> None:
    add_organizations(service, "user_dana", 2)
    dana.get("/orgs/org_orchard")
    part = dana.swap("/orgs/switcher", "organizations-switcher")
    assert [name in part.html for name in ("Orchard Street Clinic", "Organization 0001", "Organization 0002")] == [
        True,
        True,
        True,
    ]


def test_it_shows_an_organization_at_a_glance_with_the_actions_of_the_person(alice: Pages, bob: Pages) -> None:
    shown = alice.get(ORG)
    assert shown.h1 == "Larkfield Freight"
    assert shown.facts["E-mail domains"] == "larkfield.example, drivers.larkfield.example"
    assert (shown.facts["Single sign-on"], shown.facts["Invite links"]) == ("Not enforced", "On")
    assert shown.links["Larkfield Docs"] == f"{ORG}/sites/site_docs"
    assert shown.links["All sites"] == f"{ORG}/sites"
    actions = {"Settings": f"{ORG}/settings", "New site": f"{ORG}/sites/new"}
    assert actions.items() <= alice.get(ORG).links.items()
    assert actions.keys() & bob.get(ORG).links.keys() == set()


def test_one_without_sites_says_what_a_site_is(alice: Pages, service: RunningService) -> None:
    delete_sites(service, ALICE, "org_larkfield")
    assert "No sites yet. A site publishes one or more spaces at one address." in alice.get(ORG).main


@for_each("address", ["/orgs/unknown", "/orgs/org_larkfield", "/orgs/..", "/orgs/a%2Fb"])
def test_an_unknown_one_and_a_stranger_s_are_not_found(dana: Pages, address: str) -> None:
    assert dana.get(address).status == 404


@for_each("typed", ["larkfield.example", "LARKFIELD.example", "alice@larkfield.example", " @larkfield.example."])
def test_a_domain_or_an_address_finds_its_organization(dana: Pages, typed: str) -> None:
    dana.get("/orgs")
    shown = dana.submit(DOMAIN, domain=typed)
    assert "Larkfield Freight" in shown.main
    assert shown.value("domain") == typed


def test_a_domain_of_none_says_so_and_that_of_a_stranger_is_no_link(alice: Pages, dana: Pages) -> None:
    alice.get(DOMAIN)
    assert "No organization has zebra.example" in alice.submit(DOMAIN, domain="zebra.example").main
    shown = dana.get("/orgs/of-domain?domain=larkfield.example")
    assert "You are not a member of this organization, so you can't open it." in shown.main
    assert "/orgs/org_larkfield" not in shown.links.values()


@for_each("typed", ["larkfield", "https://larkfield.example/x", "*.example", "a b.example"])
def test_what_is_no_domain_is_refused_before_the_call(alice: Pages, asked: Log, typed: str) -> None:
    alice.get(DOMAIN)
    shown = alice.submit(DOMAIN, domain=typed)
    assert (shown.status, shown.value("domain"), asked.lines) == (422, typed, [])
    assert shown.error_at("domain") != ""


def test_a_search_finds_pages_and_leads_to_them(alice: Pages, dana: Pages) -> None:
    alice.get(ORG)
    shown = alice.submit(SEARCH, query="webhooks")
    assert (shown.path, shown.value("query")) == (SEARCH, "webhooks")
    (link,) = {href for name, href in shown.links.items() if name.startswith("Webhooks")}
    assert link.startswith(f"{ORG}/spaces/space_api/pages/")
    assert "Nothing found" in alice.get(f"{SEARCH}?query=zebra").main
    assert dana.get(f"{SEARCH}?query=webhooks").status == 404


def test_no_words_ask_nothing(alice: Pages, asked: Log) -> None:
    assert "The search covers titles" in alice.get(f"{SEARCH}?query=+").main
    assert asked.lines == ["GET /v1/orgs/org_larkfield"]


def test_the_longest_search_is_asked_and_one_letter_more_refused_at_the_field(alice: Pages, asked: Log) -> None:
    assert alice.get(f"{SEARCH}?query={MAX_LENGTH.value}").status == 200
    assert "GET /v1/orgs/org_larkfield/search" in asked.lines
    alice.get(SEARCH)
    asked.clear()
    shown = alice.submit(SEARCH, query=TOO_LONG.value)
    assert (shown.status, shown.value("query")) == (422, TOO_LONG.value)
    assert shown.error_at("query").startswith("A search can have at most")
    assert "GET /v1/orgs/org_larkfield/search" not in asked.lines


def test_more_than_a_page_of_spaces_is_found_page_by_page(dana: Pages, service: RunningService) -> None:
    add_spaces(service, DANA, "org_orchard", 101)
    shown = dana.get("/orgs/org_orchard/search?query=page")
    assert shown.main.count("Write your first page") >= 100
    assert "Write your first page" in dana.get(shown.links["Next page"]).main
