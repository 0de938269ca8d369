"""Who takes back a bulk change of a structure, by a draft or by its undo, finds it undone in the journal."""

import pytest
from flask import Flask

from tests.blueprints.structure_pages import API, DOCS, ORG
from tests.blueprints.test_structure_left import applied_on
from tests.blueprints.test_structure_undoing import GROUPED, JOURNAL, LENA, MOVED, PARTNERS, arranged, taken_back
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
