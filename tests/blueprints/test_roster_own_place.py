"""A roster, or the undo of one, that takes something from the person themselves asks before it starts."""

from tests.blueprints.roster_pages import given, planned
from tests.blueprints.start_over import start_over
from tests.blueprints.team_pages import call
from tests.changes.roster.crew import PATH, roles
from tests.pages.pages import Pages
from tests.planned import PLANS
from tests.records import ask
from tests.world import ALICE, RunningService

AGREE = "I know that I am one of these people and may not be able to undo this myself."


def undone(pages: Pages, roster: str) -> None:
    given(pages, roster)
    planned(pages)
    pages.get(f"{PLANS}/1")
    pages.submit(f"{PLANS}/1", press="Undo bulk change")


def test_what_it_takes_from_oneself_has_to_be_agreed_to(alice: Pages, service: RunningService) -> None:
    call(alice, "Kofi Mensah")
    undone(alice, "user_kofi\nuser_ivan,owner\n")
    assert AGREE in alice.shown.main
    refused = alice.submit(f"{PLANS}/2", press="Apply the changes")
    assert (refused.status, "user_kofi" in roles(service)) == (422, True)
    assert refused.problems == [
        (
            "This changes your own place in the team. To confirm, select “I know that I am one of these people and may "
            "not be able to undo this myself”."
        )
    ]
    assert refused.links[refused.problems[0]] == "#agreed"
    assert alice.submit(f"{PLANS}/2", agreed=True, press="Apply the changes").status == 200
    assert "user_kofi" not in roles(service)
    assert AGREE not in alice.get(f"{PLANS}/2").main


def test_it_can_be_stopped_and_asks_nothing_about_others(alice: Pages, service: RunningService) -> None:
    call(alice, "Kofi Mensah")
    undone(alice, "user_kofi\n")
    assert "Stopped" in alice.submit(f"{PLANS}/2", press="Discard bulk change").main
    assert "user_kofi" in roles(service)
    start_over(alice, service)
    call(alice, "Judith Baumann")
    undone(alice, "user_kofi\n")
    assert AGREE not in alice.shown.main
    alice.submit(f"{PLANS}/2", press="Apply the changes")
    assert "user_kofi" not in roles(service)
    start_over(alice, service)
    call(alice, "")
    undone(alice, "user_kofi\n")
    assert "Check that this isn't you." in alice.shown.main


def test_a_tick_for_some_is_none_for_others(alice: Pages, service: RunningService) -> None:
    alice.get("/sessions")
    alice.submit("/name", name="")
    given(alice, "user_ivan,owner\n", "exact")
    ask(service, ALICE, "PUT", PATH, {"add": ["user_kofi"]})
    moved = planned(alice, agreed_own=True)
    assert moved.problems[0].startswith("The team is not as this page showed it any more.")
    assert moved.value("agreed_own") is False
