"""What needs somebody in an organization today: its own matters, changes, drafts, links, conditions and members."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from flask import Flask

from contract.organization.organizations import UPDATE_ORGANIZATION
from masthead.store.entries import Intent, Outcome, State, Subject
from masthead.store.notes import LinkPlace
from masthead.web.person.locale import today
from masthead.web.person.portal import get_portal
from tests.asked import Log
from tests.blueprints.overview import LISTINGS, ORG, TODAY, Told, listing, matters, part
from tests.bulk_changes import keep_bulk_change
from tests.certificates import pem
from tests.faults import faults
from tests.loops import for_each
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.records import LONG_AGO, add_site_spaces, add_sites, ask, delete_sites
from tests.world import ALICE, RunningService

API = "/v1/orgs/org_larkfield"


def note_due(portal: Flask, link: str, days: int) -> None:
    """Note in so many days a link of the demo world should be off."""
    place = LinkPlace("org_larkfield", "site_partners", link)
    get_portal(portal).store.link_notes.save(place, "x", note="", due=today() + timedelta(days=days))


def test_due_links_are_counted_and_their_site_comes_first(alice: Pages, portal: Flask, service: RunningService) -> None:
    note_due(portal, "link_carriers", -1)
    note_due(portal, "link_brokers", 3)
    note_due(portal, "link_audit", -9)
    shown = alice.get(TODAY)
    told = [text for text in matters(shown) if "share link" in text]
    assert told[0].startswith("Urgent: 1 of 4 share links is overdue for review and still on.")
    assert told[1].startswith("Soon: 1 of 4 share links has a review date within 7 days.")
    assert shown.links["Review overdue links"] == f"{ORG}/links/overdue"
    assert shown.links["View share links"] == f"{ORG}/links?state=on&due=soon"
    add_sites(service, "org_larkfield", 40)
    shown = alice.get(f"{TODAY}?refresh=1")
    assert "is overdue for review and still on" in shown.main
    assert ", 6 of 47 sites, " in shown.main
    assert shown.links["Share links of all sites"] == f"{ORG}/links"
    assert "All is well" not in shown.main


def test_broken_conditions_are_counted_by_site(alice: Pages, service: RunningService) -> None:
    add_site_spaces(service, "site_docs", "space_guide", ["visitor.claims.", "visitor.claims.isPartner"])
    told = [text for text in matters(alice.get(TODAY)) if "Larkfield Docs" in text]
    assert any("conditions of Larkfield Docs" in text and "wrong" in text for text in told), told
    delete_sites(service, ALICE, "org_larkfield")
    shown = alice.get(f"{TODAY}?refresh=1")
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


def test_members_who_could_not_sign_in_are_counted(told: Told, service: RunningService) -> None:
    alice, becomes = told
    alice.get(f"{ORG}/teams/team_docs")
    assert [text for text in matters(alice.get(TODAY)) if "unable to sign in" in text] == []
    becomes["org_larkfield"] = faults.says(ask(service, ALICE, "GET", API).get_json() | {"sso": True})
    shown = alice.get(TODAY)
    (found,) = (text for text in matters(shown) if "unable to sign in" in text)
    assert found.startswith("Soon: ")
    assert "They have no single sign-on, which is enforced." in shown.main
    assert shown.links["View who"] == f"{ORG}/sso/enforce"
    assert shown.links["Read the other teams"] == f"{ORG}/known?kind=team&next={TODAY}"


def test_the_overview_takes_it_in_and_asks_nothing_of_a_reader(
    alice: Pages, asked: Log, charlie: Pages, service: RunningService
) -> None:
    shown = alice.get(ORG)
    assert shown.links["View all checks"] == TODAY
    asked.clear()
    checks = alice.swap(TODAY, "organizations-today").html
    assert "6 of 7 sites, 4 share links" in checks
    (left,) = re.findall(r"Not checked here: ([^<]*)\. <a", checks)
    titles = {each["title"] for each in ask(service, ALICE, "GET", "/v1/orgs/org_larkfield/sites").get_json()["items"]}
    assert left in titles
    add_sites(service, "org_larkfield", 5)
    assert re.search(r"Not checked here: .* and 3 more\.", alice.get(f"{TODAY}?refresh=1").main)
    asked.clear()
    assert [line for line in asked.lines if line.endswith(("/saml", "/sites"))] == []
    assert "View all checks" not in charlie.get(ORG).links
    asked.clear()
    shown = charlie.get(TODAY)
    assert "All is well: nothing needs you here." in shown.main
    assert [line for line in asked.lines if "share-links" in line or "members" in line] == []


def test_bulk_changes_that_wait_and_drafts_of_this_organization_are_for_me(alice: Pages, portal: Flask) -> None:
    number = keep_bulk_change(portal, ALICE, ["docs", "help"])
    shown = alice.get(ORG)
    assert "Bulk change Hide sites not started, 0 of 2 done Resume" in part(shown, "mine")
    assert shown.links["Resume"] == f"{ORG}/bulk-changes/{number}"
    parts = get_portal(portal)
    owner = parts.store.keys.owner_of(ALICE)
    parts.store.drafts.save(owner, f"{ORG}/sites/site_docs/edit", [("title", "A")])
    parts.store.drafts.save(owner, f"{ORG}/sites/site_docs/edit", [("title", "A, typed again")])
    parts.store.drafts.save(owner, "/orgs/org_other/sites/site_x/edit", [("title", "B")])
    mine = part(alice.get(ORG), "mine")
    assert (mine.count("Draft "), "Unfinished 2 Bulk change" in mine) == (1, True), mine


def change(pages: Pages, token: str, state: State, summary: str = "Change Larkfield Freight: name") -> int:
    """Write a change of this person's into the journal."""
    parts = get_portal(pages.app)
    intent = Intent(
        "org_larkfield",
        parts.store.keys.owner_of(token),
        UPDATE_ORGANIZATION.name,
        ("org_larkfield",),
        Subject("organization", "org_larkfield", "Larkfield Freight"),
        summary,
    )
    number = parts.store.journal.begin(intent)
    parts.store.journal.write_outcome(number, Outcome(state))
    return number


def ways(page: Page) -> list[str | None]:
    """Where the columns of the picture lead."""
    return [each.get("href") for each in page.document.all("a") if each.get("tabindex") == "-1"]


def test_changes_lead_to_the_journal_of_their_day(alice: Pages) -> None:
    shown = alice.get(ORG)
    assert "No changes" in part(shown, "changes")
    assert not [each for each in shown.document.all("svg") if "chart-columns" in each.get("class", "")]
    change(alice, ALICE, State.SAVED)
    change(alice, "bob", State.REFUSED, "<script>x()</script>")
    shown = alice.get(ORG)
    assert part(shown, "changes").startswith("This week 2 changes")
    now = datetime.now(UTC).date()
    day = f"{ORG}/journal?since={now}&until={now}"
    assert ways(shown) == [day]
    assert [f"{now.day} {now:%b} {now.year}", "2"] in shown.rows
    assert alice.get(day).status == 200


def test_an_unknown_outcome_needs_attention(alice: Pages) -> None:
    change(alice, ALICE, State.UNKNOWN)
    shown = alice.get(ORG)
    told = "Soon: It isn't known whether 1 of 1 recorded change was saved."
    assert any(text.startswith(told) for text in matters(shown))
    assert shown.links["View changes"] == f"{ORG}/journal?state=unknown"


def test_others_changes_are_for_those_who_administer_now(alice: Pages, charlie: Pages, told: Told) -> None:
    change(alice, ALICE, State.SAVED)
    assert "1 change" in part(alice.get(ORG), "changes")
    assert "No changes of yours" in part(charlie.get(ORG), "changes")
    own, becomes = told
    change(own, "bob", State.SAVED, "By Bob")
    assert "This week 1 change " in part(own.get(ORG), "changes")
    becomes["org_larkfield"] = faults.refusal(500)
    assert "No changes of yours" in part(own.get(ORG), "changes")


@for_each("zone", ["Pacific/Kiritimati", "Pacific/Pago_Pago"])
def test_days_are_those_of_the_reader(alice: Pages, zone: str) -> None:
    change(alice, ALICE, State.SAVED)
    alice.client.set_cookie("browser_time_zone", zone)
    shown = alice.get(ORG)
    now = datetime.now(ZoneInfo(zone)).date()
    assert ways(shown) == [f"{ORG}/journal?since={now}&until={now}"]


def provider(**fields: object) -> dict[str, Any]:
    return {"object": "saml-provider", "id": "saml_staff", "label": "Staff", "status": "active", **fields}


def spec(**fields: object) -> dict[str, Any]:
    usual = {"id": "spec_api", "slug": "api", "createdAt": LONG_AGO, "updatedAt": LONG_AGO}
    return {"object": "openapi-spec", **usual, "processingState": "complete", **fields}


def test_nothing_needs_attention(told: Told) -> None:
    alice, becomes = told
    becomes.update({ending: listing() for ending in LISTINGS})
    shown = alice.get(ORG)
    assert matters(shown) == []
    assert "All is well" not in shown.main, "not all is checked yet"
    assert "Checking share links, conditions, members." in shown.main
    shown = alice.get(TODAY)
    assert "All is well: nothing needs you here." in shown.main
    assert "Checked just now: 0 identity providers, 0 API specs, 0 recorded changes, 0 of 0 sites" in shown.main


@for_each(
    "fields, says",
    [
        ({"certificate": 20}, "Soon: The certificate of Staff expires in 20 days."),
        ({"certificate": 3}, "Urgent: The certificate of Staff expires in 3 days."),
        ({"certificate": -400}, "Urgent: The certificate of Staff expired 400 days ago."),
        ({"certificate": "<script>"}, "Soon: Masthead can't read the certificate of Staff."),
        ({"status": "pending"}, "Soon: Staff: the entity ID, the sign-on address, and the certificate are missing."),
        ({"certificate": 3, "label": "<b>" * 300}, "Urgent: The certificate of <b><b>"),
    ],
)
def test_certificates_are_watched(told: Told, fields: dict[str, object], says: str) -> None:
    alice, becomes = told
    if isinstance(days := fields.get("certificate"), int):
        fields = fields | {"certificate": pem(days)}
    becomes |= {"saml": listing(provider(**fields)), "openapi": listing(), "sites": listing()}
    assert [each for each in matters(alice.get(ORG)) if each.startswith(says)] != []


def test_many_of_a_kind_are_summed_up(told: Told) -> None:
    alice, becomes = told
    ending = [provider(label=f"Staff {number}", certificate=pem(number)) for number in range(8, 16)]
    failing = [spec(slug=f"api-{number}", lastProcessErrorCode="ODD") for number in range(9)]
    becomes |= {"saml": listing(*ending), "openapi": listing(*failing), "sites": listing()}
    shown = alice.get(ORG)
    found = matters(shown)
    assert len(found) == 7
    assert found[5].endswith("more alerts about single sign-on.")
    assert found[6] == "Soon: 9 API specs are failing: api-0, api-1, api-2, and 6 more."
    assert "api-0: The documentation service reports the error ODD." in shown.main


@for_each(
    "fields, says",
    [
        ({"blocked": {"reason": "payment"}}, "Urgent: This organization is blocked (reason: payment)."),
        ({"blocked": {}}, "Urgent: This organization is blocked."),
        ({"billing": {"hasPaymentFailed": True}}, "Urgent: The last payment failed."),
        ({"billing": {"isScheduledToCancel": True}}, "Soon: The organization's plan will be cancelled."),
        (
            {"billing": {"isScheduledToCancel": True, "endDate": "2031-02-03T00:00:00Z"}},
            "Soon: The organization's plan will be cancelled on 3 Feb 2031.",
        ),
        ({"sso": True}, "Urgent: Single sign-on is enforced, and nobody can sign in with any provider."),
    ],
)
def test_the_organization_is_watched(told: Told, service: RunningService, fields: dict[str, Any], says: str) -> None:
    alice, becomes = told
    answer = ask(service, ALICE, "GET", API).get_json() | fields
    becomes |= {"org_larkfield": faults.says(answer)}
    becomes |= {ending: listing() for ending in LISTINGS}
    (matter,) = matters(alice.get(ORG))
    assert matter.startswith(says)
