"""The files of a change request, and the pages that use them there."""

from tests.asked import Log
from tests.blueprints.overview import Told
from tests.faults import faults
from tests.pages.pages import Pages

SPACE = "/orgs/org_larkfield/spaces/space_guide"
CUSTOMS = f"{SPACE}/change-requests/2"
STATES = "file_guide_shipment-states"
CONTENT = "/v1/spaces/space_guide/change-requests/2/content"


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
