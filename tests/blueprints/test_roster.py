"""A team brought to a list of people: given, shown as a difference, carried out, reported, taken back."""

import io

import pytest
from flask import Flask
from openpyxl import Workbook

from tests.asked import Log
from tests.blueprints.roster_pages import MAKE, ORG, ROSTER, given, people, planned, report
from tests.blueprints.start_over import start_over
from tests.bulk.roster.crew import BEFORE, PATH, listing, roles, without_email
from tests.bulk_changes import BULK_CHANGES
from tests.faults import faults
from tests.loops import for_each
from tests.pages.filling import File
from tests.pages.pages import Pages
from tests.portals import PortalFor
from tests.records import ask
from tests.wire import Wire
from tests.world import ALICE, CHARLIE, RunningService

EXCEL = File("people.xlsx", b"PK\x03\x04....xl/workbook.xml")


@pytest.fixture
def blind(portal_for: PortalFor, wire: Wire, service: RunningService) -> Pages:
    """Alice, at a service that tells no addresses."""
    wire.faults["GET"] = listing(service, without_email)
    return Pages(portal_for(API_BASE_URL=wire.url)).sign_in(ALICE)


def test_a_list_becomes_a_bulk_change_that_brings_the_team_to_it(
    alice: Pages, service: RunningService, asked: Log
) -> None:
    shown = given(
        alice, "email,role\nkofi@larkfield.example,\nuser_ivan,owner\nuser_judith,owner\nuser_frank\n", "exact"
    )
    assert shown.h1 == "Review changes"
    assert people(shown, "add") == ["kofi@larkfield.example member line 2"]
    assert people(shown, "change")[0].endswith("member → owner line 3")
    assert people(shown, "remove")[0].endswith("member not in the list")
    assert asked.writes == []
    done = planned(alice, reason="The audit")
    title = "Members of team_operations: 1 to add, 1 to change, 1 to remove"
    assert (done.path, done.h1, "Done 1 added · 1 role changed · 1 removed" in done.main) == (
        f"{BULK_CHANGES}/1",
        title,
        True,
    )
    others = {"user_ivan": "owner", "user_kofi": "member"}
    assert roles(service) == {name: role for name, role in BEFORE.items() if name != "user_heidi"} | others
    assert asked.writes == [f"PUT {PATH}"]
    assert report(alice)[:3] == [
        ["line", "person", "before", "wanted", "result", "found"],
        ["2", "kofi@larkfield.example", "not in the team", "member", "Added", "member"],
        ["3", "user_ivan", "member", "owner", "Role changed", "owner"],
    ]
    assert alice.get(f"{BULK_CHANGES}/1").links["Download report"] == f"{ROSTER}/report/1.csv"


def test_it_can_be_taken_back_and_its_report_says_what_happened_then(alice: Pages, service: RunningService) -> None:
    given(alice, "user_kofi\nuser_heidi,remove\nuser_nobody\n")
    done = planned(alice)
    assert "It removes people who were added, adds people who were removed" in done.main
    then = report(alice)
    assert [(row[4][:20], row[5]) for row in then[1:]] == [
        ("Added", "member"),
        ("Removed", "not in the team"),
        ("Not a member of the ", "not in the team"),
    ]
    back = alice.fill_in(f"{BULK_CHANGES}/1", press="Undo bulk change")
    assert (back.path, back.toasts) == (f"{BULK_CHANGES}/2", [])
    summary = "Add user_heidi to the team team_operations as a member and remove user_kofi"
    assert [row[1] for row in back.rows] == [summary]
    alice.submit(f"{BULK_CHANGES}/2", press="Apply the changes")
    assert roles(service) == BEFORE
    undone = report(alice, 2)
    assert [row[4] for row in undone[1:]] == ["Removed", "Added"]
    ask(service, ALICE, "PUT", f"{PATH}/user_heidi", {"role": "owner"})
    assert (report(alice), report(alice, 2)) == (then, undone)


def test_a_file_is_taken_in_its_encoding(alice: Pages) -> None:
    alice.get(ROSTER)
    content = "Login;Rolle\r\nuser_kofi;Owner\r\n".encode("utf-16")
    shown = alice.submit(ROSTER, {"file": File("people.csv", content)})
    assert people(shown, "add") == ["user_kofi owner line 2"]
    assert "Read from the file people.csv." in shown.main

    made, saved = Workbook(), io.BytesIO()
    for name, person in (("Staff", "kofi@larkfield.example"), ("Guests", "lena@larkfield.example")):
        made.create_sheet(name).append([person, "owner"])
    made.save(saved)
    alice.get(ROSTER)
    shown = alice.submit(ROSTER, {"file": File("people.xlsx", saved.getvalue())})
    assert people(shown, "add") == ["kofi@larkfield.example owner line 1"]
    assert "Masthead read the sheet Staff." in shown.main
    shown = alice.submit(f"{shown.path}/choices?mode=add", sheet="Guests", press="Read the list this way")
    assert people(shown, "add") == ["lena@larkfield.example owner line 1"]


def test_a_review_shows_what_a_list_would_do_in_each_mode(alice: Pages, asked: Log) -> None:
    shown = given(alice, "user_judith,owner\n")
    assert people(shown, "remove") == []
    other = alice.get(shown.links["Replace members"])
    assert len(people(other, "remove")) == 3
    text = alice.get(f"{ROSTER}/members.csv").html
    shown = given(alice, text, "exact")
    assert "No changes: these people are already in the team with these roles." in shown.main
    assert MAKE not in shown.buttons
    assert "Search" not in shown.buttons
    shown = given(alice, alice.get(f"{ROSTER}/sample.csv").html)
    assert people(shown, "add")[0] == "owner@example.com owner line 2"
    shown = given(alice, "user_ivan,member\n", "exact")
    assert "The team would have no owner." in shown.main
    assert MAKE not in shown.buttons
    assert asked.writes == []
    shown = given(alice, "user_ivan,owner\nivan@drivers.larkfield.example,remove\n")
    (line,) = people(shown, "remove")
    assert "The removal wins." in line


@for_each(
    "typed, where, said",
    [
        ({"text": ""}, "text", "Paste the text, or choose a file."),
        ({"text": "-----BEGIN PRIVATE KEY-----\nMIIC\n"}, "text", "This is a private key, not a table."),
        ({"text": "user_kofi", "file": EXCEL}, "text", "Paste the text or choose a file, not both."),
        ({"file": EXCEL}, "file", "This workbook can't be read: it is damaged, or isn't an Excel file."),
    ],
)
def test_a_list_that_will_not_do_is_refused_where_it_was_given(
    alice: Pages, service: RunningService, typed: dict[str, str | File], where: str, said: str
) -> None:
    start_over(alice, service)
    shown = alice.fill_in(ROSTER, typed)
    assert (shown.status, shown.problems[-1][: len(said)], said in shown.error_at(where)) == (422, said, True)
    is_secret = "MIIC" in str(typed.get("text"))
    assert shown.value("text") == ("" if is_secret else typed.get("text", ""))
    assert "MIIC" not in shown.html


def test_many_removals_and_rows_that_may_mean_anybody_take_a_confirmation(
    alice: Pages, service: RunningService
) -> None:
    given(alice, "user_judith,owner\n", "exact")
    refused, wrong = planned(alice, confirm="Operation"), "The name doesn't match. Type “team_operations”."
    assert (refused.status, refused.error_at("confirm")) == (422, wrong)
    planned(alice, confirm="team_operations")
    assert roles(service) == {"user_judith": "owner"}
    start_over(alice, service)
    several = given(alice, "user_judith,owner\nheidi@@brandt-translations.example\n", "exact")
    assert several.main.count(", whom no other row names") == 1
    given(alice, "user_judith,owner\nuser_ivan\nuser_frank\nheidi@@brandt-translations.example\n", "exact")
    refused = planned(alice)
    said = "Select “Remove Heidi Brandt, whom no other row names”, or correct line 4."
    assert (refused.problems, refused.links[said]) == ([said], "#agreed_doubt")
    assert said in refused.error_at("agreed_doubt")
    assert "Remove Heidi Brandt, whom no other row names" in refused.main
    planned(alice, agreed_doubt=True)
    assert "user_heidi" not in roles(service)


def test_an_owner_who_may_be_oneself_takes_a_tick(alice: Pages, service: RunningService) -> None:
    ask(service, ALICE, "PUT", PATH, {"add": ["user_alice"], "memberships": {"user_alice": {"role": "owner"}}})
    given(alice, "user_alice,remove\n")
    assert planned(alice).problems == ["Select “I know that this may be me”, or correct the list."]
    planned(alice, agreed_own=True)
    assert "user_alice" not in roles(service)


def test_looking_through_a_list_reads_the_members_once(alice: Pages, asked: Log) -> None:
    shown = given(alice, "user_kofi\nuser_heidi,remove\n")
    again = asked.during(lambda: alice.get(f"{shown.path}?show=add&q=kofi"))
    assert f"GET /v1{ORG}/teams/team_operations/members" not in again
    before = asked.during(lambda: planned(alice))
    assert before[f"GET /v1{ORG}/teams/team_operations/members"] > 0


def test_a_team_that_changed_meanwhile_is_shown_again(alice: Pages, service: RunningService, asked: Log) -> None:
    given(alice, "user_judith,owner\nuser_ivan\nuser_frank\n", "exact")
    ask(service, ALICE, "PUT", f"{PATH}/user_kofi", {"role": "member"})
    asked.clear()
    shown = planned(alice)
    told = "The team is not as this page showed it any more. Nothing was sent. Review the changes again."
    assert shown.problems == [told]
    assert (len(people(shown, "remove")), asked.writes) == (2, [])


def test_members_that_cannot_be_read_are_said_and_the_list_is_kept(distant: Pages, wire: Wire) -> None:
    shown = given(distant, "user_kofi\n")
    wire.faults["GET"] = faults.at("/**/members", faults.refusal(500))
    away = distant.get(shown.address)
    assert (away.status, MAKE in away.buttons) == (502, False)
    assert "Some members could not be read" in away.main
    wire.faults.clear()
    assert people(distant.get(away.links["Try again"]), "add") == ["user_kofi member line 1"]


def test_a_list_and_its_report_are_their_giver_s(alice: Pages, bob: Pages) -> None:
    shown = given(alice, "user_kofi\n")
    other = bob.get(shown.path)
    assert (other.status, other.h1) == (404, "Import a list into team_operations")
    assert "This list is no longer kept" in other.main
    assert alice.get(shown.path.replace("team_operations", "team_docs")).status == 404
    alice.get(shown.path)
    planned(alice)
    assert alice.get(f"{ORG}/teams/team_docs/roster/report/1.csv").status == 404
    assert bob.get(f"{ROSTER}/report/1.csv").status == 404


def test_a_reader_is_told_and_the_service_decides(portal: Flask, service: RunningService) -> None:
    charlie = Pages(portal).sign_in(CHARLIE)
    assert charlie.get(ROSTER).notes[0].startswith("Your role in the organization doesn't let you change its teams.")
    given(charlie, "user_kofi\n")
    stopped = planned(charlie)
    assert "Needs your decision" in stopped.main
    assert roles(service) == BEFORE


def test_where_no_address_is_told_nobody_is_removed_who_may_be_in_the_list(
    blind: Pages, service: RunningService, alice: Pages
) -> None:
    shown = given(blind, "judith@larkfield.example,owner\nivan@drivers.larkfield.example\n", "exact")
    assert "People not found by address: 2. Members to remove who may be the same people: 4." in shown.main
    assert MAKE not in shown.buttons
    forged = blind.post(f"{shown.path}/apply?mode=exact", [("seen", "")])
    assert (forged.status, roles(service)) == (422, BEFORE)
    shown = given(blind, "kofi@larkfield.example\nuser_bob\n")
    assert any("People not found by address: 1." in note for note in shown.notes)
    assert MAKE in shown.buttons
    assert not any("not found" in note for note in given(alice, "kofi@larkfield.example\nuser_bob\n").notes)
    given(blind, "user_judith,owner\nuser_ivan\nuser_frank\n", "exact")
    planned(blind)
    assert "user_heidi" not in roles(service)


def test_that_nothing_is_to_be_done_is_not_said_from_memory(alice: Pages, service: RunningService) -> None:
    ask(service, ALICE, "PUT", PATH, {"add": ["user_kofi"]})
    alice.get(f"{ORG}/teams/team_operations?refresh=1")
    ask(service, ALICE, "DELETE", f"{PATH}/user_kofi")
    shown = given(alice, "user_kofi\nuser_ivan\n")
    assert people(shown, "add") == ["Kofi Mensah user_kofi member line 1"]
