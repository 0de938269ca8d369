"""A draft of what a bulk change of a structure did not bring about, which is asked for twice at once."""

from dataclasses import replace

import pytest

from blueprints.structure.draft import StructureDraft
from blueprints.structure.redrafting import is_redrafted
from store import Plan
from tests.blueprints.structure_pages import GUIDE, HELP, START
from tests.blueprints.test_structure_left import API, applied, edit, set_path, undone
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.planned import PLANS
from tests.records import ask
from tests.world import ALICE, RunningService


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
