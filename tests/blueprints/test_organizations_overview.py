"""The overview of an organization: what there is of everything, and what is inside the sites; each part may fail."""

import re
from typing import Any

from blueprints.organizations.alerts import join_titles
from tests.asked import Log
from tests.blueprints.overview import INSIDE, LISTINGS, ORG, Told, listing, matters, part
from tests.blueprints.start_over import start_over
from tests.faults import faults
from tests.loops import for_each
from tests.pages.pages import Pages
from tests.records import LONG_AGO, add_links, add_sites, ask, delete_sites
from tests.world import ALICE, RunningService

API = "/v1/orgs/org_larkfield"


def sites(service: RunningService, *described: dict[str, Any]) -> None:
    """Larkfield Freight with these sites alone."""
    delete_sites(service, ALICE, "org_larkfield")
    for each in described:
        assert ask(service, ALICE, "POST", f"{API}/sites", each).status_code == 201


def test_the_demo_world_in_the_morning_and_where_each_matter_is_mended(alice: Pages) -> None:
    shown = alice.get(ORG)
    assert [text.partition(".")[0] for text in matters(shown)] == [
        "Urgent: The certificate of Carriers (old directory) expired 40 days ago",
        "Soon: The certificate of Drivers expires in 21 days",
        "Soon: Auditors: the entity ID, the sign-on address, and the certificate are missing",
        "Soon: The OpenAPI specification “tracking” fails",
        "Soon: The OpenAPI specification “edi-gateway” fails",
        "Soon: The OpenAPI specification “partners-v0” fails",
        "Note: 2 of 7 sites are not published",
    ]
    assert part(shown, "sites").startswith("Sites 7 sites 5 published, 2 not published Public: 3 Unlisted: 2")
    assert "4 identity providers Single sign-on is not enforced." in part(shown, "sign-on")
    assert "Drivers Expires in 21 days" in part(shown, "sign-on")
    assert "7 OpenAPI specifications 3 failing View API specs 6 custom fields" in part(shown, "counts")
    assert "4 translations into 11 languages" in part(shown, "counts")
    links = alice.get(ORG).links
    assert links["View unpublished sites"] == links["2 not published"] == f"{ORG}/sites?published=false"
    assert links["5 published"] == f"{ORG}/sites?published=true"
    assert links["not enforced"] == f"{ORG}/sso/enforce"
    assert links["View API specification"] == f"{ORG}/specs/partners-v0"  # the last of three


def test_a_reader_sees_what_a_reader_may_see(charlie: Pages, asked: Log) -> None:
    shown = charlie.get(ORG)
    assert (shown.status, part(shown, "sign-on")) == (200, "")
    assert "could not be read" not in shown.main.lower()
    assert "certificate" not in shown.main
    asked.clear()
    assert "share link" not in charlie.get(INSIDE).main
    assert [line for line in asked.lines if "share-links" in line] == []


@for_each("ending", LISTINGS)
@for_each("status", [500, 200, 403])
def test_each_read_may_fail_alone(told: Told, ending: str, status: int, service: RunningService) -> None:
    start_over(told[0], service)
    told[1].clear()
    alice, becomes = told
    becomes[ending] = faults.answer(status, b"no")
    shown = alice.get(ORG)
    assert (shown.status, shown.h1, shown.warnings) == (200, "Larkfield Freight", [])
    assert shown.main.count("Masthead couldn't read this.") == 1
    assert shown.links["Try again"] == f"{ORG}?refresh=1"
    assert ("Not read:" in shown.main) == (ending in {"sites", "saml", "openapi"})


def test_what_was_read_before_stands_with_its_age(told: Told) -> None:
    alice, becomes = told
    alice.get(ORG)
    becomes["saml"] = faults.refusal(500)
    shown = alice.get(ORG)
    assert "4 identity providers" in part(shown, "sign-on")
    assert re.search(
        r"Last read (a moment|\d+ seconds?) ago\. The documentation service didn't answer\.", part(shown, "sign-on")
    )
    assert "certificate of Drivers" in matters(shown)[1]


def test_what_goes_on_is_not_counted_further_and_is_no_failure(alice: Pages, service: RunningService) -> None:
    add_links(service, "site_docs", 101)
    add_sites(service, "org_larkfield", 94)
    shown = alice.get(ORG)
    assert "Sites 100 or more sites Of the first 100: 5 published, 95 not published" in part(shown, "sites")
    assert "95 of the first 100 sites are not published." in matters(shown)[-1]
    assert "101" not in shown.main
    shown = alice.get(INSIDE)
    assert "counted in 6 of 100 or more sites" in shown.main
    assert shown.rows[0] == ["Larkfield Docs", "6", "4", "At least 100"]
    assert "Only the first 100 spaces and share links of these sites are counted: Larkfield Docs." in shown.main
    assert "couldn't read" not in shown.main


def test_one_site_is_one_and_none_says_what_to_do_first(alice: Pages, service: RunningService, charlie: Pages) -> None:
    sites(service, {"title": "Alone", "spaces": "sample"})
    shown = alice.get(ORG)
    assert "Sites 1 site 0 published, 1 not published" in part(shown, "sites")
    assert matters(shown)[-1].startswith("Note: 1 of 1 site is not published. Nobody can read Alone.")
    sites(service)
    shown = alice.get(f"{ORG}?refresh=1")
    assert shown.links["Create a site"] == f"{ORG}/sites/new"
    assert "Count them" not in shown.links
    assert "Your role doesn't let you create a site" in part(charlie.get(ORG), "first-steps")


NOBODY = "Nobody can read Partner onboarding. Readers need a share link, and no share link is active."


def test_what_is_inside_the_sites_comes_after_it_and_is_exact_once_all_were_counted(alice: Pages) -> None:
    alice.get(ORG)
    inside = alice.swap(INSIDE, "organizations-inside").html
    assert "<strong>5</strong> or more open change requests" in inside
    assert "<strong>2</strong> or more active share links" in inside
    assert "on 1 of the 6 sites counted" in inside
    shown = alice.get(alice.get(ORG).links["Count them"])
    assert shown.rows[0] == ["Larkfield Docs", "6", "4", "0"]
    assert shown.rows[3] == ["Partner onboarding", "1", "0", "2"]
    shown = alice.get(INSIDE)
    shown = alice.get(shown.links["Count 1 more"])
    assert "2 active share links on 1 of the 7 sites counted" in shown.main
    assert "or more" not in shown.main


def test_share_links_that_open_nothing_are_told(told: Told) -> None:
    alice, becomes = told
    link = {"object": "share-link", "id": "link", "createdAt": LONG_AGO, "active": True}
    becomes["share-links"] = listing(link, link)
    found = matters(alice.get(INSIDE))
    assert found[0].startswith(
        "Soon: 2 active share links of Larkfield Docs have no effect because the site's visibility is"
    )
    assert len(found) == 5  # all but the site that opens by them
    becomes["share-links"] = listing(link | {"active": False})
    assert [text.partition(":")[2] for text in matters(alice.get(INSIDE))] == [f" {NOBODY} View who can read it"]


def test_what_could_not_be_read_inside_a_site_is_told_and_not_counted(told: Told) -> None:
    alice, becomes = told
    becomes["site-spaces"] = faults.refusal(500)
    shown = alice.get(INSIDE)
    assert shown.rows[3] == ["Partner onboarding", "Not read", "Not read", "2"]
    assert "Masthead couldn't read all of: Larkfield Docs" in shown.main
    assert "spaces counted" not in shown.main
    assert "active share links on 1 of the 6 sites counted" in shown.main


def test_what_is_inside_is_read_a_few_sites_at_a_time(alice: Pages, asked: Log, service: RunningService) -> None:
    add_sites(service, "org_larkfield", 8)
    asked.clear()
    shown = alice.get(f"{INSIDE}?sites=999")
    assert (len(asked.lines), len(shown.rows)) == (2 + 2 * 12, 12)
    assert "Count 3 more" in shown.links
    assert "or more active share links" in shown.main
    assert shown.links["Share links of all sites"] == f"{ORG}/links"
    start_over(alice, service)
    add_sites(service, "org_larkfield", 8)
    asked.clear()
    shown = alice.get(INSIDE)
    assert (len(asked.lines), len(shown.rows)) == (2 + 2 * 6, 6)
    assert "counted in 6 of 15 sites. Count 6 more" in shown.main
    asked.clear()
    shown = alice.get(shown.links["Count 6 more"])
    assert (len(asked.lines), len(shown.rows)) == (2 * 6, 12)
    shown = alice.get(shown.links["Count 3 more"])
    assert len(shown.rows) == 15
    assert "counted in" not in shown.main


def test_names_are_few() -> None:
    assert [join_titles(list("abcde")[:count]) for count in (1, 2, 3, 5)] == [
        "a",
        "a and b",
        "a, b, and c",
        "a, b, c, and 2 more",
    ]
