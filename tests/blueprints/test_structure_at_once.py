"""One person's two windows that press at the same moment: neither press is lost."""

import time
from concurrent.futures import ThreadPoolExecutor

from store import Submissions
from tests.asked import Log
from tests.blueprints.structure_pages import API, DOCS, QUICK, REFERENCE, WAREHOUSE
from tests.faults.hostile import Talk
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.wire import Wire
from tests.world import ALICE
from web.person.portal import portal_of

REVIEW = f"{DOCS}/review"
CHANGED = "Your draft changed in another window."
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
    assert any(CHANGED in toast for toast in page.toasts)


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
