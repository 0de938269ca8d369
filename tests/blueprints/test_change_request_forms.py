"""Change requests: made, given another subject or state, and reviews asked for; beside others who do the same."""

import pytest

from tests.asked import Log
from tests.faults import faults
from tests.pages.pages import Pages
from tests.records import ask
from tests.wire import Wire
from tests.world import ALICE, BOB, RunningService

ORG = "/orgs/org_larkfield"
HERE = f"{ORG}/spaces/space_guide/change-requests"
API = "/v1/spaces/space_guide/change-requests"


def told(service: RunningService, number: int) -> dict[str, object]:
    found: dict[str, object] = ask(service, ALICE, "GET", f"{API}/{number}").get_json()
    return found


def test_one_is_made_with_a_subject(alice: Pages, asked: Log) -> None:
    alice.get(HERE)
    alice.get(alice.shown.links["New change request"])
    shown = alice.submit(f"{HERE}/new", subject="  New depots ")
    assert asked.writes == [f"POST {API}"]
    assert (shown.path, shown.h1) == (f"{HERE}/7", "#7 New depots")
    assert "No difference" in shown.main


def test_a_subject_is_asked_for(alice: Pages, asked: Log) -> None:
    alice.get(f"{HERE}/new")
    shown = alice.submit(f"{HERE}/new", subject=" ")
    assert (shown.status, asked.writes) == (422, [])
    assert "enter one" in shown.error_at("subject")


def test_a_long_subject_is_refused_here(alice: Pages, asked: Log) -> None:
    alice.get(f"{HERE}/new")
    assert alice.submit(f"{HERE}/new", subject="a" * 101).status == 422
    assert asked.writes == []


def test_subject_and_state_are_changed_and_undone(alice: Pages, service: RunningService) -> None:
    alice.get(f"{HERE}/2")
    alice.get(alice.shown.links["Edit"])
    shown = alice.submit(f"{HERE}/2/edit", subject="Customs", status="draft")
    assert "#2 Customs was saved." in " ".join(shown.toasts)
    assert (told(service, 2)["subject"], told(service, 2)["status"]) == ("Customs", "draft")
    alice.get(f"{ORG}/journal/1/undo")
    alice.submit(f"{ORG}/journal/1/undo")
    assert (told(service, 2)["subject"], told(service, 2)["status"]) == ("Explain customs", "open")


def test_a_merged_one_keeps_its_state(alice: Pages, asked: Log) -> None:
    shown = alice.get(f"{HERE}/1/edit")
    assert "A merged change request stays merged." in shown.main
    alice.submit(f"{HERE}/1/edit", subject="Tail lifts")
    assert asked.writes == [f"PATCH {API}/change_guide_tailgate"]


def test_what_a_colleague_changed_meanwhile_stays(alice: Pages, service: RunningService) -> None:
    alice.get(f"{HERE}/2/edit")
    ask(service, BOB, "PATCH", f"{API}/2", {"status": "draft"})
    alice.submit(f"{HERE}/2/edit", subject="Customs")
    assert (told(service, 2)["subject"], told(service, 2)["status"]) == ("Customs", "draft")


def test_whose_subject_to_keep_is_asked(alice: Pages, service: RunningService) -> None:
    alice.get(f"{HERE}/2/edit")
    ask(service, BOB, "PATCH", f"{API}/2", {"subject": "Duties"})
    shown = alice.submit(f"{HERE}/2/edit", subject="Customs")
    assert (shown.status, told(service, 2)["subject"]) == (409, "Duties")


def test_several_known_people_are_asked_at_once(alice: Pages, service: RunningService) -> None:
    alice.get(f"{ORG}/teams/team_docs")
    alice.get(f"{HERE}/3/reviewers")
    assert "Bob Okafor" in alice.shown.main
    shown = alice.post(
        f"{HERE}/3/reviewers",
        [("form_key", "k1"), ("users", "user_bob"), ("users", "user_charlie"), ("users-other", "user_lena, user_bob")],
    )
    assert "Bob Okafor, Charlie Nakamura, and Lena Hoffmann were asked for a review." in " ".join(shown.toasts)
    reviewers = ask(service, ALICE, "GET", f"{API}/3/requested-reviewers").get_json()["items"]
    assert [each["user"]["id"] for each in reviewers] == ["user_bob", "user_charlie", "user_lena"]
    assert "Bob Okafor" in alice.get(f"{ORG}/journal").main


def test_the_check_is_not_called_a_review_where_reviews_are_requested(alice: Pages) -> None:
    shown = alice.get(f"{HERE}/3/reviewers")
    assert "Check before sending" in shown.buttons
    assert "Review first" not in shown.buttons


@pytest.mark.parametrize(("users", "words"), [("", "nobody is selected"), ("bob@larkfield.example", "takes ids")])
def test_who_is_nobody_is_refused_here(alice: Pages, asked: Log, users: str, words: str) -> None:
    alice.get(f"{HERE}/3/reviewers")
    shown = alice.submit(f"{HERE}/3/reviewers", {"users-other": users})
    assert (shown.status, asked.writes) == (422, [])
    assert words in shown.error_at("users")


def test_a_stranger_is_refused_at_the_field(alice: Pages) -> None:
    alice.get(f"{HERE}/3/reviewers")
    shown = alice.submit(f"{HERE}/3/reviewers", {"users-other": "user_dana"})
    assert "No member of this organization has this id." in shown.error_at("users")


def test_whoever_was_asked_about_an_earlier_revision_is_marked(alice: Pages, service: RunningService) -> None:
    ask(service, BOB, "POST", f"{API}/2/update")
    assert "about an earlier revision" in alice.get(f"{HERE}/2").main


@pytest.mark.parametrize("carried_out", [True, False])
@pytest.mark.parametrize(
    ("form", "typed", "saved"),
    [
        ("new", {"subject": "New depots"}, "The change request #7 New depots exists."),
        ("3/reviewers", {"users-other": "user_bob"}, "They were asked for a review."),
        ("2/edit", {"subject": "Customs"}, "Saved"),
    ],
)
def test_a_lost_answer_is_looked_for(
    distant: Pages, wire: Wire, form: str, typed: dict[str, str], saved: str, *, carried_out: bool
) -> None:
    distant.get(f"{HERE}/{form}")
    wire.faults["POST"] = wire.faults["PATCH"] = faults.lost_answer if carried_out else faults.reset
    shown = distant.submit(f"{HERE}/{form}", dict(typed))
    wire.faults.clear()
    distant.get(shown.links["Check now"])
    outcome = distant.submit(f"{ORG}/journal/1/check").facts["Outcome"]
    assert (saved in outcome) is carried_out
    assert outcome.startswith("Saved") is carried_out
