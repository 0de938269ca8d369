"""What is inside the sites: change requests and share links, of a few sites, and after the overview was shown."""

from tests.asked import Log
from tests.blueprints.overview import INSIDE, ORG, Told, listing, matters
from tests.blueprints.start_over import start_over
from tests.faults import faults
from tests.pages.pages import Pages
from tests.records import LONG_AGO, add_links, add_sites
from tests.world import RunningService

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


def test_what_could_not_be_read_inside_a_site_is_told_and_not_counted(told: Told, service: RunningService) -> None:
    alice, becomes = told
    becomes["site-spaces"] = faults.refusal(500)
    shown = alice.get(INSIDE)
    assert shown.rows[3] == ["Partner onboarding", "Not read", "Not read", "2"]
    assert "Masthead couldn't read all of: Larkfield Docs" in shown.main
    assert "spaces counted" not in shown.main
    assert "active share links on 1 of the 6 sites counted" in shown.main
    start_over(told[0], service)
    alice, becomes = told
    becomes["site-spaces"] = becomes["share-links"] = faults.refusal(500)
    shown = alice.get(INSIDE)
    assert "Masthead couldn't read all of: Larkfield Docs" in shown.main
    assert ("spaces counted" in shown.main, "sites counted" in shown.main) == (False, False)


def test_more_than_is_read_of_a_site_is_no_failure(alice: Pages, service: RunningService) -> None:
    add_links(service, "site_docs", 101)
    shown = alice.get(INSIDE)
    assert shown.rows[0] == ["Larkfield Docs", "6", "4", "At least 100"]
    assert "Only the first 100 spaces and share links of these sites are counted: Larkfield Docs." in shown.main
    assert "couldn't read" not in shown.main


def test_what_is_inside_is_read_a_few_sites_at_a_time(alice: Pages, asked: Log, service: RunningService) -> None:
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


def test_no_address_makes_it_read_more_at_once_and_the_count_is_a_lower_bound(
    alice: Pages, asked: Log, service: RunningService
) -> None:
    add_sites(service, "org_larkfield", 50)
    asked.clear()
    shown = alice.get(f"{INSIDE}?sites=999")
    assert (len(asked.lines), len(shown.rows)) == (2 + 2 * 12, 12)
    assert "Count 6 more" in shown.links
    start_over(alice, service)
    asked.clear()
    add_sites(service, "org_larkfield", 50)
    shown = alice.get(INSIDE)
    assert "or more active share links" in shown.main
    assert shown.links["Share links of all sites"] == f"{ORG}/links"
