"""A bulk change whose steps are worked out in one window while another shows it, or starts it: that is no run."""

from collections.abc import Callable
from threading import Lock

import pytest

from tests.blueprints.structure_pages import GUIDE, HELP
from tests.blueprints.test_structure_left import applied, distant, edit
from tests.faults.hostile import Talk
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.planned import PLANS
from tests.wire import Wire
from tests.world import ALICE

__all__ = ["distant"]
UNDO = f"{PLANS}/2"


def undo_beside(pages: Pages, wire: Wire, does: Callable[[Pages], Page]) -> list[Page]:
    """Undo a bulk change; what another window is shown that does something while the steps are worked out, and this."""
    pages.get(HELP)
    edit(pages, GUIDE, "handbook")
    applied(pages)
    pages.get(f"{PLANS}/1")
    other = Pages(pages.app).sign_in(ALICE)
    shown: list[Page] = []
    first = Lock()

    def let_it(talk: Talk) -> bool:
        if first.acquire(blocking=False):  # of several reads at once
            wire.faults.clear()
            shown.append(does(other))
        return wire.pass_on(talk)

    wire.faults["GET"] = let_it
    shown.append(pages.submit(f"{PLANS}/1", press="Undo bulk change"))
    return shown


@pytest.mark.exhaustive
def test_no_window_calls_it_running(distant: Pages, wire: Wire) -> None:
    def undo_too(other: Pages) -> Page:
        other.get(f"{PLANS}/1")
        return other.post(f"{PLANS}/1", {"do": "undo"})

    for page in undo_beside(distant, wire, undo_too):
        assert page.path == UNDO
        assert "Another tab or window is running this bulk change" not in page.main
        assert "Not started" in page.main
        assert [row[1] for row in page.rows] == ["Set the path of Shipping guide to “guide”"]


def test_it_is_started_all_the_same(distant: Pages, wire: Wire) -> None:
    def start(other: Pages) -> Page:
        other.get(UNDO)
        return other.submit(UNDO, press="Apply the changes")

    for page in undo_beside(distant, wire, start):
        assert "Done 1 of 1 step" in page.main
