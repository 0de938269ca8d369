"""Teams and places that were chosen in the table and have left it by the time of the press."""

from tests.asked import Log
from tests.blueprints.access_pages import chosen, seen
from tests.pages.pages import Pages


def test_what_was_chosen_and_is_not_there_any_more_is_named(alice: Pages, asked: Log) -> None:
    review = chosen(seen(alice), ("support", "gone"), ("guide", "old"), "edit")
    assert review.rows == [["Shipping guide", "Reader", "Editor", "Customer support"]]
    assert "Masthead left out what is no longer in the table: space_old and team_gone." in review.main
    (told,) = chosen(alice, ("gone", "b", "c", "d", "e"), ("guide",), "edit").toasts
    left = "Masthead left out what is no longer in the table: team_gone, team_b, team_c, and 2 more."
    assert told.startswith(f"{left} Select at least one team")
    assert asked.writes == []
