"""Items of the inbox: what is read of one at a time, and several settled at once with a result for each."""

from tests.asked import Log
from tests.blueprints.start_over import start_over
from tests.blueprints.test_inbox import API, INBOX, ORG, REVIEW, items, knowing
from tests.edits import edit_space, with_text
from tests.loops import for_each
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.records import ask
from tests.world import ALICE, BOB, RunningService

ANSWERED = f"{ORG}/spaces/space_guide/comments/comment_guide_duties"
CHOSEN = f"{ORG}/inbox/chosen"
TONE, WAITING = "comments/space_guide/comment_guide_tone", "comments/space_guide/comment_guide_waiting"
CUSTOMS, INVOICES, ERRORS = "requests/space_guide/2", "requests/space_guide/3", "requests/space_api/1"


def test_what_was_answered_waits_no_more(alice: Pages) -> None:
    knowing(alice).get(INBOX)
    assert "You were answered" in alice.shown.main
    alice.get(ANSWERED)
    alice.submit(f"{ANSWERED}/replies", body="Done.")
    alice.get(INBOX)
    assert items(alice)[0] == REVIEW
    assert "You were answered" not in alice.shown.main


def test_without_a_name_nothing_is_for_me(alice: Pages) -> None:
    knowing(alice).get("/sessions")
    alice.submit("/name", name="")
    alice.get(INBOX)
    assert "Enter your name" in alice.shown.links
    assert "For you 0" in alice.shown.main


def asking(alice: Pages, do: str, *items: str) -> None:
    knowing(alice)
    alice.get(f"{CHOSEN}?do={do}&" + "&".join(f"item={each}" for each in items))


def ended(alice: Pages, press: str, action: str = CHOSEN, **typed: str) -> Page:
    """The page of the bulk change that a form makes or starts, once it goes on no more."""
    shown = alice.submit(action, typed, press=press)
    while "Continue" in shown.buttons:
        shown = alice.submit(shown.path, press="Continue")
    return shown


def status(service: RunningService, what: str) -> str:
    found: str = ask(service, ALICE, "GET", f"{API}/{what}").get_json()["status"]
    return found


def test_comments_are_resolved_and_change_requests_archived_together(
    alice: Pages, service: RunningService, asked: Log
) -> None:
    asking(alice, "resolve", TONE, WAITING, INVOICES)
    assert "This doesn't apply to 1 of the selected items." in alice.shown.main
    assert asked.writes == []
    assert "Done 2 of 2 changes" in ended(alice, "Resolve comments").main
    assert [status(service, f"comments/comment_guide_{each}") for each in ("tone", "waiting")] == ["resolved"] * 2
    asking(alice, "draft", CUSTOMS)
    assert "Done 1 of 1 change" in ended(alice, "Set to draft").main
    asking(alice, "archive", INVOICES)
    assert "Done 1 of 1 change" in ended(alice, "Archive change requests").main
    assert alice.shown.links["View inbox"] == f"{ORG}/inbox"
    assert [status(service, f"change-requests/{number}") for number in (2, 3)] == ["draft", "archived"]


Act = tuple[str, str, str, object]

SETTLED: Act = (BOB, "PUT", "comments/comment_guide_tone", {"resolved": True})
DELETED: Act = (ALICE, "DELETE", "comments/comment_guide_tone", None)
MERGED: Act = (ALICE, "POST", "change-requests/2/merge", None)


@for_each(
    "do, press, act, told",
    [
        ("resolve", "Resolve comments", SETTLED, "No change was needed, so nothing was sent."),
        ("resolve", "Resolve comments", DELETED, "It is gone, or hidden from you, so nothing was sent."),
        ("archive", "Archive change requests", MERGED, "Somebody merged or archived it already, so nothing was sent."),
        ("update", "Update change requests", MERGED, "Somebody merged or archived it already, so nothing was sent."),
    ],
)
def test_what_a_colleague_settled_meanwhile_is_not_sent(
    alice: Pages, service: RunningService, asked: Log, do: str, press: str, act: Act, told: str
) -> None:
    start_over(alice, service)
    asking(alice, do, *((TONE, WAITING) if do == "resolve" else (CUSTOMS,)))
    who, method, path, body = act
    assert ask(service, who, method, f"{API}/{path}", body).status_code < 300
    asked.clear()
    assert told in ended(alice, press).main
    assert asked.writes == [f"PUT {API}/comments/comment_guide_waiting"] * (do == "resolve")


def test_what_no_longer_waits_says_so(alice: Pages, service: RunningService, asked: Log) -> None:
    asking(alice, "resolve", TONE, WAITING)
    reviewed = alice.shown
    ask(service, BOB, "PUT", f"{API}/comments/comment_guide_tone", {"resolved": True})
    alice.get(f"{CHOSEN}?do=resolve&item={TONE}&item={WAITING}&refresh=1")  # in another window
    alice.page = reviewed
    asked.clear()
    told = alice.submit(CHOSEN, press="Resolve comments")
    assert "Nothing was sent. Check the items that are left." in told.main
    assert asked.writes == []
    alice.get(f"{ORG}/inbox?kind=comments")
    every = alice.submit(CHOSEN, all="1", press="Resolve comments…").rows
    assert len(every) == len(alice.get(f"{ORG}/inbox?kind=comments").document.with_attribute("name", "item")) - 1
    asking(alice, "resolve", TONE, WAITING)
    assert "1 selected item is not listed in the inbox any more, so it is left out." in alice.shown.main
    for do, selected, toast in (
        ("resolve", [TONE], "Nothing that you selected is listed"),
        ("resolve", [], "Select at least one item first."),
        ("archive", [WAITING], "“Archive change requests” doesn't apply to what you selected."),
    ):
        asking(alice, do, *selected)
        assert toast in " ".join(alice.shown.toasts)
    alice.page = told
    assert "Done 1 of 1 change" in ended(alice, "Resolve comments").main


def test_outdated_change_requests_are_updated(alice: Pages, service: RunningService, asked: Log) -> None:
    edit_space(service, "space_api", with_text("page_api_errors", "Somebody else wrote this.\n"))
    asking(alice, "update", CUSTOMS, ERRORS, TONE)
    assert "This doesn't apply to 1 of the selected items." in alice.shown.main
    ask(service, BOB, "POST", f"{API}/change-requests/2/update")
    asked.clear()
    shown = ended(alice, "Update change requests")
    assert asked.writes == ["POST /v1/spaces/space_api/change-requests/change_api_errors/update"]
    assert "No change was needed, so nothing was sent." in shown.main
    assert "Undo bulk change" not in shown.buttons
    alice.get(f"{ORG}/journal/1")
    assert "This can't be undone." in alice.shown.main


def test_conflicts_with_the_space_are_the_result_of_their_item(alice: Pages) -> None:
    asking(alice, "update", CUSTOMS, INVOICES)
    shown = ended(alice, "Update change requests")
    assert "have both changed the same part" in shown.main
    shown = alice.submit(shown.path, press="Skip this change")
    assert "1 done · 1 skipped" in shown.main


def test_several_people_are_asked_about_several_change_requests(
    alice: Pages, service: RunningService, asked: Log
) -> None:
    asking(alice, "review", CUSTOMS, INVOICES, TONE)
    refused = alice.submit(CHOSEN, press="Request reviews")
    assert (refused.status, asked.writes) == (422, [])
    assert "nobody is selected" in refused.main
    ask(service, BOB, "POST", f"{API}/change-requests/2/requested-reviewers", {"users": ["user_charlie"]})
    asked.clear()
    shown = ended(alice, "Request reviews", **{"users-other": "user_charlie, user_bob"})
    assert len(asked.writes) == 3
    assert shown.main.count("No change was needed, so nothing was sent.") == 2  # at its group, and in the log
    for number in (2, 3):
        listed = ask(service, ALICE, "GET", f"{API}/change-requests/{number}/requested-reviewers").get_json()["items"]
        assert {"user_charlie", "user_bob"} <= {each["user"]["id"] for each in listed}
