"""What a scan of links could not read: no page says of it that nothing is broken there."""

import pytest

from masthead.web.person.portal import portal_of
from tests.blueprints.test_link_health import LINKS, ORG, go_on, no_scan_yet, pages, reader, scan
from tests.faults.link_pages import LinkPages, broken, page_id
from tests.pages.pages import Pages
from tests.world import ALICE

__all__ = ["no_scan_yet", "pages", "reader"]
REFUSED = "space_api"


@pytest.fixture
def two_spaces(pages: LinkPages) -> str:
    """Two spaces to scan, one of which the API refuses; no link of the other is broken."""
    pages.links = {page_id(0): [], page_id(10): []}
    pages.refused = {REFUSED}
    return f"space_guide {REFUSED}"


def test_a_space_that_was_not_read_is_not_said_to_be_well(reader: Pages, two_spaces: str) -> None:
    scan(reader, two_spaces)
    assert "No broken links in the pages that were read" in reader.shown.main
    shown = reader.get(f"{ORG}/spaces/{REFUSED}/links")
    assert "Could not be read" in shown.main
    assert "Your role doesn't let you read this." in shown.main
    assert "No broken links" not in shown.main
    assert "No broken links" not in reader.get(f"{LINKS}?content=1").main
    assert "No broken links" in reader.get(f"{ORG}/spaces/space_guide/links").main


def test_a_space_says_which_of_its_pages_were_not_read(reader: Pages, pages: LinkPages) -> None:
    pages.links, pages.garbled = {page_id(0): [], page_id(10): []}, {page_id(3)}
    scan(reader)
    shown = reader.get(f"{ORG}/spaces/space_guide/links").main
    assert "No broken links in the pages that were read" in shown
    assert "Page 3." in shown


def compared(person: Pages) -> str:
    return person.get(f"{LINKS}/compare").main


def test_what_one_scan_did_not_read_is_neither_new_nor_fixed(reader: Pages, pages: LinkPages) -> None:
    pages.links = {page_id(0): [], page_id(10): []} | {page_id(n): [broken("url", f"old {n}")] for n in (1, 2)}
    scan(reader)
    pages.garbled, pages.links[page_id(2)] = {page_id(1)}, []
    scan(reader)
    shown = compared(reader)
    assert "Not read now: 1 page. 1 known broken link of these pages is in neither list." in shown
    assert ("New broken links: 0" in shown, "Fixed or removed: 1" in shown, "old 2" in shown) == (True, True, True)
    pages.garbled = set()
    scan(reader)
    shown = compared(reader)
    assert "Not read before: 1 page. 1 known broken link of these pages is in neither list." in shown
    assert ("New broken links: 0" in shown, "Fixed or removed: 0" in shown) == (True, True)


def test_a_scan_that_did_not_read_a_space_says_so_with_its_figures(reader: Pages, pages: LinkPages) -> None:
    pages.refused = {REFUSED}
    scan(reader, f"space_guide {REFUSED}")
    assert "1 space could not be read." in reader.shown.main
    assert "2 broken links in the pages that were read" in reader.shown.main
    (*_, last) = reader.get(f"{LINKS}/export.csv").html.splitlines()
    assert "1 space could not be read." in last
    pages.refused = set()
    reader.get(LINKS)
    reader.submit(f"{LINKS}/go-on", press="Try unread pages again")
    assert "could not be read" not in reader.get(LINKS).main


def test_only_what_the_newest_scan_left_unread_is_tried_again(reader: Pages, pages: LinkPages) -> None:
    pages.refused = {REFUSED}
    scan(reader, REFUSED)
    shown = reader.shown.main
    assert ("No pages were read." in shown, "0 broken links" in shown) == (True, False)
    assert "Try unread pages again" in reader.shown.buttons
    (older,) = scans_of(reader)
    pages.refused = set()
    scan(reader, REFUSED)
    assert "Try unread pages again" not in reader.get(f"{LINKS}?scan={older}").buttons


def scans_of(person: Pages) -> list[int]:
    store = portal_of(person.app).store
    return [each.number for each in store.link_scans.history(store.keys.owner_of(ALICE), "org_larkfield")]


def test_the_trend_leaves_out_a_scan_that_missed_a_space(reader: Pages, pages: LinkPages) -> None:
    scan(reader)
    pages.refused = {"space_guide"}
    scan(reader)
    assert "Figures of" not in reader.shown.main
    pages.refused, pages.garbled = set(), {page_id(10)}
    scan(reader)
    assert "Figures of 2 scans" in reader.shown.main
    assert ": at least 1 broken" in reader.shown.html
    assert ": 0 broken" not in reader.shown.html


def test_a_scan_of_one_space_hides_no_other(reader: Pages) -> None:
    scan(reader, "space_guide space_partners")
    for _ in range(4):
        reader.get(f"{LINKS}/new?space=space_guide")
        go_on(reader, {})
    shown = reader.get(LINKS)
    assert "4 broken links in 2 spaces" in shown.main
    assert [row[1] for row in shown.rows if row[0] in {"space_guide", "space_partners"}] == ["2", "2"]
    listed = reader.get(shown.links["space_partners"])
    assert "2 broken links" in listed.main
    assert "it keeps only the figures" not in listed.main
    assert reader.get(f"{LINKS}/export.csv").html.count("space_partners") == 2
    assert "Not scanned yet" not in reader.get(f"{ORG}/spaces/space_partners/links").main
    assert [row[-1] for row in shown.rows if "in space_" in row[1]] == ["2", "2", "2", "2", "4"]
