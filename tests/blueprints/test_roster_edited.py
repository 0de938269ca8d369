"""The list of a roster is edited after its review, and the review names people who are not in the team."""

from tests.asked import Log
from tests.blueprints.roster_pages import ORG, ROSTER, given, people, planned
from tests.pages.pages import Pages


def test_a_list_is_edited_where_it_was_pasted_as_long_as_it_is_kept(alice: Pages, asked: Log) -> None:
    text = "user_kofi,owner\nnobody@larkfield.example"
    review = given(alice, text, "exact")
    form = alice.get(review.links["Edit list"])
    assert (form.value("text"), form.value("mode")) == (text, ["exact"])
    assert people(alice.submit(ROSTER, {"text": "user_kofi,owner"}), "add") == ["user_kofi owner line 1"]
    assert asked.writes == []
    shown = alice.get(f"{ROSTER}?list=gone")
    assert (shown.status, "This list is no longer kept." in shown.main) == (404, True)


def test_a_list_is_corrected_where_it_was_given_after_its_bulk_change(alice: Pages) -> None:
    text = "user_ivan,member\nuser_judith,owner\nuser_nobody"
    given(alice, text, "exact")
    ended = planned(alice)
    form = alice.get(ended.links["import it again"])
    assert (form.value("text"), form.value("mode")) == (text, ["exact"])
    for at in range(5):
        given(alice, f"user_kofi\nuser_number_{at}")
    lost = alice.get(ended.links["import it again"])
    assert (lost.status, lost.value("text"), lost.value("mode")) == (404, "", ["exact"])
    assert "This list is no longer kept." in lost.main


def test_people_are_named_by_the_list_or_by_what_was_seen(alice: Pages) -> None:
    alice.get(f"{ORG}/teams/team_docs")
    added = people(given(alice, "Kim <kim@larkfield.example>\nerin@larkfield.example\nIvan <user_ivan>"), "add")
    assert added == ["Kim kim@larkfield.example member line 1", "Erin Walsh erin@larkfield.example member line 2"]
