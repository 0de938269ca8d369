"""The page that undoes a change says whose it is and when it was made, before anything is sent."""

from flask import Flask

from tests.blueprints.start_over import start_over
from tests.blueprints.test_undone_in_part import EDIT, JOURNAL
from tests.pages.pages import Pages
from tests.records import give_role
from tests.world import BOB, RunningService


def test_a_change_of_a_colleague_is_theirs(alice: Pages, portal: Flask, service: RunningService) -> None:
    give_role(service, "user_bob", "org_larkfield", "admin")
    bob = Pages(portal).sign_in(BOB)
    bob.get(EDIT)
    bob.submit(EDIT, title="Guide")
    at = alice.get(f"{JOURNAL}/1").facts["When"]
    assert f"Bob made this change on {at}." in alice.get(f"{JOURNAL}/1/undo").main


def test_ones_own_change_is_ones_own_and_what_was_undone_is_redone(alice: Pages, service: RunningService) -> None:
    alice.get(EDIT)
    alice.submit(EDIT, title="Guide")
    at = alice.get(f"{JOURNAL}/1").facts["When"]
    assert f"You made this change on {at}." in alice.get(f"{JOURNAL}/1/undo").main
    start_over(alice, service)
    alice.get(EDIT)
    alice.submit(EDIT, title="Guide")
    alice.submit(f"{JOURNAL}/1/undo")
    at = alice.get(f"{JOURNAL}/2").facts["When"]
    assert "Redo" in alice.shown.links
    page = alice.get(f"{JOURNAL}/2/undo")
    assert page.h1 == "Redo this change?"
    assert f"Change the site Larkfield Docs: title. You undid this change on {at}." in page.main
    assert [each for each in page.buttons if each in {"Undo", "Redo"}] == ["Redo"]
