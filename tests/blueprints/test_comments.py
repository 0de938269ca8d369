"""Comments and reactions: listed, shown with replies, written, changed, resolved, deleted, given and taken back."""

from tests.asked import Log
from tests.faults import faults
from tests.faults.hostile import Talk
from tests.loops import for_each
from tests.pages.pages import Pages
from tests.records import ask
from tests.wire import Wire
from tests.world import ALICE, BOB, RunningService

HERE = "/orgs/org_larkfield/spaces/space_guide/comments"
API = "/v1/spaces/space_guide/comments"
ORG = "/orgs/org_larkfield"
RATES, WAITING = f"{HERE}/comment_guide_rates", f"{HERE}/comment_guide_waiting"
REACTIONS = f"{WAITING}/reactions"
THUMB = "1f44d"
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
    assert "“What it costs” · On #2 Explain customs" in shown.main
    assert shown.links["View all comments"] == HERE
    assert shown.links["Changes"].endswith("/change-requests/change_guide_customs")
    assert shown.h1 == "#2 Explain customs: Comments"
    assert shown.title.startswith("Comments · #2 Explain customs · ")
    assert "New comment" not in shown.links
    assert "Write new comments on a change request in the app." in shown.main
    assert "1 reply · Reply" in shown.main
    assert shown.links["1 reply"] == f"{HERE}/comment_guide_duties#replies"
    assert alice.get(f"{HERE}/comment_guide_duties").document.by_id["replies"] is not None
    assert "No replies · Reply" in alice.get(HERE).main
    shown = alice.get(f"{HERE}?request=change_guide_customs")
    assert shown.links["Reply"] == f"{HERE}/comment_guide_duties#body"
    assert alice.get(shown.links["Reply"]).document.by_id["body"].tag == "textarea"
    request = "/orgs/org_larkfield/spaces/space_guide/change-requests/2"
    shown = alice.get(alice.get(request).links["Comments 1"])
    assert (shown.h1, shown.links["Changes"]) == ("#2 Explain customs: Comments", request)
    assert "Legal asks us" in shown.main
    assert "Two shippers" not in shown.main
    assert alice.get(f"{HERE}?request=change_gone").h1 == "Change request: Comments"


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


def comment_of(service: RunningService, comment: str) -> dict[str, object]:
    found: dict[str, object] = ask(service, ALICE, "GET", f"{API}/{comment}").get_json()
    return found


def test_a_comment_is_posted_on_the_space_and_on_a_page_and_a_reply_below_the_others(alice: Pages, asked: Log) -> None:
    alice.get(HERE)
    alice.get(alice.shown.links["New comment"])
    shown = alice.submit(f"{HERE}/new", body="  Ready?\r\n\r\n- yes\r\n- no ")
    assert "Your comment was posted." in " ".join(shown.toasts)
    assert "On the space" in shown.main
    assert shown.html.count("<li>yes</li>") == 1
    alice.get(f"{ORG}/spaces/space_guide/pages/page_guide_rates")
    alice.get(alice.shown.links["Comment on this page"])
    shown = alice.submit(f"{HERE}/on/page_guide_rates", body="Which currency?")
    assert shown.links["Rates"].endswith("/pages/page_guide_rates")
    assert "Which currency?" in alice.get(f"{HERE}?on=page_guide_rates").main
    alice.get(WAITING)
    shown = alice.submit(f"{WAITING}/replies", body="Done.")
    assert asked.writes == [f"POST {API}", f"POST {API}", f"POST {API}/comment_guide_waiting/replies"]
    assert shown.main.find("Done.") > shown.main.find("Please link the clause too.")
    address = shown.links["Edit reply"]
    shown = alice.fill_in(address, body="Please link both clauses.")
    assert (shown.path, "Please link both clauses." in shown.main) == (WAITING, True)


@for_each("form", [f"{HERE}/new", f"{RATES}/edit"])
def test_a_text_that_says_nothing_is_refused_here(alice: Pages, asked: Log, form: str) -> None:
    shown = alice.fill_in(form, body=" \n ")
    assert (shown.status, asked.writes) == (422, [])
    assert "write something" in shown.error_at("body")


def test_one_is_resolved_and_opened_again_and_undone(alice: Pages, service: RunningService, asked: Log) -> None:
    alice.get(WAITING)
    shown = alice.submit(f"{WAITING}/resolved", press="Resolve")
    assert "The comment is resolved." in " ".join(shown.toasts)
    assert "Resolved by Alice Lindqvist" in shown.main
    alice.submit(f"{WAITING}/resolved", press="Open again")
    assert comment_of(service, "comment_guide_waiting")["status"] == "open"
    alice.fill_in(f"{ORG}/journal/2/undo")
    assert comment_of(service, "comment_guide_waiting")["status"] == "resolved"
    alice.get(f"{WAITING}?refresh=1")
    ask(service, BOB, "PUT", f"{API}/comment_guide_waiting", {"resolved": False})
    asked.clear()
    shown = alice.submit(f"{WAITING}/resolved", press="Open again")
    assert (asked.writes, shown.toasts) == ([], ["This comment is already open."])


def test_ones_own_text_is_changed_and_undone(alice: Pages, service: RunningService) -> None:
    before = comment_of(service, "comment_guide_rates")["body"]
    alice.get(RATES)
    alice.get(alice.shown.links["Edit"])
    alice.submit(f"{RATES}/edit", body="What does the lift cost now?")
    assert comment_of(service, "comment_guide_rates")["body"] == {"markdown": "What does the lift cost now?"}
    assert alice.get(f"{ORG}/journal/1").rows[0][2] == "“What does the lift cost now?”"
    alice.fill_in(f"{ORG}/journal/1/undo")
    assert comment_of(service, "comment_guide_rates")["body"] == before


def test_what_the_api_does_not_let_people_do_is_not_offered(alice: Pages, charlie: Pages) -> None:
    assert "Edit" not in alice.get(WAITING).links
    assert "Edit" in alice.get(RATES).links
    shown = charlie.get(WAITING)
    assert {"Edit", "Delete", "Edit reply"} & shown.links.keys() == set()
    assert {"Post reply", "Resolve"} & {*shown.buttons} == set()


def test_deleting_names_what_goes_with_it(alice: Pages, asked: Log) -> None:
    alice.get(WAITING)
    shown = alice.get(alice.shown.links["Delete"])
    assert "2 replies are deleted with it." in shown.main
    assert "resolve it instead" in shown.main
    assert alice.submit(f"{WAITING}/delete", confirm="nobody").status == 422
    shown = alice.submit(f"{WAITING}/delete", confirm="Charlie Nakamura")
    assert asked.writes == [f"DELETE {API}/comment_guide_waiting"]
    assert (shown.path, "was deleted" in " ".join(shown.toasts)) == (HERE, True)
    assert "Two shippers asked me" in alice.get(f"{ORG}/journal/1").main


@for_each(
    "method, path, sent, told",
    [
        (
            "POST",
            "/comment_guide_waiting/replies",
            {"body": {"markdown": "Wait."}},
            "The comment or its replies were changed",
        ),
        ("PUT", "/comment_guide_waiting", {"resolved": True}, "The comment or its replies were changed"),
    ],
)
def test_what_happened_to_a_comment_meanwhile_is_shown_before_it_is_deleted(
    alice: Pages, service: RunningService, asked: Log, method: str, path: str, sent: dict[str, object], told: str
) -> None:
    alice.get(f"{WAITING}/delete")
    ask(service, ALICE, method, f"{API}{path}", sent)
    shown = alice.submit(f"{WAITING}/delete", confirm="Charlie Nakamura")
    assert (shown.status, shown.value("confirm")) == (409, "")
    assert told in " ".join(shown.problems)
    assert [each for each in asked.writes if each.startswith("DELETE")] == []


def test_a_reply_to_what_is_gone_is_kept(alice: Pages, service: RunningService) -> None:
    alice.get(WAITING)
    ask(service, ALICE, "DELETE", f"{API}/comment_guide_waiting")
    shown = alice.submit(f"{WAITING}/replies", body="Too late.")
    assert shown.status == 404
    assert "Too late." in alice.get("/drafts").html


def pressed(alice: Pages, words: str, at: str = REACTIONS) -> str:
    return " ".join(alice.submit(at, press=words).toasts)


def test_an_emoji_is_chosen_and_taken_back_and_counts_once(alice: Pages, asked: Log) -> None:
    alice.get(WAITING)
    assert "👍: 2 people" in pressed(alice, "Add 👍")
    assert asked.writes == [f"PUT {API}/comment_guide_waiting"]
    assert "Bob Okafor, Alice Lindqvist" in alice.shown.main
    assert "Your reaction was taken back. 👍: 1 person" in pressed(alice, "Take back 👍")
    assert "Bob Okafor, Alice Lindqvist" not in alice.shown.main
    assert "It isn't known whether your reaction was among them." in pressed(alice, "Take back 👍")
    assert "Bob Okafor" in alice.shown.main
    pressed(alice, "Add 👍")
    assert "👍: 2 people" in pressed(alice, "Add 👍")
    assert "❤: 1 person" in pressed(alice, "❤")
    reply = f"{WAITING}/replies/reply_guide_waiting_2/reactions"
    assert "🙏: 2 people" in pressed(alice, "Add 🙏", reply)


def test_two_who_react_at_once_are_both_counted(distant: Pages, wire: Wire, service: RunningService) -> None:
    """The number stays as it was: Bob takes his back while Alice adds hers."""

    def take_back(talk: Talk) -> bool:
        ask(service, BOB, "PUT", f"{API}/comment_guide_waiting", {"removedReactions": [THUMB]})
        return wire.pass_on(talk)

    distant.get(WAITING)
    wire.faults["PUT"] = take_back
    assert "Your reaction was saved. 👍: 1 person." in pressed(distant, "Add 👍")
    sent = wire.seen["PUT"]
    ask(service, ALICE, "PUT", f"{API}/comment_guide_waiting", {"removedReactions": [THUMB]})
    assert "👍 is no longer there. Nothing was sent." in pressed(distant, "Take back 👍")
    assert wire.seen["PUT"] == sent
