"""Comments of a space: by state, page, author and order, of a change request alone, and one with its replies."""

from tests.asked import Log
from tests.faults import faults
from tests.loops import for_each
from tests.pages.pages import Pages
from tests.records import ask
from tests.wire import Wire
from tests.world import BOB, RunningService

HERE = "/orgs/org_larkfield/spaces/space_guide/comments"
API = "/v1/spaces/space_guide/comments"
EMPTY = "/orgs/org_larkfield/spaces/space_handbook/comments?request=1"
ALL, NO_MATCH = "Show all its comments", "No comment matches"


def authors(pages: Pages) -> list[str]:
    return [label.removeprefix("Comment by ") for label in pages.shown.links if label.startswith("Comment by ")]


def test_open_ones_are_listed_the_newest_first(alice: Pages, asked: Log) -> None:
    shown = alice.get(HERE)
    assert sorted(asked.lines) == ["GET /v1/orgs/org_larkfield", f"GET {API}"]
    texts = ("The whole guide reads well", "Claims now ask for", "Legal asks us", "Two shippers asked me")
    at = [shown.main.find(each) for each in texts]
    assert at == sorted(at)
    assert min(at) > 0
    assert "What does the lift cost?" not in shown.main
    assert alice.get(f"{HERE}?order=asc").main.find(texts[-1]) < alice.shown.main.find(texts[0])


def test_of_a_long_one_the_list_shows_the_beginning(alice: Pages, service: RunningService) -> None:
    text = f"The first words. {'A sentence more. ' * 400}The last words."
    made = ask(service, BOB, "POST", API, {"body": {"markdown": text}}).get_json()["id"]
    shown = alice.get(HERE)
    assert ("The first words." in shown.main, "The last words." in shown.main) == (True, False)
    assert shown.links["Read the whole comment"] == f"{HERE}/{made}"
    assert "The last words." in alice.get(f"{HERE}/{made}").main


@for_each(
    "narrowed, there, gone",
    [
        ("status=resolved", "What does the lift cost?", "Two shippers"),
        ("status=all", "What does the lift cost?", "nothing"),
        ("author=user_bob", "Claims now ask for", "Two shippers"),
        ("on=page_guide_addresses-and-opening-hours", "Two shippers", "Claims now ask for"),
        ("request=change_guide_customs", "Legal asks us", "Two shippers"),
        ("request=change_guide_customs&status=all", "Six digits or eight?", "What does the lift cost?"),
    ],
)
def test_they_are_narrowed(alice: Pages, narrowed: str, there: str, gone: str) -> None:
    shown = alice.get(f"{HERE}?{narrowed}")
    assert there in shown.main
    assert gone not in shown.main


def test_those_of_one_change_request_say_so_and_lead_to_all_and_to_each(alice: Pages) -> None:
    shown = alice.get(f"{HERE}?request=change_guide_customs")
    assert "Only those on one change request." in shown.main
    assert "“What it costs” · On #2 Explain customs" in shown.main
    assert shown.links["View all comments"] == HERE
    assert shown.links["View change request"].endswith("/change-requests/change_guide_customs")
    assert shown.h1 == "Comments on #2 Explain customs"
    assert shown.title.startswith(f"{shown.h1} · ")
    assert "New comment" not in shown.links
    assert "The API has no call for a new comment on a change request. Write it in the app." in shown.main
    assert "1 reply · Reply" in shown.main
    assert shown.links["1 reply"] == f"{HERE}/comment_guide_duties#replies"
    assert alice.get(f"{HERE}/comment_guide_duties").document.by_id["replies"] is not None
    assert "No replies · Reply" in alice.get(HERE).main
    shown = alice.get(f"{HERE}?request=change_guide_customs")
    assert shown.links["Reply"] == f"{HERE}/comment_guide_duties#body"
    assert alice.get(shown.links["Reply"]).document.by_id["body"].tag == "textarea"
    request = "/orgs/org_larkfield/spaces/space_guide/change-requests/2"
    shown = alice.get(alice.get(request).links["Comments"])
    assert (shown.h1, shown.links["Changes"]) == ("Comments on #2 Explain customs", request)
    assert "Legal asks us" in shown.main
    assert "Two shippers" not in shown.main
    assert alice.get(f"{HERE}?request=change_gone").h1 == "Comments on a change request"


@for_each(
    "query, words, link, leads",
    [
        (f"{EMPTY}&status=open", "No open comments on this change request", ALL, f"{EMPTY}&status=all"),
        (f"{EMPTY}&status=resolved", "No comments in this state on this change", ALL, f"{EMPTY}&status=all"),
        (f"{HERE}?request=2&author=user_dana", NO_MATCH, "Show open comments", f"{HERE}?request=2"),
        (f"{HERE}?author=user_dana", NO_MATCH, "Show open comments", HERE),
    ],
)
def test_where_no_comment_is_shown_a_link_leads_to_more(
    alice: Pages, query: str, words: str, link: str, leads: str
) -> None:
    shown = alice.get(query)
    assert (words in shown.main, NO_MATCH in shown.main) == (True, words == NO_MATCH)
    assert shown.links[link] == leads
    shown = alice.get(f"{EMPTY.replace('=1', '=change_handbook_days')}&status=all")
    assert "Nobody has commented on this change request." in shown.main


def test_one_is_shown_with_its_page_reactions_and_replies(alice: Pages) -> None:
    alice.get(HERE)
    shown = alice.get(f"{HERE}/comment_guide_waiting")
    assert shown.h1 == "Comment by Charlie Nakamura"
    assert shown.links["Addresses and opening hours"].endswith("/pages/page_guide_addresses-and-opening-hours")
    for told in ("At the gate, says the contract.", "Please link the clause too.", "Bob Okafor", "Opening hours"):
        assert told in shown.main
    assert "<strong>at the gate</strong>" in shown.html
    assert "👍" in shown.html
    assert "Resolved by Bob Okafor on 5 Jun 2025" in alice.get(f"{HERE}/comment_guide_rates").main
    shown = alice.get(f"{HERE}/comment_guide_duties")
    assert shown.links["On #2 Explain customs"].endswith("/change-requests/change_guide_customs")


@for_each(
    "body, words",
    [
        ({"document": {"nodes": [{"type": "paragraph", "text": "Drawn in the app"}]}}, "Drawn in the app"),
        ({}, "Written in the app, in a form that Masthead can't show."),
    ],
)
def test_other_forms_of_a_text_are_shown_as_far_as_they_can_be(
    distant: Pages, wire: Wire, body: dict[str, object], words: str
) -> None:
    wire.faults["GET"] = faults.at(f"{API}/*", faults.says({"object": "comment", "id": "comment_1", "body": body}))
    assert words in distant.get(f"{HERE}/comment_1?refresh=1").main


def test_replies_or_a_change_request_that_could_not_be_read_leave_the_comment(distant: Pages, wire: Wire) -> None:
    wire.faults["GET"] = faults.at(f"{API}/*/replies", faults.refusal(500))
    shown = distant.get(f"{HERE}/comment_guide_waiting")
    assert "Two shippers asked me" in shown.main
    assert "Masthead couldn't read the replies." in shown.main
    for status in (404, 500):
        wire.faults["GET"] = faults.at("/v1/spaces/space_guide/change-requests/*", faults.refusal(status))
        shown = distant.get(f"{HERE}/comment_guide_duties?refresh=1")
        assert shown.links["On a change request"].endswith("/change-requests/change_guide_customs"), status
        assert "Legal asks us to add" in shown.main, status
