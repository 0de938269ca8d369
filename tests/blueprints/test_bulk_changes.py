"""Plans on their pages: one's own alone, carried on by the page, decided about by its person, taken back whole."""

import pytest
from flask import Flask

from masthead.web.person.portal import get_portal
from service.rehearsal.switches import IgnoreFault
from tests.asked import Log
from tests.bulk_changes import BULK_CHANGES, SITES, keep_bulk_change
from tests.faults import faults
from tests.pages.document import text_of
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.records import ask
from tests.wire import Wire
from tests.world import ALICE, BOB, DANA, RunningService

ORG = "/orgs/org_larkfield"
API = "/v1/orgs/org_larkfield/sites"
BULK_CHANGE = f"{BULK_CHANGES}/1"
IGNORED = faults.rehearsed(IgnoreFault(path=faults.EVERYWHERE))


@pytest.fixture
def planned(portal: Flask, alice: Pages) -> Pages:
    """Alice with a bulk change to hide three sites from agents."""
    keep_bulk_change(portal, ALICE, SITES)
    alice.get(BULK_CHANGE)
    return alice


@pytest.fixture
def far(distant: Pages) -> Pages:
    """The same at the other end of a wire."""
    keep_bulk_change(distant.app, ALICE, SITES)
    distant.get(BULK_CHANGE)
    return distant


def agents(service: RunningService) -> list[str]:
    sites = [ask(service, ALICE, "GET", f"{API}/site_{name}").get_json() for name in SITES]
    return [site["agentsContext"] for site in sites]


def colleague(service: RunningService, name: str, **values: str) -> None:
    assert ask(service, ALICE, "PATCH", f"{API}/site_{name}", values).status_code == 200


def states(page: Page) -> list[str]:
    return [row[2] for row in page.rows]


def test_bulk_changes_and_steps_come_a_hundred_at_a_time(alice: Pages, portal: Flask) -> None:
    assert "No bulk changes yet" in alice.get(BULK_CHANGES).main
    assert alice.shown.links["Select sites"] == f"{ORG}/sites"
    keep_bulk_change(portal, ALICE, SITES * 50)
    first = alice.get(BULK_CHANGE)
    rest = alice.get(first.links["Next page"])
    assert (len(first.rows), len(rest.rows), rest.rows[0][0]) == (100, 50, "101")
    assert alice.get(rest.links["First page"]).rows[0][0] == "1"
    for _ in range(100):
        keep_bulk_change(portal, ALICE, [])
    first = alice.get(BULK_CHANGES)
    rest = alice.get(first.links["Next page"])
    assert (len(first.rows), len(rest.rows)) == (100, 1)
    assert rest.links["First page"] == BULK_CHANGES
    assert "No more bulk changes" in alice.get(f"{BULK_CHANGES}?before=1").main


def test_before_it_is_run_it_shows_its_steps_and_requests_and_stands_in_the_list(
    planned: Pages, asked: Log, portal: Flask
) -> None:
    shown = planned.shown
    assert states(shown) == ["Waiting", "Waiting", "Waiting"]
    assert "Not started 0 of 3 changes" in shown.main
    assert "Nothing has been sent yet." in shown.main
    assert asked.writes == []
    shown = planned.get(f"{BULK_CHANGE}/steps/2")
    assert (shown.h1, shown.rows) == ("Hide help", [["AI agents", "“Included”", "“Excluded”"]])
    assert f"PATCH {API}/site_help" in shown.main
    assert '{ "agentsContext": "excluded" }' in " ".join(shown.main.split())
    assert "demo-alice" not in shown.html
    assert planned.get(f"{BULK_CHANGE}/steps/4").status == 404
    assert planned.get(f"{BULK_CHANGE}/steps/0").status == 404
    text = planned.get(BULK_CHANGES).main.partition("Where bulk changes start")[2]
    for label in ("Sites", "Access", "Teams", "Share links", "Inbox", "Custom fields"):
        assert f"{label}: " in text
        assert planned.get(planned.get(BULK_CHANGES).links[label]).h1.startswith(label)
    keep_bulk_change(portal, ALICE, ["docs"], title="Another")
    assert [row[:3] for row in planned.get(BULK_CHANGES).rows] == [
        ["Another Why the plan", "Not started", "0 of 1 change"],
        ["Hide sites Why the plan", "Not started", "0 of 3 changes"],
    ]


def test_it_is_nobody_else_s(planned: Pages, portal: Flask, service: RunningService, asked: Log) -> None:
    for person in (BOB, DANA):
        other = Pages(portal).sign_in(person)
        assert other.get(BULK_CHANGE).status == 404
        assert other.get(f"{BULK_CHANGE}/steps/1").status == 404
        assert other.post(BULK_CHANGE, {"do": "run"}).status == 404
    assert planned.get("/orgs/org_orchard/bulk-changes/1").status == 404
    assert Pages(portal).sign_in(BOB).get(BULK_CHANGES).rows == []
    assert (asked.writes, agents(service)) == ([], ["included"] * 3)


def test_what_a_colleague_changed_is_asked_about(planned: Pages, service: RunningService, asked: Log) -> None:
    keep_bulk_change(planned.app, ALICE, SITES, visibility="unlisted")
    colleague(service, "help", visibility="share-link")
    ask(service, ALICE, "DELETE", f"{API}/site_incidents")
    asked.clear()
    stuck = planned.fill_in(f"{BULK_CHANGES}/2", press="Apply 3 changes")
    assert "Needs your decision 1 of 3 changes" in stuck.main
    assert "Change 2 failed: Hide help" in stuck.main
    assert "Who can read it is now “Share link”." in stuck.main
    assert states(stuck) == ["Done", "Failed", "Waiting"]
    assert "Change 2 failed" in planned.submit(f"{BULK_CHANGES}/2", press="Compare again").main
    stuck = planned.submit(f"{BULK_CHANGES}/2", press="Replace it anyway")
    assert "It could not be read, so nothing was sent" in stuck.main
    ended = planned.submit(f"{BULK_CHANGES}/2", press="Skip this change")
    assert states(ended) == ["Done", "Done", "Skipped"]
    assert "You skipped this." in ended.main
    assert len(asked.writes) == 2


def test_one_that_is_stopped_sends_nothing_more(planned: Pages, asked: Log) -> None:
    ended = planned.submit(BULK_CHANGE, press="Discard bulk change")
    told = ["Stopped 3 skipped", "You stopped it before it finished."]
    assert [each for each in told if each not in ended.main] == []
    assert "Undo bulk change" not in ended.buttons
    planned.post(BULK_CHANGE, {"do": "run"})
    assert (asked.writes, planned.get(BULK_CHANGES).rows[0][2]) == ([], "3 skipped")


def test_all_of_it_is_undone(planned: Pages, service: RunningService) -> None:
    colleague(service, "help", agentsContext="excluded")
    ended = planned.submit(BULK_CHANGE, press="Apply 3 changes")
    assert states(ended) == ["Done", "Skipped", "Done"]
    back = planned.submit(BULK_CHANGE, press="Undo bulk change")
    assert (back.path, back.h1) == (f"{BULK_CHANGES}/2", "Undo: Hide sites")
    assert (back.toasts, "Nothing has been sent yet. Check the changes" in back.main) == ([], True)
    assert [row[1] for row in back.rows] == ["Undo: Hide incidents", "Undo: Hide docs"]
    planned.post(BULK_CHANGE, {"do": "undo"})  # the second of two clicks
    assert len(planned.get(BULK_CHANGES).rows) == 2
    planned.get(f"{BULK_CHANGES}/2")
    assert states(planned.submit(f"{BULK_CHANGES}/2", press="Apply 2 changes")) == ["Done", "Done"]
    assert agents(service) == ["included", "excluded", "included"]
    assert planned.get(BULK_CHANGE).links["Bulk change 2"] == f"{BULK_CHANGES}/2"


def test_a_service_that_is_away_is_waited_for(far: Pages, wire: Wire, service: RunningService) -> None:
    wire.faults["GET"] = faults.refusal(429, retry_after=60)
    told = far.swap(BULK_CHANGE, "bulk_changes-progress", {"do": "run"})
    assert "Waiting for the service" in told.html
    wire.faults.clear()
    seen = dict(wire.seen)
    far.post(BULK_CHANGE, {"do": "run"}, follow=False)
    assert wire.seen == seen
    _no_waiting(far.app)
    assert "Done 3 of 3 changes" in far.post(BULK_CHANGE, {"do": "continue"}).main
    assert (agents(service), wire.seen["PATCH"]) == (["excluded"] * 3, 3)


def test_it_runs_and_tells_what_came_of_it(planned: Pages, service: RunningService) -> None:
    assert planned.post(BULK_CHANGE, {"do": "undo"}).toasts == ["There is nothing to undo: nothing was carried out."]
    ended = planned.submit(BULK_CHANGE, press="Apply 3 changes")
    assert "Done 3 of 3 changes" in ended.main
    assert states(ended) == ["Done", "Done", "Done"]
    assert (agents(service), ended.toasts) == (["excluded"] * 3, [])
    assert ended.links["View sites"] == f"{ORG}/sites"
    (second,) = (to for name, to in ended.links.items() if name == "View change 2")
    assert planned.get(second).h1 == "Hide help"
    (row,) = planned.get(f"{ORG}/journal").rows
    told = [f"Alice changed the site {name}: AI agents" for name in ("docs", "help", "incidents")]
    assert row[0].endswith(" ".join(["3 changes of one bulk change", *told]))
    assert "Why the plan" in planned.get(f"{ORG}/journal/1").facts["Why"]


def test_a_token_that_is_refused_in_the_middle_leads_to_the_sign_in(far: Pages, wire: Wire) -> None:
    wire.faults["PATCH"] = faults.refusal(401)
    assert far.submit(BULK_CHANGE, press="Apply 3 changes").path == "/sign-in"
    wire.faults.clear()
    back = far.submit("/sign-in", token=ALICE)
    assert (back.path, "Nothing has been sent" in back.main) == (BULK_CHANGE, False)
    assert "Your access token is no longer accepted, so the other changes were not carried out." in back.main
    assert "Done 3 of 3 changes" in far.submit(BULK_CHANGE, press="Resume").main


def test_what_the_api_accepts_and_does_not_carry_out_is_no_done_step(far: Pages, wire: Wire) -> None:
    wire.faults["PATCH"] = IGNORED
    shown = far.submit(BULK_CHANGE, press="Apply 3 changes")
    assert "Done with differences 3 failed · 3 differences" in shown.main
    assert "the change was accepted, but the current value is different" in shown.main
    assert "Undo bulk change" not in shown.buttons
    assert far.get(f"{ORG}/journal/1").facts["Outcome"].startswith("Not in effect")
    wire.faults.clear()
    second = f"{BULK_CHANGES}/{keep_bulk_change(far.app, ALICE, SITES)}"
    far.fill_in(second, press="Apply 3 changes")
    back = far.submit(second, press="Undo bulk change").path
    wire.faults["PATCH"] = IGNORED
    assert states(far.submit(back, press="Apply 3 changes")) == ["Failed"] * 3
    assert "undoes it: Done with differences, 3 failed · 3 differences." in far.get(second).main


def test_an_unknown_step_is_looked_for_and_one_that_is_opened_again_waits_for_its_person(
    far: Pages, wire: Wire, service: RunningService
) -> None:
    wire.faults["PATCH"] = faults.lost_answer
    shown = far.submit(BULK_CHANGE, press="Apply 3 changes")
    assert "the documentation service didn't confirm it. It continues by itself" in shown.main
    hints = {each.get("class"): text_of(each) for each in shown.document.all("span") if text_of(each).endswith("UTC.")}
    assert hints["scripted"].startswith("It continues by itself while this page is open")
    assert hints["unscripted"].startswith("Select Continue")
    far.get(BULK_CHANGE)  # the one load that goes on
    waiting = far.get(BULK_CHANGE)
    assert "It continues by itself" not in waiting.main
    assert "Select Resume after" in waiting.main
    _no_waiting(far.app)
    assert "Select Resume to try again, or stop the bulk change." in far.get(BULK_CHANGE).main
    wire.faults.clear()
    colleague(service, "docs", visibility="unlisted", agentsContext="included")
    assert "Done 3 of 3 changes" in far.submit(BULK_CHANGE, press="Resume").main
    assert wire.seen["PATCH"] == 4


def _no_waiting(app: Flask) -> None:
    """As if the time had passed for which the bulk change has to wait."""
    with get_portal(app).store.database.writing() as connection:
        connection.exec_driver_sql("UPDATE bulk_changes SET waits_until = 0")


def test_other_pages_name_a_bulk_change_that_waits(planned: Pages) -> None:
    named = planned.get(f"{ORG}/sites")
    assert named.links["Unfinished bulk change: Hide sites, 0 of 3 changes"] == BULK_CHANGE
    assert "Unfinished bulk change" not in planned.get(BULK_CHANGE).main
    assert "Unfinished bulk change" not in planned.get("/orgs").main
    planned.fill_in(BULK_CHANGE, press="Apply 3 changes")
    assert "Unfinished bulk change" not in planned.get(f"{ORG}/sites").main
