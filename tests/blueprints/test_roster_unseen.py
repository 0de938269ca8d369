"""The review of a roster tells whom Masthead has never come across: a mistyped address looks like that."""

from tests.blueprints.roster_pages import ORG, ROSTER, given, planned
from tests.pages.page import Page
from tests.pages.pages import Pages

PLANS = f"{ORG}/plans"
NEW, BADGE = "kofi@larkfield.exmaple", "Not seen before"


def outcome(shown: Page) -> dict[str, str]:
    """What happens to each person of the list."""
    return {row[0].split()[-1]: row[1] for row in shown.rows}


def test_an_address_that_nobody_has_seen_is_marked_and_counted(alice: Pages) -> None:
    alice.get(f"{ORG}/teams/team_docs")  # whose members Alice has seen then
    found = outcome(given(alice, f"{NEW}\nheidi@brandt-translations.example\nuser_kofi\nuser_ivan,owner"))
    assert [BADGE in found[each] for each in (NEW, "user_kofi")] == [True, False]
    said = alice.shown.main
    assert (
        f"You haven't come across {NEW} in Masthead. The API may invite this person, or refuse. Check the address."
        in said
    )
    alice.get(f"{ORG}/teams/team_docs")
    shown = given(alice, "user_kofi")
    assert BADGE not in shown.main
    assert "You haven't come across" not in shown.main


def test_a_call_that_the_api_refused_says_so_in_its_words_and_what_to_do_next(alice: Pages) -> None:
    given(alice, "user_kofi\nzoe@larkfield.example\n")
    planned(alice)
    shown = alice.get(f"{PLANS}/1")
    assert [row[2] for row in shown.rows] == ["Refused", "Done"]
    assert "2 steps: 1 done, 1 refused" in shown.main
    said = "Nobody in this organization has the id or the address zoe@larkfield.example."
    assert f"zoe@larkfield.example: The API refused this: “{said}”" in shown.main
    assert "add:" not in shown.main
    assert shown.links["import it again"].startswith(f"{ROSTER}?list=")
    assert shown.links["invite link"] == f"{ORG}/settings#invite-link"
