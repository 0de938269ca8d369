"""Comments and reactions: written, replied to, changed, resolved, deleted, given and taken back beside others."""

from tests.asked import Log
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
    assert told(service, "comment_guide_waiting")["status"] == "open"
    alice.fill_in(f"{ORG}/journal/2/undo")
    assert told(service, "comment_guide_waiting")["status"] == "resolved"
    alice.get(f"{WAITING}?refresh=1")
    ask(service, BOB, "PUT", f"{API}/comment_guide_waiting", {"resolved": False})
    asked.clear()
    shown = alice.submit(f"{WAITING}/resolved", press="Open again")
    assert (asked.writes, shown.toasts) == ([], ["This comment is already open."])


def test_ones_own_text_is_changed_and_undone(alice: Pages, service: RunningService) -> None:
    before = told(service, "comment_guide_rates")["body"]
    alice.get(RATES)
    alice.get(alice.shown.links["Edit"])
    alice.submit(f"{RATES}/edit", body="What does the lift cost now?")
    assert told(service, "comment_guide_rates")["body"] == {"markdown": "What does the lift cost now?"}
    assert alice.get(f"{ORG}/journal/1").rows[0][2] == "“What does the lift cost now?”"
    alice.fill_in(f"{ORG}/journal/1/undo")
    assert told(service, "comment_guide_rates")["body"] == before


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


def test_two_who_react_at_once_are_both_counted(distant: Pages, wire: Wire, service: RunningService) -> None:
    """The number stays as it was: Bob takes his back while Alice adds hers."""

    def meanwhile(talk: Talk) -> bool:
        ask(service, BOB, "PUT", f"{API}/comment_guide_waiting", {"removedReactions": [THUMB]})
        return wire.pass_on(talk)

    distant.get(WAITING)
    wire.faults["PUT"] = meanwhile
    assert "Your reaction was saved. 👍: 1 person." in pressed(distant, "Add 👍")
    sent = wire.seen["PUT"]
    ask(service, ALICE, "PUT", f"{API}/comment_guide_waiting", {"removedReactions": [THUMB]})
    assert "👍 is no longer there. Nothing was sent." in pressed(distant, "Take back 👍")
    assert wire.seen["PUT"] == sent
