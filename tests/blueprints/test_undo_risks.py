"""An undo that is dangerous is shown and agreed to first, as in the form that would send the same."""

from tests.asked import Log
from tests.blueprints.start_over import start_over
from tests.blueprints.team_pages import CHOSEN, DOCS, call, chosen, forget, roles
from tests.loops import for_each
from tests.pages.pages import Pages
from tests.records import ask
from tests.world import ALICE, RunningService

ORG = "/orgs/org_larkfield"
JOURNAL, SETTINGS, EDIT = f"{ORG}/journal", f"{ORG}/settings", f"{ORG}/sites/site_docs/edit"
API = "/v1/orgs/org_larkfield"
SITE = f"{API}/sites/site_docs"


def test_an_undo_of_a_visibility_or_of_a_role_for_all_is_confirmed(
    alice: Pages, service: RunningService, asked: Log
) -> None:
    alice.get(EDIT)
    alice.submit(EDIT, visibility="share-link")
    alice.confirm(EDIT)
    asked.clear()
    shown = alice.submit(f"{JOURNAL}/1/undo")
    assert (shown.status, asked.writes) == (409, [])
    assert "After the change: Public." in shown.main
    alice.submit(f"{JOURNAL}/1/undo")
    assert ask(service, ALICE, "GET", SITE).get_json()["visibility"] == "public"
    start_over(alice, service)
    asked.clear()
    ask(service, ALICE, "PATCH", API, {"defaultRole": "admin"})
    alice.get(SETTINGS)
    alice.submit(f"{SETTINGS}/access", defaultRole="read")
    shown = alice.submit(f"{JOURNAL}/1/undo")
    assert "Everyone who joins would become an administrator." in shown.main
    assert alice.submit(f"{JOURNAL}/1/undo", admin_confirm="Larkfield").status == 422
    assert ask(service, ALICE, "GET", API).get_json()["defaultRole"] == "read"
    alice.submit(f"{JOURNAL}/1/undo", admin_confirm="Larkfield Freight")
    assert ask(service, ALICE, "GET", API).get_json()["defaultRole"] == "admin"


@for_each("press", ["Remove…", "Make owners…"])
def test_an_undo_about_several_members_of_a_team_is_shown_before(
    alice: Pages, service: RunningService, asked: Log, press: str
) -> None:
    start_over(alice, service)
    asked.clear()
    forget(alice)
    before = roles(service)
    chosen(alice, press, "grace", "kofi")
    alice.submit(CHOSEN, press=alice.shown.h1.rstrip("?"))
    asked.clear()
    shown = alice.submit(f"{JOURNAL}/1/undo")
    assert (shown.status, asked.writes) == (409, [])
    assert [row[2] for row in shown.rows] == ["“Member”"] * 2
    alice.submit(f"{JOURNAL}/1/undo")
    assert roles(service) == before
    assert alice.submit(f"{JOURNAL}/2/undo").status == 409


def test_a_redo_that_removes_an_owner_is_shown_before(alice: Pages, service: RunningService, asked: Log) -> None:
    forget(alice)
    call(alice, "Frank Adeyemi")
    alice.get(DOCS)
    alice.submit(CHOSEN, press="Remove Erin Walsh")
    alice.submit(CHOSEN, press="Remove Erin Walsh from team_docs")
    alice.submit(f"{JOURNAL}/1/undo")
    asked.clear()
    assert alice.submit(f"{JOURNAL}/2/undo").status == 409
    assert (asked.writes, roles(service)["erin"]) == ([], "owner")
