"""What the undo of a roster tells: before its start, and in the file of what came of it, with a colleague between."""

from tests.blueprints.roster_pages import ORG, given, planned, report
from tests.blueprints.start_over import start_over
from tests.changes.roster.crew import BEFORE, roles
from tests.loops import for_each
from tests.pages.pages import Pages
from tests.planned import PLANS
from tests.records import ask
from tests.world import ALICE, RunningService

IVAN = "/v1/orgs/org_larkfield/teams/team_operations/members/user_ivan"


def test_the_report_of_an_undo_says_what_was_before_the_undo(alice: Pages) -> None:
    given(alice, "user_kofi\nuser_ivan,owner\n")
    planned(alice)
    alice.get(f"{ORG}/teams/team_operations?refresh=1")
    alice.submit(f"{ORG}/teams/team_operations/members/chosen", press="Make owner: Kofi Mensah")
    alice.get(f"{PLANS}/1")
    alice.submit(f"{PLANS}/1", press="Undo bulk change")
    left = "It was changed outside of this bulk change and left as it was: owner."
    assert report(alice, 2)[1] == ["1", "user_kofi", "owner", "not in the team", left, "owner"]
    alice.submit(f"{PLANS}/2", press="Apply the changes")
    assert report(alice, 2)[1:] == [
        ["1", "user_kofi", "owner", "not in the team", left, "owner"],
        ["2", "user_ivan", "owner", "member", "Role changed", "member"],
    ]


def test_who_is_changed_once_there_is_another_owner_is_told_before_the_start(
    alice: Pages, service: RunningService
) -> None:
    given(alice, "user_ivan,owner\nuser_judith,member\n")
    planned(alice, agreed_own=True)
    back = alice.submit(f"{PLANS}/1", press="Undo bulk change")
    told = "user_ivan: Left unchanged until the team has another owner. Then: member."
    assert f"Changed in a later step {told}" in back.main
    assert "The undo leaves this unchanged" not in back.main
    assert "This has fewer steps" not in back.main
    done = alice.submit(f"{PLANS}/2", press="Apply the changes")
    assert (roles(service), told in done.main) == (BEFORE, False)


def test_an_undo_that_was_discarded_or_finds_all_as_before_says_so(alice: Pages, service: RunningService) -> None:
    given(alice, "user_ivan,owner\nuser_judith,member\n")
    planned(alice, agreed_own=True)
    alice.submit(f"{PLANS}/1", press="Undo bulk change")
    shown = alice.submit(f"{PLANS}/2", press="Discard bulk change").main
    assert "Stopped" in shown
    assert "until the team has another owner" not in shown
    start_over(alice, service)
    given(alice, "user_ivan,owner\n")
    planned(alice)
    alice.submit(f"{PLANS}/1", press="Undo bulk change")
    ask(service, ALICE, "PUT", IVAN, {"role": "member"})
    assert "Done no steps: nothing was left to change" in alice.submit(f"{PLANS}/2", press="Apply the changes").main


@for_each("is_open", [True, False])
def test_an_undo_without_a_step_leaves_the_bulk_change_to_be_undone(
    alice: Pages, service: RunningService, *, is_open: bool
) -> None:
    start_over(alice, service)
    given(alice, "user_ivan,owner\n")
    planned(alice)
    undo = alice.submit(f"{PLANS}/1", press="Undo bulk change").path if is_open else f"{PLANS}/1"
    ask(service, ALICE, "PUT", IVAN, {"role": "member"})
    alice.submit(undo, press="Apply the changes" if is_open else "Undo bulk change")
    ask(service, ALICE, "PUT", IVAN, {"role": "owner"})
    assert "Bulk change 2 found nothing left to undo" in alice.get(f"{PLANS}/1").main
    alice.submit(f"{PLANS}/1", press="Undo bulk change")
    assert "Done 1 of 1 step" in alice.submit(f"{PLANS}/3", press="Apply the changes").main
    assert roles(service) == BEFORE
    assert "Undo bulk change" not in alice.get(f"{PLANS}/1").buttons
