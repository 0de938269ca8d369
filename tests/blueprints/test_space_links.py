"""The broken links of one space, among its parts: as the newest scan found them, without a call."""

from tests.asked import Log
from tests.blueprints.test_link_health import no_scan_yet, scan
from tests.pages.pages import Pages

__all__ = ["no_scan_yet"]
ORG = "/orgs/org_larkfield"
HERE = f"{ORG}/spaces/space_guide/links"


def test_before_a_scan_it_leads_to_one(alice: Pages, asked: Log) -> None:
    alice.get(HERE)
    assert "Not scanned yet" in alice.shown.main
    assert [line for line in asked.lines if "content" in line] == []
    alice.get(alice.shown.links["Scan links"])
    assert alice.shown.h1 == "Scan links"
    assert 'value="space_guide" checked' in " ".join(alice.shown.html.split())


def test_it_shows_its_own_pages_alone(alice: Pages, asked: Log) -> None:
    scan(alice, "space_partners space_guide")
    asked.clear()
    shown = alice.get(HERE)
    assert shown.rows
    assert [line for line in asked.lines if "content" in line] == []
    assert shown.links["Links"] == HERE


def test_another_space_of_no_scan_has_none(alice: Pages) -> None:
    scan(alice, "space_partners")
    assert "Not scanned yet" in alice.get(HERE).main
