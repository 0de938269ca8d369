"""Comments and reactions: written, replied to, changed, resolved, deleted, given and taken back beside others."""

from tests.asked import Log
from tests.faults import faults
from tests.faults.hostile import Talk
from tests.loops import for_each
from tests.pages.pages import Pages
from tests.records import ask
from tests.wire import Wire
from tests.world import ALICE, BOB, RunningService

ORG = "/orgs/org_larkfield"
HERE = f"{ORG}/spaces/space_guide/comments"
API = "/v1/spaces/space_guide/comments"
RATES, WAITING = f"{HERE}/comment_guide_rates", f"{HERE}/comment_guide_waiting"
REACTIONS = f"{WAITING}/reactions"
THUMB = "1f44d"


def told(service: RunningService, comment: str) -> dict[str, object]:
    found: dict[str, object] = ask(service, ALICE, "GET", f"{API}/{comment}").get_json()
    return found


def test_a_comment_is_posted_on_the_space_and_on_a_page(alice: Pages, asked: Log) -> None:
    alice.get(HERE)
    alice.get(alice.shown.links["New comment"])
    shown = alice.submit(f"{HERE}/new", body="  Ready?\r\n\r\n- yes\r\n- no ")
    assert asked.writes == [f"POST {API}"]
    assert "Your comment was posted." in " ".join(shown.toasts)
    assert "On the space" in shown.main
    assert shown.html.count("<li>yes</li>") == 1
    alice.get(f"{ORG}/spaces/space_guide/pages/page_guide_rates")
    alice.get(alice.shown.links["Comment on this page"])
    shown = alice.submit(f"{HERE}/on/page_guide_rates", body="Which currency?")
    assert shown.links["Rates"].endswith("/pages/page_guide_rates")
    assert "Which currency?" in alice.get(f"{HERE}?on=page_guide_rates").main


@for_each("form", [f"{HERE}/new", f"{RATES}/edit"])
def test_a_text_that_says_nothing_is_refused_here(alice: Pages, asked: Log, form: str) -> None:
    alice.get(form)
    shown = alice.submit(form, body=" \n ")
    assert (shown.status, asked.writes) == (422, [])
    assert "write something" in shown.error_at("body")


def test_a_reply_is_posted_below_the_others(alice: Pages, asked: Log) -> None:
    alice.get(WAITING)
    shown = alice.submit(f"{WAITING}/replies", body="Done.")
    assert asked.writes == [f"POST {API}/comment_guide_waiting/replies"]
    assert shown.main.find("Done.") > shown.main.find("Please link the clause too.")


def test_what_could_not_be_posted_is_a_draft(distant: Pages, wire: Wire) -> None:
    distant.get(WAITING)
    wire.faults["POST"] = faults.refusal(500)
    assert distant.submit(f"{WAITING}/replies", body="At the dock.").status != 200
    wire.faults.clear()
    distant.get(WAITING)
    assert distant.submit(f"{WAITING}/replies", press="Show what I typed").value("body") == "At the dock."
    assert "Reply to a comment" in distant.get("/drafts").main


def test_one_is_resolved_and_opened_again_and_undone(alice: Pages, service: RunningService) -> None:
    alice.get(WAITING)
    shown = alice.submit(f"{WAITING}/resolved", press="Resolve")
    assert "The comment is resolved." in " ".join(shown.toasts)
    assert "Resolved by Alice Lindqvist" in shown.main
    alice.submit(f"{WAITING}/resolved", press="Open again")
    assert told(service, "comment_guide_waiting")["status"] == "open"
    alice.get(f"{ORG}/journal/2/undo")
    alice.submit(f"{ORG}/journal/2/undo")
    assert told(service, "comment_guide_waiting")["status"] == "resolved"


def test_what_a_colleague_resolved_is_resolved_already(alice: Pages, service: RunningService, asked: Log) -> None:
    alice.get(WAITING)
    ask(service, BOB, "PUT", f"{API}/comment_guide_waiting", {"resolved": True})
    asked.clear()
    shown = alice.submit(f"{WAITING}/resolved", press="Resolve")
    assert asked.writes == []
    assert shown.toasts == ["This comment is already resolved."]


def test_ones_own_text_is_changed_and_undone_and_whose_to_keep_is_asked(alice: Pages, service: RunningService) -> None:
    before = told(service, "comment_guide_rates")["body"]
    alice.get(RATES)
    alice.get(alice.shown.links["Edit"])
    alice.submit(f"{RATES}/edit", body="What does the lift cost now?")
    assert told(service, "comment_guide_rates")["body"] == {"markdown": "What does the lift cost now?"}
    assert alice.get(f"{ORG}/journal/1").rows[0][2] == "“What does the lift cost now?”"
    alice.get(f"{ORG}/journal/1/undo")
    alice.submit(f"{ORG}/journal/1/undo")
    assert told(service, "comment_guide_rates")["body"] == before
    alice.get(f"{RATES}/edit")
    ask(service, ALICE, "PUT", f"{API}/comment_guide_rates", {"body": {"markdown": "From another window"}})
    shown = alice.submit(f"{RATES}/edit", body="From this one")
    assert shown.status == 409
    assert "From another window" in shown.main


def test_ones_own_reply_is_changed(alice: Pages) -> None:
    alice.get(WAITING)
    address = alice.shown.links["Edit reply"]
    alice.get(address)
    shown = alice.submit(address, body="Please link both clauses.")
    assert "Please link both clauses." in shown.main
    assert shown.path == WAITING


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
        ("POST", "/comment_guide_waiting/replies", {"body": {"markdown": "Wait."}}, "There are 3 now."),
        ("PUT", "/comment_guide_waiting", {"resolved": True}, "The comment was changed since you opened this page."),
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
    """What the page says after a button was pressed."""
    return " ".join(alice.submit(at, press=words).toasts)


def test_an_emoji_is_chosen_and_taken_back_and_counts_once(alice: Pages, asked: Log) -> None:
    alice.get(WAITING)
    assert "👍: 2 people" in pressed(alice, "Add 👍")
    assert asked.writes == [f"PUT {API}/comment_guide_waiting"]
    assert "Bob Okafor, Alice Lindqvist" in alice.shown.main
    assert "Your reaction was taken back. 👍: 1 person" in pressed(alice, "Take back 👍")
    assert "Bob Okafor, Alice Lindqvist" not in alice.shown.main
    assert "Nothing was taken back: you probably had not chosen it." in pressed(alice, "Take back 👍")
    assert "Bob Okafor" in alice.shown.main
    pressed(alice, "Add 👍")
    assert "👍: 2 people, as before: you had probably chosen it already." in pressed(alice, "Add 👍")
    assert "❤: 1 person" in pressed(alice, "❤")
    reply = f"{WAITING}/replies/reply_guide_waiting_2/reactions"
    assert "🙏: 2 people" in pressed(alice, "Add 🙏", reply)


def test_what_a_colleague_took_back_meanwhile_is_not_sent(alice: Pages, service: RunningService, asked: Log) -> None:
    alice.get(WAITING)
    ask(service, BOB, "PUT", f"{API}/comment_guide_waiting", {"removedReactions": [THUMB]})
    asked.clear()
    assert "👍 is no longer there. Nothing was sent." in pressed(alice, "Take back 👍")
    assert asked.writes == []


def test_two_who_react_at_once_are_both_counted(distant: Pages, wire: Wire, service: RunningService) -> None:
    """The number stays as it was: Bob takes his back while Alice adds hers."""

    def meanwhile(talk: Talk) -> bool:
        ask(service, BOB, "PUT", f"{API}/comment_guide_waiting", {"removedReactions": [THUMB]})
        return wire.pass_on(talk)

    distant.get(WAITING)
    wire.faults["PUT"] = meanwhile
    assert "Your reaction was saved. 👍: 1 person." in pressed(distant, "Add 👍")
