"""The list of organizations, the switcher, one at a glance, and lookup by e-mail domain."""

import pytest

from tests.asked import Log
from tests.loops import for_each
from tests.pages.pages import Pages
from tests.records import add_organizations, delete_sites
from tests.world import ALICE, RunningService

ORG = "/orgs/org_larkfield"
DOMAIN = "/orgs/of-domain"


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


def test_the_switcher_lists_them_for_the_menu(dana: Pages, service: RunningService) -> None:
    add_organizations(service, "user_dana", 2)
    dana.get("/orgs/org_orchard")
    part = dana.swap("/orgs/switcher", "organizations-switcher")
    names = ("Orchard Street Clinic", "Organization 0001", "Organization 0002")
    assert [name for name in names if name not in part.html] == []


def test_home_offers_what_a_person_may_create(alice: Pages, bob: Pages, service: RunningService) -> None:
    shown = alice.get(ORG)
    assert shown.h1 == "Larkfield Freight"
    assert shown.links["New site"] == f"{ORG}/sites/new"
    assert "New site" not in bob.get(ORG).links
    delete_sites(service, ALICE, "org_larkfield")
    assert "No sites yet. A site publishes one or more spaces at one address." in alice.get(f"{ORG}?refresh=1").main


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
