"""Change requests: made, changed, reviewed and merged beside others who do the same; no comment is lost."""

from collections.abc import Callable

import pytest

from tests.asked import Log
from tests.faults.hostile import Fault, Talk
from tests.loops import for_each
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.records import ask, give_role
from tests.wire import Wire
from tests.world import ALICE, BOB, RunningService

ORG = "/orgs/org_larkfield"
HERE = f"{ORG}/spaces/space_guide/change-requests"
API = "/v1/spaces/space_guide/change-requests"
SPACE = f"{ORG}/spaces/space_guide"
REQUEST = f"{SPACE}/change-requests/2"
SPACE_API = "/v1/spaces/space_guide"
BOTH = pytest.mark.parametrize("carried_out", [False, True], ids=["before the SPACE_API merges", "before it answers"])


def reported(service: RunningService, number: int) -> dict[str, object]:
    found: dict[str, object] = ask(service, ALICE, "GET", f"{API}/{number}").get_json()
    return found


def test_one_is_made_with_a_subject_of_its_length(alice: Pages, asked: Log) -> None:
    alice.get(f"{HERE}/new")
    shown = alice.submit(f"{HERE}/new", subject=" ")
    assert (shown.status, asked.writes) == (422, [])
    assert "enter one" in shown.error_at("subject")
    alice.get(f"{HERE}/new")
    assert alice.submit(f"{HERE}/new", subject="a" * 101).status == 422
    assert asked.writes == []
    alice.get(HERE)
    alice.get(alice.shown.links["New change request"])
    shown = alice.submit(f"{HERE}/new", subject="  New depots ")
    assert asked.writes == [f"POST {API}"]
    assert (shown.path, shown.h1) == (f"{HERE}/7", "#7 New depots")
    assert "No difference" in shown.main


def test_subject_and_state_are_changed_and_undone(alice: Pages, service: RunningService) -> None:
    alice.get(f"{HERE}/2")
    alice.get(alice.shown.links["Edit"])
    shown = alice.submit(f"{HERE}/2/edit", subject="Customs", status="draft")
    assert "#2 Customs was saved." in " ".join(shown.toasts)
    assert (reported(service, 2)["subject"], reported(service, 2)["status"]) == ("Customs", "draft")
    alice.get(f"{ORG}/journal/1/undo")
    alice.submit(f"{ORG}/journal/1/undo")
    assert (reported(service, 2)["subject"], reported(service, 2)["status"]) == ("Explain customs", "open")


def test_a_merged_one_keeps_its_state(alice: Pages, asked: Log) -> None:
    shown = alice.get(f"{HERE}/1/edit")
    assert "A merged change request stays merged." in shown.main
    alice.submit(f"{HERE}/1/edit", subject="Tail lifts")
    assert asked.writes == [f"PATCH {API}/change_guide_tailgate"]


def test_what_a_colleague_changed_meanwhile_stays(alice: Pages, service: RunningService) -> None:
    alice.get(f"{HERE}/2/edit")
    ask(service, BOB, "PATCH", f"{API}/2", {"status": "draft"})
    alice.submit(f"{HERE}/2/edit", subject="Customs")
    assert (reported(service, 2)["subject"], reported(service, 2)["status"]) == ("Customs", "draft")


def test_whose_subject_to_keep_is_asked(alice: Pages, service: RunningService) -> None:
    alice.get(f"{HERE}/2/edit")
    ask(service, BOB, "PATCH", f"{API}/2", {"subject": "Duties"})
    shown = alice.submit(f"{HERE}/2/edit", subject="Customs")
    assert (shown.status, reported(service, 2)["subject"]) == (409, "Duties")


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


@for_each("users, words", [("", "nobody is selected"), ("bob@larkfield.example", "takes ids")])
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


@pytest.fixture
def bob(distant: Pages, service: RunningService) -> Pages:
    """A colleague of Alice in the same portal, who may merge too."""
    give_role(service, "user_bob", "org_larkfield", "admin")
    return Pages(distant.app).sign_in(BOB)


def merging(wire: Wire, alice: Pages, act: Callable[[], object], *, carried_out: bool) -> Page:
    """What Alice is told of a merge beside which a colleague acts; `carried_out`: the SPACE_API has merged by then."""
    alice.get(f"{REQUEST}/merge")
    wire.faults["POST"] = _beside(wire, act, carried_out=carried_out)
    return alice.submit(f"{REQUEST}/merge", agreed="y")


def _beside(wire: Wire, act: Callable[[], object], *, carried_out: bool) -> Fault:
    def fault(talk: Talk) -> bool:
        del wire.faults["POST"]
        if not carried_out:
            act()
            return talk.pass_on()
        answer = wire.told(talk)
        act()
        talk.send(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n")
        talk.send(f"Content-Length: {len(answer.data)}\r\n\r\n".encode() + answer.data)
        return True

    return fault


def is_merged_once(service: RunningService) -> bool:
    """Whether the space shows what the one merge of this change request made."""
    content = ask(service, ALICE, "GET", f"{SPACE_API}/content").get_json()
    merged = ask(service, ALICE, "GET", f"{SPACE_API}/change-requests/2").get_json()["revisionMerged"]
    return bool(content["id"] == merged and content["mergedFrom"]["id"] == "change_guide_customs")


def told(page: Page) -> str:
    return page.main + " ".join(page.toasts)


@BOTH
def test_a_comment_a_reply_and_a_resolved_comment_stay(
    distant: Pages, bob: Pages, wire: Wire, service: RunningService, *, carried_out: bool
) -> None:
    found: list[Page] = []
    comment = f"{SPACE}/comments/comment_guide_duties"
    bob.get(f"{SPACE}/comments/new")

    def commenting() -> None:
        found.append(bob.submit(f"{SPACE}/comments/new", body="Is the *lift* still free?"))
        bob.get(comment)
        bob.submit(f"{comment}/replies", body="Yes, both.")
        bob.submit(f"{comment}/resolved", press="Resolve")

    shown = merging(wire, distant, commenting, carried_out=carried_out)
    assert "#2 Explain customs was merged into " in told(shown)
    assert "Comment by Bob Okafor" in found[0].main
    newest = ask(service, ALICE, "GET", f"{SPACE_API}/comments").get_json()["items"][0]
    assert newest["body"]["markdown"] == "Is the *lift* still free?"
    assert ask(service, ALICE, "GET", f"{SPACE_API}/comments/comment_guide_duties").get_json()["status"] == "resolved"
    replies = ask(service, ALICE, "GET", f"{SPACE_API}/comments/comment_guide_duties/replies").get_json()["items"]
    assert [each["body"]["markdown"] for each in replies][-1:] == ["Yes, both."]
    assert is_merged_once(service)


def test_two_merge_at_once_and_one_is_refused(distant: Pages, bob: Pages, wire: Wire, service: RunningService) -> None:
    bob.get(f"{REQUEST}/merge")
    found: list[Page] = []
    shown = merging(wire, distant, lambda: found.append(bob.submit(f"{REQUEST}/merge", agreed="y")), carried_out=False)
    assert "#2 Explain customs was merged into " in told(found[0])
    assert "This change request is merged; nothing was changed." in told(shown)
    assert "resolve the conflict" not in told(shown)
    assert distant.get(f"{ORG}/journal/1").facts["Outcome"].startswith("Refused")
    assert is_merged_once(service)


def test_one_who_merges_a_moment_later_sends_nothing(
    distant: Pages, bob: Pages, wire: Wire, service: RunningService
) -> None:
    bob.get(f"{REQUEST}/merge")
    found: list[Page] = []
    merging(wire, distant, lambda: found.append(bob.submit(f"{REQUEST}/merge", agreed="y")), carried_out=True)
    assert "already merged" in told(found[0])
    assert wire.seen["POST"] == 1
    assert is_merged_once(service)


@BOTH
def test_an_update_beside_it_is_told(
    distant: Pages, bob: Pages, wire: Wire, service: RunningService, *, carried_out: bool
) -> None:
    bob.get(REQUEST)
    found: list[Page] = []
    shown = merging(
        wire,
        distant,
        lambda: found.append(bob.submit(f"{REQUEST}/update", press="Update from the space")),
        carried_out=carried_out,
    )
    assert "#2 Explain customs was merged into " in told(shown)
    assert ("already up to date" if carried_out else "#2 Explain customs was updated from") in told(found[0])
    assert wire.seen["POST"] == (1 if carried_out else 2)
    assert is_merged_once(service)
