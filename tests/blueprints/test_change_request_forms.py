"""Change requests: made, changed, reviewed, and merged beside others who do the same."""

from tests.asked import Log
from tests.faults.hostile import Talk
from tests.loops import for_each
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.records import ask, give_role
from tests.wire import Wire
from tests.world import ALICE, BOB, RunningService

ORG = "/orgs/org_larkfield"
HERE = f"{ORG}/spaces/space_guide/change-requests"
API = "/v1/spaces/space_guide/change-requests"
NO_MEMBER = "No member of this organization has this id."


def reported(service: RunningService, number: int) -> dict[str, object]:
    found: dict[str, object] = ask(service, ALICE, "GET", f"{API}/{number}").get_json()
    return found


def test_one_is_made_with_a_subject(alice: Pages, asked: Log) -> None:
    shown = alice.fill_in(f"{HERE}/new", subject=" ")
    assert (shown.status, asked.writes) == (422, [])
    assert "enter one" in shown.error_at("subject")
    alice.get(HERE)
    alice.get(alice.shown.links["New change request"])
    shown = alice.submit(f"{HERE}/new", subject="  New depots ")
    assert asked.writes == [f"POST {API}"]
    assert (shown.path, shown.h1) == (f"{HERE}/7", "#7 New depots")
    assert "No difference" in shown.main


def test_subject_and_state_are_changed_and_undone(alice: Pages, service: RunningService, asked: Log) -> None:
    alice.get(f"{HERE}/2")
    alice.get(alice.shown.links["Edit"])
    shown = alice.submit(f"{HERE}/2/edit", subject="Customs", status="draft")
    assert "#2 Customs was saved." in " ".join(shown.toasts)
    assert (reported(service, 2)["subject"], reported(service, 2)["status"]) == ("Customs", "draft")
    alice.fill_in(f"{ORG}/journal/1/undo")
    assert (reported(service, 2)["subject"], reported(service, 2)["status"]) == ("Explain customs", "open")
    asked.clear()
    assert "A merged change request stays merged." in alice.get(f"{HERE}/1/edit").main
    alice.submit(f"{HERE}/1/edit", subject="Tail lifts")
    assert asked.writes == [f"PATCH {API}/change_guide_tailgate"]


def test_several_known_people_are_asked_at_once(alice: Pages, service: RunningService) -> None:
    shown = alice.get(f"{HERE}/3/reviewers")
    assert "Check before sending" in shown.buttons
    assert "Review first" not in shown.buttons
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


@for_each(
    "users, words", [("", "nobody is selected"), ("bob@larkfield.example", "takes ids"), ("user_dana", NO_MEMBER)]
)
def test_who_is_nobody_is_refused_at_the_field(alice: Pages, asked: Log, users: str, words: str) -> None:
    shown = alice.fill_in(f"{HERE}/3/reviewers", {"users-other": users})
    assert words in shown.error_at("users")
    assert (shown.status, len(asked.writes)) == (422, 1 if words == NO_MEMBER else 0)


def test_whoever_was_asked_about_an_earlier_revision_is_marked(alice: Pages, service: RunningService) -> None:
    ask(service, BOB, "POST", f"{API}/2/update")
    assert "about an earlier revision" in alice.get(f"{HERE}/2").main


def test_two_merge_at_once_and_one_is_refused(distant: Pages, wire: Wire, service: RunningService) -> None:
    give_role(service, "user_bob", "org_larkfield", "admin")
    bob, merge = Pages(distant.app).sign_in(BOB), f"{HERE}/2/merge"
    bob.get(merge)
    distant.get(merge)
    found: list[Page] = []

    def beside(talk: Talk) -> bool:
        del wire.faults["POST"]
        found.append(bob.submit(merge, agreed="y"))
        return talk.pass_on()

    wire.faults["POST"] = beside
    shown = distant.submit(merge, agreed="y")
    assert "#2 Explain customs was merged into " in found[0].toasts[0]
    assert "This change request is merged; nothing was changed." in shown.main
    assert "resolve the conflict" not in shown.main
    assert distant.get(f"{ORG}/journal/1").facts["Outcome"].startswith("Refused")
    content = ask(service, ALICE, "GET", "/v1/spaces/space_guide/content").get_json()
    assert content["id"] == reported(service, 2)["revisionMerged"]
