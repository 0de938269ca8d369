"""The journal shows in words what the calls that arrange a site did: no ids and no JSON."""

from tests.blueprints.structure_pages import DOCS, HELP, ORG, START, into, rows
from tests.blueprints.test_structure_left import applied_on
from tests.pages.pages import Pages
from tests.planned import PLANS

JOURNAL = f"/orgs/{ORG}/journal"
BEFORE = ["section_start", "group_product", "group_developers", "section_releases"]


def test_a_position_is_told_by_its_neighbours(alice: Pages) -> None:
    alice.get(DOCS)
    alice.post(DOCS, {"do": "move", "item": "group_developers", "where": "first"})
    applied_on(alice, DOCS)
    moved = ["Position", "between Product and Release notes", "above Get started"]
    assert alice.get(f"{JOURNAL}/1").rows == [moved]
    assert alice.get(f"{PLANS}/1/steps/1").rows == [moved]
    assert alice.get(f"{JOURNAL}/1").links["The section group Developers"] == DOCS


def test_a_move_to_the_end_is_told_though_nothing_is_sent(alice: Pages) -> None:
    alice.get(HELP)
    alice.post(HELP, {"do": "move", "item": START, "where": "last"})
    applied_on(alice, HELP)
    page = alice.get(f"{JOURNAL}/1")
    assert page.rows[0] == ["Position", "above Shipping guide", "below Release notes"]


def test_a_space_in_another_section_is_told_by_titles(alice: Pages) -> None:
    into(alice, "sitespace_docs_guide", "section_api")
    alice.get(f"{DOCS}/review")
    applied_on(alice, DOCS)
    page = alice.get(f"{JOURNAL}/1")
    assert page.rows == [
        ["Position", "above Partner onboarding", "below API reference"],
        ["Section", "“Shipping”", "“API”"],
    ]


def test_a_space_that_stays_in_its_section_has_no_change_of_section(alice: Pages) -> None:
    alice.get(DOCS)
    alice.post(DOCS, {"do": "move", "item": "sitespace_docs_guide", "where": "last"})
    applied_on(alice, DOCS)
    assert [row[0] for row in alice.get(f"{JOURNAL}/1").rows] == ["Position"]


def test_a_group_and_its_sections_are_told_by_titles(alice: Pages) -> None:
    alice.get(DOCS)
    alice.post(DOCS, {"do": "group", "title": "Extras"})
    group = next(each for each in rows(alice.get(DOCS), "top:") if each not in BEFORE)
    alice.post(DOCS, {"do": "move", "item": "section_releases", "where": f"into group:{group}"})
    applied_on(alice, DOCS)
    created = [["Title", "nothing", "“Extras”"], ["Sections", "nothing", "Release notes"]]
    assert alice.get(f"{JOURNAL}/1").rows == created


def test_a_change_within_a_site_names_the_site_in_the_journal_and_before_its_undo(alice: Pages) -> None:
    alice.get(DOCS)
    alice.post(DOCS, {"do": "edit", "item": "sitespace_docs_guide", "path": "shipping"})
    applied_on(alice, DOCS)
    assert "Site: Larkfield Docs" in alice.get(JOURNAL).rows[0][0]
    assert "Site: Larkfield Docs" in alice.get(f"{JOURNAL}/1").main
    assert "Site: Larkfield Docs. You made this change" in alice.get(f"{JOURNAL}/1/undo").main
