"""The file of what came of the undo of a roster, with a colleague in between."""

from tests.blueprints.roster_pages import ORG, given, planned, report
from tests.pages.pages import Pages
from tests.planned import PLANS


def test_the_report_of_an_undo_says_what_was_before_the_undo(alice: Pages) -> None:
    given(alice, "user_kofi\nuser_ivan,owner\n")
    planned(alice)
    alice.get(f"{ORG}/teams/team_operations?refresh=1")
    alice.submit(f"{ORG}/teams/team_operations/members/chosen", press="Make owner: Kofi Mensah")
    alice.get(f"{PLANS}/1")
    alice.submit(f"{PLANS}/1", press="Undo bulk change")
    left = "It was changed outside of this bulk change and left as it is. Now: owner."
    assert report(alice, 2)[1] == ["1", "user_kofi", "owner", "not in the team", left, "owner"]
    alice.submit(f"{PLANS}/2", press="Start")
    assert report(alice, 2)[1:] == [
        ["1", "user_kofi", "owner", "not in the team", left, "owner"],
        ["2", "user_ivan", "owner", "member", "Role changed", "member"],
    ]
