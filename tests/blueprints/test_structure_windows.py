"""The draft of one person in several windows, also at the same moment, and two people who apply at once."""

import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from masthead.store import Submissions
from masthead.web.person.portal import portal_of
from tests.asked import Log
from tests.blueprints.start_over import start_over
from tests.blueprints.structure_pages import API, DOCS, QUICK, REFERENCE, WAREHOUSE, into, rows
from tests.faults.hostile import Talk
from tests.loops import for_each
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.wire import Wire
from tests.world import ALICE, RunningService

CHANGED = "Your draft changed since you opened this page"
GONE = "Your draft was applied or discarded since you opened this page"
SHOWN_AGAIN = "Your last change was kept."
MOVE = {"do": "move", "item": REFERENCE, "where": "into section:section_guide"}


@pytest.fixture
def other(alice: Pages) -> Pages:
    """Another window of Alice."""
    return Pages(alice.app).sign_in(ALICE)


def shown_draft(pages: Pages) -> dict[str, str]:
    """What the page that is open sends along, to say which draft it shows."""
    (each,) = pages.shown.document.with_attribute("name", "draft_shown")
    return {"draft_shown": each.attrib["value"]}


def look(pages: Pages) -> Page:
    """What the page is told when its window is looked at again."""
    (place,) = pages.shown.document.with_attribute("id", "structure-changes")
    assert place.get("hx-include") == "#structure-pane [name=draft_shown]"
    return pages.swap(f"{place.get('hx-get')}&draft_shown={shown_draft(pages)['draft_shown']}", "structure-changes")


def discard(pages: Pages) -> None:
    pages.get(DOCS)
    pages.post(DOCS, {"do": "discard", "sure": "yes"})


def test_an_open_page_learns_what_became_of_its_draft(alice: Pages, other: Pages, service: RunningService) -> None:
    into(alice, QUICK, "section_guide")
    look(alice)
    assert "since you opened" not in alice.shown.main
    discard(other)
    look(alice)
    assert GONE in alice.shown.main
    assert "Your own changes are kept" not in alice.shown.main
    start_over(alice, service)
    into(alice, QUICK, "section_guide")
    into(other, WAREHOUSE, "section_api")
    look(alice)
    assert CHANGED in alice.shown.main
    start_over(alice, service)
    alice.get(DOCS)
    into(other, WAREHOUSE, "section_api")
    look(alice)
    assert CHANGED in alice.shown.main


def test_a_move_on_a_page_of_an_older_draft_brings_the_whole_board(alice: Pages, other: Pages) -> None:
    into(alice, QUICK, "section_guide")
    discard(other)
    by_script = {"HX-Request": "true", "HX-Target": "structure-pane"}
    alice.post(DOCS, MOVE | shown_draft(alice), headers=by_script)
    assert "Your draft changed in another window." in alice.shown.main
    assert SHOWN_AGAIN in alice.shown.main
    assert rows(alice.shown, "section:section_guide")[-1] == REFERENCE
    assert QUICK not in rows(alice.shown, "section:section_guide")
    look(alice)
    assert SHOWN_AGAIN in alice.shown.main


def test_moves_one_after_the_other_bring_the_pane_alone(alice: Pages) -> None:
    alice.get(DOCS)
    alice.swap(DOCS, "structure-pane", MOVE | shown_draft(alice))
    alice.swap(DOCS, "structure-pane", MOVE | {"item": QUICK} | shown_draft(alice))
    look(alice)
    assert "since you opened" not in alice.shown.main


def test_what_an_older_page_sends_is_kept_and_said_to_be_but_discards_nothing(
    alice: Pages, other: Pages, service: RunningService
) -> None:
    into(alice, QUICK, "section_guide")
    into(other, WAREHOUSE, "section_api")
    page = alice.submit(DOCS, {f"at-{REFERENCE}": "2"}, press="Apply positions")
    assert f"Your draft changed in another window. {SHOWN_AGAIN}" in page.toasts
    start_over(alice, service)
    into(alice, QUICK, "section_guide")
    into(other, WAREHOUSE, "section_api")
    page = alice.submit(DOCS, press="Discard draft")
    assert (page.status, "Your draft: 2 moves" in page.main) == (409, True)


@for_each(
    "do, words", [("undo", "Nothing was undone"), ("redo", "Nothing was redone"), ("discard", "Nothing was discarded")]
)
def test_a_page_takes_back_nothing_that_it_does_not_show(
    alice: Pages, other: Pages, do: str, words: str, service: RunningService
) -> None:
    start_over(alice, service)
    into(alice, QUICK, "section_guide")
    into(other, WAREHOUSE, "section_api")
    if do == "redo":
        other.post(DOCS, {"do": "undo"})
        other.post(DOCS, {"do": "undo"})
    page = alice.post(DOCS, {"do": do} | shown_draft(alice))
    assert page.status == 409
    assert words in page.main
    assert ("2 moves" in page.main) == (do != "redo")


def test_a_review_says_that_it_shows_another_draft_or_one_that_was_applied(
    alice: Pages, other: Pages, service: RunningService
) -> None:
    into(alice, QUICK, "section_guide")
    review = alice.shown.links["Review changes"]
    assert "since you opened" not in alice.get(review).main
    into(other, WAREHOUSE, "section_api")
    assert "Your draft changed since you opened the structure." in alice.get(review).main
    start_over(alice, service)
    into(alice, REFERENCE, "section_guide")
    before = shown_draft(alice)["draft_shown"]
    for pages in (alice, other):
        pages.get(f"{DOCS}/review")
    other.submit(f"{DOCS}/review", press="Apply 1 change")
    page = alice.submit(f"{DOCS}/review", press="Apply 1 change")
    for shown in (page, alice.get(f"{DOCS}/review?draft_shown={before}")):
        assert "there is nothing to apply" in shown.main
        assert "Check the changes" not in shown.main
    assert page.status == 409


def test_what_the_draft_removes_in_another_window_is_not_called_gone_from_the_site(alice: Pages, other: Pages) -> None:
    alice.get(f"{DOCS}/item/{REFERENCE}")
    other.get(DOCS)
    other.post(DOCS, {"do": "remove", "item": REFERENCE})
    page = alice.submit(DOCS, press="Save to draft", path="typed")
    assert "Your draft removes this from the site." in page.main
    assert "no longer on the site" not in page.main
    assert any(row[0].startswith("Structure") for row in alice.get("/drafts").rows)


REVIEW = f"{DOCS}/review"
CHANGED_ELSEWHERE = "Your draft changed in another window."
GUIDE, PARTNERS = "sitespace_docs_guide", "sitespace_docs_partners"


def press(pages: Pages, item: str, **more: str) -> Page:
    return pages.post(DOCS, {"do": "move", "item": item, "where": "into section:section_start"} | more)


def test_a_draft_that_is_begun_in_two_windows_has_what_both_did(distant: Pages, wire: Wire) -> None:
    other = Pages(distant.app).sign_in(ALICE)
    distant.get(DOCS)
    other.get(DOCS)

    def press_meanwhile(talk: Talk) -> bool:
        if wire.faults.pop("GET", None):
            press(other, WAREHOUSE)
        return wire.pass_on(talk)

    wire.faults["GET"] = press_meanwhile
    page = press(distant, REFERENCE, draft_shown="")
    assert "Your draft: 2 moves" in page.main
    assert any(CHANGED_ELSEWHERE in toast for toast in page.toasts)


def test_what_is_done_in_many_windows_at_once_is_all_kept(alice: Pages) -> None:
    items = [REFERENCE, WAREHOUSE, GUIDE, PARTNERS]
    press(alice, QUICK)
    windows = [Pages(alice.app).sign_in(ALICE) for _ in items]
    for window in windows:
        window.get(DOCS)
    with ThreadPoolExecutor(len(items)) as threads:
        pages = list(threads.map(press, windows, items))
    assert {page.status for page in pages} == {200}
    draft = alice.get(DOCS)
    assert all(f'data-item="{item}"' in draft.html for item in items)
    assert "Your draft: 4 moves" in draft.main


def test_a_draft_that_is_applied_in_two_windows_at_once_is_sent_once(alice: Pages, asked: Log) -> None:
    other = Pages(alice.app).sign_in(ALICE)
    alice.get(f"{DOCS}/add?what=group")
    alice.submit(DOCS, title="Carriers", press="Add group")
    for window in (alice, other):
        window.get(REVIEW)
    store = portal_of(alice.app).store
    usual = store.submissions

    def apply_in_the_other() -> float:
        store.submissions = usual
        with ThreadPoolExecutor(1) as thread:
            thread.submit(other.submit, REVIEW, press="Apply 1 change").result()
        return time.time()

    store.submissions = Submissions(store.database, apply_in_the_other)
    page = alice.submit(REVIEW, press="Apply 1 change")
    assert (page.status, page.h1) == (409, "Review structure")
    assert "you have no unsent changes to this structure" in page.main
    assert asked.lines.count(f"POST {API}/site_docs/section-groups") == 1


DEVELOPERS, PARTNERS = "group_developers", "sitespace_docs_partners"
