"""A draft that was sent and has no known outcome, discarded and put back: what is known of it by then is said."""

import pytest

from tests.blueprints.test_drafts import undo_of
from tests.blueprints.test_sent_drafts import ENTRY, NOT_KNOWN, NOT_SAVED, PROFILE, SETTINGS, lose
from tests.faults import faults
from tests.faults.hostile import Fault
from tests.pages.pages import Pages
from tests.wire import Wire


def discarded(pages: Pages, wire: Wire, lost: Fault) -> str:
    """The address where that is undone."""
    pages.get(SETTINGS)
    lose(pages, wire, PROFILE, {"hostname": "host-abc"}, lost)
    pages.get("/drafts")
    return undo_of(pages.submit("/drafts/discard"))


def test_it_is_not_known_still(distant: Pages, wire: Wire) -> None:
    distant.submit(discarded(distant, wire, faults.lost_answer))
    shown = distant.get(SETTINGS)
    assert (NOT_SAVED in shown.main, shown.main.count(NOT_KNOWN)) == (False, 1)
    assert shown.links["Check now"] == ENTRY


@pytest.mark.parametrize("is_saved", [True, False])
def test_what_is_known_by_then_is_said(distant: Pages, wire: Wire, *, is_saved: bool) -> None:
    undo = discarded(distant, wire, faults.lost_answer if is_saved else faults.reset)
    distant.get(ENTRY)
    distant.submit(f"{ENTRY}/check")
    (told,) = distant.post(undo, {}).toasts
    assert told == (
        "This was saved in the meantime, so the draft was not restored." if is_saved else "The draft was restored."
    )
    shown = distant.get(SETTINGS)
    assert (NOT_SAVED in shown.main, NOT_KNOWN in shown.main) == (not is_saved, False)
