"""What a bulk change of a structure or its undo left undone, or nobody knows of: it is told, and offered again."""

from collections.abc import Callable

from masthead.web.person.portal import get_portal
from tests.blueprints.start_over import start_over
from tests.blueprints.structure_pages import (
    BOTH_CHANGED,
    DOCS,
    GUIDE,
    HELP,
    PARTNERS,
    RELEASES,
    SITE_CHANGED,
    START,
    USE,
    applied_on,
    begin_undo,
    call,
    draft,
    edit,
    look,
    remove,
    review_left,
    run,
    sent,
    set_path,
    started,
    undone,
    with_path,
)
from tests.bulk_changes import BULK_CHANGES
from tests.faults import faults
from tests.faults.hostile import Fault
from tests.loops import for_each
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.wire import Wire
from tests.world import RunningService

NOTHING_LEFT = "There is nothing left to undo."
AT_ONCE = "Changed by somebody else at the same moment"


def paths(pages: Pages, **by_name: str) -> None:
    """Draft paths of spaces of the help centre, by the ends of their ids."""
    for name, path in by_name.items():
        edit(pages, f"sitespace_help_{name}", path=path)


def only_first(wire: Wire, fault: Fault) -> None:
    """The first path is saved; then this happens."""
    wire.faults["PATCH"] = lambda talk: wire.pass_on(talk) if wire.seen["PATCH"] < 2 else fault(talk)


def test_what_is_left_asks_about_what_both_changed(distant: Pages, wire: Wire, service: RunningService) -> None:
    def overtake() -> None:
        set_path(service, START, "theirs")
        remove(service, RELEASES)

    sent(distant, {"section:": [GUIDE, START, RELEASES]})
    paths(distant, start="mine", releases="mine-too")
    wire.meanwhile(overtake, "POST")
    assert "2 differences" in applied_on(distant, HELP).main
    assert BOTH_CHANGED in distant.submit(f"{HELP}/again", press="Review remaining changes").main
    distant.get(HELP)
    distant.submit(HELP, {f"choice path:{START}": "mine"}, press=USE)
    page = distant.get(f"{HELP}/review")
    assert "Set the path of Get started to “mine”" in page.main
    assert "Apply 1 change" in page.buttons


def with_a_difference(alice: Pages, service: RunningService) -> Page:
    """The page of bulk change 2, an undo that a colleague's path is different from."""
    with_path(alice, GUIDE, "handbook")
    set_path(service, GUIDE, "theirs")
    page = undone(alice)
    left = "it was changed outside of this bulk change, so it stays “theirs” instead of “guide”."
    assert f"The path of Shipping guide: {left}" in page.main
    return alice.get(f"{BULK_CHANGES}/2")


def set_back(service: RunningService) -> None:
    set_path(service, GUIDE, "handbook")
    call(service, "POST", "site_help/site-spaces", {"spaceId": "space_handbook"})


@for_each("others, told", [(lambda _: None, BOTH_CHANGED), (set_back, "Set the path of Shipping guide to “guide”")])
def test_what_is_left_is_reviewed_by_a_button_that_is_pressed_twice(
    alice: Pages, service: RunningService, others: Callable[[RunningService], None], told: str
) -> None:
    start_over(alice, service)
    left = with_a_difference(alice, service)
    edit(alice, START, path="begin")
    draft(alice, HELP, do="undo")  # a draft that changes nothing
    others(service)
    for _ in range(2):
        alice.page = left
        page = alice.submit(f"{HELP}/again", press="Review remaining changes")
        assert (page.status, page.path, page.toasts) == (200, f"{HELP}/review", [])
        assert told in page.main


def test_what_is_left_is_not_drafted_over_another_draft(alice: Pages, service: RunningService) -> None:
    left = with_a_difference(alice, service)
    edit(alice, START, path="begin")
    alice.page = left
    page = alice.submit(f"{HELP}/again", press="Review remaining changes")
    assert page.toasts == ["You have a draft of this structure. Apply or discard it first."]
    assert "Discard draft" in page.buttons


def test_an_undo_is_told_with_what_came_of_it(alice: Pages, service: RunningService) -> None:
    with_path(alice, GUIDE, "handbook")
    set_path(service, START, "guide")
    assert "Get started has the path “guide” now." in undone(alice).main
    assert "Bulk change 2 undoes it: Done with differences, " in alice.get(f"{BULK_CHANGES}/1").main
    set_path(service, START, "start")
    assert "Done 1 of 1 change" in undone(alice).main
    page = alice.get(f"{BULK_CHANGES}/1")
    assert "Bulk change 3 undoes it: Done, 1 of 1 change completed. Bulk change 2 undoes it: Done with" in page.main
    assert "Undo bulk change" not in page.buttons
    assert alice.post(f"{BULK_CHANGES}/1", {"do": "undo"}).toasts == [NOTHING_LEFT]
    undone(alice, 3)
    set_path(service, GUIDE, "guide")
    page = begin_undo(alice, 4)
    assert (page.path, page.toasts) == (f"{BULK_CHANGES}/5", [NOTHING_LEFT])
    assert "Bulk change 5 undoes it: Done, nothing was left to change." in alice.get(f"{BULK_CHANGES}/4").main


def test_an_undo_shows_before_the_start_what_it_does_and_leaves(alice: Pages, service: RunningService) -> None:
    paths(alice, guide="handbook", start="begin")
    applied_on(alice, HELP)
    set_path(service, GUIDE, "guide")
    page = begin_undo(alice)
    assert [row[1] for row in page.rows] == ["Set the path of Get started to “start”"]
    start_over(alice, service)
    paths(alice, guide="handbook", start="begin")
    applied_on(alice, HELP)
    set_path(service, GUIDE, "theirs")
    page = begin_undo(alice)
    assert page.h1 == "Undo: Arrange Help centre: 1 path change"
    assert "Left unchanged" in page.main
    left = "it was changed outside of this bulk change, so it stays “theirs” instead of"
    assert f"The path of Shipping guide: {left} “guide”. The undo leaves this unchanged." in page.main
    assert "Review remaining changes" not in page.buttons


KEPT = "You can then review and apply the changes that were not sent."


def test_what_was_not_sent_is_offered(distant: Pages, wire: Wire) -> None:
    paths(distant, guide="handbook", start="begin", releases="latest")
    only_first(wire, faults.refusal(403))
    assert KEPT in applied_on(distant, HELP).main
    page = distant.post(f"{BULK_CHANGES}/1", {"do": "stop"})
    assert ("Stopped" in page.main, KEPT in page.main) == (True, False)
    wire.faults.clear()
    page = review_left(distant)
    assert SITE_CHANGED not in page.main
    assert "Done" in run(distant, distant.submit(f"{HELP}/review", press="Apply 2 changes")).main


def test_the_structure_names_a_bulk_change_that_waits_and_it_can_be_stopped(distant: Pages, wire: Wire) -> None:
    paths(distant, guide="handbook", start="begin")
    wire.faults["PATCH"] = faults.refusal(503, retry_after=60)
    assert {"Continue", "Stop bulk change"} <= set(started(distant, HELP).buttons)
    page = distant.get(HELP)
    assert "Bulk change 1 still has 2 changes to make here." in page.main
    assert page.links["Bulk change 1"] == f"{BULK_CHANGES}/1"
    distant.post(f"{BULK_CHANGES}/1", {"do": "stop"})
    distant.page = page
    assert "Bulk change 1" not in look(distant).main
    wire.faults.clear()
    assert "Apply 2 changes" in review_left(distant).buttons


def resumed(pages: Pages) -> Page:
    """Plan 1, after the API let it wait."""
    with get_portal(pages.app).store.database.writing() as connection:
        connection.exec_driver_sql("UPDATE bulk_changes SET waits_until = 0")
    pages.get(f"{BULK_CHANGES}/1")
    return run(pages, pages.submit(f"{BULK_CHANGES}/1", press="Resume"))


def test_a_call_of_which_nobody_knows_is_neither_called_skipped_nor_undone(
    distant: Pages, wire: Wire, service: RunningService
) -> None:
    draft(distant, HELP, do="add", space="space_handbook")
    paths(distant, guide="handbook")
    wire.faults |= {"POST": faults.lost_answer, "PATCH": faults.refusal(429)}
    applied_on(distant, HELP)
    page = resumed(distant)
    assert [row[2] for row in page.rows] == ["Not known", "Waiting"]
    assert "1 not known · 1 waiting" in page.main.lower()
    assert "Waiting for the service" in page.main
    wire.faults.clear()
    resumed(distant)
    set_path(service, GUIDE, "guide")
    page = begin_undo(distant)
    assert page.toasts == [NOTHING_LEFT]
    assert "Add Employee handbook: it isn't known whether this was saved, so the undo removes nothing." in page.main


def test_both_are_told_of_a_home_that_was_removed_at_the_same_moment(
    distant: Pages, colleague: Pages, wire: Wire
) -> None:
    draft(distant, do="open", item=PARTNERS)
    draft(colleague, do="remove", item=PARTNERS)
    shown: list[Page] = []
    wire.meanwhile(lambda: shown.append(applied_on(distant, DOCS)), "DELETE")
    to_bob, (to_alice,) = applied_on(colleague, DOCS), shown
    assert f"{AT_ONCE} Alice: Set home to the" in to_bob.main
    removed = f"{AT_ONCE} Bob: Remove Partner onboarding from Shipping."
    assert f"{removed} This is under way." in to_alice.main
    (progress,) = to_alice.document.with_attribute("id", "bulk_changes-progress")
    distant.swap(str(progress.get("hx-get")), "bulk_changes-progress")
    assert f"{removed} What one of you changed may be lost." in distant.shown.main
    (progress,) = distant.shown.document.with_attribute("id", "bulk_changes-progress")
    assert progress.get("hx-trigger") == "look"  # and no longer by itself
