"""The share links of a site: listed, made, renamed, switched, noted, deleted; each change told and taken back."""

from tests.asked import Log
from tests.blueprints.link_pages import API, CARRIERS, JOURNAL, KEYS, LINKS, ORG, SITE, link, links
from tests.blueprints.start_over import start_over
from tests.faults import faults
from tests.faults.hostile import Fault
from tests.loops import for_each
from tests.pages.document import text_of
from tests.pages.pages import Pages
from tests.records import ask
from tests.wire import Wire
from tests.world import ALICE, RunningService


def test_the_list_tells_each_link_and_covers_its_address(alice: Pages) -> None:
    shown = alice.get(LINKS)
    assert [row[:2] for row in shown.rows] == [
        ["Carriers 2025", "On"],
        ["Brokers and forwarders", "On"],
        ["Trade fair handout", "Off"],
        ["Insurance audit 2024", "Off"],
    ]
    assert [row[4] for row in shown.rows] == ["7 Jan 2025", "18 Jun 2025", "13 May 2024", "2 Oct 2024"]
    assert [key for key in KEYS if key in shown.main] == []
    covered = shown.document.with_attribute("name", "address")
    assert [each.attrib["value"].rpartition("/")[2] for each in covered] == list(KEYS)
    assert [each for each in shown.document.with_attribute("open") if each.tag == "details"] == []
    assert shown.headers["Cache-Control"] == "no-store"
    assert shown.document.with_attribute("hx-history", "false") != []
    assert alice.get(LINKS).notes == []
    assert f'href="{LINKS}"' in alice.get(SITE).html
    shown = alice.get(f"{ORG}/sites/site_docs/links")
    assert shown.rows == []
    assert "No share links yet" in shown.main
    assert alice.get(f"{ORG}/sites/site_zebra/links").status == 404
    assert alice.get(f"{LINKS}/link_zebra").status == 404
    assert alice.post(f"{ORG}/sites/site_zebra/links/link_carriers/delete", {}).status == 404


@for_each("site, label", [("site_docs", "Public"), ("site_handbook", "Signed-in visitors")])
def test_links_without_effect_are_told_with_the_way_to_change_that(alice: Pages, site: str, label: str) -> None:
    shown = alice.get(f"{ORG}/sites/{site}/links")
    assert f"Share links have no effect while the visibility of the site is “{label}”." in shown.notes[0]
    assert shown.links["Change who can read the site"] == f"{ORG}/sites/{site}/edit#visibility"


def test_an_unpublished_site_opens_to_nobody(alice: Pages, service: RunningService) -> None:
    ask(service, ALICE, "PATCH", "/v1/orgs/org_larkfield/sites/site_warehouse", {"visibility": "share-link"})
    assert (
        "The site is not published, so its share links don't work yet."
        in alice.get(f"{ORG}/sites/site_warehouse/links").main
    )


def test_a_new_link_leads_to_its_address_is_made_once_and_taken_away_after_a_question(
    alice: Pages, service: RunningService, asked: Log
) -> None:
    alice.get(LINKS)
    shown = alice.submit(LINKS, name="  Auditors ")
    made = link(service, "Auditors")
    assert (shown.path, shown.toasts) == (f"{LINKS}/{made['id']}", ["Auditors was created."])
    assert "Auditors was created." in text_of(shown.document.by_id["details"]), "over nothing else"
    assert shown.document.by_id["address"].text == made["urls"]["published"]
    assert [each.tag for each in shown.document.with_attribute("open")] == ["details"]
    assert asked.writes == [f"POST {API}"]
    asked.clear()
    shown = alice.submit(f"{JOURNAL}/1/undo")
    assert (shown.h1, asked.writes) == ("Undo this change?", [])
    assert "People who have its address can no longer open the site" in shown.notes[0]
    assert alice.submit(f"{JOURNAL}/1/undo").path == LINKS
    assert len(links(service)) == 4
    assert "Undone" in alice.get(f"{JOURNAL}/1").facts


def test_it_is_renamed_and_the_name_taken_back(alice: Pages, asked: Log, service: RunningService) -> None:
    alice.get(CARRIERS)
    assert alice.submit(CARRIERS).path == LINKS
    assert asked.writes == []
    alice.get(CARRIERS)
    shown = alice.submit(CARRIERS, name="Carriers 2026")
    assert (shown.path, shown.toasts) == (LINKS, ["Carriers 2026 was saved."])
    assert asked.writes == [f"PATCH {API}/link_carriers"]
    assert links(service)[0]["name"] == "Carriers 2026"
    alice.submit(f"{JOURNAL}/1/undo")
    assert links(service)[0]["name"] == "Carriers 2025"
    assert "“Carriers 2026”" in alice.get(f"{JOURNAL}/1").main


@for_each("which, active", [("link_carriers", False), ("link_fair", True)])
def test_it_is_switched_and_switched_back(
    alice: Pages, service: RunningService, asked: Log, which: str, *, active: bool
) -> None:
    start_over(alice, service)
    asked.clear()
    alice.get(LINKS)
    shown = alice.submit(f"{LINKS}/{which}/active")
    assert (shown.path, asked.writes) == (LINKS, [f"PATCH {API}/{which}"])
    assert [each["active"] for each in links(service) if each["id"] == which] == [active]
    assert shown.toasts[0].endswith(f"was switched {'on' if active else 'off'}.")
    alice.submit(f"{JOURNAL}/1/undo")
    assert [each["active"] for each in links(service) if each["id"] == which] == [not active]


def test_two_buttons_of_one_page_are_two_changes_and_one_that_is_off_already_is_none(alice: Pages, asked: Log) -> None:
    page = alice.get(LINKS)
    for which in ("link_carriers", "link_brokers", "link_brokers"):
        alice.page = page
        alice.save(f"{LINKS}/{which}/active")
    assert asked.writes == [f"PATCH {API}/link_carriers", f"PATCH {API}/link_brokers"]
    alice.page = page
    shown = alice.submit(f"{LINKS}/link_carriers/active")
    assert (shown.toasts, len(asked.writes)) == (["Carriers 2025 is already off."], 2)
    assert next(row for row in shown.rows if "Carriers 2025" in row[0])[1] == "Off"


def test_a_deleted_one_is_made_again_with_another_address(alice: Pages, service: RunningService) -> None:
    before = links(service)[0]
    assert (
        "If you undo this, Masthead creates a link with the same name and a new address."
        in alice.get(f"{CARRIERS}/delete").main
    )
    shown = alice.submit(f"{CARRIERS}/delete", confirm="Carriers 2025")
    assert (shown.path, shown.toasts, len(links(service))) == (LINKS, ["Carriers 2025 was deleted."], 3)
    assert alice.get(f"{JOURNAL}/1").rows == [
        ["Name", "“Carriers 2025”", "nothing"],
        ["Opens the site", "on", "nothing"],
    ]
    alice.get(f"{JOURNAL}/1/undo")
    assert "The old address stays closed." in alice.shown.notes[0]
    alice.submit(f"{JOURNAL}/1/undo")
    again = link(service, "Carriers 2025")
    assert again["urls"] != before["urls"]
    assert "It was already created again." in alice.get(f"{JOURNAL}/1/undo").main


@for_each("fault", [None, faults.lost_answer, faults.reset])
def test_a_deleted_one_that_was_off_is_made_again_and_switched_off(
    distant: Pages, wire: Wire, service: RunningService, fault: Fault | None
) -> None:
    start_over(distant, service)
    wire.faults.clear()
    distant.get(f"{LINKS}/link_fair/delete")
    distant.submit(f"{LINKS}/link_fair/delete", confirm="Trade fair handout")
    distant.get(f"{JOURNAL}/1/undo")
    assert "Masthead switches the new one off right after it creates it." in distant.shown.notes[0]
    wire.faults |= {"PATCH": fault} if fault else {}
    (told,) = distant.submit(f"{JOURNAL}/1/undo").toasts
    may_be_on = "The new link may be on, although the old one was off. Check it, and switch it off."
    assert (may_be_on in told) == (fault is not None)
    assert link(service, "Trade fair handout")["active"] == (fault is faults.reset)
    assert distant.get(f"{ORG}/journal/3").h1 == "Switch off the share link Trade fair handout"


def test_one_that_is_found_later_is_told_to_be_on_though_the_deleted_one_was_off(
    distant: Pages, wire: Wire, service: RunningService
) -> None:
    distant.get(f"{LINKS}/link_fair/delete")
    distant.submit(f"{LINKS}/link_fair/delete", confirm="Trade fair handout")
    distant.get(f"{JOURNAL}/1/undo")
    wire.faults["POST"] = faults.lost_answer
    distant.submit(f"{JOURNAL}/1/undo")
    wire.faults.clear()
    distant.get(f"{JOURNAL}/2")
    (told,) = distant.submit(f"{JOURNAL}/2/check").toasts
    assert "It was on when Masthead found it, although the deleted one was off." in told
    assert link(service, "Trade fair handout")["active"] is True


def test_no_address_is_kept_in_the_journal(alice: Pages) -> None:
    alice.get(LINKS)
    made = alice.submit(LINKS, name="Auditors").path
    alice.get(LINKS)
    alice.submit(f"{made}/active")
    alice.get(f"{made}/delete")
    alice.submit(f"{made}/delete", confirm="Auditors")
    exported = alice.get(f"{JOURNAL}/export.json").html
    assert exported.count("Auditors") > 3
    assert "/published/" not in exported


UNREADABLE = "Nobody can read Partner onboarding now, because no share link is active."


def test_the_last_active_link_is_not_closed_silently(alice: Pages, service: RunningService) -> None:
    alice.get(LINKS)
    first = alice.submit(f"{CARRIERS}/active", press="Switch off")
    assert first.toasts == ["Carriers 2025 was switched off."]
    brokers = f"{LINKS}/{link(service, 'Brokers and forwarders')['id']}"
    assert "Nobody can read" not in alice.get(SITE).main
    assert "Nobody can read the site from then on" in alice.get(f"{brokers}/delete").main
    alice.get(LINKS)
    asking = alice.submit(f"{brokers}/active", press="Switch off").main
    assert "Check before saving Nobody can read Partner onboarding then" in asking
    assert link(service, "Brokers and forwarders")["active"] is True
    last = alice.confirm(f"{brokers}/active")
    assert last.toasts == [f"Brokers and forwarders was switched off. {UNREADABLE}"]
    assert "Nobody can read this site." in last.main
    shown = alice.get(SITE)
    assert "Nobody can read this site. Readers need a share link, and no share link is active." in shown.main
    assert shown.links["View share links"] == LINKS
    start_over(alice, service)
    for each in links(service):
        if each["id"] != "link_carriers":
            ask(service, ALICE, "PATCH", f"{API}/{each['id']}", {"active": False})
    alice.get(f"{CARRIERS}/delete")
    assert alice.submit(f"{CARRIERS}/delete", confirm="Carriers 2025").toasts == [
        f"Carriers 2025 was deleted. {UNREADABLE}"
    ]
