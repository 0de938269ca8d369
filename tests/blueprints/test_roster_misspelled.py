"""A list that misspells the address of a member would remove them: the review of it says so, and asks."""

from tests.blueprints.roster_pages import ORG, given, people, planned
from tests.changes.roster.crew import roles
from tests.pages.pages import Pages
from tests.world import RunningService

TYPED, MEANT = "heidi@brandt-transaltions.example", "heidi@brandt-translations.example"
OTHERS = "user_judith,owner\nuser_ivan\nuser_frank\n"
SAID = f"{TYPED} looks like {MEANT}, who would be removed."


def test_an_address_like_that_of_a_removed_member_is_told_and_no_other(alice: Pages) -> None:
    shown = given(alice, OTHERS + TYPED, "exact")
    assert [SAID in line for what in ("add", "remove") for line in people(shown, what)] == [True, True]
    assert any(SAID in note for note in shown.notes)
    shown = given(alice, OTHERS + "Heidi Brandt <hb@elsewhere.example>", "exact")
    assert f"hb@elsewhere.example looks like {MEANT}, who would be removed." in shown.main
    assert "looks like" not in given(alice, OTHERS + TYPED).main
    alice.get(f"{ORG}/teams/team_docs")
    shown = given(alice, "user_judith,owner\nuser_ivan\nuser_frank\nHeidi Brandt <kofi@larkfield.example>", "exact")
    assert "looks like" not in shown.main


def test_nobody_is_removed_before_that_is_confirmed(alice: Pages, service: RunningService) -> None:
    given(alice, OTHERS + TYPED, "exact")
    refused = planned(alice)
    assert refused.problems == ["Select “Remove Heidi Brandt”, or correct the list."]
    assert refused.problems[0] in refused.error_at("agreed_alike")
    assert "user_heidi" in roles(service)
    planned(alice, agreed_alike=True)
    assert "user_heidi" not in roles(service)
