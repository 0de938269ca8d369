"""The file of what came of each row of a roster: also of people who were as the list wants them."""

from tests.blueprints.roster_pages import given, people, planned, report
from tests.blueprints.start_over import start_over
from tests.changes.roster.crew import PATH
from tests.faults import faults
from tests.pages.pages import Pages
from tests.planned import PLANS
from tests.portals import PortalFor
from tests.records import ask
from tests.wire import Wire
from tests.world import ALICE, RunningService

LIST = "user_kofi\nuser_ivan\nuser_ivan\nuser_nobody,remove\n"
NOT_THERE = "This person isn't in the team, so there is nobody to remove."


def test_the_role_that_was_found_stands_in_each_row(alice: Pages, service: RunningService) -> None:
    given(alice, LIST)
    planned(alice)
    ask(service, ALICE, "PUT", f"{PATH}/user_ivan", {"role": "owner"})
    assert report(alice)[1:] == [
        ["1", "user_kofi", "not in the team", "member", "Added", "member"],
        ["2", "user_ivan", "member", "member", "No change", "member"],
        ["3", "user_ivan", "member", "member", "Same as line 2. It counts once.", "member"],
        ["4", "user_nobody", "not in the team", "not in the team", NOT_THERE, "not in the team"],
    ]


def test_the_role_that_is_found_while_the_plan_is_open(
    portal_for: PortalFor, wire: Wire, service: RunningService
) -> None:
    pages = Pages(portal_for(API_BASE_URL=wire.url)).sign_in(ALICE)
    given(pages, LIST)
    wire.faults["PUT"] = faults.refusal(403)
    planned(pages)
    ask(service, ALICE, "PUT", f"{PATH}/user_ivan", {"role": "owner"})
    assert report(pages)[2][2:] == ["member", "member", "No change", "owner"]
    pages.get(f"{PLANS}/1")
    pages.submit(f"{PLANS}/1", press="Stop bulk change")
    assert report(pages)[2][2:] == ["member", "member", "No change", "not checked"]


def test_rows_that_are_skipped_or_of_no_use_are_told_in_the_review(alice: Pages) -> None:
    shown = given(alice, "user_kofi\nuser_ivan,owner\nuser_kofi\n")
    assert people(shown, "repeated")[0].endswith("line 3 Same as line 1. It counts once.")
    assert [row[1] for row in shown.rows] == ["Change role", "Add Not seen before", "Skipped"]
    shown = given(alice, "email,role\nno address,\nnobody@,\n")
    assert "No row of this list can be used" in shown.main
    assert "these people are in the team" not in shown.main


def test_a_step_names_each_person_and_a_row_that_cannot_be_used_is_a_difference(
    alice: Pages, service: RunningService
) -> None:
    given(alice, "user_kofi,owner\nuser_heidi,remove\n")
    planned(alice)
    step = alice.get(f"{PLANS}/1/steps/1")
    assert "Add user_kofi to the team team_operations as an owner and remove user_heidi" in step.main
    assert step.rows == [
        ["Kofi Mensah", "not in the team", "“Owner”"],
        ["Heidi Brandt", "“Member”", "not in the team"],
    ]
    start_over(alice, service)
    given(alice, "email,role\nuser_kofi,\nbob@larkfield..example,\n,owner\n")
    ended = planned(alice)
    domain = "The domain begins with a dot, or has two dots in a row."
    assert f"bob@larkfield..example: Line 3 of the list can't be used. {domain}" in ended.main
    assert "Line 4 of the list can't be used. The address is missing." in ended.main
    assert "1 step: 1 done; 2 differences" in ended.main
    assert report(alice)[2][4] == f"Row can't be used: {domain}"
