"""The pages and files of a change request: as it would make them, not as the space has them."""

from tests.asked import Log
from tests.blueprints.overview import Told
from tests.faults import faults
from tests.pages.pages import Pages

SPACE = "/orgs/org_larkfield/spaces/space_guide"
CUSTOMS = f"{SPACE}/change-requests/2"
CONTENT = "/v1/spaces/space_guide/change-requests/2/content"


def test_the_tree_has_a_page_that_the_space_has_not(alice: Pages, asked: Log) -> None:
    assert "Customs" not in alice.get(f"{SPACE}/pages").links
    alice.get(CUSTOMS)
    asked.clear()
    shown = alice.get(f"{CUSTOMS}/pages")
    assert shown.links["Customs"].startswith(f"{CUSTOMS}/pages/")
    assert [line for line in asked.lines if "content" in line] == [f"GET {CONTENT}/pages"]
    assert "#2 Explain customs" in shown.main
    assert shown.links["Changes"] == CUSTOMS
    shown = alice.get(shown.links["Customs"])
    assert shown.h1 == "Customs"
    assert "PDF of this page" in shown.main
    assert "Comment on this page" not in shown.main


def test_links_of_a_text_stay_in_the_change_request(alice: Pages) -> None:
    shown = alice.get(f"{CUSTOMS}/pages/page_guide_tracking?links=1")
    found = [each for each in shown.links.values() if "shipment-states" in each]
    assert len(found) == 2
    assert all(each.startswith(f"{CUSTOMS}/files") for each in found)


def test_one_that_is_gone_is_not_found(alice: Pages) -> None:
    for part in ("", "/page_guide_rates"):
        assert alice.get(f"{SPACE}/change-requests/999/pages{part}").status == 404


def test_a_change_request_that_leaves_nothing_says_so(told: Told) -> None:
    told[1]["pages"] = faults.says({"pages": []})
    assert "This change request leaves the space without a page." in told[0].get(f"{CUSTOMS}/pages").main


STATES = "file_guide_shipment-states"


def test_a_file_and_where_it_is_used_is_read_of_the_change_request(alice: Pages, asked: Log) -> None:
    alice.get(f"{CUSTOMS}/files")
    shown = alice.get(alice.shown.links["shipment-states.png"])
    assert shown.links["Tracking"].startswith(f"{CUSTOMS}/pages/page_guide_tracking")
    assert {f"GET {CONTENT}/files/{STATES}", f"GET {CONTENT}/files/{STATES}/backlinks"} <= set(asked.lines)
    assert f"GET /v1/spaces/space_guide/content/files/{STATES}" not in asked.lines
    alice.get(f"{CUSTOMS}/files")
    asked.clear()
    alice.get(alice.shown.links["Check where files are used"])
    backlinks = [line for line in asked.lines if "backlinks" in line]
    assert backlinks
    assert all(line.startswith(f"GET {CONTENT}/files/") for line in backlinks)
    for part in ("", f"/{STATES}"):
        assert alice.get(f"{SPACE}/change-requests/999/files{part}").status == 404


def test_a_change_request_without_files_says_so(told: Told) -> None:
    told[1]["files"] = faults.says({"items": [], "count": 0})
    assert "No picture or document belongs to the pages" in told[0].get(f"{CUSTOMS}/files").main
