"""The inbox: what waits in all known spaces, read within bounds, remembered with its age, and told apart by age."""

import pytest

from tests.asked import Log
from tests.blueprints.overview import listing
from tests.faults import faults
from tests.loops import for_each
from tests.pages.document import text_of
from tests.pages.pages import Pages
from tests.records import add_spaces
from tests.wire import Wire
from tests.world import ALICE, RunningService

ORG = "/orgs/org_larkfield"
INBOX = f"{ORG}/inbox"
API = "/v1/spaces/space_guide"
REASONS = ("Your review is asked for", "You were answered", "You started it")


def items(pages: Pages) -> list[str]:
    """The items that are shown, in their order, each by its beginning."""
    links = pages.shown.document.all("a")
    return [text_of(each).partition(":")[0] for each in links if each.get("class") == "inbox-item"]


def knowing(alice: Pages) -> Pages:
    """Alice, who came across the spaces of her sites."""
    alice.get(f"{ORG}/spaces")
    return alice


def test_one_who_knows_no_space_is_told_where_to_find_some_and_led_to_it(alice: Pages) -> None:
    shown = alice.get(INBOX)
    assert "No known spaces" in shown.main
    assert shown.links["View spaces"] == f"{ORG}/spaces"
    assert alice.get(f"{ORG}/inside").links["View the inbox"] == INBOX
    assert f'href="{INBOX}"' in alice.get(f"{ORG}/spaces").html


def test_what_waits_in_all_known_spaces_is_one_list_and_shown_again_without_a_call(alice: Pages, asked: Log) -> None:
    knowing(alice).get(INBOX)
    found = items(alice)
    assert len(found) == 11
    assert found.index("Claims now ask for") < found.index("#3 Invoices are due within fourteen days"), (
        "the latest first"
    )
    request = f"{ORG}/spaces/space_guide/change-requests/2"
    assert alice.shown.links["#2 Explain customs"] == f"{request}?next={INBOX}"
    assert "Read 7 spaces" in alice.shown.main
    assert "Comment on #2 Explain customs · Shipping guide" in alice.shown.main
    assert "Back to “Inbox”" not in alice.get(request).links
    asked.clear()
    alice.get(INBOX)
    assert len(items(alice)) == 11
    assert [line for line in asked.lines if "comments" in line or "change-requests" in line] == []
    alice.get(f"{INBOX}?refresh=1")
    assert len([line for line in asked.lines if line.endswith("/comments")]) == 7


@for_each("kind, name", [("requests", "#2 Explain customs"), ("comments", "The whole guide")])
def test_what_was_opened_here_leads_back_with_the_filters(alice: Pages, kind: str, name: str) -> None:
    at = f"{INBOX}?kind={kind}&space=space_guide"
    knowing(alice)
    opened = next(address for label, address in alice.get(at).links.items() if label.startswith(name))
    shown = alice.get(opened)
    assert shown.links["Back to “Inbox”"] == at
    assert alice.get(shown.links["Refresh"]).links["Back to “Inbox”"] == at
    alice.get(INBOX)
    narrowed = alice.swap(at, "inbox-rows")
    assert f"{INBOX}?kind={kind}&amp;space=space_guide&amp;refresh=1" in narrowed.html


@for_each(
    "query, count",
    [
        ("kind=requests", 5),
        ("kind=comments", 6),
        ("show=outdated", 2),
        ("show=discussed", 1),
        ("space=space_guide", 6),
        ("since=older", 11),
        ("since=week", 0),
        ("q=okafor&kind=requests", 4),
        ("q=zebra", 0),
        ("show=nonsense", 11),
    ],
)
def test_filters_narrow_it(alice: Pages, query: str, count: int) -> None:
    knowing(alice).get(f"{INBOX}?{query}")
    assert len(items(alice)) == count
    assert ("Nothing matches" in alice.shown.main) == (count == 0)


def test_what_is_for_me_goes_by_the_name_that_i_gave(alice: Pages) -> None:
    knowing(alice)
    assert "3 items for me" in alice.get(INBOX).links
    alice.get(f"{INBOX}?show=mine")
    assert "carry the name Alice" in alice.shown.main
    assert alice.shown.links["change it"] == "/sessions"
    assert "#3 Invoices are due within fourteen days" in items(alice)
    alice.get("/sessions")
    alice.submit("/name", name="charlie nakamura")
    alice.get(f"{INBOX}?show=mine")
    assert "#3 Invoices are due within fourteen days" not in items(alice)
    assert "#2 Explain customs" in items(alice)
    alice.get(f"{INBOX}?show=mine&kind=comments")
    assert {"You were answered", "You started it"} <= {word for word in REASONS if word in alice.shown.main}


def test_what_i_resolve_is_gone_at_once_and_no_other_space_is_read(alice: Pages, asked: Log) -> None:
    knowing(alice).get(INBOX)
    waiting = f"{ORG}/spaces/space_guide/comments/comment_guide_waiting"
    alice.get(waiting)
    alice.submit(f"{waiting}/resolved", press="Resolve")
    asked.clear()
    alice.get(INBOX)
    assert len(items(alice)) == 10
    read = {line.split("?")[0] for line in asked.lines if "/v1/spaces/" in line}
    assert {f"GET {API}/comments", f"GET {API}/change-requests"} <= read
    assert all(each.startswith(f"GET {API}/") for each in read)


def test_the_navigation_counts_what_was_read(alice: Pages, bob: Pages, asked: Log) -> None:
    assert "open items" not in knowing(alice).shown.html
    alice.get(INBOX)
    asked.clear()
    assert counted(alice) == "11 open items"
    assert [line for line in asked.lines if "/v1/spaces/" in line] == []
    alice.get(f"{ORG}/translations/new")
    assert "Customs forms" in alice.submit(f"{ORG}/translations/new", title="Customs forms").main
    assert counted(alice) == "11 open items"
    tone = f"{ORG}/spaces/space_guide/comments/comment_guide_tone"
    bob.get(tone)
    bob.submit(f"{tone}/resolved", press="Resolve")
    assert counted(alice) == "", "somebody settled one since"
    alice.get(f"{INBOX}?refresh=1")
    assert counted(alice) == "10 open items"


def counted(alice: Pages) -> str:
    """What the navigation says of the inbox on another page."""
    link = next(each for each in alice.get(f"{ORG}/translations").document.all("a") if each.get("href") == INBOX)
    return "".join(text_of(each) for each in link.iter() if each.get("class") == "visually-hidden")


def test_one_page_reads_some_spaces_and_the_next_goes_on(
    alice: Pages, service: RunningService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("blueprints.inbox.reads.SECONDS_A_PAGE", 60.0)  # as many as it reads at most, on any machine
    add_spaces(service, ALICE, "org_larkfield", 25)
    for _ in range(6):  # each reads some more sites
        alice.get(f"{ORG}/inside?sites=40")
    alice.get(INBOX)
    assert "Read 24 of 32 spaces." in alice.shown.main
    assert alice.shown.document.by_id["inbox-reading"].get("hx-get") == INBOX
    alice.get(alice.shown.links["Read more spaces"])
    assert "Read 32 spaces" in alice.shown.main
    assert alice.shown.document.by_id["inbox-reading"].get("hx-get") is None


def test_reading_stops_where_the_api_fails_and_says_so(distant: Pages, wire: Wire) -> None:
    knowing(distant)
    wire.faults["GET"] = faults.at("/v1/spaces/**", faults.refusal(500))
    shown = distant.get(INBOX)
    assert "Read 0 of 7 spaces." in shown.main
    assert "Masthead hasn't read any of the spaces so far." in shown.main
    assert "have no open items" not in shown.main
    assert shown.document.by_id["inbox-reading"].get("hx-get") is None, "it would ask again and again"


def test_a_space_that_the_api_refuses_hides_no_other(distant: Pages, wire: Wire) -> None:
    knowing(distant)
    wire.faults["GET"] = faults.at(f"{API}/comments", faults.refusal(403))
    shown = distant.get(INBOX)
    assert "The API doesn't show Shipping guide to you, or it is gone." in shown.main
    assert "#1 Tell when to try again" in items(distant)
    assert "Read 7 spaces" in shown.main


def test_texts_of_others_are_shown_as_texts_and_that_there_are_more_is_said(distant: Pages, wire: Wire) -> None:
    knowing(distant)
    comment = {"object": "comment", "id": "../x", "body": {"markdown": "<script>alert(1)</script>" + "a" * 500}}
    bare = {"object": "comment", "id": "bare"}
    wire.faults["GET"] = faults.at(f"{API}/comments", listing(comment, bare, more=True))
    shown = distant.get(INBOX)
    assert "<script>alert" not in shown.html
    assert "at a time that the API doesn't report" in shown.main
    assert "Author not reported" in shown.main
    assert "Written in the app" in shown.links
    assert "Shipping guide has more open items than are listed here." in shown.main


def test_a_hundred_items_are_on_a_page(distant: Pages, wire: Wire) -> None:
    knowing(distant)
    many = [{"object": "comment", "id": f"c{each}", "body": {"markdown": f"Remark {each}"}} for each in range(150)]
    wire.faults["GET"] = faults.at(f"{API}/comments", listing(*many))
    counts = []
    for number in (1, 2):
        distant.get(f"{INBOX}?kind=comments&page={number}")
        counts.append(len(items(distant)))
    assert counts == [100, 52]
