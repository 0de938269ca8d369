"""A text out of which Masthead took an access token can be read, and is never changed."""

from masthead.client.redaction import TOKEN_REMOVED
from tests.pages.pages import Pages
from tests.records import ask
from tests.world import ALICE, RunningService

EDIT = "/orgs/org_larkfield/sites/site_docs/edit"
API = "/v1/orgs/org_larkfield/sites/site_docs"


def test_it_is_shown_and_neither_edited_nor_sent(alice: Pages, service: RunningService) -> None:
    ask(service, ALICE, "PATCH", API, {"title": f"Guide to {ALICE} and back"})
    page = alice.get(EDIT)
    field = page.document.by_id["title"]
    assert field.get("value") == f"Guide to {TOKEN_REMOVED} and back"
    assert field.get("readonly") is not None
    assert "This text contains your access token." in page.main
    assert "Nothing to save" in alice.submit(EDIT, title="Something else").main
    assert ask(service, ALICE, "GET", API).get_json()["title"] == f"Guide to {ALICE} and back"
