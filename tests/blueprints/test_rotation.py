"""Rotating a share link: a new one is made and handed out, the old one switched off; it goes on where it stands."""

import pytest
from flask import Flask

from masthead.store.notes import LinkPlace
from masthead.web.person.portal import get_portal
from tests.asked import Log
from tests.blueprints.link_pages import API, CARRIERS, JOURNAL, LINKS, link, links
from tests.blueprints.start_over import start_over
from tests.faults import faults
from tests.loops import for_each
from tests.pages.pages import Pages
from tests.portals import PortalFor
from tests.records import ask
from tests.wire import Wire
from tests.world import ALICE, RunningService

ROTATE = f"{CARRIERS}/rotate"
FINISH = f"{ROTATE}/finish"
PLACE = LinkPlace("org_larkfield", "site_partners", "link_carriers")


def active(service: RunningService) -> dict[str, bool]:
    return {each["id"]: each["active"] for each in links(service)}


def test_all_of_it(alice: Pages, service: RunningService, asked: Log) -> None:
    assert alice.get(ROTATE).forms_to(FINISH) == []
    shown = alice.submit(ROTATE, name="Carriers 2026")
    made = link(service, "Carriers 2026")
    assert shown.path == ROTATE
    assert shown.document.by_id["address"].text == made["urls"]["published"]
    assert active(service)["link_carriers"]
    shown = alice.submit(FINISH, press="Switch off the old link")
    assert (shown.path, shown.toasts) == (LINKS, ["Carriers 2025 was switched off."])
    assert (active(service)["link_carriers"], active(service)[made["id"]]) == (False, True)
    assert asked.writes == [f"POST {API}", f"PATCH {API}/link_carriers"]


def test_each_step_is_told_and_the_last_is_taken_back(alice: Pages, service: RunningService) -> None:
    alice.get(ROTATE)
    alice.submit(ROTATE, name="Carriers 2026")
    alice.submit(FINISH)
    assert [row[0] for row in alice.get(JOURNAL).rows] == [
        "Alice turned off the share link Carriers 2025 Site: Partner onboarding",
        "Alice created the share link Carriers 2026 Site: Partner onboarding",
    ]
    alice.get(LINKS)
    alice.post(f"{JOURNAL}/2/undo", {})
    assert active(service)["link_carriers"]


def test_the_name_may_be_the_same_the_note_goes_along_and_both_may_stay_on(
    alice: Pages, service: RunningService, portal: Flask, asked: Log
) -> None:
    alice.get(ROTATE)
    alice.submit(ROTATE)
    alice.submit(FINISH)
    named = [each for each in links(service) if each["name"] == "Carriers 2025"]
    assert [each["active"] for each in named] == [False, True]
    start_over(alice, service)
    asked.clear()
    alice.get(CARRIERS)
    alice.submit(f"{CARRIERS}/note", note="For Mara in sales")
    alice.get(ROTATE)
    alice.submit(ROTATE, name="Carriers 2026")
    alice.submit(FINISH)
    notes = get_portal(portal).store.link_notes.for_site("org_larkfield")
    made = PLACE._replace(link=link(service, "Carriers 2026")["id"])
    assert {place: (note.note, note.successor) for place, note in notes.items()} == {
        PLACE: ("For Mara in sales", ""),
        made: ("For Mara in sales", ""),
    }
    start_over(alice, service)
    asked.clear()
    alice.get(ROTATE)
    alice.submit(ROTATE, name="Carriers 2026")
    alice.submit(FINISH, press="Keep both links")
    assert [active(service)[each["id"]] for each in links(service) if "Carriers" in each["name"]] == [True, True]
    assert "Being replaced" not in alice.get(LINKS).rows[0][1]
    assert asked.writes == [f"POST {API}"]


def test_whoever_comes_back_goes_on_from_there_and_reads_what_switching_off_means(
    alice: Pages, portal: Flask, service: RunningService
) -> None:
    alice.get(ROTATE)
    alice.submit(ROTATE)
    colleague = Pages(portal).sign_in(ALICE)
    assert "Being replaced" in colleague.get(LINKS).rows[0][1]
    assert "is replacing this link" in colleague.get(CARRIERS).main
    again = colleague.get(ROTATE)
    assert again.forms_to(ROTATE) == []
    assert again.document.by_id["address"].text == link(service, "Carriers 2025")["urls"]["published"]
    start_over(alice, service)
    alice.get(ROTATE)
    alice.submit(ROTATE, name="Carriers 2026")
    assert "Nobody can read the site with it once you switch it off." in alice.shown.main


def test_a_page_from_before_makes_no_second_one(alice: Pages, asked: Log) -> None:
    alice.get(ROTATE)
    alice.submit(ROTATE)
    alice.post(ROTATE, {"name": "Another"})
    assert alice.shown.toasts == ["Carriers 2025 was already created."]
    assert asked.writes == [f"POST {API}"]


def test_whoever_finds_one_of_the_two_off_finishes_from_there(
    alice: Pages, service: RunningService, asked: Log
) -> None:
    alice.get(ROTATE)
    alice.submit(ROTATE, name="Carriers 2026")
    ask(service, ALICE, "PATCH", f"{API}/link_carriers", {"active": False})
    asked.clear()
    assert "“Carriers 2025” is already off." in alice.get(ROTATE).main
    assert alice.submit(FINISH, press="Finish rotation").path == LINKS
    assert asked.writes == []


@pytest.fixture
def distant(portal_for: PortalFor, wire: Wire) -> Pages:
    """Alice, at a portal whose way to the service can be cut."""
    return Pages(portal_for(API_BASE_URL=wire.url, FRESH_SECONDS=0)).sign_in(ALICE)


def test_a_new_link_without_an_answer_is_found_again(distant: Pages, wire: Wire, service: RunningService) -> None:
    distant.get(ROTATE)
    wire.faults["POST"] = faults.lost_answer
    shown = distant.submit(ROTATE)
    assert shown.problems[0].startswith("The documentation service didn't confirm this change")
    del wire.faults["POST"]
    shown = distant.get(ROTATE)
    assert shown.document.by_id["address"].text == link(service, "Carriers 2025")["urls"]["published"]
    distant.submit(FINISH)
    assert (active(service)["link_carriers"], len(links(service))) == (False, 5)


@for_each("method, told", [("DELETE", "is gone"), ("PATCH", "is off")])
def test_the_old_link_stays_on_where_a_colleague_took_the_new_one(
    alice: Pages, service: RunningService, method: str, told: str
) -> None:
    start_over(alice, service)
    alice.get(ROTATE)
    alice.submit(ROTATE, name="Carriers 2026")
    body = {"active": False} if method == "PATCH" else None
    assert ask(service, ALICE, method, f"{API}/{link(service, 'Carriers 2026')['id']}", body).status_code < 300
    shown = alice.submit(FINISH, press="Switch off the old link")
    assert active(service)["link_carriers"]
    assert shown.problems == [f"The new link “Carriers 2026” {told} now, so the old one was left on."]
