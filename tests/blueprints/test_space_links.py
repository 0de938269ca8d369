"""The newest result of each space, whichever scan has it, and what is kept of older scans."""

from masthead.web.person.portal import portal_of
from tests.blueprints.test_link_health import LINKS, ORG, go_on, no_scan_yet, pages, reader, scan
from tests.pages.pages import Pages
from tests.world import ALICE

__all__ = ["no_scan_yet", "pages", "reader"]


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


def test_old_scans_keep_their_figures_alone(reader: Pages) -> None:
    for _ in range(5):
        scan(reader)
    history = portal_of(reader.app).store.link_scans.history(
        portal_of(reader.app).store.keys.owner_of(ALICE), "org_larkfield"
    )
    shown = reader.get(f"{LINKS}?scan={history[-1].number}").main
    assert "it keeps only the figures" in shown
    assert "2 broken links" in shown
