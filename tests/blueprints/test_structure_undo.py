"""A bulk change of a structure that a colleague takes back: from the journal, by a draft that is reviewed first."""

import pytest
from flask import Flask

from tests.blueprints.structure_pages import (
    API,
    API_SECTION,
    BOTH_CHANGED,
    DEVELOPERS,
    DOCS,
    LENA,
    ORG,
    PARTNERS,
    QUICK,
    REVIEW,
    SHIPPING,
    applied_on,
    call,
    draft,
    edit,
    into,
    move,
    rows,
    set_path,
    with_path,
)
from tests.bulk_changes import BULK_CHANGES
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.records import ask
from tests.world import ALICE, BOB, RunningService

JOURNAL = f"/orgs/{ORG}/journal"
RELEASES = "sitespace_docs_releases"
TITLE = "Arrange Larkfield Docs: 1 move"
REMOVED, BACK = "Remove Partner onboarding", "Undo: Arrange Larkfield Docs: 1 removal"


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


def moved(pages: Pages) -> Page:
    into(pages, PARTNERS, API_SECTION)
    return applied_on(pages, DOCS)


def grouped(pages: Pages) -> Page:
    return draft(pages, do="move", item="section_releases", where=f"into group:{DEVELOPERS}")


def removed(pages: Pages) -> Page:
    edit(pages, PARTNERS, press="Remove from site")
    return applied_on(pages, DOCS)


def taken_back(pages: Pages, number: int = 1) -> Page:
    """The review of the draft that takes back what sent this entry."""
    pages.get(f"{JOURNAL}/{number}")
    return pages.submit(f"{DOCS}/undo", press="Undo in a draft…")


def row(pages: Pages, change: str) -> tuple[str, str]:
    """What the journal's list says of a change, and what it offers there."""
    found = next(each for each in pages.get(JOURNAL).rows if change in each[0])
    return "Undone" if " Undone" in found[0] else "", found[2]


def test_it_is_reviewed_all_is_as_it_was_and_can_be_done_again(
    alice: Pages, lena: Pages, service: RunningService
) -> None:
    before = structure(service)
    grouped(lena)
    moved(lena)
    after = structure(service)
    assert after != before
    page = taken_back(alice)
    assert (page.path, page.toasts) == (REVIEW, [])
    assert "You began this draft to undo “Arrange Larkfield Docs: 2 moves”. Nothing is sent before you" in page.main
    assert structure(service) == after
    applied_on(alice, DOCS)
    assert structure(service) == before
    taken_back(lena, 3)
    applied_on(lena, DOCS)
    assert structure(service) == after


def test_the_row_of_the_journal_leads_there(alice: Pages, lena: Pages) -> None:
    moved(lena)
    assert "Undo in a draft…" in alice.get(JOURNAL).rows[0][2]
    assert alice.submit(f"{DOCS}/undo").path == REVIEW
    page = alice.get(f"{JOURNAL}/1")
    assert page.facts["Bulk change"] == TITLE
    assert "This is part of a bulk change, which is undone as a whole." in page.main
    own = lena.get(f"{JOURNAL}/1")
    assert own.links[TITLE] == own.links["Undo bulk change"].removesuffix("#bulk-undo")


def test_a_path_goes_back_at_once_and_names_the_space_and_its_site(alice: Pages, lena: Pages) -> None:
    with_path(lena, PARTNERS, "new-partners")
    alice.get(f"/orgs/{ORG}/sites")
    called = "The space Partner onboarding of Larkfield Docs"
    assert called in alice.get(f"{JOURNAL}/1").links
    alice.get(f"{JOURNAL}/1/undo")
    page = alice.submit(f"{JOURNAL}/1/undo", press="Undo")
    assert page.toasts == [f"Undone. {called}: path back to “carriers”."]


def test_what_was_done_since_stays_and_what_was_changed_again_is_asked_about(
    alice: Pages, lena: Pages, service: RunningService
) -> None:
    moved(lena)
    set_path(service, PARTNERS, "haulers")
    move(service, RELEASES, after=QUICK)
    taken_back(alice)
    applied_on(alice, DOCS)
    spaces = ask(service, ALICE, "GET", f"{API}/site_docs/site-spaces").get_json()["items"]
    found = {each["id"]: (each["section"], each["path"]) for each in spaces if each["id"] in {PARTNERS, RELEASES}}
    assert found == {PARTNERS: (SHIPPING, "haulers"), RELEASES: ("section_start", "notes")}
    edit(lena, PARTNERS, path="new-partners")
    moved(lena)
    set_path(service, PARTNERS, "partners-3")
    page = taken_back(alice, 3)
    assert BOTH_CHANGED in page.main
    assert "partners-3" in page.main


def test_nothing_is_taken_back_twice_nor_over_an_own_draft(alice: Pages, lena: Pages, service: RunningService) -> None:
    moved(lena)
    into(alice, PARTNERS, "section_start")
    drafted = rows(alice.get(DOCS), "section:section_start")
    page = taken_back(alice)
    assert (page.path, page.toasts) == (DOCS, ["You have a draft of this structure. Apply or discard it first."])
    assert rows(alice.get(DOCS), "section:section_start") == drafted
    draft(alice, do="discard")
    move(service, PARTNERS, after="sitespace_docs_guide")
    page = taken_back(alice)
    assert page.toasts == ["There is nothing left to undo: what this bulk change did is as it was before."]
    assert "you have no unsent changes to this structure" in alice.get(REVIEW).main


def test_who_may_not_see_the_entry_cannot_take_it_back(lena: Pages, portal: Flask) -> None:
    moved(lena)
    bob = Pages(portal).sign_in(BOB)
    assert bob.post(f"{DOCS}/undo", {"entry": "1"}).status == 404
    assert "No changes yet" in bob.get(DOCS).main
    assert "you have no unsent changes to this structure" in bob.get(REVIEW).main


def test_a_draft_takes_it_back_and_its_own_undo_brings_it_again(
    alice: Pages, lena: Pages, service: RunningService
) -> None:
    before = structure(service)
    removed(lena)
    assert "Partner onboarding" in taken_back(alice).main
    draft(alice, do="discard")
    alice.get("/drafts")
    alice.submit("/drafts/structure/restore", press="Restore")
    applied_on(alice, DOCS)
    assert structure(service) == before
    for pages in (alice, lena):
        assert row(pages, REMOVED) == ("Undone", "")
        page = pages.get(f"{JOURNAL}/1")
        assert "Undone" in page.facts
        assert "The bulk change that this is part of was undone." in page.main
        assert not {"Undo", "Undo bulk change"} & page.links.keys()
    page = lena.get(f"{BULK_CHANGES}/1")
    assert "Alice undid it in a draft, " in page.main
    assert "Undo bulk change" not in page.buttons
    assert alice.get(f"{JOURNAL}/2").facts["Bulk change"] == BACK
    taken_back(lena, 2)
    applied_on(lena, DOCS)
    assert "Undo bulk change" in lena.get(f"{BULK_CHANGES}/1").buttons
    assert row(alice, BACK)[0] == "Undone"
    assert row(lena, REMOVED) == ("", "Undo")


def test_a_draft_that_leaves_something_or_is_for_something_else_takes_nothing_back(
    alice: Pages, lena: Pages, service: RunningService
) -> None:
    grouped(lena)
    moved(lena)
    taken_back(alice)
    into(alice, PARTNERS, API_SECTION)
    applied_on(alice, DOCS)
    status, offer = row(alice, "Arrange Larkfield Docs: 2 moves")
    assert ("Undone" in status, "Undo in a draft…" in offer) == (False, True)
    removed(lena)
    taken_back(alice, 4)
    draft(alice, do="undo")
    body = {"spaceId": "space_partners", "sectionId": API_SECTION}
    set_path(service, str(call(service, "POST", "site_docs/site-spaces", body)["id"]), "carriers")
    grouped(alice)
    applied_on(alice, DOCS)
    assert row(lena, REMOVED)[0] == ""
