"""An undo that is dangerous is shown and agreed to first, as in the form that would send the same."""

from tests.asked import Log
from tests.pages.pages import Pages
from tests.records import ask
from tests.world import ALICE, RunningService

ORG = "/orgs/org_larkfield"
JOURNAL, SETTINGS, EDIT = f"{ORG}/journal", f"{ORG}/settings", f"{ORG}/sites/site_docs/edit"
API = "/v1/orgs/org_larkfield"
SITE = f"{API}/sites/site_docs"


def test_a_dangerous_undo_is_shown_before(alice: Pages, service: RunningService, asked: Log) -> None:
    alice.get(EDIT)
    alice.submit(EDIT, visibility="share-link")
    alice.confirm(EDIT)
    asked.clear()
    shown = alice.submit(f"{JOURNAL}/1/undo")
    assert (shown.status, asked.writes) == (409, [])
    assert "From then on: Public." in shown.main
    alice.submit(f"{JOURNAL}/1/undo")
    assert ask(service, ALICE, "GET", SITE).get_json()["visibility"] == "public"


def test_an_undo_that_gives_administration_to_all_has_to_be_confirmed(alice: Pages, service: RunningService) -> None:
    ask(service, ALICE, "PATCH", API, {"defaultRole": "admin"})
    alice.get(SETTINGS)
    alice.submit(f"{SETTINGS}/access", defaultRole="read")
    shown = alice.submit(f"{JOURNAL}/1/undo")
    assert "Everyone who joins would get full administration." in shown.main
    assert alice.submit(f"{JOURNAL}/1/undo", admin_confirm="Larkfield").status == 422
    assert ask(service, ALICE, "GET", API).get_json()["defaultRole"] == "read"
    alice.submit(f"{JOURNAL}/1/undo", admin_confirm="Larkfield Freight")
    assert ask(service, ALICE, "GET", API).get_json()["defaultRole"] == "admin"
