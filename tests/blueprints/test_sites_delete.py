"""Deleting a site: by its typed title, by those who may, and only once."""

import pytest

from tests.asked import Log
from tests.blueprints.start_over import start_over
from tests.loops import for_each
from tests.pages.pages import Pages
from tests.records import ask
from tests.world import ALICE, RunningService

SITES = "/orgs/org_larkfield/sites"
DELETE = f"{SITES}/site_docs/delete"
API = "/v1/orgs/org_larkfield/sites/site_docs"


def is_there(service: RunningService) -> bool:
    return ask(service, ALICE, "GET", API).status_code == 200


def test_it_says_what_goes_and_what_stays(alice: Pages) -> None:
    shown = alice.get(DELETE).main
    assert "Readers lose access to the site at once" in shown
    assert "Its 6 spaces are kept." in shown
    shown = alice.get(f"{SITES}/site_warehouse/delete").main
    assert "The site is not published, so no reader loses access." in shown
    assert "Its space is kept." in shown


@for_each("typed", ["Larkfield Docs", "  Larkfield   Docs\t"])
def test_the_typed_title_deletes_it(alice: Pages, service: RunningService, asked: Log, typed: str) -> None:
    start_over(alice, service)
    asked.clear()
    alice.get(SITES)
    alice.get(DELETE)
    shown = alice.submit(DELETE, confirm=typed)
    assert (shown.path, shown.toasts) == (SITES, ["Larkfield Docs was deleted."])
    assert "Larkfield Docs" not in [row[0] for row in shown.rows]
    assert asked.writes == [f"DELETE {API}"]
    assert not is_there(service)


@for_each("typed", ["", "larkfield docs", "Larkfield", "Help centre"])
def test_anything_else_does_not(alice: Pages, service: RunningService, typed: str) -> None:
    alice.get(DELETE)
    shown = alice.submit(DELETE, confirm=typed)
    assert (shown.status, shown.value("confirm")) == (422, typed)
    assert shown.error_at("confirm") == "The name doesn't match. Type “Larkfield Docs”."
    assert is_there(service)


def test_one_that_is_gone_or_renamed_meanwhile_is_told_so(alice: Pages, service: RunningService) -> None:
    alice.get(DELETE)
    ask(service, ALICE, "DELETE", API)
    shown = alice.submit(DELETE, confirm="Larkfield Docs")
    assert (shown.path, shown.toasts) == (SITES, ["This site was already deleted."])
    start_over(alice, service)
    alice.get(DELETE)
    ask(service, ALICE, "PATCH", API, {"title": "Larkfield Guide"})
    shown = alice.submit(DELETE, confirm="Larkfield Docs")
    assert shown.error_at("confirm") == "The name doesn't match. Type “Larkfield Guide”."
    assert is_there(service)


@for_each("who", ["bob", "charlie"])
def test_whoever_may_not_has_nowhere_to_type(request: pytest.FixtureRequest, who: str) -> None:
    person: Pages = request.getfixturevalue(who)
    shown = person.get(DELETE)
    assert shown.forms_to(DELETE) == []
    assert shown.notes[0].startswith("Your role doesn't let you delete sites.")


def test_what_a_stranger_sends_is_not_found(dana: Pages, service: RunningService) -> None:
    dana.get("/orgs")
    assert dana.post(DELETE, {"confirm": "Larkfield Docs"}).status == 404
    assert is_there(service)
