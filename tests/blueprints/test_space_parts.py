"""Parts of a space: its files, its broken links, and how its content is searched and suggested."""

from typing import Any

from contract.organization.search import QUERY_MAX
from tests.asked import Log
from tests.blueprints.overview import Told, listing
from tests.blueprints.test_link_health import no_scan_yet, scan
from tests.faults import faults
from tests.pages.document import text_of
from tests.pages.pages import Pages
from tests.web.markdown.attacks import ADDRESSES, TAGS
from tests.world import ALICE

__all__ = ["no_scan_yet"]
SPACE = "/orgs/org_larkfield/spaces/space_guide"
FILES = f"{SPACE}/files"
NAMES = ("../../etc/passwd", "a b\t.png", "név.pdf", "\u202egnp.exe", "%00.png", "CON", "-rf", "a" * 3000, "😀.png", "")


def names(pages: Pages) -> list[str]:
    return [row[0] for row in pages.shown.rows]


def file_of(number: int, **more: Any) -> dict[str, Any]:  # noqa: ANN401 - as JSON has them
    return {"id": f"file_{number}", "name": f"File {number:04}", "contentType": "image/png", "size": 1000, **more}


def test_the_list_tells_of_each_file_and_leads_to_it_without_the_token(alice: Pages) -> None:
    shown = alice.get(FILES)
    (row,) = [each for each in shown.rows if each[0] == "contract-rates-template.csv"]
    assert row[1] == "text/csv"
    assert row[4] == "Not checked"
    assert "3 files, " in shown.main
    assert "3 not checked" in " ".join(shown.main.split())
    shown = alice.get(FILES)
    (link,) = [each for each in shown.document.all("a") if each.get("aria-label") == "Download shipment-states.png"]
    assert (link.get("href") or "").startswith("http")
    assert link.get("rel") == "noopener noreferrer"
    assert link.get("hx-boost") == "false"
    assert ALICE not in shown.html
    alice.get(f"{FILES}?kind=image")
    assert len(names(alice)) == 2
    alice.get(f"{FILES}?q=TEMPLATE")
    assert names(alice) == ["contract-rates-template.csv"]
    assert "No file matches" in alice.get(f"{FILES}?show=unused").main
    alice.get(FILES)
    shown = alice.get(alice.shown.links["shipment-states.png"])
    assert shown.links["Tracking"].startswith(f"{SPACE}/pages/page_guide_tracking")
    assert alice.get(f"{FILES}/file_nowhere").status == 404


def test_where_files_are_used_is_read_by_itself_and_unused_ones_come_first(alice: Pages, asked: Log) -> None:
    shown = alice.get(FILES)
    assert [line for line in asked.lines if "backlinks" in line] == []
    further = shown.document.by_id["space_files-check"].attrib["hx-get"]
    ended = alice.swap(further, "space_files-check").document.by_id["space_files-check"].attrib
    alice.swap(ended["hx-get"], ended["hx-target"].removeprefix("#"))
    assert len([line for line in asked.lines if "backlinks" in line]) == 3
    used = [row[4] for row in alice.get(FILES).rows]
    assert "Not checked" not in used
    assert used == sorted(used, key=lambda words: words != "Unused")
    assert len([line for line in asked.lines if "backlinks" in line]) == 3


def test_uses_of_many_files_are_read_at_once_past_those_that_are_refused(told: Told) -> None:
    alice, by_ending = told
    by_ending["files"] = listing(*(file_of(number) for number in range(30)))
    refused = faults.refusal(403)
    by_ending["backlinks"] = lambda talk: (refused if "/file_8/" in talk.asked.path else listing())(talk)
    shown = alice.get(alice.get(FILES).links["Check where files are used"])
    assert [row[0] for row in shown.rows if row[4] == "Not checked"] == ["File 0008"]
    assert "hx-get" not in shown.document.by_id["space_files-check"].attrib


def test_a_thousand_files_none_and_more_than_are_read_are_told(told: Told) -> None:
    alice, by_ending = told
    by_ending["files"] = faults.says({"items": [file_of(number) for number in range(1000)], "count": 1000})
    shown = alice.get(FILES)
    assert len(shown.rows) == 100
    assert "1,000 files, 1.0 MB" in shown.main
    assert alice.get(f"{FILES}?page=10").rows[-1][0] == "File 0999"
    told[1]["files"] = listing()
    assert "No files yet" in told[0].get(FILES).main
    told[1]["files"] = listing(file_of(1), more=True)
    assert "There are more files than Masthead reads." in told[0].get(FILES).main


def test_odd_names_and_addresses_are_only_text(told: Told) -> None:
    alice, by_ending = told
    odd = [*NAMES, *TAGS]
    files = [
        file_of(number, name=name, downloadURL=ADDRESSES[number % len(ADDRESSES)], contentType=name[:50])
        for number, name in enumerate(odd)
    ]
    by_ending["files"] = listing(*files)
    shown = alice.get(FILES)
    assert (shown.status, len(shown.rows)) == (200, len(odd))
    assert {each.get("href", "")[:4] for each in shown.document.all("a") if each.get("target")} == {"http"}
    by_ending["file_0"] = faults.says(file_of(0, name=TAGS[5], downloadURL="javascript:alert(1)"))
    shown = alice.get(f"{FILES}/file_0")
    assert shown.status == 200
    assert "javascript:" not in shown.html


def test_uses_that_cannot_be_read_say_so(told: Told) -> None:
    alice, by_ending = told
    by_ending["backlinks"] = faults.refusal(500)
    alice.get(FILES)
    shown = alice.get(alice.shown.links["shipment-states.png"])
    assert "Masthead couldn't read where this file is used." in shown.main
    shown = alice.get(f"{FILES}?check=0")
    assert shown.rows[0][4] == "Not checked"
    assert "hx-get" not in shown.document.by_id["space_files-check"].attrib
    assert "Masthead has read where 0 of 3 files are used." in shown.main


ORG = "/orgs/org_larkfield"
GUIDE = f"{ORG}/spaces/space_guide"
SEARCH = f"{GUIDE}/search"


def test_a_search_of_a_space_stays_in_it_and_says_what_to_try(alice: Pages) -> None:
    shown = alice.get(f"{SEARCH}?q=pallets+fuel")
    assert shown.links["Rates"].startswith(f"{GUIDE}/pages/")
    assert "1 page" in shown.main
    assert {"pallets", "fuel"} <= {text_of(each).casefold() for each in shown.document.all("mark")}
    assert shown.links["Search all spaces"] == f"{ORG}/search?q=pallets+fuel"
    assert "The search covers titles, headings and text of this space." in alice.get(SEARCH).main
    assert "Try fewer or different words, or search all spaces." in alice.get(f"{SEARCH}?q=xyzzy").main
    assert alice.get(f"{SEARCH}?q={'a' * (QUERY_MAX + 1)}").status == 422


HERE = f"{ORG}/spaces/space_guide/links"


def test_before_a_scan_it_leads_to_one(alice: Pages, asked: Log) -> None:
    alice.get(HERE)
    assert "Not checked yet" in alice.shown.main
    assert [line for line in asked.lines if "content" in line] == []
    alice.get(alice.shown.links["Check links"])
    assert alice.shown.h1 == "Check links"
    assert 'value="space_guide" checked' in " ".join(alice.shown.html.split())


def test_it_shows_its_own_pages_alone(alice: Pages, asked: Log) -> None:
    scan(alice, "space_partners")
    assert "Not checked yet" in alice.get(HERE).main
    scan(alice, "space_partners space_guide")
    asked.clear()
    shown = alice.get(HERE)
    assert shown.rows
    assert [line for line in asked.lines if "content" in line] == []
    assert shown.links["Links"] == HERE
