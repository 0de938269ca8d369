"""An undo whose answer was lost: every page of the change says so, and leads to where it is checked."""

import pytest

from tests.faults import faults
from tests.faults.hostile import Fault
from tests.pages.pages import Pages
from tests.wire import Wire

ORG = "/orgs/org_larkfield"
JOURNAL, SETTINGS = f"{ORG}/journal", f"{ORG}/settings"
UNDO = f"{JOURNAL}/1/undo"
NOT_KNOWN = "It is not known whether"


@pytest.fixture
def saved(distant: Pages) -> Pages:
    """Alice, who saved a new name."""
    distant.get(SETTINGS)
    distant.submit(f"{SETTINGS}/profile", title="Lark")
    return distant


def lost(pages: Pages, wire: Wire, fault: Fault) -> None:
    """Undo it, and lose the answer."""
    pages.get(UNDO)
    wire.faults["PATCH"] = fault
    pages.submit(UNDO)
    wire.faults.clear()


def test_what_was_there_before_is_not_said_to_be_there_now(saved: Pages, wire: Wire) -> None:
    lost(saved, wire, faults.lost_answer)
    assert "Setting Before it was sent After undoing" in saved.shown.main
    assert saved.shown.links["Check now"] == f"{JOURNAL}/2"


def test_a_second_press_leads_to_where_it_is_checked(saved: Pages, wire: Wire) -> None:
    lost(saved, wire, faults.reset)
    sent = wire.seen["PATCH"]
    shown = saved.submit(UNDO)
    assert (shown.status, wire.seen["PATCH"], shown.links["Check now"]) == (409, sent, f"{JOURNAL}/2")
    assert "Setting Now After undoing" in shown.main


@pytest.mark.parametrize("fault", [faults.reset, faults.lost_answer], ids=["not done", "done"])
def test_the_change_and_its_undo_page_tell_of_it(saved: Pages, wire: Wire, fault: Fault) -> None:
    lost(saved, wire, fault)
    shown = saved.get(UNDO)
    assert NOT_KNOWN in shown.main
    assert shown.links["Check now"] == f"{JOURNAL}/2"
    assert "not known whether it was saved" in saved.get(f"{JOURNAL}/1").facts["Undo sent"]
    assert f"{JOURNAL}/2" in saved.shown.links.values()
    saved.get(f"{JOURNAL}/2")
    saved.submit(f"{JOURNAL}/2/check")
    assert NOT_KNOWN not in saved.get(UNDO).main
    assert "Undo sent" not in saved.get(f"{JOURNAL}/1").facts
