"""The review of a roster tells whom Masthead has never come across: a mistyped address looks like that."""

from tests.blueprints.roster_pages import ORG, given
from tests.pages.page import Page
from tests.pages.pages import Pages

NEW, BADGE = "kofi@larkfield.exmaple", "Not seen before"


def outcome(shown: Page) -> dict[str, str]:
    """What happens to each person of the list."""
    return {row[0].split()[-1]: row[1] for row in shown.rows}


def test_an_address_that_nobody_has_seen_is_marked_and_counted(alice: Pages) -> None:
    alice.get(f"{ORG}/teams/team_docs")  # whose members Alice has seen then
    found = outcome(given(alice, f"{NEW}\nheidi@brandt-translations.example\nuser_kofi\nuser_ivan,owner"))
    assert [BADGE in found[each] for each in (NEW, "user_kofi")] == [True, False]
    said = alice.shown.main
    assert "1 person was not seen before." in said
    assert "The API doesn't document whether it invites such people or refuses the call." in said


def test_where_all_are_known_nothing_is_said(alice: Pages) -> None:
    alice.get(f"{ORG}/teams/team_docs")
    shown = given(alice, "user_kofi")
    assert BADGE not in shown.main
    assert "not seen before" not in shown.main
