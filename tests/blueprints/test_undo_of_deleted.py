"""Undoing what was deleted since, and whose change it is."""

from flask import Flask

from tests.blueprints.start_over import start_over
from tests.blueprints.test_undo_risks import EDIT, JOURNAL
from tests.pages.pages import Pages
from tests.providers import API, DRIVERS, ORG, saved
from tests.records import ask, give_role
from tests.world import ALICE, BOB, RunningService

GONE = "The API doesn't find what this change is about: somebody deleted it, or you have no access to it."


def test_a_provider_that_a_colleague_deleted_leaves_nothing_to_undo(alice: Pages, service: RunningService) -> None:
    saved(alice, DRIVERS, label="Fleet")
    assert ask(service, ALICE, "DELETE", f"{API}/saml_drivers").status_code < 300
    page = alice.get(f"{ORG}/journal/1/undo")
    assert (page.status, page.h1) == (200, "Undo this change?")
    assert GONE in page.main
    assert "There is nothing left to undo." in page.main
    assert "Undo" not in page.buttons
    start_over(alice, service)
    saved(alice, DRIVERS, label="Fleet")
    undo = f"{ORG}/journal/1/undo"
    alice.get(undo)
    assert ask(service, ALICE, "DELETE", f"{API}/saml_drivers").status_code < 300
    page = alice.submit(undo, {}, press="Undo")
    assert page.status == 409
    assert GONE in page.main


def test_a_site_that_it_would_name_again_is_what_is_said_to_be_gone(alice: Pages, service: RunningService) -> None:
    alice.get(f"{ORG}/settings")
    alice.submit(f"{ORG}/settings/content", {"defaultContent-other": "site_partners"})
    assert ask(service, ALICE, "DELETE", "/v1/orgs/org_larkfield/sites/site_docs").status_code < 300
    gone = "Landing content “Larkfield Docs” no longer exists, or you no longer have access to it. Nothing was changed."
    assert alice.submit(f"{ORG}/journal/1/undo").problems == [gone]


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
