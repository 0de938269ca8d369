"""The inbox: what is open in all spaces as the background reading found it, what waits for the person first."""

import time

from masthead.store.directory.open_lists import COMMENTS, REQUESTS, OpenItem, OpenPerson, Part
from masthead.web.person.portal import get_portal
from tests.asked import Log
from tests.blueprints.overview import listing
from tests.faults import faults
from tests.loops import for_each
from tests.pages.document import text_of
from tests.pages.pages import Pages
from tests.reading import read_all
from tests.wire import Wire
from tests.world import ALICE

ORG = "/orgs/org_larkfield"
INBOX = f"{ORG}/inbox"
API = "/v1/spaces/space_guide"
REVIEW, NEXT, OWN = (
    "#2 Explain customs",
    "#1 Two more days off from January",
    "#3 Invoices are due within fourteen days",
)
REASONS = ("Your review is asked for", "You were answered", "You started it")
DAY = 24 * 3600.0


def items(pages: Pages) -> list[str]:
    """The items that are shown, in their order, each by its beginning."""
    links = pages.shown.document.all("a")
    return [text_of(each).partition(":")[0] for each in links if each.get("class") == "inbox-item"]


def knowing(alice: Pages) -> Pages:
    """Alice, whose organization was read."""
    store = get_portal(alice.app).store
    if not store.crawls.status(store.keys.owner_of(ALICE), "org_larkfield").completed_at:
        read_all(alice)
    return alice


def tabs(pages: Pages) -> list[str]:
    nav = next(each for each in pages.shown.document.all("nav") if each.get("class") == "segments")
    return [text_of(each) for each in nav.iter() if each.tag == "a"]


def test_before_anything_is_read_it_says_so_and_offers_to(alice: Pages) -> None:
    shown = alice.get(INBOX)
    assert "Nothing read yet" in shown.main
    alice.submit(f"{ORG}/reading/refresh", press="Read Larkfield Freight")
    assert (alice.shown.path, "Masthead is still reading" in alice.shown.main) == (INBOX, True)


def test_what_is_open_is_one_list_that_costs_no_call_and_begins_with_what_waits(alice: Pages, asked: Log) -> None:
    knowing(alice)
    asked.clear()
    alice.get(INBOX)
    assert [line for line in asked.lines if "/v1/spaces/" in line] == []
    assert items(alice)[::2][:2] == [REVIEW, NEXT]
    assert tabs(alice) == ["For you 2", "All 11", "Change requests 5", "Comments 6"]
    assert "Comment on #2 Explain customs · Shipping guide" in alice.shown.main
    request = f"{ORG}/spaces/space_guide/change-requests/2"
    assert alice.shown.links[REVIEW].startswith(f"{request}?next={INBOX}?item%3Drequests/space_guide/2%26then%3D")
    assert "Back to “Inbox”" not in alice.get(request).links


def test_one_review_is_first_among_the_items_of_2000_spaces(alice: Pages) -> None:
    store, now = get_portal(alice.app).store, time.time()
    bob, me = OpenPerson("user_bob", "Bob Okafor", ""), OpenPerson("user_alice", "Alice Lindqvist", "")
    found: dict[Part, list[OpenItem | OpenPerson]] = {}
    for number in range(2000):
        space = f"space_{number:04}"
        found[space, REQUESTS] = [OpenItem(f"cr_{number}", f"Change {number}", bob, now - number, 0, number=7)]
        found[space, COMMENTS] = [OpenItem(f"c_{number}", f"Remark {number}", bob, now - number, 0)]
    found["space_1999", f"{REQUESTS}/cr_1999"] = [me]
    store.open_lists.save(store.keys.owner_of(ALICE), "org_larkfield", found)
    alice.get(INBOX)
    assert items(alice)[:2] == ["#7 Change 1999", "Remark 0"]
    assert tabs(alice)[:2] == ["For you 1", "All 4,000"]
    alice.get(f"{INBOX}?show=mine")
    assert items(alice) == ["#7 Change 1999"]


def test_an_act_leads_back_to_the_next_item(alice: Pages) -> None:
    knowing(alice).get(INBOX)
    shown = alice.get(next(url for label, url in alice.shown.links.items() if label.startswith("Legal asks us")))
    assert shown.links["Back to “Inbox”"].startswith(f"{INBOX}?item=comments/space_guide/comment_guide_duties")
    shown = alice.submit(f"{ORG}/spaces/space_guide/comments/comment_guide_duties/resolved", press="Resolve")
    assert shown.path == INBOX
    assert shown.toasts == ["The comment is resolved."]
    (opened,) = [text_of(each) for each in shown.document.all("a") if each.get("aria-current") == "true"]
    assert opened == NEXT
    assert tabs(alice)[:2] == ["For you 1", "All 10"]
    alice.get(alice.shown.links[REVIEW])
    check = alice.get(alice.shown.links["Check and merge"])
    assert "item%3Drequests%2Fspace_guide%2F2" in check.links["Cancel"]
    shown = alice.submit(f"{ORG}/spaces/space_guide/change-requests/2/merge", press="Merge change request")
    assert (shown.path, REVIEW in shown.links) == (INBOX, False)


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
    alice.get(f"{INBOX}?show=mine")
    assert "carries the name Alice" in alice.shown.main
    assert alice.shown.links["change it"] == "/sessions"
    assert OWN not in items(alice)
    alice.get(f"{INBOX}?show=started")
    assert items(alice) == [OWN]
    alice.get("/sessions")
    alice.submit("/name", name="charlie nakamura")
    alice.get(f"{INBOX}?show=mine")
    assert "#2 Explain customs" in items(alice)
    alice.get(f"{INBOX}?kind=comments")
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
    alice.get(INBOX)
    assert counted(alice) == "10 open items"


def counted(alice: Pages) -> str:
    """What the navigation says of the inbox on another page."""
    link = next(each for each in alice.get(f"{ORG}/translations").document.all("a") if each.get("href") == INBOX)
    return "".join(text_of(each) for each in link.iter() if each.get("class") == "visually-hidden")


def test_a_space_that_the_api_refuses_hides_no_other(distant: Pages, wire: Wire) -> None:
    wire.faults["GET"] = faults.at(f"{API}/comments", faults.refusal(403))
    knowing(distant).get(INBOX)
    assert "1 list could not be read" in distant.shown.main
    assert "#1 Tell when to try again" in items(distant)


def test_texts_of_others_are_shown_as_texts(distant: Pages, wire: Wire) -> None:
    comment = {"object": "comment", "id": "../x", "body": {"markdown": "<script>alert(1)</script>" + "a" * 500}}
    bare = {"object": "comment", "id": "bare"}
    wire.faults["GET"] = faults.at(f"{API}/comments", listing(comment, bare))
    shown = knowing(distant).get(f"{INBOX}?kind=comments")
    assert "<script>alert" not in shown.html
    assert "Written in the app" in shown.links


def test_a_hundred_items_are_on_a_page(distant: Pages, wire: Wire) -> None:
    many = [{"object": "comment", "id": f"c{each}", "body": {"markdown": f"Remark {each}"}} for each in range(150)]
    wire.faults["GET"] = faults.at(f"{API}/comments", listing(*many))
    knowing(distant)
    counts = []
    for number in (1, 2):
        distant.get(f"{INBOX}?kind=comments&page={number}")
        counts.append(len(items(distant)))
    assert counts == [100, 52]
