"""The undo of a change to something that was deleted since says that there is nothing to undo."""

from tests.pages.pages import Pages
from tests.providers import API, DRIVERS, ORG, saved
from tests.records import ask
from tests.world import ALICE, RunningService

GONE = "The API doesn't find what this change is about: somebody deleted it, or you have no access to it."


def test_a_provider_that_a_colleague_deleted(alice: Pages, service: RunningService) -> None:
    saved(alice, DRIVERS, label="Fleet")
    assert ask(service, ALICE, "DELETE", f"{API}/saml_drivers").status_code < 300
    page = alice.get(f"{ORG}/journal/1/undo")
    assert (page.status, page.h1) == (200, "Undo this change?")
    assert GONE in page.main
    assert "There is nothing left to undo." in page.main
    assert "Undo" not in page.buttons


def test_one_that_is_deleted_while_the_page_is_open(alice: Pages, service: RunningService) -> None:
    saved(alice, DRIVERS, label="Fleet")
    undo = f"{ORG}/journal/1/undo"
    alice.get(undo)
    assert ask(service, ALICE, "DELETE", f"{API}/saml_drivers").status_code < 300
    page = alice.submit(undo, {}, press="Undo")
    assert page.status == 409
    assert GONE in page.main
