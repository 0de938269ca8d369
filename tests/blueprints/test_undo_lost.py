"""An undo whose answer was lost: every page of the change says so, and leads to where it is checked."""

import pytest

from tests.blueprints.start_over import start_over
from tests.blueprints.team_pages import CHOSEN, DOCS
from tests.faults import faults
from tests.faults.hostile import Fault
from tests.loops import for_each
from tests.pages.pages import Pages
from tests.records import ask
from tests.wire import Wire
from tests.world import ALICE, BOB, RunningService

ORG, API = "/orgs/org_larkfield", "/v1/orgs/org_larkfield"
JOURNAL, SETTINGS = f"{ORG}/journal", f"{ORG}/settings"
UNDO = f"{JOURNAL}/1/undo"
NOT_KNOWN = "It isn't known whether"


@pytest.fixture
def saved(distant: Pages) -> Pages:
    """Alice, who saved a new name."""
    rename(distant)
    return distant


def rename(pages: Pages) -> None:
    pages.get(SETTINGS)
    pages.submit(f"{SETTINGS}/profile", title="Lark")


def lost(pages: Pages, wire: Wire, fault: Fault) -> None:
    """Undo it, and lose the answer."""
    pages.get(UNDO)
    wire.faults["PATCH"] = wire.faults["PUT"] = fault
    pages.submit(UNDO)
    wire.faults.clear()


def title(service: RunningService) -> object:
    return ask(service, ALICE, "GET", API).get_json()["title"]


@for_each("carried_out", [True, False])
def test_what_a_colleague_may_have_set_again_is_undone_once_that_is_agreed(
    saved: Pages, wire: Wire, service: RunningService, *, carried_out: bool
) -> None:
    start_over(saved, service)
    rename(saved)
    lost(saved, wire, faults.lost_answer if carried_out else faults.reset)
    if carried_out:
        ask(service, ALICE, "PATCH", API, {"title": "Lark"})
    shown = saved.send_again(UNDO)
    assert (shown.status, title(service), shown.links["Check now"]) == (409, "Lark", f"{JOURNAL}/2")
    assert f"{NOT_KNOWN} an earlier undo was saved" in shown.main
    assert "Undone" in saved.submit(UNDO).toasts[0]
    assert title(service) == "Larkfield Freight"
    assert saved.get(f"{JOURNAL}/2").facts["Outcome"].startswith("Not known")


def test_a_second_press_says_that_it_was_undone(saved: Pages, wire: Wire) -> None:
    lost(saved, wire, faults.lost_answer)
    sent = wire.seen["PATCH"]
    shown = saved.send_again(UNDO)
    assert (shown.path, shown.toasts) == (f"{JOURNAL}/2", ["It was saved: the current values are what was sent."])
    assert wire.seen["PATCH"] == sent


def test_the_change_and_its_undo_page_tell_of_it(saved: Pages, wire: Wire) -> None:
    lost(saved, wire, faults.reset)
    shown = saved.get(UNDO)
    assert (NOT_KNOWN in shown.main, shown.links["Check now"]) == (True, f"{JOURNAL}/2")
    assert "not known whether it was saved" in saved.get(f"{JOURNAL}/1").facts["Undo sent"]
    assert f"{JOURNAL}/2" in saved.shown.links.values()
    saved.get(f"{JOURNAL}/2")
    saved.submit(f"{JOURNAL}/2/check")
    assert NOT_KNOWN not in saved.get(UNDO).main
    assert "Undo sent" not in saved.get(f"{JOURNAL}/1").facts


def test_who_may_not_see_a_colleagues_undo_is_not_sent_to_it(distant: Pages, wire: Wire) -> None:
    """Bob administers a team only, and made somebody its owner; Alice may undo that."""
    bob = Pages(distant.app).sign_in(BOB)
    bob.get(DOCS)
    bob.submit(CHOSEN, press="Make owner: Grace Tanaka")
    lost(distant, wire, faults.reset)
    shown = bob.get(UNDO)
    assert f"{NOT_KNOWN} an earlier undo was saved" in shown.main
    assert "The person who sent it and administrators can check it." in shown.main
    assert f"{JOURNAL}/2" not in shown.links.values()
    assert "not known whether it was saved" in bob.get(f"{JOURNAL}/1").facts["Undo sent"]
    assert f"{JOURNAL}/2" not in bob.shown.links.values()
    lost(bob, wire, faults.reset)
    assert bob.send_again(UNDO).links["Check now"] == f"{JOURNAL}/3"
    assert distant.send_again(UNDO).links["Check now"] == f"{JOURNAL}/2"
    distant.submit(UNDO)
    assert f'href="{JOURNAL}/4"' in distant.get(f"{JOURNAL}/1").html
    assert "Undone" in bob.get(f"{JOURNAL}/1").facts
    assert f"{JOURNAL}/4" not in bob.shown.links.values()


def test_the_page_that_says_that_nothing_could_be_read_offers_the_undo_again(saved: Pages, wire: Wire) -> None:
    wire.faults["GET"] = faults.close
    away = saved.submit(UNDO)
    wire.faults.clear()
    assert "Nothing was changed The documentation service didn't answer. Try again in a moment." in away.main
    saved.get(away.links["Undo"])
    assert "Larkfield Freight" in saved.submit(UNDO).toasts[0]
