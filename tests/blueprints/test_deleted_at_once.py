"""Somebody saves a thing while a colleague deletes it: both are told, and the undo brings back what was saved."""

from collections.abc import Callable

import pytest

from tests.blueprints.test_saved_at_once import meanwhile, unanswered
from tests.pages.pages import Pages
from tests.providers import AUDITORS, ORG, saved
from tests.records import ask, give_role
from tests.wire import Wire
from tests.world import ALICE, BOB, RunningService

DELETE = f"{AUDITORS}/delete"
ENTITY = "https://aud.example/m"


@pytest.fixture
def bob(distant: Pages, service: RunningService) -> Pages:
    """A second administrator in the same portal."""
    give_role(service, "user_bob", "org_larkfield", "admin")
    return Pages(distant.app).sign_in(BOB)


def deleted(distant: Pages, wire: Wire, save: Callable[[], list[str]]) -> tuple[list[str], list[str]]:
    """What both are told: who deletes the provider, and who saves it meanwhile."""
    distant.get(DELETE)
    told = meanwhile(wire, save, "DELETE")
    return distant.submit(DELETE, confirm="Auditors").toasts, told


def test_both_are_told_and_the_undo_has_all_that_was_saved(
    distant: Pages, bob: Pages, wire: Wire, service: RunningService
) -> None:
    to_alice, to_bob = deleted(distant, wire, lambda: saved(bob, AUDITORS, label="Auditors B", entityID=ENTITY).toasts)
    assert "Alice began “Delete the identity provider Auditors”. See what was sent" in to_bob[0]
    assert to_alice[0].startswith("While this was being sent, Bob saved another change: “")
    distant.get(f"{ORG}/journal/1/undo")
    shown = distant.submit(f"{ORG}/journal/1/undo", press="Undo")
    made = ask(service, ALICE, "GET", "/v1/orgs/org_larkfield/saml?limit=100").get_json()["items"]
    assert [each["entityID"] for each in made if each["label"] == "Auditors B"] == [ENTITY]
    assert "Undone. The identity provider Auditors B is there again." in shown.toasts


def test_the_undo_says_what_it_may_lack(distant: Pages, bob: Pages, wire: Wire) -> None:
    deleted(distant, wire, lambda: unanswered(wire, lambda: saved(bob, AUDITORS, entityID=ENTITY)))
    assert "A change was sent while this was being deleted" in distant.get(f"{ORG}/journal/1/undo").main
