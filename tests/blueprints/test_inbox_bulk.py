"""Several items of the inbox settled at once: a result for each, and none for what somebody settled already."""

from tests.asked import Log
from tests.pages.pages import Pages
from tests.records import ask
from tests.world import ALICE, BOB, RunningService

ORG = "/orgs/org_larkfield"
CHOSEN = f"{ORG}/inbox/chosen"
API = "/v1/spaces/space_guide"
TONE, WAITING = "comments/space_guide/comment_guide_tone", "comments/space_guide/comment_guide_waiting"
INVOICES = "requests/space_guide/3"


def asking(alice: Pages, do: str, *items: str) -> None:
    alice.get(f"{ORG}/spaces")
    alice.get(f"{CHOSEN}?do={do}&" + "&".join(f"item={each}" for each in items))


def status(service: RunningService, what: str) -> str:
    found: str = ask(service, ALICE, "GET", f"{API}/{what}").get_json()["status"]
    return found


def test_comments_are_resolved_together(alice: Pages, service: RunningService, asked: Log) -> None:
    asking(alice, "resolve", TONE, WAITING, INVOICES)
    assert "This doesn't apply to 1 of the selected items." in alice.shown.main
    assert asked.writes == []
    shown = alice.submit(CHOSEN, press="Resolve comments")
    assert "Done 2 of 2 steps" in shown.main
    assert [status(service, f"comments/comment_guide_{each}") for each in ("tone", "waiting")] == ["resolved"] * 2


def test_change_requests_are_archived(alice: Pages, service: RunningService) -> None:
    asking(alice, "archive", INVOICES)
    assert "Done 1 of 1 step" in alice.submit(CHOSEN, press="Archive change requests").main
    assert status(service, "change-requests/3") == "archived"


def test_what_a_colleague_settled_meanwhile_is_not_sent(alice: Pages, service: RunningService, asked: Log) -> None:
    asking(alice, "resolve", TONE, WAITING)
    ask(service, BOB, "PUT", f"{API}/comments/comment_guide_tone", {"resolved": True})
    asked.clear()
    shown = alice.submit(CHOSEN, press="Resolve comments")
    assert asked.writes == [f"PUT {API}/comments/comment_guide_waiting"]
    assert "No change was needed, so nothing was sent." in shown.main


def test_an_item_that_left_the_inbox_before_the_review_is_counted(alice: Pages, service: RunningService) -> None:
    ask(service, BOB, "PUT", f"{API}/comments/comment_guide_tone", {"resolved": True})
    asking(alice, "resolve", TONE, WAITING)
    assert "1 selected item is not listed in the inbox any more, so it is left out." in alice.shown.main


def test_an_item_that_left_the_inbox_after_the_review_is_told_before_anything_is_sent(
    alice: Pages, service: RunningService, asked: Log
) -> None:
    asking(alice, "resolve", TONE, WAITING)
    ask(service, BOB, "PUT", f"{API}/comments/comment_guide_tone", {"resolved": True})
    reviewed = alice.shown
    alice.get(f"{ORG}/inbox?refresh=1")  # in another window
    alice.page = reviewed
    asked.clear()
    told = alice.submit(CHOSEN, press="Resolve comments")
    assert "Nothing was sent. Check the items that are left." in told.main
    assert asked.writes == []
    assert "Done 1 of 1 step" in alice.submit(CHOSEN, press="Resolve comments").main


def test_what_no_longer_waits_says_so(alice: Pages, service: RunningService) -> None:
    ask(service, BOB, "PUT", f"{API}/comments/comment_guide_tone", {"resolved": True})
    asking(alice, "resolve", TONE)
    assert "Nothing that you selected is listed" in " ".join(alice.shown.toasts)
    asking(alice, "resolve")
    assert "Select at least one comment" in " ".join(alice.shown.toasts)


def test_a_second_click_makes_one_plan(alice: Pages, asked: Log) -> None:
    asking(alice, "resolve", TONE)
    form = alice.shown
    alice.submit(CHOSEN, press="Resolve comments")
    alice.page = form
    alice.submit(CHOSEN, press="Resolve comments")
    assert asked.writes == [f"PUT {API}/comments/comment_guide_tone"]
