"""A roster that something comes between: a session that ends, a second click, six lists, untold addresses."""

import pytest
from flask import Flask

from masthead.web.person.portal import portal_of
from tests.blueprints.roster_pages import MAKE, ORG, ROSTER, given, people, planned
from tests.changes.roster.crew import BEFORE, PATH, listing, roles, without_email
from tests.faults import faults
from tests.pages.pages import Pages
from tests.planned import PLANS
from tests.portals import PortalFor
from tests.records import ask
from tests.wire import Wire
from tests.world import ALICE, RunningService


@pytest.fixture
def blind(portal_for: PortalFor, wire: Wire, service: RunningService) -> Pages:
    """Alice, at a service that tells no addresses."""
    wire.faults["GET"] = listing(service, without_email)
    return Pages(portal_for(API_BASE_URL=wire.url)).sign_in(ALICE)


def end_sessions(portal: Flask) -> None:
    """As the clock does, for whoever was away too long."""
    with portal_of(portal).store.database.writing() as connection:
        connection.exec_driver_sql("UPDATE sessions SET seen_at = seen_at - 3600")


def no_need_to_wait(portal: Flask) -> None:
    """As if the seconds were over that a plan waits for the service."""
    with portal_of(portal).store.database.writing() as connection:
        connection.exec_driver_sql("UPDATE plans SET waits_until = 0")


def test_where_no_address_is_told_nobody_is_removed_who_may_be_in_the_list(
    blind: Pages, service: RunningService, alice: Pages
) -> None:
    shown = given(blind, "judith@larkfield.example,owner\nivan@drivers.larkfield.example\n", "exact")
    assert "People not found by address: 2. Members to remove who may be the same people: 4." in shown.main
    assert MAKE not in shown.buttons
    forged = blind.post(f"{shown.path}/plan?mode=exact", [("seen", "")])
    assert (forged.status, roles(service)) == (422, BEFORE)
    shown = given(blind, "kofi@larkfield.example\nuser_bob\n")
    assert any("People not found by address: 1." in note for note in shown.notes)
    assert MAKE in shown.buttons
    assert not any("not found" in note for note in given(alice, "kofi@larkfield.example\nuser_bob\n").notes)
    given(blind, "user_judith,owner\nuser_ivan\nuser_frank\n", "exact")
    planned(blind)
    assert "user_heidi" not in roles(service)


def test_a_pasted_list_outlives_the_session(alice: Pages, portal: Flask) -> None:
    alice.get(ROSTER)
    shown = alice.page
    end_sessions(portal)
    alice.page = shown
    assert alice.submit(ROSTER, {"text": "user_kofi,owner", "mode": "exact"}).path == "/sign-in"
    back = alice.submit("/sign-in", token=ALICE)
    assert back.path == ROSTER
    offered = alice.submit(ROSTER, press="Show what I typed")
    assert (offered.h1, offered.value("text"), offered.value("mode")) == (
        "Import a list into team_operations",
        "user_kofi,owner",
        ["exact"],
    )
    assert "List to import into a team" in alice.get("/drafts").main
    alice.page = offered
    assert alice.submit(ROSTER, press="Review changes").h1 == "Review changes"
    assert "Show what I typed" not in alice.get(ROSTER).buttons


def test_a_list_is_no_draft_with_a_private_key_and_kept_until_five_more_are_given(alice: Pages) -> None:
    given(alice, "-----BEGIN PRIVATE KEY-----\nMIIC\n")
    alice.get(ROSTER)
    assert "MIIC" not in alice.submit(ROSTER, press="Show what I typed").html
    assert alice.get(f"{ORG}/teams/nowhere/roster").status == 404
    shown = given(alice, "user_kofi,owner\n")
    planned(alice)
    assert "Nothing has been sent" not in alice.get(shown.address).main
    given_before = [given(alice, "user_kofi\n") for _ in range(6)]
    assert "Masthead keeps the list for a day, or until you add five more." in given_before[0].main
    assert given_before[0].toasts == []  # a message would lie over the reason and the button
    lost = alice.get(given_before[0].address)
    assert (lost.status, lost.notes[0]) == (
        404,
        "This list is no longer kept. Masthead keeps the last five lists for a day. Upload or paste it again.",
    )


def test_a_token_that_is_refused_at_the_first_call_leads_to_what_was_sent(distant: Pages, wire: Wire) -> None:
    given(distant, "user_kofi,owner\nuser_lena\n")
    wire.faults["PUT"] = faults.refusal(401)
    assert planned(distant).path == "/sign-in"
    wire.faults.clear()
    back = distant.submit("/sign-in", token=ALICE)
    assert (back.path, [row[2] for row in back.rows]) == (f"{PLANS}/1", ["Waiting"])
    assert "Nothing has been sent" not in back.main
    assert "The API refused your access token, so the steps that are still waiting were not carried out." in back.main
    assert "Done 1 of 1 step" in distant.submit(f"{PLANS}/1", press="Resume").main


def test_that_nothing_is_to_be_done_is_not_said_from_memory(alice: Pages, service: RunningService) -> None:
    ask(service, ALICE, "PUT", PATH, {"add": ["user_kofi"]})
    alice.get(f"{ORG}/teams/team_operations?refresh=1")
    ask(service, ALICE, "DELETE", f"{PATH}/user_kofi")
    shown = given(alice, "user_kofi\nuser_ivan\n")
    assert people(shown, "add") == ["Kofi Mensah user_kofi member line 1"]
