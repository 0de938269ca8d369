"""The pages of a space: the tree beside a page, its text, its facts, and what a hostile space comes to."""

import json
from typing import Any

from tests.asked import Log
from tests.blueprints.overview import Told
from tests.faults import faults
from tests.pages.document import name_of, text_of
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.web.markdown.attacks import ADDRESSES, TAGS

PAGES = "/orgs/org_larkfield/spaces/space_guide/pages"
RATES = f"{PAGES}/page_guide_rates"
API_PAGES = "/orgs/org_larkfield/spaces/space_api/pages"
OPERATIONS = f"{API_PAGES}/page_api_operations"


def page_of(number: int, **more: Any) -> dict[str, Any]:  # noqa: ANN401 - as JSON has them
    return {"id": f"page_{number}", "title": f"Page {number}", "type": "document", "path": f"page-{number}", **more}


def in_tree(pages: Pages) -> list[str]:
    """The titles in the tree, in order."""
    return in_tree_of(pages.shown)


def in_tree_of(shown: Page) -> list[str]:
    (tree,) = [each for each in shown.document.all("nav") if each.get("class") == "page-tree"]
    return [text_of(each) for each in tree.iter() if name_of(each) == "a"]


def test_a_page_of_a_large_space_has_its_branch_beside_it(told: Told) -> None:
    alice, by_ending = told
    below = [page_of(number, pages=[page_of(number * 1000 + at) for at in range(40)]) for number in range(1, 81)]
    by_ending["pages"] = faults.says({"pages": below})
    by_ending["page_5003"] = faults.says(page_of(5003, markdown="Text"))
    shown = alice.get(f"{PAGES}/page_5003")
    assert len(in_tree(alice)) == 80 + 40
    assert {"Page 5", "Page 5003", "Page 80"} <= set(in_tree(alice))
    assert len(in_tree_of(alice.get(shown.links["Show all 3,280 pages"]))) == 3000


def test_the_tree_leads_to_each_page_and_a_filter_finds_them(alice: Pages) -> None:
    shown = alice.get(PAGES)
    assert in_tree(alice)[:3] == ["Addresses and opening hours", "Rates", "Contract rates"]
    assert shown.links["Rates"] == RATES
    assert shown.facts["Pages"] == "11"
    assert alice.get("/orgs/org_larkfield/spaces/space_handbook/pages").facts["Hidden"] == "1"
    assert "</a> <small>hidden</small> <small>not indexed</small>" in alice.shown.html
    shown = alice.get(f"{PAGES}?q=contract+RATES")
    assert "2 pages of 11" in shown.main
    assert {"Contract rates", "Lanes and regions"} <= shown.links.keys()
    assert "No page matches" in alice.get(f"{PAGES}?q=nothing").main
    assert "A group holds pages and has no text of its own." in alice.get(f"{PAGES}/page_guide_help").main
    shown = alice.get(f"{PAGES}/page_guide_help_service-status")
    assert "This line of the navigation leads elsewhere:" in shown.main
    assert alice.get(f"{PAGES}/page_nowhere").status == 404
    assert alice.get("/orgs/org_larkfield/spaces/space_nowhere/pages").status == 404


def test_a_page_is_read_beside_the_tree_with_its_links_and_computed_content(alice: Pages, asked: Log) -> None:
    shown = alice.get(RATES)
    assert shown.h1 == "Rates"
    assert "Every offer is a rate of a carrier for your lane" in shown.main
    assert shown.facts["Path"] == "/rates"
    assert shown.facts["Search engines"] == "Allowed"
    assert sorted(line for line in asked.lines if "/spaces/" in line) == [
        "GET /v1/spaces/space_guide/content/page/page_guide_rates",
        "GET /v1/spaces/space_guide/content/pages",
    ]
    assert shown.links["opening hours"] == f"{PAGES}/page_guide_addresses-and-opening-hours#text-opening-hours"
    assert 'title="This link leads to nothing in this space">customs and duties</span>' in shown.html
    hours = alice.get(f"{PAGES}/page_guide_addresses-and-opening-hours")
    assert 'id="text-opening-hours"' in hours.html
    shown = alice.get(OPERATIONS)
    assert "Nobody wrote this content: builtin:openapi computes it." in shown.main
    asked.clear()
    shown = alice.get(shown.links["Show the page without computed content"])
    assert "This page has no text." in shown.main
    assert shown.links["Show computed content"] == OPERATIONS


def test_a_page_stands_without_its_tree_and_a_tree_without_the_text(told: Told) -> None:
    alice, by_ending = told
    by_ending["pages"] = faults.refusal(500)
    shown = alice.get(RATES)
    assert "Masthead couldn't read the tree of pages." in shown.main
    assert "Every offer is a rate" in shown.main
    by_ending.clear()
    by_ending["page_guide_tracking"] = faults.refusal(500)
    shown = alice.get(f"{PAGES}/page_guide_tracking")
    assert (shown.status, shown.h1) == (200, "Tracking")
    assert "Masthead couldn't read the text of this page." in shown.main


def test_more_pages_than_can_be_shown_are_shown_in_part(told: Told) -> None:
    alice, by_ending = told
    by_ending["pages"] = faults.says({"pages": [page_of(number) for number in range(12_000)]})
    shown = alice.get(PAGES)
    assert shown.facts["Pages"] == "10,000 or more"
    assert len(in_tree(alice)) == 3000
    assert "Page 9999" in alice.get(f"{PAGES}?q=9999").links


def nested(depth: int) -> bytes:
    """JSON of a tree so deep that nothing could write it from objects."""
    opened = "".join(json.dumps(page_of(number))[:-1] + ', "pages": [' for number in range(depth))
    return f'{{"pages": [{opened}{json.dumps(page_of(depth))}{"]}" * depth}]}}'.encode()


def test_pages_nested_deeply_are_shown_or_refused_with_words(told: Told) -> None:
    alice, by_ending = told
    by_ending["pages"] = faults.answer(200, nested(500))
    assert alice.get(PAGES).status == 502
    by_ending["pages"] = faults.answer(200, nested(60))
    alice.get(PAGES)
    assert len(in_tree(alice)) == 61


def test_titles_and_texts_of_strangers_are_only_text(told: Told) -> None:
    alice, by_ending = told
    links = "\n\n".join(f"[x](<{address}>) ![y](<{address}>)" for address in ADDRESSES)
    pages = [page_of(number, title=attack, path=attack) for number, attack in enumerate(TAGS)]
    text = page_of(1, title=TAGS[5], markdown="\n\n".join((*TAGS, links)), slug=TAGS[0], description=TAGS[6])
    by_ending.update({"pages": faults.says({"pages": pages}), "page_1": faults.says(text)})
    for address in (PAGES, f"{PAGES}?q=script", f"{PAGES}/page_1"):
        html = alice.get(address).html.casefold()
        assert alice.shown.status == 200
        for wrong in ("<script>alert", "<img", "<svg onload", "<iframe", 'href="javascript', "<base"):
            assert wrong not in html


def test_a_link_of_the_app_leads_to_the_space(told: Told) -> None:
    alice, by_ending = told
    links = "[a](/o/org_larkfield/s/space_api/operations#top) [b](/o/org_larkfield/members) [c](/spaces/space_api)"
    by_ending["page_guide_rates"] = faults.says(page_of(1, markdown=links))
    shown = alice.get(RATES)
    assert shown.links["a"] == "/orgs/org_larkfield/spaces/space_api"
    assert not {"b", "c"} & shown.links.keys()


def test_a_page_of_five_megabytes_is_shown_in_part(told: Told) -> None:
    alice, by_ending = told
    by_ending["page_guide_rates"] = faults.says({**page_of(1), "markdown": "A line.\n\n" * 560_000})
    shown = alice.get(RATES)
    assert (shown.status, len(shown.html) < 2_000_000) == (200, True)
    assert "Only the beginning is below." in shown.main


def test_the_state_of_each_link_is_read_when_asked_for(alice: Pages, asked: Log) -> None:
    alice.get(RATES)
    assert [line for line in asked.lines if line.endswith("/links")] == []
    shown = alice.get(alice.shown.links["Check the links of this page"].partition("#")[0])
    assert shown.rows[0] == ["rates/customs.md", "Address that leads nowhere", "Broken"]
    assert [row[2] for row in shown.rows] == ["Broken", *["Working"] * (len(shown.rows) - 1)]
    assert shown.links["Addresses and opening hours"] == f"{PAGES}/page_guide_addresses-and-opening-hours"


def test_links_of_every_kind_and_state_are_told(told: Told) -> None:
    alice, by_ending = told
    targets = [
        {"kind": "file", "file": {"id": "file_1", "name": "<b>map.png"}},
        {"kind": "user", "user": "user_bob"},
        {"kind": "url", "url": "javascript:alert(1)"},
        {"kind": "spell", "url": "x"},
        {"kind": "page", "page": "page_gone", "internalLocation": {"type": "anchor", "anchor": "fees"}},
    ]
    states = ["ok", "in-app", "ok", "haunted", "broken"]
    items = [{"status": state, "targetReference": to} for state, to in zip(states, targets, strict=True)]
    by_ending["links"] = faults.says(
        {"items": [*items, {"status": "ok"}], "count": 9, "next": {"page": "2"}, "stats": {"total": 9}}
    )
    shown = alice.get(f"{RATES}?links=1")
    assert shown.rows == [
        ["page_gone#fees", "Heading that is gone", "Broken"],
        ["user_bob", "Person", "Leads into the app"],
        ["<b>map.png", "File", "Working"],
        ["javascript:alert(1)", "Address", "Working"],
        ["Unnamed", "Unknown target", "Working"],
        ["Unnamed", "Target of the kind spell", "haunted"],
    ]
    assert "6 links of 9 are shown." in shown.main
    by_ending["links"] = faults.says({"items": [], "count": 0})
    assert "This page has no links." in alice.get(f"{RATES}?links=1&refresh=1").main
    by_ending["links"] = faults.refusal(500)
    assert "gave no usable answer for this page." in alice.get(f"{RATES}?links=1&refresh=1").main
    assert "Masthead couldn't read the links." in alice.get(f"{PAGES}/page_guide_tracking?links=1").main


def test_what_is_larger_than_is_read_is_told_with_words(told: Told) -> None:
    alice, by_ending = told
    large = "x" * 9 * 1024 * 1024
    by_ending["pages"] = faults.says({"pages": [page_of(1, description=large)]})
    shown = alice.get(PAGES)
    assert (shown.status, shown.h1) == (502, "The answer is larger than Masthead reads at once")
    assert "Try again" not in shown.links
    shown = alice.get(RATES)
    assert "Masthead couldn't read the tree of pages. This is larger than Masthead reads at once." in shown.main
    assert "Every offer is a rate" in shown.main
