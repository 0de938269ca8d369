"""Colleagues who overtake a draft of a structure, and things that stay where they are all the same."""

from dataclasses import replace

import pytest

from blueprints.structure.draft import StructureDraft
from blueprints.structure.redrafting import is_redrafted
from masthead.store import Plan
from masthead.web.person.portal import portal_of
from tests.blueprints.start_over import start_over
from tests.blueprints.test_structure import GUIDE, HELP, RELEASES, START, order, sent
from tests.blueprints.test_structure_left import API, applied, edit, run, set_path, undone
from tests.faults import faults
from tests.faults.hostile import Talk
from tests.loops import for_each
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.planned import PLANS
from tests.portals import PortalFor
from tests.records import ask
from tests.wire import Wire
from tests.world import ALICE, RunningService

KEPT, NONE_LEFT = "keeps your changes", "Your draft now includes this, and has no changes left."


def test_a_draft_that_a_colleague_has_overtaken_is_said_to_keep_what_is_left(
    alice: Pages, service: RunningService
) -> None:
    alice.get(HELP)
    edit(alice, GUIDE, "handbook")
    set_path(service, GUIDE, "handbook")
    page = alice.get(HELP)
    assert NONE_LEFT in page.main
    assert KEPT not in page.main
    start_over(alice, service)
    alice.get(HELP)
    edit(alice, GUIDE, "handbook")
    edit(alice, RELEASES, "versions")
    set_path(service, GUIDE, "handbook")
    page = alice.get(HELP)
    assert KEPT in page.main
    assert NONE_LEFT not in page.main
    start_over(alice, service)
    alice.get(HELP)
    edit(alice, GUIDE, "handbook")
    alice.get(f"{HELP}/review")
    set_path(service, GUIDE, "handbook")
    page = alice.submit(f"{HELP}/review", press="Apply 1 change")
    assert page.status == 409
    assert "there is nothing to apply" in page.main
    assert "Check the changes" not in page.main
    assert KEPT not in page.main


@for_each("edited, rest", [(True, "keeps your other changes."), (False, "has no changes left.")])
def test_a_move_past_what_a_colleague_removed_is_said_to_be_gone(
    alice: Pages, service: RunningService, *, edited: bool, rest: str
) -> None:
    start_over(alice, service)
    alice.get(HELP)
    alice.post(HELP, {"do": "move", "item": GUIDE, "where": f"after {RELEASES}"})
    if edited:
        edit(alice, GUIDE, "handbook")
    assert ask(service, ALICE, "DELETE", f"{API}/{RELEASES}").status_code < 300
    page = alice.get(HELP)
    assert rest in page.main
    assert KEPT not in page.main
    assert "Shipping guide: its move has no effect any more, so your draft no longer includes the move." in page.main
    assert "no effect" not in alice.get(HELP).main


def test_a_move_that_came_to_nothing_is_named_once_all_is_chosen(alice: Pages, service: RunningService) -> None:
    alice.get(HELP)
    alice.post(HELP, {"do": "move", "item": GUIDE, "where": f"after {RELEASES}"})
    edit(alice, START, "mine")
    set_path(service, START, "theirs")
    assert ask(service, ALICE, "DELETE", f"{API}/{RELEASES}").status_code < 300
    assert "no effect" not in alice.get(HELP).main
    page = alice.submit(HELP, {f"choice path:{START}": "mine"}, press="Use these choices")
    (told,) = page.toasts
    assert told.endswith("Shipping guide: its move has no effect any more, so your draft no longer includes the move.")


STAYS = (
    "There is nothing left to undo: what is left of bulk change 1 stays as it is. "
    "“Differences from what you wanted” tells why."
)


def test_an_undo_on_an_old_page_says_that_nothing_is_left(alice: Pages) -> None:
    alice.get(HELP)
    edit(alice, GUIDE, "handbook")
    applied(alice)
    undone(alice, 1)
    toasts = alice.post(f"{PLANS}/1", {"do": "undo"}).toasts
    assert toasts == ["There is nothing left to undo: bulk change 2 undid it."]
    undone(alice, 2)
    told = alice.post(f"{PLANS}/1", {"do": "undo"}).toasts
    assert told == [
        "There is nothing left to undo: bulk change 2 undid it. Bulk change 3 redid it. Undo bulk change 3."
    ]


def test_what_may_be_somebody_elses_is_not_said_to_be_changed_since(
    portal_for: PortalFor, wire: Wire, service: RunningService
) -> None:
    distant = Pages(portal_for(API_BASE_URL=wire.url, FRESH_SECONDS=0)).sign_in(ALICE)
    distant.get(HELP)
    distant.post(HELP, {"do": "add", "space": "space_handbook"})
    edit(distant, GUIDE, "handbook")
    wire.faults["POST"] = faults.lost_answer
    applied(distant)
    wire.faults.clear()
    with portal_of(distant.app).store.database.writing() as connection:
        connection.exec_driver_sql("UPDATE plans SET waits_until = 0")
    distant.get(f"{PLANS}/1")
    run(distant, distant.submit(f"{PLANS}/1", press="Resume"))
    set_path(service, GUIDE, "guide")
    page = distant.submit(f"{PLANS}/1", press="Undo bulk change")
    assert page.toasts == [STAYS]
    assert "Add Employee handbook: it isn't known whether this was saved, so the undo removes nothing." in page.main


@pytest.fixture
def read_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each press has read the drafts before any other began one."""

    def redrafted(plan: Plan, desk: StructureDraft) -> bool:
        return is_redrafted(plan, replace(desk, draft=None))

    monkeypatch.setattr("blueprints.structure.views.is_redrafted", redrafted)


@pytest.mark.usefixtures("read_before")
def test_the_second_press_goes_on_with_the_draft_of_the_first(alice: Pages, service: RunningService) -> None:
    left = with_a_difference(alice, service)
    for _ in range(2):
        alice.page = left
        page = alice.submit(f"{HELP}/again", press="Review remaining changes")
        assert (page.status, page.path, page.toasts) == (200, f"{HELP}/review", [])
        assert "You and somebody else changed the same thing" in page.main


@pytest.mark.usefixtures("read_before")
def test_the_draft_of_another_window_is_left(alice: Pages, service: RunningService) -> None:
    with_a_difference(alice, service)
    alice.get(HELP)
    edit(alice, START, "begin")
    alice.get(f"{PLANS}/2")
    page = alice.submit(f"{HELP}/again", press="Review remaining changes")
    assert page.toasts == ["You have a draft of this structure. Apply or discard it first."]


def with_a_difference(alice: Pages, service: RunningService) -> Page:
    """The page of plan 2, an undo that a colleague's path is different from."""
    alice.get(HELP)
    edit(alice, GUIDE, "handbook")
    applied(alice)
    set_path(service, GUIDE, "theirs")
    undone(alice, 1)
    return alice.get(f"{PLANS}/2")


def test_the_second_press_goes_on_with_a_draft_that_others_changed(alice: Pages, service: RunningService) -> None:
    left = with_a_difference(alice, service)
    set_path(service, GUIDE, "handbook")
    ask(service, ALICE, "POST", API, {"spaceId": "space_handbook"})
    for _ in range(2):
        alice.page = left
        page = alice.submit(f"{HELP}/again", press="Review remaining changes")
        assert (page.status, page.path, page.toasts) == (200, f"{HELP}/review", [])
        assert "Set the path of Shipping guide to “guide”" in page.main


EDIT = {"do": "edit", "item": GUIDE, "path": "handbook", "was_path": "guide"}


@pytest.fixture
def windows(portal_for: PortalFor, wire: Wire) -> tuple[Pages, Pages]:
    """Two windows of Alice; in the first she reviews a draft: the releases come first."""
    app = portal_for(API_BASE_URL=wire.url, FRESH_SECONDS=0)
    first, other = Pages(app).sign_in(ALICE), Pages(app).sign_in(ALICE)
    sent(first, {"section:": [RELEASES, START, GUIDE]})
    other.get(HELP)
    first.get(f"{HELP}/review")
    return first, other


def test_what_is_drafted_while_a_plan_runs_is_kept(windows: tuple[Pages, Pages], wire: Wire) -> None:
    first, other = windows
    seen: list[Page] = []

    def meanwhile(talk: Talk) -> bool:
        seen.extend([other.get(HELP), other.post(HELP, EDIT)])
        return wire.pass_on(talk)

    wire.faults["POST"] = meanwhile
    first.submit(f"{HELP}/review", press="Apply 1 change")
    before, after = seen
    assert "No changes yet" in before.main
    assert "Somebody else" not in before.main
    assert "Your draft: 1 path change" in after.main
    page = first.get(HELP)
    assert "Your draft: 1 path change" in page.main
    assert order(page) == [RELEASES, START, GUIDE]


def test_a_review_that_is_sent_twice_leads_to_its_plan(windows: tuple[Pages, Pages], wire: Wire) -> None:
    first, _ = windows
    key = str(first.shown.document.with_attribute("name", "form_key")[0].get("value"))
    plan = first.submit(f"{HELP}/review", press="Apply 1 change")
    again = first.post(f"{HELP}/review", {"form_key": key})
    assert again.path == plan.path
    assert wire.seen["POST"] == 1
