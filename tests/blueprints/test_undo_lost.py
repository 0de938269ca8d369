"""An undo whose answer was lost: every page of the change says so, and leads to where it is checked."""

import pytest

from tests.blueprints.team_pages import CHOSEN, DOCS
from tests.faults import faults
from tests.faults.hostile import Fault
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
    distant.get(SETTINGS)
    distant.submit(f"{SETTINGS}/profile", title="Lark")
    return distant


def lost(pages: Pages, wire: Wire, fault: Fault) -> None:
    """Undo it, and lose the answer."""
    pages.get(UNDO)
    wire.faults["PATCH"] = wire.faults["PUT"] = fault
    pages.submit(UNDO)
    wire.faults.clear()


def title(service: RunningService) -> object:
    return ask(service, ALICE, "GET", API).get_json()["title"]


@pytest.mark.parametrize("carried_out", [False, True])
@pytest.mark.exhaustive
def test_what_a_colleague_may_have_set_again_is_undone_once_that_is_agreed(
    saved: Pages, wire: Wire, service: RunningService, *, carried_out: bool
) -> None:
    lost(saved, wire, faults.lost_answer if carried_out else faults.reset)
    if carried_out:
        ask(service, ALICE, "PATCH", API, {"title": "Lark"})
    shown = saved.send_again(UNDO)
    assert (shown.status, title(service), shown.links["Check now"]) == (409, "Lark", f"{JOURNAL}/2")
    assert "Either it was not carried out, or somebody has set it back since" in shown.main
    assert "Undone" in saved.send_again(UNDO).toasts[0]
    assert title(service) == "Larkfield Freight"
    assert saved.get(f"{JOURNAL}/2").facts["Outcome"].startswith("Not known")


def test_what_was_undone_since_is_not_asked_about_again(saved: Pages, wire: Wire, service: RunningService) -> None:
    lost(saved, wire, faults.reset)
    saved.send_again(UNDO)
    saved.send_again(UNDO)
    saved.get(f"{JOURNAL}/3/undo")
    saved.submit(f"{JOURNAL}/3/undo")
    assert title(service) == "Lark"
    saved.get(UNDO)
    saved.submit(UNDO)
    saved.send_again(UNDO) if saved.shown.status == 409 else None
    assert title(service) == "Larkfield Freight"


def test_a_second_press_says_that_it_was_undone(saved: Pages, wire: Wire) -> None:
    lost(saved, wire, faults.lost_answer)
    sent = wire.seen["PATCH"]
    shown = saved.send_again(UNDO)
    assert (shown.path, shown.toasts) == (f"{JOURNAL}/2", ["It was saved: the current values are what was sent."])
    assert wire.seen["PATCH"] == sent


def test_what_was_looked_for_too_soon_is_not_undone_again_without_a_question(
    saved: Pages, wire: Wire, service: RunningService
) -> None:
    lost(saved, wire, faults.reset)
    saved.get(f"{JOURNAL}/2")
    assert saved.submit(f"{JOURNAL}/2/check").facts["Outcome"].startswith("Not in effect")
    saved.get(UNDO)
    sent = wire.seen["PATCH"]
    shown = saved.submit(UNDO)
    assert (shown.status, wire.seen["PATCH"], shown.links["Check now"]) == (409, sent, f"{JOURNAL}/2")
    assert "The API may still carry it out. Check now, or undo it anyway." in shown.main
    assert "Undone" in saved.send_again(UNDO).toasts[0]
    assert title(service) == "Larkfield Freight"


def test_what_came_after_it_was_looked_for_is_not_sent_again(saved: Pages, wire: Wire, service: RunningService) -> None:
    lost(saved, wire, faults.reset)
    saved.get(f"{JOURNAL}/2")
    saved.submit(f"{JOURNAL}/2/check")
    saved.get(UNDO)
    ask(service, ALICE, "PATCH", API, {"title": "Larkfield Freight"})
    sent = wire.seen["PATCH"]
    assert saved.submit(UNDO).path == f"{JOURNAL}/2"
    assert wire.seen["PATCH"] == sent
    assert saved.get(f"{JOURNAL}/2").facts["Outcome"].startswith("Saved")


@pytest.mark.exhaustive
def test_what_no_read_shows_is_undone_anyway(saved: Pages, wire: Wire, service: RunningService) -> None:
    lost(saved, wire, faults.reset)
    ask(service, ALICE, "PATCH", API, {"title": "Another"})
    saved.get(f"{JOURNAL}/2")
    saved.submit(f"{JOURNAL}/2/check")
    ask(service, ALICE, "PATCH", API, {"title": "Lark"})
    saved.get(UNDO)
    for number, fault in ((2, faults.reset), (3, wire.pass_on)):
        sent = wire.seen["PATCH"]
        shown = saved.submit(UNDO) if number == 2 else saved.send_again(UNDO)
        assert (shown.status, wire.seen["PATCH"], shown.links["Check now"]) == (409, sent, f"{JOURNAL}/{number}")
        assert "Check now, or undo it anyway." in shown.main
        wire.faults["PATCH"] = fault
        saved.send_again(UNDO)
        assert wire.seen["PATCH"] == sent + 1
    assert "Undone" in saved.shown.toasts[0]
    assert title(service) == "Larkfield Freight"


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


@pytest.fixture
def bob(distant: Pages) -> Pages:
    """Bob, who administers a team only, and made somebody its owner; Alice may undo that."""
    pages = Pages(distant.app).sign_in(BOB)
    pages.get(DOCS)
    pages.submit(CHOSEN, press="Make owner: Grace Tanaka")
    return pages


def test_who_may_not_see_a_colleagues_undo_is_not_sent_to_it(bob: Pages, distant: Pages, wire: Wire) -> None:
    lost(distant, wire, faults.reset)
    shown = bob.get(UNDO)
    assert f"{NOT_KNOWN} an earlier undo was saved" in shown.main
    assert "The person who sent it and administrators can check it." in shown.main
    assert f"{JOURNAL}/2" not in shown.links.values()
    shown = bob.get(f"{JOURNAL}/1")
    assert "not known whether it was saved" in shown.facts["Undo sent"]
    assert f"{JOURNAL}/2" not in shown.links.values()


def test_a_colleagues_undo_is_told_without_its_entry(bob: Pages, distant: Pages) -> None:
    distant.get(UNDO)
    distant.submit(UNDO)
    assert distant.get(f"{JOURNAL}/1").links[distant.shown.facts["Undone"]] == f"{JOURNAL}/2"
    assert "Undone" in bob.get(f"{JOURNAL}/1").facts
    assert f"{JOURNAL}/2" not in bob.shown.links.values()


def test_a_second_press_looks_for_ones_own_undo(bob: Pages, distant: Pages, wire: Wire) -> None:
    lost(bob, wire, faults.reset)
    lost(distant, wire, faults.reset)
    assert bob.send_again(UNDO).links["Check now"] == f"{JOURNAL}/2"
    assert distant.send_again(UNDO).links["Check now"] == f"{JOURNAL}/3"


def test_an_undo_that_was_undone_is_told_as_redone(saved: Pages) -> None:
    for number, is_redone in ((1, False), (2, True), (3, False)):
        saved.get(f"{JOURNAL}/{number}/undo")
        saved.submit(f"{JOURNAL}/{number}/undo")
        assert saved.get(f"{JOURNAL}/1").facts["Undone"].endswith(", and redone since") is is_redone


def test_the_page_that_says_that_nothing_could_be_read_offers_the_undo_again(saved: Pages, wire: Wire) -> None:
    wire.faults["GET"] = faults.close
    away = saved.submit(UNDO)
    wire.faults.clear()
    assert "Nothing was changed The API didn't answer. Try again in a moment." in away.main
    saved.get(away.links["Undo"])
    assert "Larkfield Freight" in saved.submit(UNDO).toasts[0]
