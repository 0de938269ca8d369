"""The journal: what people changed is told, looked for where it is not known, and taken back."""

import pytest
from flask import Flask

from service.identity.tokens import create_token
from tests.asked import Log
from tests.faults import faults
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.records import ask
from tests.wire import Wire
from tests.world import ALICE, BOB, RunningService

ORG = "/orgs/org_larkfield"
JOURNAL = f"{ORG}/journal"
SETTINGS = f"{ORG}/settings"
EDIT = f"{ORG}/sites/site_docs/edit"
API = "/v1/orgs/org_larkfield"
SITE = f"{API}/sites/site_docs"


def told(page: Page) -> list[str]:
    return [row[0].partition(" “")[0] for row in page.rows]


def title(service: RunningService) -> str:
    said: str = ask(service, ALICE, "GET", SITE).get_json()["title"]
    return said


def renamed(pages: Pages, to: str) -> Page:
    return pages.fill_in(EDIT, title=to)


def test_a_change_is_told_with_all_that_belongs_to_it(alice: Pages) -> None:
    assert "No changes yet" in alice.get(JOURNAL).main
    renamed(alice, "Guide")
    row = alice.get(JOURNAL).rows[0]
    assert row[0] == "Alice renamed the site Larkfield Docs to Guide"
    shown = alice.get(f"{JOURNAL}/1")
    assert shown.rows == [["Title", "“Larkfield Docs”", "“Guide”"]]
    assert (shown.facts["Outcome"], shown.facts["Who"]) == ("Saved", "Alice")
    assert f"PATCH {SITE}" in shown.main
    assert '{ "title": "Guide" }' in " ".join(shown.main.split())
    assert "demo-alice" not in shown.html


def test_values_are_told_by_their_labels_and_what_was_refused_is_told_too(alice: Pages) -> None:
    alice.fill_in(EDIT, visibility="share-link")
    assert alice.shown.rows == [["Who can read it", "“Public”", "“Share link”"]]
    alice.confirm(EDIT, reason="The audit asked for it")
    assert alice.get(f"{JOURNAL}/1").rows == [["Who can read it", "“Public”", "“Share link”"]]
    assert alice.shown.facts["Why"] == "The audit asked for it"
    alice.fill_in(EDIT, basename="handbook")
    alice.confirm(EDIT)
    shown = alice.get(f"{JOURNAL}/2")
    assert shown.facts["Outcome"].startswith("Refused basename")
    assert "Nothing was changed, so there is nothing to undo." in shown.main
    assert alice.get(JOURNAL).rows[0][2] == ""


def test_creation_and_deletion_are_told(alice: Pages) -> None:
    site = alice.fill_in(f"{ORG}/sites/new", title="Drivers", visibility="public").path
    alice.fill_in(f"{site}/delete", confirm="Drivers")
    assert told(alice.get(JOURNAL)) == ["Alice deleted the site Drivers", "Alice created the site Drivers"]
    assert told(alice.get(f"{JOURNAL}?object={site.rpartition('/')[2]}")) == told(alice.get(JOURNAL))
    assert "There is nothing left to undo." in alice.get(f"{JOURNAL}/1/undo").main
    assert "A deletion can't be undone" in alice.get(f"{JOURNAL}/2").main


def test_filters_and_days_the_wrong_way_round(alice: Pages) -> None:
    renamed(alice, "Guide")
    alice.get(SETTINGS)
    alice.submit(f"{SETTINGS}/profile", title="Larkfield Air")
    assert told(alice.get(f"{JOURNAL}?area=Sites")) == ["Alice renamed the site Larkfield Docs to Guide"]
    assert told(alice.get(f"{JOURNAL}?area=Organizations&state=saved")) == [
        "Alice renamed the organization Larkfield Freight to Larkfield Air"
    ]
    assert len(told(alice.get(f"{JOURNAL}?state=nonsense&since=yesterday&by=&before=x"))) == 2
    assert "No change matches" in alice.get(f"{JOURNAL}?state=refused").main
    assert "No change matches" in alice.get(f"{JOURNAL}?until=2020-01-01").main
    assert told(alice.get(f"{JOURNAL}?before=2")) == ["Alice renamed the site Larkfield Docs to Guide"]
    shown = alice.get(f"{JOURNAL}?since=2026-03-02&until=2026-03-01")
    assert "“To” is before “From”, so no change can match. Choose a day on or after 2 Mar 2026." in shown.main
    assert "No change matches" not in shown.main
    assert 'aria-describedby="filter-until-error"' in shown.html
    assert "“To” is before" not in alice.get(f"{JOURNAL}?since=2026-03-02&until=2026-03-02").main


def test_administrators_see_all_and_others_their_own(alice: Pages, portal: Flask) -> None:
    bob, dana = Pages(portal).sign_in(BOB), Pages(portal).sign_in("demo-dana")
    renamed(alice, "Guide")
    bob.get(EDIT)
    bob.post(EDIT, {"title": "Mine"})
    assert [row[0].split()[0].rstrip(":") for row in alice.get(JOURNAL).rows] == ["Bob", "Alice"]
    assert [row[0].split()[0].rstrip(":") for row in bob.get(JOURNAL).rows] == ["Bob"]
    lena = Pages(portal).sign_in("demo-lena")
    at = lena.get(f"{JOURNAL}/1").facts["When"]
    assert f"Alice made this change on {at}." in lena.get(f"{JOURNAL}/1/undo").main
    assert bob.get(f"{JOURNAL}/1").status == 404
    assert bob.get(f"{JOURNAL}/2").status == 200
    assert (dana.get(JOURNAL).status, dana.get(f"{JOURNAL}/1").status) == (404, 404)


def test_a_change_is_undone_from_the_toast_redone_and_undone_again(
    alice: Pages, service: RunningService, asked: Log
) -> None:
    renamed(alice, "Guide")
    asked.clear()
    shown = alice.submit(f"{JOURNAL}/1/undo")
    assert asked.writes == [f"PATCH {SITE}"]
    assert (title(service), shown.path) == ("Larkfield Docs", f"{ORG}/sites/site_docs")
    assert "Undone" in alice.get(f"{JOURNAL}/1").facts
    at = alice.get(f"{JOURNAL}/2").facts["When"]
    asking = alice.get(f"{JOURNAL}/2/undo")
    assert (asking.h1, "Undo" in asking.buttons) == ("Redo this change?", False)
    assert f"Change the site Larkfield Docs: title. You undid this change on {at}." in asking.main
    for entry, expected in ((2, "Guide"), (1, "Larkfield Docs"), (2, "Guide")):
        alice.fill_in(f"{JOURNAL}/{entry}/undo")
        assert title(service) == expected
    assert [row.partition(":")[0].removesuffix(" Undone") for row in told(alice.get(JOURNAL))] == [
        *("Alice redid", "Alice undid", "Alice redid", "Alice undid", "Alice renamed the site Larkfield Docs to Guide")
    ]
    ask(service, ALICE, "PATCH", SITE, {"title": "Larkfield Docs"})  # as it was, but not because of the undo
    assert "There is nothing left to redo." in alice.get(f"{JOURNAL}/2/undo").main


def test_what_a_colleague_changed_since_stays(alice: Pages, service: RunningService, asked: Log) -> None:
    alice.fill_in(EDIT, title="Guide", agentsContext="excluded")
    ask(service, ALICE, "PATCH", SITE, {"title": "By a colleague"})
    asked.clear()
    shown = alice.submit(f"{JOURNAL}/1/undo")
    assert (shown.status, asked.writes) == (409, [])
    assert "Title: “By a colleague”" in shown.main
    alice.submit(f"{JOURNAL}/1/undo")
    site = ask(service, ALICE, "GET", SITE).get_json()
    assert (site["title"], site["agentsContext"]) == ("By a colleague", "included")


def test_what_the_page_said_would_stay_is_asked_about_again(alice: Pages, service: RunningService) -> None:
    alice.fill_in(EDIT, title="Guide", agentsContext="excluded")
    ask(service, ALICE, "PATCH", SITE, {"title": "By a colleague"})
    alice.get(f"{JOURNAL}/1/undo")
    ask(service, ALICE, "PATCH", SITE, {"title": "Guide"})
    shown = alice.submit(f"{JOURNAL}/1/undo")
    assert (shown.status, title(service), len(shown.rows)) == (409, "Guide", 2)
    assert "Something changed after you opened this page, so nothing was undone." in shown.main
    alice.submit(f"{JOURNAL}/1/undo")
    assert title(service) == "Larkfield Docs"


def test_a_logo_that_cannot_be_read_back_stays(alice: Pages, service: RunningService) -> None:
    ask(service, ALICE, "PATCH", API, {"logo": "https://larkfield.example/old.png"})
    alice.get(SETTINGS)
    alice.submit(f"{SETTINGS}/profile", {"logo-is": "none", "title": "Larkfield Air"})
    alice.get(f"{JOURNAL}/1/undo")
    assert "Their earlier values aren't known, so these stay as they are: Logo." in alice.shown.main
    alice.submit(f"{JOURNAL}/1/undo")
    assert ask(service, ALICE, "GET", API).get_json()["title"] == "Larkfield Freight"


def unknown(distant: Pages, wire: Wire, *, carried_out: bool) -> Page:
    """A change without an answer, and its page in the journal."""
    distant.get(EDIT)
    wire.faults["PATCH"] = faults.lost_answer if carried_out else faults.reset
    shown = distant.submit(EDIT, title="Guide")
    wire.faults.clear()
    return distant.get(shown.links["Check now"])


@pytest.mark.parametrize(("carried_out", "outcome"), [(True, "Saved"), (False, "Not in effect")])
def test_an_unknown_outcome_is_looked_for(distant: Pages, wire: Wire, *, carried_out: bool, outcome: str) -> None:
    assert unknown(distant, wire, carried_out=carried_out).facts["Outcome"].startswith("Not known")
    shown = distant.submit(f"{JOURNAL}/1/check")
    assert shown.facts["Outcome"].startswith(outcome)
    assert ("It was not in effect when Masthead checked, so there is nothing to undo." in shown.main) is not carried_out
    assert wire.seen["PATCH"] == 1


def test_the_name_is_asked_for_once_and_can_be_corrected(portal: Flask, service: RunningService) -> None:
    stranger = Pages(portal).sign_in(_token_of_nobody_in_particular(service))
    renamed(stranger, "Guide")
    shown = stranger.submit("/name", name="Edda")
    assert (shown.path, stranger.get(JOURNAL).rows[0][0].split()[0]) == (f"{ORG}/sites/site_docs", "Edda")
    renamed(stranger, "Again")
    assert not stranger.shown.forms_to("/name")
    stranger.get("/sessions")
    stranger.submit("/name", name="")
    assert stranger.get(JOURNAL).rows[0][0].startswith("Unnamed admin (")


def _token_of_nobody_in_particular(service: RunningService) -> str:
    """A token for Alice that is none of the demo world's."""
    with service.app.extensions["runtime"].database.writing() as connection:
        return create_token(connection, "user_alice", "2025-11-20T09:30:15.250Z")
