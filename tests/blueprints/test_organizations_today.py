"""What needs somebody today and takes reads of many sites and teams: share links, conditions, members."""

from datetime import timedelta

from flask import Flask

from store import LinkPlace
from tests.asked import Log
from tests.blueprints.overview import ORG, TODAY, Told, matters
from tests.blueprints.start_over import start_over
from tests.faults import faults
from tests.pages.pages import Pages
from tests.records import add_site_spaces, add_sites, ask
from tests.world import ALICE, RunningService
from web.person.portal import portal_of
from web.person.time_zone import today

API = "/v1/orgs/org_larkfield"


def note_due(portal: Flask, link: str, days: int) -> None:
    """Note in so many days a link of the demo world should be off."""
    place = LinkPlace("org_larkfield", "site_partners", link)
    portal_of(portal).store.link_notes.save(place, "x", note="", due=today() + timedelta(days=days))


def test_links_that_are_due_are_counted_among_all(alice: Pages, portal: Flask) -> None:
    note_due(portal, "link_carriers", -1)
    note_due(portal, "link_brokers", 3)
    note_due(portal, "link_audit", -9)
    shown = alice.get(TODAY)
    told = [text for text in matters(shown) if "share link" in text]
    assert told[0].startswith("Urgent: 1 of 4 share links is overdue for review and still on.")
    assert told[1].startswith("Soon: 1 of 4 share links has a review date within 7 days.")
    assert shown.links["Review overdue links"] == f"{ORG}/links/overdue"
    assert shown.links["View share links"] == f"{ORG}/links?state=on&due=soon"


def test_a_site_with_due_links_is_looked_at_first(alice: Pages, portal: Flask, service: RunningService) -> None:
    note_due(portal, "link_carriers", -1)
    add_sites(service, "org_larkfield", 40)
    shown = alice.get(TODAY)
    assert "is overdue for review and still on" in shown.main
    assert "Checked just now: 6 of 47 sites, " in shown.main
    assert shown.links["Share links of all sites"] == f"{ORG}/links"
    assert "All is well" not in shown.main


def test_broken_conditions_are_counted_by_site_and_without_a_site_there_is_nothing_to_say(
    alice: Pages, service: RunningService
) -> None:
    add_site_spaces(service, "site_docs", "space_guide", ["visitor.claims.", "visitor.claims.isPartner"])
    told = [text for text in matters(alice.get(TODAY)) if "Larkfield Docs" in text]
    assert any("conditions of Larkfield Docs" in text and "wrong" in text for text in told), told
    start_over(alice, service)
    for site in ask(service, ALICE, "GET", f"{API}/sites").get_json()["items"]:
        ask(service, ALICE, "DELETE", f"{API}/sites/{site['id']}")
    shown = alice.get(TODAY)
    assert (shown.status, "0 of 0 sites" in shown.main) == (200, True)


def test_what_could_not_be_read_is_never_none(told: Told) -> None:
    alice, becomes = told
    becomes["share-links"] = faults.refusal(500)
    becomes["site-spaces"] = faults.refusal(500)
    becomes["members"] = faults.refusal(500)
    shown = alice.get(TODAY)
    assert "Not read: all share links of Partner onboarding" in shown.main
    assert "all spaces of Larkfield Docs" in shown.main
    assert "All is well" not in shown.main
    assert shown.links["Try again"] == f"{TODAY}?refresh=1"


def test_members_who_could_not_sign_in_are_counted(alice: Pages) -> None:
    alice.get(f"{ORG}/teams/team_docs")
    shown = alice.get(TODAY)
    (told,) = (text for text in matters(shown) if "known member" in text)
    assert told.startswith("Note: The API reports no single sign-on for ")
    assert "Once single sign-on is enforced, these people may be unable to sign in." in told
    assert "Masthead counts only members of teams that it has come across." in told
    assert shown.links["View who"] == f"{ORG}/sso/enforce"
    assert shown.links["Scan for more teams"] == f"{ORG}/known/scan?next={TODAY}"


def test_the_overview_takes_it_in_after_it_was_shown_and_asks_nothing_of_a_reader(
    alice: Pages, asked: Log, charlie: Pages
) -> None:
    shown = alice.get(ORG)
    assert shown.links["Check them now"] == TODAY
    asked.clear()
    assert "6 of 7 sites, 4 share links" in alice.swap(TODAY, "organizations-today").html
    assert [line for line in asked.lines if line.endswith(("/saml", "/sites"))] == []
    assert "Check them now" not in charlie.get(ORG).links
    asked.clear()
    shown = charlie.get(TODAY)
    assert "so Masthead checks none" in shown.main
    assert [line for line in asked.lines if "share-links" in line or "members" in line] == []
