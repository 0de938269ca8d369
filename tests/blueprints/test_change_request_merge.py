"""Change requests: made, changed, reviewed; merged once it was checked, beside others who do the same."""

from collections.abc import Callable

import pytest

from tests.asked import Log
from tests.blueprints.start_over import start_over
from tests.edits import edit_request, edit_space, with_text, without
from tests.faults import faults
from tests.faults.hostile import Talk
from tests.loops import for_each
from tests.pages.document import text_of
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.records import ask, give_role
from tests.wire import Wire
from tests.world import ALICE, BOB, RunningService

ORG = "/orgs/org_larkfield"
HERE = f"{ORG}/spaces/space_guide/change-requests"
API = "/v1/spaces/space_guide/change-requests"
OWN = f"{API}/change_guide_surcharge"
NO_MEMBER = "No member of this organization has this id."
TERMS = "page_guide_rates_fuel-surcharge"
Meanwhile = Callable[[RunningService], object]


def reported(service: RunningService, number: int) -> dict[str, object]:
    found: dict[str, object] = ask(service, ALICE, "GET", f"{API}/{number}").get_json()
    return found


def point(pages: Pages, title: str) -> str:
    """What the check says below this heading."""
    return pages.shown.main.partition("Ready to merge?")[2].partition(title)[2].strip()


def test_the_check_says_what_to_know(alice: Pages, service: RunningService, asked: Log) -> None:
    ask(service, ALICE, "POST", f"{API}/2/requested-reviewers", {"users": ["user_lena"]})
    asked.clear()
    alice.get(f"{HERE}/2")
    shown = alice.get(alice.shown.links["Check and merge"])
    assert shown.h1 == "Merge #2 Explain customs?"
    assert point(alice, "Out of date").startswith("The space was changed since")
    assert point(alice, "What would change").startswith("2 pages and 0 files differ")
    assert point(alice, "Open comments").startswith("1 comment is open.")
    assert "Legal asks us" in alice.get(alice.shown.links["View the comment"]).main
    alice.get(f"{HERE}/2/merge")
    assert "since they were asked: Lena" in point(alice, "Reviewers haven't commented")
    assert "This can't be undone" in shown.main
    assert asked.writes == []


def test_it_is_merged_once_and_both_revisions_are_told(alice: Pages, service: RunningService, asked: Log) -> None:
    alice.fill_in(f"{HERE}/6/merge")
    assert asked.writes == [f"POST {OWN}/merge"]
    merged = ask(service, ALICE, "GET", f"{API}/6").get_json()
    (told,) = alice.shown.toasts
    assert alice.shown.path == f"{HERE}/6"
    assert told.endswith(" was merged into Shipping guide.")
    assert " started it. Alice merged it on " in alice.shown.main
    entry = alice.get(f"{ORG}/journal/1")
    (row,) = entry.rows
    assert row[0] == "Revision"
    assert row[1].startswith("revision_")
    assert row[2] == merged["revisionMerged"]
    assert "Undo" not in entry.links


@pytest.mark.parametrize(
    ("meanwhile", "words"),
    [
        (lambda at: edit_space(at, "space_guide", with_text(TERMS, "Other.\n")), "The space was changed since"),
        (lambda at: edit_request(at, "space_guide", "6", with_text(TERMS, "Mine.\n")), "change request was changed"),
        (lambda at: ask(at, BOB, "PATCH", f"{API}/6", {"status": "open"}), "The state of the change request"),
        (lambda at: ask(at, ALICE, "POST", f"{API}/6/merge"), "is already merged"),
    ],
    ids=["space", "request", "state", "merged"],
)
def test_what_a_colleague_did_meanwhile_is_told(
    alice: Pages, service: RunningService, asked: Log, meanwhile: Meanwhile, words: str
) -> None:
    alice.get(f"{HERE}/6/merge")
    meanwhile(service)
    asked.clear()
    shown = alice.submit(f"{HERE}/6/merge")
    assert words in shown.main + " ".join(shown.toasts)
    assert asked.writes == []


def test_a_comment_meanwhile_is_told(alice: Pages, service: RunningService, asked: Log) -> None:
    alice.get(f"{HERE}/2/merge")
    ask(service, ALICE, "PUT", "/v1/spaces/space_guide/comments/comment_guide_codes", {"resolved": False})
    asked.clear()
    shown = alice.submit(f"{HERE}/2/merge")
    assert (shown.status, asked.writes) == (409, [])
    assert "The change request has 2 open comments now." in shown.main
    alice.submit(f"{HERE}/2/merge")
    assert reported(service, 2)["status"] == "merged"


@for_each("number, words", [(1, "Already merged"), (5, "Archived")])
def test_a_closed_one_has_no_button(alice: Pages, number: int, words: str) -> None:
    shown = alice.get(f"{HERE}/{number}/merge")
    assert words in shown.main
    assert "Merge change request" not in shown.buttons


def test_pages_that_vanish_and_links_that_break_are_named(alice: Pages, service: RunningService) -> None:
    edit_request(service, "space_guide", "6", without("page_guide_addresses-and-opening-hours"))
    alice.get(f"{HERE}/6/merge")
    assert "would break." in point(alice, "Links would break")
    assert "Addresses and opening hours, linked from Rates" in point(alice, "Pages vanish that others link to")


def test_an_outdated_one_is_not_blamed_for_what_the_space_changed(alice: Pages, service: RunningService) -> None:
    """The space has the page Customs since, which the page Rates links to."""
    ask(service, ALICE, "POST", f"{API}/2/merge")
    alice.get(f"{HERE}/3/merge")
    assert "while the change request is outdated" in point(alice, "Links")
    assert "would be removed" not in alice.shown.main
    assert "That includes what the space changed since." in point(alice, "What would change")


@for_each("page", ["2?next=/orgs/org_larkfield", "2/merge?next=/orgs/org_larkfield"])
def test_one_is_updated_by_one_click(alice: Pages, service: RunningService, asked: Log, page: str) -> None:
    start_over(alice, service)
    asked.clear()
    shown = alice.get(f"{HERE}/{page}")
    leading = [text_of(each) for each in shown.document.with_attribute("class", "btn btn-primary")]
    assert leading == ["Update from the space"][: page.startswith("2?")]
    shown = alice.submit(f"{HERE}/2/update", press="Update from the space")
    assert asked.writes == [f"POST {API}/change_guide_customs/update"]
    assert "#2 Explain customs was updated from " in " ".join(shown.toasts)
    assert ask(service, ALICE, "GET", f"{API}/2").get_json()["outdated"] is False
    assert (shown.path, "Update from the space" in shown.buttons) == (f"{HERE}/2", False)
    assert shown.links["Back to “Home”"] == ORG
    assert alice.get(f"{ORG}/journal/1").rows[0][0] == "Revision"


def test_a_colleague_was_first_to_update(alice: Pages, service: RunningService, asked: Log) -> None:
    alice.get(f"{HERE}/2")
    ask(service, BOB, "POST", f"{API}/2/update")
    asked.clear()
    shown = alice.submit(f"{HERE}/2/update", press="Update from the space")
    assert asked.writes == []
    assert "already up to date" in " ".join(shown.toasts)


@for_each("form, button", [("merge", None), ("update", "Update from the space")])
def test_conflicts_are_told_in_the_words_of_the_api(
    alice: Pages, service: RunningService, form: str, button: str | None
) -> None:
    edit_request(service, "space_guide", "6", with_text(TERMS, "Mine.\n"))
    edit_space(service, "space_guide", with_text(TERMS, "Theirs.\n"))
    alice.get(f"{HERE}/6/merge")
    shown = alice.submit(f"{HERE}/6/{form}", press=button)
    assert shown.status == 409
    assert "have both changed the same part" in shown.main
    assert "resolve the conflict there, then update it from the space." in shown.main
    (app,) = [at for words, at in shown.links.items() if words.startswith("Open the change request in the app")]
    assert app.endswith("/o/org_larkfield/s/space_guide/~/changes/6")
    assert reported(service, 6)["status"] == "draft"


def test_an_answer_that_merged_nothing_is_no_merge(distant: Pages, wire: Wire) -> None:
    page = distant.get(f"{HERE}/6/merge")
    for number, result, words in (
        (1, "conflicts", "it conflicts with the space"),
        (2, "queued", "Nothing was changed."),
    ):
        wire.faults["POST"] = faults.says({"revision": "revision_1", "result": result})
        distant.page = page
        assert words in distant.submit(f"{HERE}/6/merge").html
        assert distant.get(f"{ORG}/journal/{number}").facts["Outcome"].startswith("Not in effect")


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
    "users, words", [("", "nobody is selected"), ("bob@larkfield.example", "is an email"), ("user_dana", NO_MEMBER)]
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

    def merge_too(talk: Talk) -> bool:
        del wire.faults["POST"]
        found.append(bob.submit(merge))
        return talk.pass_on()

    wire.faults["POST"] = merge_too
    shown = distant.submit(merge)
    assert "#2 Explain customs was merged into " in found[0].toasts[0]
    assert "This change request is merged; nothing was changed." in shown.main
    assert "resolve the conflict" not in shown.main
    assert distant.get(f"{ORG}/journal/1").facts["Outcome"].startswith("Refused")
    content = ask(service, ALICE, "GET", "/v1/spaces/space_guide/content").get_json()
    assert content["id"] == reported(service, 2)["revisionMerged"]
