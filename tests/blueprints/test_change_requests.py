"""Change requests of a space: the list, one with all that it would change, and what the space changed meanwhile."""

import re
from dataclasses import replace
from urllib.parse import urlsplit

from blueprints.change_requests.views import space_changes_message
from contract.authoring.change_requests import ChangeRequest
from contract.authoring.pages import SpacePage
from masthead.revisions import compare_content
from service.content.pages import Leaf
from tests.asked import Log
from tests.blueprints.overview import Told
from tests.edits import below, edit_request, edit_space, with_text, with_title, without
from tests.faults import faults
from tests.loops import for_each
from tests.pages.document import text_of
from tests.pages.pages import Pages
from tests.wire import Wire
from tests.world import RunningService

ORG = "/orgs/org_larkfield"
HERE = f"{ORG}/spaces/space_guide/change-requests"
API = "/v1/spaces/space_guide/change-requests"
EARLIER, STARTED, LATER = (f"2025-10-0{day}T08:00:00.000Z" for day in "135")
INVOICES, CONTACT = "page_guide_invoices", "page_guide_tracking"
WARNING = "What only the space changed, in files, in pages that were only moved"


def marked(html: str, tag: str) -> list[str]:
    found = re.findall(rf"<{tag}><span[^>]*>[^<]*</span>(.*?)</{tag}>", html, re.DOTALL)
    return [" ".join(each.split()) for each in found]


def test_the_open_ones_are_listed_first(alice: Pages, asked: Log) -> None:
    shown = alice.get(HERE)
    titles, made = zip(*(row[0].split(" Created ") for row in shown.rows), strict=True)
    assert titles == ("#2 Explain customs", "#3 Invoices are due within fourteen days")
    assert made[0].endswith("by Bob Okafor Outdated")
    assert [row[1] for row in shown.rows] == ["1", "0"]
    comments = f"{ORG}/spaces/space_guide/comments?request=2"
    assert [at for at in shown.links.items() if "comment" in at[0]] == [
        ("1 open comment on #2 Explain customs", comments)
    ]
    assert sorted(asked.lines) == ["GET /v1/orgs/org_larkfield", f"GET {API}"]


@for_each(
    "query, numbers",
    [("status=draft", "6"), ("status=merged", "14"), ("status=archived", "5"), ("contributor=user_alice", "23")],
)
def test_each_state_has_a_list(alice: Pages, query: str, numbers: str) -> None:
    shown = alice.get(f"{HERE}?{query}")
    assert [row[0][1] for row in shown.rows] == list(numbers)
    assert 'aria-current="page"' in shown.html
    shown = alice.get(f"{HERE}?status=draft&contributor=user_bob")
    assert "No change request matches" in shown.main
    assert shown.links["Show those of anybody"] == f"{HERE}?status=draft"


def test_one_tells_what_it_would_change(alice: Pages) -> None:
    shown = alice.get(f"{HERE}/2")
    assert shown.h1 == "#2 Explain customs"
    for told in ("Bob Okafor: 2 times", "Charlie Nakamura", "Outdated"):
        assert told in shown.main
    assert "Whether reviewers approved: only their comments show." in shown.main
    asked = "Bob Okafor wants to add 1 page · asked: Alice Lindqvist, Charlie Nakamura · 1 open comment"
    assert asked in shown.main  # the other page differs by what the space changed since
    shown = alice.get(f"{HERE}/6?view=source")
    assert "Text changed: 1" in shown.main
    assert "12" in marked(shown.html, "ins")
    assert marked(shown.html, "del") == ["9"]
    shown = alice.get(f"{HERE}/2?show=added")
    assert "Customs Added Below Rates" in shown.main
    assert any("Export declaration" in each for each in marked(shown.html, "ins"))
    assert "Invoices" not in shown.main
    alice.get(f"{HERE}/6?view=source")
    shown = alice.get(alice.shown.links["Fuel surcharge"])
    assert "lines that are the same" in shown.main
    shown = alice.get(shown.links["Whole text"])
    assert "lines that are the same" not in shown.main
    assert alice.get(f"{HERE}/6/changes/page_guide_rates").status == 404
    assert alice.get(f"{HERE}/99").status == 404


def test_texts_are_rendered_or_side_by_side(alice: Pages, service: RunningService) -> None:
    before = "# Tracking\n\nFirst.\n\nTwo.\n\nThree.\n\n```\na\n\nb\n```\n\nWas **here**.\n"
    edit_space(service, "space_guide", with_text(CONTACT, before))
    edit_request(service, "space_guide", "6", with_text(CONTACT, before.replace("Was **here**", "Is *there*")))
    shown = alice.get(f"{HERE}/6/changes/{CONTACT}")
    assert [marked(shown.html, tag) for tag in ("del", "ins")] == [
        ["<p>Was <strong>here</strong>.</p>"],
        ["<p>Is <em>there</em>.</p>"],
    ]
    assert "3 parts that are the same" in shown.main
    assert "parts that are the same" not in alice.get(shown.links["Whole text"]).main
    sides = [text_of(each) for each in alice.get(f"{shown.path}?view=side").document.with_attribute("role", "region")]
    assert ["Was" in each for each in sides] == [True, False]


def test_what_others_wrote_is_no_html(alice: Pages, service: RunningService) -> None:
    edit_request(
        service,
        "space_guide",
        "6",
        with_text("page_guide_rates_fuel-surcharge", "A <script>alert(1)</script> & <b>more</b> of *it*.\n"),
    )
    assert "<script>alert" not in alice.get(f"{HERE}/6").html
    shown = alice.get(f"{HERE}/6?view=source")
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in shown.html
    assert "<script>alert" not in shown.html
    shown = alice.get(f"{HERE}/6/changes/page_guide_rates_fuel-surcharge?text=whole&view=source")
    assert "&lt;b&gt;more&lt;/b&gt;" in shown.html


def test_a_long_text_is_compared_on_its_own_page_and_a_merged_one_not_at_all(
    alice: Pages, service: RunningService, asked: Log
) -> None:
    edit_request(service, "space_guide", "6", with_text("page_guide_rates_fuel-surcharge", "word " * 20_000))
    shown = alice.get(f"{HERE}/6")
    assert "This page is too long to be compared here." in shown.main
    assert marked(alice.get(shown.links["Compare Fuel surcharge"]).html, "ins")
    asked.clear()
    assert "The space has what this change request changed." in alice.get(f"{HERE}/1").main
    assert [line for line in asked.lines if "/page/" in line] == []


@for_each(
    "part, status, why, there",
    [
        ("page_guide_rates_customs", 503, "The documentation service didn't answer.", "Explain customs"),
        ("contributors", 403, "Contributors: not read.", "Export declaration"),
        ("requested-reviewers", 403, "Reviewers: not read.", "Export declaration"),
        ("content", 403, "Masthead couldn't compare the contents", "Bob Okafor: 2 times"),
    ],
)
def test_what_cannot_be_read_is_told_and_the_rest_is_shown(
    told: Told, part: str, status: int, why: str, there: str
) -> None:
    alice, fails = told
    fails.clear()
    fails[part] = faults.refusal(status)
    main = alice.get(f"{HERE}/2").main
    assert (why in main, there in main) == (True, True)


def test_there_are_ways_from_the_space_and_the_directory(alice: Pages) -> None:
    alice.get(f"{ORG}/sites/site_docs")
    shown = alice.get(f"{ORG}/spaces/space_guide")
    assert shown.links["Change requests"] == HERE
    assert shown.links["2 open"] == HERE
    alice.get(f"{ORG}/sites/site_docs")
    alice.get(HERE)
    assert f"{HERE}/change_guide_customs" in alice.get(f"{ORG}/known?kind=change-request").html


def test_renamed_moved_and_removed_pages_are_told(alice: Pages, service: RunningService) -> None:
    edit_request(service, "space_guide", "6", with_title("page_guide_tracking", "Follow a parcel"))
    edit_request(service, "space_guide", "6", below("page_guide_invoices", "page_guide_rates"))
    edit_request(service, "space_guide", "6", without("page_guide_addresses-and-opening-hours"), files=0)
    main = " ".join(alice.get(f"{HERE}/6").main.split())
    assert "Title: “Tracking” becomes “Follow a parcel”" in main
    assert "Place: from the top to Rates" in main
    assert "Renamed: 1" in main
    assert "Moved: 1" in main
    assert "Removed: 1" in main
    assert "shipment-states.png" in main


def test_an_indentation_that_differs_is_seen(alice: Pages, service: RunningService) -> None:
    text = "```yaml\nroles:\n{}- reader\n```\n"
    edit_space(service, "space_guide", with_text("page_guide_tracking", text.format("  ")))
    edit_request(service, "space_guide", "6", with_text("page_guide_tracking", text.format("    ")))
    shown = alice.get(f"{HERE}/6?view=source")
    assert "··" in marked(shown.html, "del")
    assert "····" in marked(shown.html, "ins")


def test_changed_pages_come_ten_at_a_time(alice: Pages, service: RunningService, asked: Log) -> None:
    def all_of_them(pages: list[Leaf]) -> list[Leaf]:
        more = [replace(each, id=f"{each.id}_2") for each in pages]
        return [each.with_changes("2025-12-01T10:00:00.000Z", f"{each.markdown}\nMore\n") for each in [*pages, *more]]

    edit_request(service, "space_guide", "6", all_of_them)
    shown = alice.get(f"{HERE}/6")
    assert len([line for line in asked.lines if "/page/" in line]) in range(10, 21)
    assert shown.html.count('class="page-change"') == 10
    shown = alice.get(shown.links["Next page"])
    assert 0 < shown.html.count('class="page-change"') <= 10


@for_each(
    "page, links",
    [
        ("2", ["PDF"]),
        ("2/changes/page_guide_rates_customs", ["PDF of this page", "This page with those below"]),
        ("2/changes/page_guide_rates_customs", ["PDF of this page", "All pages"]),
    ],
)
def test_the_pdf_is_where_the_api_has_it(alice: Pages, service: RunningService, page: str, links: list[str]) -> None:
    alice.get(f"{HERE}/{page}")
    for link in links:
        alice.get(alice.shown.links[link])
    to = urlsplit(alice.shown.links["Download PDF opens in a new tab"])
    assert f"{to.scheme}://{to.netloc}" == service.url
    assert service.app.test_client().get(to.path).get_data().startswith(b"%PDF-")


def test_an_address_that_no_browser_opens_is_no_link(distant: Pages, wire: Wire) -> None:
    wire.faults["GET"] = faults.at("/v1/spaces/*/change-requests/*/pdf", faults.says({"url": "javascript:alert(1)"}))
    shown = distant.get(f"{HERE}/2/pdf")
    assert "No PDF" in shown.main
    assert "javascript" not in shown.html


ONLY = "Only the space changed this page, after the change request started."
TOO = "The space changed this page too, after the change request started."
SPACE = "The space changed this page after the change request started."
ADDED = "The space added this page after the change request started."
REMOVED = "The space removed this page after the change request started."


def request(**said: object) -> ChangeRequest:
    fields = {"id": "c", "number": 1, "status": "open", "subject": "S", "revision": "r", "revisionInitial": "i"}
    times = {"createdAt": STARTED, "updatedAt": LATER}
    return ChangeRequest.model_validate({**fields, **times, "comments": 0, "outdated": True, **said})


def page(edited: str | None, created: str | None = EARLIER, **said: object) -> list[SpacePage]:
    times = {name: at for name, at in {"updatedAt": edited, "createdAt": created}.items() if at}
    fields = {"id": "p", "title": "P", "type": "document", "documentId": f"of {edited}", **times, **said}
    return [SpacePage.model_validate(fields)]


def words(space: list[SpacePage], proposed: list[SpacePage], **said: object) -> str:
    (change,) = compare_content(space, proposed, [], []).pages
    return space_changes_message(request(**said), change)


@for_each(
    "space, proposed, told",
    [
        (page(LATER), page(EARLIER), ONLY),
        (page(EARLIER, documentId="of a merge"), page(EARLIER), ONLY),
        (page(LATER, documentId="of the space"), page(LATER), TOO),
        (page(EARLIER), page(LATER), ""),
        (page(LATER), page(STARTED), TOO),
        (page(None, documentId="of the space"), page(None), ""),
        (page(LATER), page(None), SPACE),
        (page(LATER), page(EARLIER, slug="elsewhere"), SPACE),
        (page(LATER, LATER), [], ADDED),
        (page(LATER), [], SPACE),
        (page(EARLIER), [], ""),
        ([], page(EARLIER), REMOVED),
        ([], page(STARTED, STARTED), ""),
        ([], page(LATER, LATER), ""),
    ],
)
def test_the_times_say_what_the_space_did(space: list[SpacePage], proposed: list[SpacePage], told: str) -> None:
    assert words(space, proposed) == told


def test_what_was_taken_in_is_no_change_of_its_own() -> None:
    space, proposed = page(LATER, documentId="of the space"), page(LATER)
    assert words(space, proposed, revisionMergedAncestor="later") == SPACE
    assert words(page(LATER), page(EARLIER), outdated=False) == ""


def test_pages_say_what_the_space_did(alice: Pages, service: RunningService) -> None:
    assert "after the change request started" not in alice.get(f"{HERE}/6").main
    edit_request(service, "space_guide", "2", with_text(CONTACT, "Ask us.\n"))
    edit_space(service, "space_guide", with_text(CONTACT, "Call us.\n"))
    shown = alice.get(f"{HERE}/2?refresh=1")
    assert (shown.main.count(ONLY), shown.main.count(TOO)) == (1, 1)
    assert shown.main.count(WARNING) == 1
    assert ONLY in alice.get(f"{HERE}/2/changes/{INVOICES}").main
    edit_space(service, "space_guide", without(CONTACT))
    assert alice.get(f"{HERE}/2?refresh=1").main.count(REMOVED) == 1
