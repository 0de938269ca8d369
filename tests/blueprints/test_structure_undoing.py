"""A bulk change of a structure that a colleague takes back: from the journal, by a draft that is reviewed first."""

import pytest
from flask import Flask

from tests.blueprints.structure_pages import API, DOCS, ORG, QUICK, move, rows
from tests.blueprints.test_structure_left import applied_on
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.records import ask
from tests.world import ALICE, BOB, RunningService

JOURNAL = f"/orgs/{ORG}/journal"
LENA = "demo-lena"
REVIEW = f"{DOCS}/review"
PARTNERS, SHIPPING = "sitespace_docs_partners", "section_guide"
TITLE = "Arrange Larkfield Docs: 1 move"


@pytest.fixture
def lena(portal: Flask) -> Pages:
    """The browser of Lena, who administers Larkfield Freight too."""
    return Pages(portal).sign_in(LENA)


def structure(service: RunningService) -> object:
    """What the API tells of it by section and by group, without the ids that it gave since."""
    spaces = ask(service, ALICE, "GET", f"{API}/site_docs/site-spaces").get_json()["items"]
    groups = ask(service, ALICE, "GET", f"{API}/site_docs/section-groups").get_json()["items"]
    found = sorted(spaces, key=lambda each: str(each["section"]))  # which keeps the order in each section
    return (
        [(each["space"]["id"], each["section"], each["path"]) for each in found],
        [(each["title"], [section["id"] for section in each["sections"]]) for each in groups],
    )


def of_space(service: RunningService, name: str) -> tuple[str, str]:
    """The section and the path of a site space."""
    spaces = ask(service, ALICE, "GET", f"{API}/site_docs/site-spaces").get_json()["items"]
    return next((each["section"], each["path"]) for each in spaces if each["id"] == name)


def arranged(pages: Pages, *acts: dict[str, str]) -> Page:
    for act in acts:
        pages.get(DOCS)
        pages.post(DOCS, act)
    return applied_on(pages, DOCS)


def taken_back(pages: Pages, number: int = 1) -> Page:
    """The review of the draft that takes back what sent this entry."""
    pages.get(f"{JOURNAL}/{number}")
    return pages.submit(f"{DOCS}/undo", press="Undo in a draft…")


MOVED = {"do": "move", "item": PARTNERS, "where": "into section:section_api"}
GROUPED = {"do": "move", "item": "section_releases", "where": "into group:group_developers"}


def test_it_is_reviewed_and_all_is_as_it_was(alice: Pages, lena: Pages, service: RunningService) -> None:
    before = structure(service)
    arranged(lena, GROUPED, MOVED)
    assert structure(service) != before
    page = taken_back(alice)
    assert page.path == REVIEW
    assert page.toasts == []
    assert "You began this draft to undo “Arrange Larkfield Docs: 2 moves”. Nothing is sent before you" in page.main
    assert structure(service) != before
    applied_on(alice, DOCS)
    assert structure(service) == before


def test_what_was_removed_comes_back(alice: Pages, lena: Pages, service: RunningService) -> None:
    before = structure(service)
    lena.get(f"{DOCS}/item/{PARTNERS}")
    lena.submit(DOCS, press="Remove from site")
    applied_on(lena, DOCS)
    assert "Partner onboarding" in taken_back(alice).main
    applied_on(alice, DOCS)
    assert structure(service) == before


def test_the_row_of_the_journal_leads_there(alice: Pages, lena: Pages) -> None:
    arranged(lena, MOVED)
    assert "Undo in a draft…" in alice.get(JOURNAL).rows[0][4]
    assert alice.submit(f"{DOCS}/undo").path == REVIEW
    page = alice.get(f"{JOURNAL}/1")
    assert page.facts["Bulk change"] == TITLE
    assert "This is part of a bulk change, which is undone as a whole." in page.main
    own = lena.get(f"{JOURNAL}/1")
    assert own.links[TITLE] == own.links["Undo bulk change"].removesuffix("#plan-undo")


def test_a_path_goes_back_at_once_and_names_the_space_and_its_site(alice: Pages, lena: Pages) -> None:
    lena.get(f"{DOCS}/item/{PARTNERS}")
    lena.submit(DOCS, path="new-partners", press="Save to draft")
    applied_on(lena, DOCS)
    alice.get(f"/orgs/{ORG}/sites")
    called = "The space Partner onboarding of Larkfield Docs"
    assert called in alice.get(f"{JOURNAL}/1").links
    alice.get(f"{JOURNAL}/1/undo")
    page = alice.submit(f"{JOURNAL}/1/undo", press="Undo")
    assert page.toasts == [f"Undone. {called}: path back to “carriers”."]


def test_what_was_done_since_stays(alice: Pages, lena: Pages, service: RunningService) -> None:
    arranged(lena, MOVED)
    ask(service, LENA, "PATCH", f"{API}/site_docs/site-spaces/{PARTNERS}", {"path": "haulers"})
    move(service, "sitespace_docs_releases", after=QUICK)
    taken_back(alice)
    applied_on(alice, DOCS)
    assert of_space(service, PARTNERS) == (SHIPPING, "haulers")
    assert of_space(service, "sitespace_docs_releases")[0] == "section_start"


def test_what_was_changed_again_is_asked_about(alice: Pages, lena: Pages, service: RunningService) -> None:
    lena.get(f"{DOCS}/item/{PARTNERS}")
    lena.submit(DOCS, path="new-partners", press="Save to draft")
    arranged(lena, MOVED)
    ask(service, LENA, "PATCH", f"{API}/site_docs/site-spaces/{PARTNERS}", {"path": "partners-3"})
    page = taken_back(alice, 1)
    assert "changed the same thing" in page.main
    assert "partners-3" in page.main


def test_it_can_be_undone_again_and_again(alice: Pages, lena: Pages, service: RunningService) -> None:
    before = structure(service)
    arranged(lena, MOVED)
    after = structure(service)
    taken_back(alice)
    applied_on(alice, DOCS)
    assert structure(service) == before
    taken_back(lena, 2)
    applied_on(lena, DOCS)
    assert structure(service) == after


def test_nothing_is_left_to_take_back(alice: Pages, lena: Pages, service: RunningService) -> None:
    arranged(lena, MOVED)
    move(service, PARTNERS, after="sitespace_docs_guide")
    page = taken_back(alice)
    assert page.toasts == ["There is nothing left to undo: what this bulk change did is as it was before."]
    assert "you have no unsent changes to this structure" in alice.get(REVIEW).main


def test_an_own_draft_is_not_written_over(alice: Pages, lena: Pages) -> None:
    arranged(lena, MOVED)
    alice.get(DOCS)
    alice.post(DOCS, {"do": "move", "item": PARTNERS, "where": "first"})
    drafted = rows(alice.get(DOCS), f"section:{SHIPPING}")
    page = taken_back(alice)
    assert (page.path, page.toasts) == (DOCS, ["You have a draft of this structure. Apply or discard it first."])
    assert rows(alice.get(DOCS), f"section:{SHIPPING}") == drafted


def test_who_may_not_see_the_entry_cannot_take_it_back(lena: Pages, portal: Flask) -> None:
    arranged(lena, MOVED)
    bob = Pages(portal).sign_in(BOB)
    bob.get(DOCS)
    assert bob.post(f"{DOCS}/undo", {"entry": "1"}).status == 404
    assert "you have no unsent changes to this structure" in bob.get(REVIEW).main


@pytest.mark.exhaustive
def test_what_one_did_oneself_before_it_was_started_is_told_as_ones_own(alice: Pages, lena: Pages) -> None:
    arranged(lena, GROUPED)
    prepared = lena.submit(lena.shown.path, press="Undo bulk change").path
    arranged(alice, {"do": "edit", "item": "sitespace_docs_guide", "path": "shipping"})
    lena.get(prepared)
    lena.submit(prepared, press="Apply the changes")
    page = taken_back(alice, 3)
    assert "You changed the structure in another window Shipping guide" in page.main
