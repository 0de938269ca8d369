"""The undo of a roster: what it tells, and what it takes from the person themselves."""

from tests.blueprints.roster_pages import ORG, given, planned, report
from tests.blueprints.team_pages import call
from tests.bulk.roster.crew import BEFORE, PATH, roles
from tests.bulk_changes import BULK_CHANGES
from tests.pages.pages import Pages
from tests.records import ask
from tests.world import ALICE, RunningService

IVAN = "/v1/orgs/org_larkfield/teams/team_operations/members/user_ivan"


def test_the_report_of_an_undo_says_what_was_before_the_undo(alice: Pages) -> None:
    given(alice, "user_kofi\nuser_ivan,owner\n")
    planned(alice)
    alice.get(f"{ORG}/teams/team_operations?refresh=1")
    alice.submit(f"{ORG}/teams/team_operations/members/chosen", press="Make owner: Kofi Mensah")
    alice.get(f"{BULK_CHANGES}/1")
    alice.submit(f"{BULK_CHANGES}/1", press="Undo bulk change")
    left = "It has changed since, and was left as it was: owner."
    assert report(alice, 2)[1] == ["1", "user_kofi", "owner", "not in the team", left, "owner"]
    alice.submit(f"{BULK_CHANGES}/2", press="Apply the changes")
    assert report(alice, 2)[1:] == [
        ["1", "user_kofi", "owner", "not in the team", left, "owner"],
        ["2", "user_ivan", "owner", "member", "Role changed", "member"],
    ]


def test_an_undo_without_a_step_leaves_the_bulk_change_to_be_undone(alice: Pages, service: RunningService) -> None:
    given(alice, "user_ivan,owner\n")
    planned(alice)
    undo = alice.submit(f"{BULK_CHANGES}/1", press="Undo bulk change").path
    ask(service, ALICE, "PUT", IVAN, {"role": "member"})
    assert "Done 1 without a change" in alice.submit(undo, press="Apply the changes").main
    ask(service, ALICE, "PUT", IVAN, {"role": "owner"})
    assert "Bulk change 2 undoes it: Done, nothing was left to change." in alice.get(f"{BULK_CHANGES}/1").main
    alice.submit(f"{BULK_CHANGES}/1", press="Undo bulk change")
    assert "Done 1 role changed" in alice.submit(f"{BULK_CHANGES}/3", press="Apply the changes").main
    assert roles(service) == BEFORE
    assert "Undo bulk change" not in alice.get(f"{BULK_CHANGES}/1").buttons


AGREE = "I know that I am one of these people and may not be able to undo this myself."


def test_what_it_takes_from_oneself_has_to_be_agreed_to(alice: Pages, service: RunningService) -> None:
    call(alice, "Kofi Mensah")
    given(alice, "user_kofi\nuser_ivan,owner\n")
    planned(alice)
    alice.fill_in(f"{BULK_CHANGES}/1", press="Undo bulk change")
    assert AGREE in alice.shown.main
    refused = alice.submit(f"{BULK_CHANGES}/2", press="Apply the changes")
    assert (refused.status, "user_kofi" in roles(service)) == (422, True)
    assert refused.problems == [
        (
            "This changes your own place in the team. To confirm, select “I know that I am one of these people and may "
            "not be able to undo this myself”."
        )
    ]
    assert refused.links[refused.problems[0]] == "#agreed"
    assert alice.submit(f"{BULK_CHANGES}/2", agreed=True, press="Apply the changes").status == 200
    assert "user_kofi" not in roles(service)
    assert AGREE not in alice.get(f"{BULK_CHANGES}/2").main


def test_a_tick_for_some_is_none_for_others(alice: Pages, service: RunningService) -> None:
    alice.get("/sessions")
    alice.submit("/name", name="")
    given(alice, "user_ivan,owner\n", "exact")
    ask(service, ALICE, "PUT", PATH, {"add": ["user_kofi"]})
    moved = planned(alice, agreed_own=True)
    assert moved.problems[0].startswith("The team is not as this page showed it any more.")
    assert moved.value("agreed_own") is False
