"""Who takes back a bulk change of a structure."""

import re

import pytest
from flask import Flask

from tests.blueprints.start_over import start_over
from tests.blueprints.structure_pages import API, DOCS, GUIDE, HELP, ORG, RELEASES, START
from tests.blueprints.test_structure import sent
from tests.blueprints.test_structure_left import applied, applied_on, edit, undone
from tests.blueprints.test_structure_undoing import GROUPED, JOURNAL, LENA, MOVED, PARTNERS, arranged, taken_back
from tests.pages.document import text_of
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.records import ask
from tests.world import ALICE, RunningService


@pytest.fixture
def lena(portal: Flask) -> Pages:
    """The browser of Lena, who administers Larkfield Freight too."""
    return Pages(portal).sign_in(LENA)


def removed(pages: Pages) -> Page:
    pages.get(f"{DOCS}/item/{PARTNERS}")
    pages.submit(DOCS, press="Remove from site")
    return applied_on(pages, DOCS)


def row(pages: Pages, change: str) -> tuple[str, str]:
    """What the journal's list says of a change, and what it offers there."""
    found = next(each for each in pages.get(JOURNAL).rows if each[0].startswith(change))
    return found[1], found[4]


AS_BEFORE = {"spaceId": "space_partners", "sectionId": "section_guide"}
REMOVED, BACK = "Remove Partner onboarding", "Undo: Arrange Larkfield Docs: 1 removal"


def test_a_draft_takes_it_back(alice: Pages, lena: Pages) -> None:
    removed(lena)
    taken_back(alice)
    applied_on(alice, DOCS)
    for pages in (alice, lena):
        assert row(pages, REMOVED) == ("Saved Undone", "")
        page = pages.get(f"{JOURNAL}/1")
        assert "Undone" in page.facts
        assert "The bulk change that this is part of was undone." in page.main
        assert not {"Undo", "Undo bulk change"} & page.links.keys()
    page = lena.get(f"/orgs/{ORG}/plans/1")
    assert "Alice undid it in a draft, " in page.main
    assert "Undo bulk change" not in page.buttons
    assert alice.get(f"{JOURNAL}/2").facts["Bulk change"] == BACK


@pytest.mark.exhaustive
def test_its_own_undo_takes_it_back_and_a_redo_brings_it_again(lena: Pages) -> None:
    removed(lena)
    prepared = lena.submit(lena.shown.path, press="Undo bulk change").path
    lena.get(prepared)
    lena.submit(prepared, press="Apply the changes")
    assert row(lena, REMOVED) == ("Saved Undone", "")
    lena.get(prepared)
    again = lena.submit(prepared, press="Undo bulk change").path
    lena.get(again)
    lena.submit(again, press="Apply the changes")
    assert row(lena, REMOVED) == ("Saved", "Undo")


@pytest.mark.exhaustive
def test_who_takes_back_the_draft_brings_it_again(alice: Pages, lena: Pages) -> None:
    removed(lena)
    taken_back(alice)
    applied_on(alice, DOCS)
    taken_back(lena, 2)
    applied_on(lena, DOCS)
    assert "Undo bulk change" in lena.get(f"/orgs/{ORG}/plans/1").buttons
    assert row(alice, BACK)[0] == "2 Saved Undone"
    assert row(lena, REMOVED) == ("Saved", "Undo")


def test_a_draft_that_leaves_something_doesnt_take_it_back(alice: Pages, lena: Pages) -> None:
    arranged(lena, GROUPED, MOVED)
    taken_back(alice)
    alice.post(DOCS, MOVED)
    applied_on(alice, DOCS)
    (plan,) = [each for each in alice.get(JOURNAL).rows if each[0].startswith("Arrange Larkfield Docs: 2 moves")]
    assert "Undone" not in plan[1]
    assert "Undo in a draft…" in plan[4]


def test_a_draft_for_something_else_takes_nothing_back(alice: Pages, lena: Pages, service: RunningService) -> None:
    removed(lena)
    taken_back(alice)
    alice.get(DOCS)
    alice.post(DOCS, {"do": "undo"})
    added = ask(service, ALICE, "POST", f"{API}/site_docs/site-spaces", AS_BEFORE)
    path = f"{API}/site_docs/site-spaces/{added.get_json()['id']}"
    assert ask(service, ALICE, "PATCH", path, {"path": "carriers"}).status_code == 200
    arranged(alice, {"do": "move", "item": "section_releases", "where": "into group:group_developers"})
    assert row(lena, REMOVED)[0] == "Saved"


def test_what_was_discarded_and_restored_takes_it_back(alice: Pages, lena: Pages) -> None:
    removed(lena)
    taken_back(alice)
    alice.get(DOCS)
    alice.submit(DOCS, press="Discard draft")
    alice.submit("/drafts/structure/restore*", press="Restore draft")
    applied_on(alice, DOCS)
    assert row(lena, REMOVED) == ("Saved Undone", "")


HOST = "https://help.larkfield.example"
MAY_CHANGE = "Readers' addresses may change: the API doesn't say beforehand which."
UNKNOWN = "It isn't known whether readers' addresses changed"
DRAFT = "/orgs/org_larkfield/sites/site_warehouse/structure"


def report(page: Page) -> str:
    return " ".join(map(text_of, page.document.with_attribute("aria-labelledby", "addresses")))


def test_a_bulk_change_lists_the_addresses_that_changed_if_any_and_its_report_stays(
    alice: Pages, service: RunningService
) -> None:
    alice.get(HELP)
    edit(alice, GUIDE, "handbook")
    told = report(applied(alice))
    assert "The address of 1 space changed." in told
    assert f"Shipping guide {HOST}/guide {HOST}/handbook" in told
    assert f"Shipping guide {HOST}/handbook {HOST}/guide" in report(undone(alice, 1))
    start_over(alice, service)
    sent(alice, {"section:": [GUIDE, "sitespace_help_start", RELEASES]})
    assert "No reader's address changed." in report(applied(alice))
    start_over(alice, service)
    sent(alice, {"section:": [GUIDE, "sitespace_help_start", RELEASES]})
    page = applied(alice)
    edit(alice, GUIDE, "handbook")
    applied(alice)
    assert "No reader's address changed." in report(alice.get(page.path))
    start_over(alice, service)
    alice.get(f"{DRAFT}/item/sitespace_warehouse")
    alice.submit(DRAFT, {"path": "other"}, press="Save to draft")
    assert f"{UNKNOWN}: the API didn't report them." in report(applied_on(alice, DRAFT))


def test_a_review_says_where_a_space_is_found_after_another_path_or_a_move(
    alice: Pages, service: RunningService
) -> None:
    alice.get(HELP)
    edit(alice, GUIDE, "handbook")
    page = alice.get(f"{HELP}/review")
    assert f"Readers find it at {HOST}/handbook then, no longer at {HOST}/guide." in page.main
    assert MAY_CHANGE not in page.main
    start_over(alice, service)
    sent(alice, {"section:": [GUIDE, "sitespace_help_start", RELEASES]})
    assert MAY_CHANGE in alice.get(f"{HELP}/review").main
    start_over(alice, service)
    alice.get(HELP)
    edit(alice, GUIDE, "handbook")
    alice.post(HELP, {"do": "open", "item": GUIDE})
    page = alice.get(f"{HELP}/review")
    assert "Readers find it at" not in page.main
    assert MAY_CHANGE in page.main


def test_a_review_names_the_addresses_that_go(alice: Pages, service: RunningService) -> None:
    alice.post(HELP, {"do": "remove", "item": GUIDE})
    page = alice.get(f"{HELP}/review")
    assert f"Readers no longer find it at {HOST}/guide." in page.main
    assert MAY_CHANGE not in page.main
    start_over(alice, service)
    alice.post(HELP, {"do": "open", "item": GUIDE})
    alice.post(HELP, {"do": "remove", "item": START})
    page = alice.get(f"{HELP}/review")
    assert "Readers no longer find it at" in page.main
    assert MAY_CHANGE in page.main
    start_over(alice, service)
    alice.get(DOCS)
    alice.post(DOCS, {"do": "move", "item": "section_warehouse", "where": "into group:group_developers"})
    alice.post(DOCS, {"do": "move", "item": "sitespace_docs_partners", "where": "into section:section_api"})
    page = alice.get(f"{DOCS}/review")
    found = re.findall(r"position \d Today, readers find it at \S+(/docs/\S+)\.", page.main)
    assert found == ["/docs/warehouse", "/docs/shipping/carriers"]
    assert MAY_CHANGE in page.main


def test_an_undo_says_before_it_starts_what_becomes_of_addresses(alice: Pages, service: RunningService) -> None:
    sent(alice, {"section:": [GUIDE, "sitespace_help_start", RELEASES]})
    page = applied(alice)
    assert MAY_CHANGE in report(alice.submit(page.path, press="Undo bulk change"))
    start_over(alice, service)
    sent(alice, {"section:": [GUIDE, "sitespace_help_start", RELEASES]})
    page = applied(alice)
    assert "While a bulk change like this runs" not in page.main
    assert "While a bulk change like this runs" in alice.submit(page.path, press="Undo bulk change").main
    start_over(alice, service)
    alice.get(HELP)
    edit(alice, GUIDE, "handbook")
    applied(alice)
    told = alice.get("/orgs/org_larkfield/journal/1/undo").main
    assert "The address of this space changes with its path. Links to the old address may stop working." in told
