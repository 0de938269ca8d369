"""The draft of one person in several windows, also at the same moment, and what a colleague does to it meanwhile."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.asked import Log
from tests.blueprints.start_over import start_over
from tests.blueprints.structure_pages import (
    API,
    API_SECTION,
    DOCS,
    GUIDE,
    HELP,
    PARTNERS,
    QUICK,
    REFERENCE,
    RELEASES,
    REVIEW,
    SHIPPING,
    SHIPPING_GUIDE,
    SITE_CHANGED,
    START,
    WAREHOUSE,
    add_group,
    draft,
    edit,
    hidden,
    into,
    look,
    order,
    rows,
    sent,
    set_path,
    started,
)
from tests.faults.hostile import Talk
from tests.loops import for_each
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.wire import Wire
from tests.world import ALICE, RunningService

CHANGED = "Your draft changed since you opened this page"
GONE = "Your draft was applied or discarded since you opened this page"
ELSEWHERE = "Your draft changed in another window."
SHOWN_AGAIN = "Your last change was kept."
MOVE = {"do": "move", "item": REFERENCE, "where": f"into section:{SHIPPING}"}


@pytest.fixture
def other(alice: Pages) -> Pages:
    """Another window of Alice."""
    return Pages(alice.app).sign_in(ALICE)


def discard(pages: Pages) -> None:
    draft(pages, do="discard")


def test_an_open_page_learns_what_became_of_its_draft(alice: Pages, other: Pages, service: RunningService) -> None:
    alice.get(DOCS)
    alice.swap(DOCS, "structure-pane", MOVE | hidden(alice.shown, "draft_shown"))
    alice.swap(DOCS, "structure-pane", MOVE | {"item": QUICK} | hidden(alice.shown, "draft_shown"))
    look(alice)
    assert "since you opened" not in alice.shown.main
    into(other, WAREHOUSE, API_SECTION)
    look(alice)
    assert CHANGED in alice.shown.main
    discard(other)
    look(alice)
    assert GONE in alice.shown.main
    assert "Your own changes are kept" not in alice.shown.main
    start_over(alice, service)
    alice.get(DOCS)
    into(other, WAREHOUSE, API_SECTION)
    look(alice)
    assert CHANGED in alice.shown.main


def test_a_move_on_a_page_of_an_older_draft_brings_the_whole_board(alice: Pages, other: Pages) -> None:
    into(alice, QUICK, SHIPPING)
    discard(other)
    by_script = {"HX-Request": "true", "HX-Target": "structure-pane"}
    alice.post(DOCS, MOVE | hidden(alice.shown, "draft_shown"), headers=by_script)
    assert ELSEWHERE in alice.shown.main
    assert SHOWN_AGAIN in alice.shown.main
    assert rows(alice.shown, f"section:{SHIPPING}")[-1] == REFERENCE
    assert QUICK not in rows(alice.shown, f"section:{SHIPPING}")
    look(alice)
    assert SHOWN_AGAIN in alice.shown.main
    into(other, WAREHOUSE, API_SECTION)
    page = alice.submit(DOCS, {f"at-3-{REFERENCE}": "1"}, press="Apply positions")
    assert f"{ELSEWHERE} {SHOWN_AGAIN}" in page.toasts


@for_each("do", ["undo", "redo", "discard"])
def test_an_older_page_takes_back_nothing_that_it_does_not_show(
    alice: Pages, other: Pages, do: str, service: RunningService
) -> None:
    start_over(alice, service)
    into(alice, QUICK, SHIPPING)
    into(other, WAREHOUSE, API_SECTION)
    if do == "redo":
        other.post(DOCS, {"do": "undo"})
        other.post(DOCS, {"do": "undo"})
    page = alice.post(DOCS, {"do": do} | hidden(alice.shown, "draft_shown"))
    assert page.status == 409
    assert page.problems == ["Nothing was changed: your draft was applied or changed in another window."]
    assert ("2 moves" in page.main) == (do != "redo")


def test_a_review_says_that_it_shows_another_draft_or_one_that_was_applied(
    alice: Pages, other: Pages, service: RunningService
) -> None:
    into(alice, QUICK, SHIPPING)
    review = alice.shown.links["Review changes"]
    assert "since you opened" not in alice.get(review).main
    into(other, WAREHOUSE, API_SECTION)
    assert "Something changed since you opened this page." in alice.get(review).main
    start_over(alice, service)
    into(alice, REFERENCE, SHIPPING)
    before = hidden(alice.shown, "draft_shown")["draft_shown"]
    alice.get(REVIEW)
    started(other)
    page = alice.submit(REVIEW, press="Apply 1 change")
    assert page.status == 409
    for shown in (page, alice.get(f"{REVIEW}?draft_shown={before}")):
        assert "there is nothing to apply" in shown.main
        assert "Check the changes" not in shown.main


def press(pages: Pages, item: str, **more: str) -> Page:
    return pages.post(DOCS, {"do": "move", "item": item, "where": "into section:section_start"} | more)


def test_what_is_done_in_many_windows_at_once_is_all_kept(alice: Pages) -> None:
    items = [REFERENCE, WAREHOUSE, SHIPPING_GUIDE, PARTNERS]
    windows = [Pages(alice.app).sign_in(ALICE) for _ in items]
    for window in windows:
        window.get(DOCS)
    with ThreadPoolExecutor(len(items)) as threads:
        pages = list(threads.map(press, windows, items))
    assert {page.status for page in pages} == {200}
    page = alice.get(DOCS)
    assert all(f'data-item="{item}"' in page.html for item in items)
    assert "Your draft: 4 moves" in page.main


def test_a_draft_that_is_applied_in_two_windows_at_once_is_sent_once(alice: Pages, other: Pages, asked: Log) -> None:
    add_group(alice, "Carriers")
    for window in (alice, other):
        window.get(REVIEW)
    with ThreadPoolExecutor(2) as threads:
        pages = list(threads.map(lambda window: window.submit(REVIEW, press="Apply 1 change"), (alice, other)))
    first, second = sorted(pages, key=lambda page: page.status)
    assert (first.status, first.h1) == (200, "Arrange Larkfield Docs: 1 group change")
    assert (second.status, second.h1) == (409, "Review structure")
    assert "you have no unsent changes to this structure" in second.main
    assert asked.lines.count(f"POST {API}/site_docs/section-groups") == 1


def test_what_is_drafted_while_a_bulk_change_runs_is_kept_and_the_bulk_change_is_sent_once(
    distant: Pages, wire: Wire
) -> None:
    other = Pages(distant.app).sign_in(ALICE)
    sent(distant, {"section:": [RELEASES, START, GUIDE]})
    other.get(HELP)
    key = hidden(distant.get(f"{HELP}/review"), "form_key")
    seen: list[Page] = []

    def meanwhile(talk: Talk) -> bool:
        seen.extend([other.get(HELP), edit(other, GUIDE, path="handbook")])
        return wire.pass_on(talk)

    wire.faults["POST"] = meanwhile
    bulk = distant.submit(f"{HELP}/review", press="Apply 1 change")
    before, after = seen
    assert "No changes yet" in before.main
    assert SITE_CHANGED not in before.main
    assert "Your draft: 1 path change" in after.main
    page = distant.get(HELP)
    assert "Your draft: 1 path change" in page.main
    assert order(page) == [RELEASES, START, GUIDE]
    assert distant.post(f"{HELP}/review", key).path == bulk.path
    assert wire.seen["POST"] == 1


KEPT, NONE_LEFT = "Your draft now includes this, and has 1 ", "Your draft now includes this, and has no changes left."


def test_a_draft_that_a_colleague_has_overtaken_is_said_to_keep_what_is_left(
    alice: Pages, service: RunningService
) -> None:
    edit(alice, GUIDE, path="handbook")
    alice.get(f"{HELP}/review")
    set_path(service, GUIDE, "handbook")
    page = alice.submit(f"{HELP}/review", press="Apply 1 change")
    assert page.status == 409
    assert "there is nothing to apply" in page.main
    assert "Check the changes" not in page.main
    assert KEPT not in page.main
    for more, told, not_told in (({}, NONE_LEFT, KEPT), ({RELEASES: "versions"}, KEPT, NONE_LEFT)):
        start_over(alice, service)
        for item, path in ({GUIDE: "handbook"} | more).items():
            edit(alice, item, path=path)
        set_path(service, GUIDE, "handbook")
        page = alice.get(HELP)
        assert (told in page.main, not_told in page.main) == (True, False)
