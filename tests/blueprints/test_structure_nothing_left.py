"""An undo of a structure's bulk change that finds nothing left to undo says so, and why."""

from tests.blueprints.test_structure import GUIDE, HELP
from tests.blueprints.test_structure_left import NOTHING_LEFT, applied, edit, set_path, undone
from tests.pages.pages import Pages
from tests.planned import PLANS
from tests.world import RunningService


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


def test_an_undo_that_finds_nothing_left_says_so_before_it_is_started(alice: Pages, service: RunningService) -> None:
    alice.get(HELP)
    edit(alice, GUIDE, "handbook")
    applied(alice)
    set_path(service, GUIDE, "guide")
    alice.get(f"{PLANS}/1")
    page = alice.submit(f"{PLANS}/1", press="Undo bulk change")
    assert (page.path, page.toasts) == (f"{PLANS}/2", [NOTHING_LEFT])
