"""A change whose outcome is not known, in the journal: checked, checked again, and left at that."""

import pytest

from masthead.web.person.portal import get_portal
from tests.blueprints.resent import API, ENTRY, ORG, PROFILE, SETTINGS, lose
from tests.faults import faults
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.records import ask
from tests.wire import Wire
from tests.world import ALICE, RunningService

STOPPED = "Not known, closed Alice stopped checking. It stays not known whether this was saved."
CHECK = f"{ENTRY}/check"


@pytest.fixture
def lost(distant: Pages, wire: Wire, service: RunningService) -> Pages:
    """Alice at a change whose answer was lost, and that somebody may have set back since."""
    distant.get(SETTINGS)
    lose(distant, wire, PROFILE, {"title": "Lark"})
    ask(service, ALICE, "PATCH", API, {"title": "By a colleague"})
    distant.get(ENTRY)
    return distant


def stop(pages: Pages) -> Page:
    return pages.submit(f"{ENTRY}/stop", press="Stop checking")


def test_a_person_stops_checking(lost: Pages) -> None:
    other = Pages(lost.app).sign_in(ALICE)
    other.get(ENTRY)
    assert lost.get(SETTINGS).links["Check now"] == ENTRY
    lost.get(ENTRY)
    lost.submit(CHECK)
    shown = stop(lost)
    assert (shown.facts["Outcome"], "Checking stopped" in shown.facts) == (STOPPED, True)
    assert shown.toasts == ["You stopped checking. It stays not known whether this was saved."]
    assert "Stop checking" not in shown.buttons
    assert get_portal(lost.app).store.journal.verify_chain()[1] is None
    for address in (SETTINGS, "/drafts", ORG):
        assert "Check now" not in lost.get(address).links
    assert lost.get(SETTINGS).links["View change"] == ENTRY
    why = "It stays not known whether this was saved, so it can't be undone here."
    assert why in lost.get(ENTRY).main
    assert why in lost.get(f"{ENTRY}/undo").main
    assert stop(other).toasts == ["Checking was already stopped."]


@pytest.mark.parametrize(
    ("looked", "title", "outcome"),
    [
        (False, "Lark", "Saved It was saved"),
        (True, "Lark", STOPPED),
        (False, "Larkfield Freight", STOPPED),
        (False, "Another", STOPPED),
    ],
)
def test_it_can_be_checked_again(
    lost: Pages, service: RunningService, title: str, outcome: str, *, looked: bool
) -> None:
    """What was seen otherwise before it was closed is not taken for saved."""
    if looked:
        lost.submit(CHECK)
    stop(lost)
    ask(service, ALICE, "PATCH", API, {"title": title})
    assert lost.submit(CHECK, press="Check again").facts["Outcome"].startswith(outcome)


def test_what_is_closed_is_sent_again_on_purpose(distant: Pages, wire: Wire, service: RunningService) -> None:
    drawn = distant.get(SETTINGS)
    lose(distant, wire, PROFILE, {"title": "Lark"}, faults.reset)
    distant.get(ENTRY)
    stop(distant)
    distant.page = drawn
    shown = distant.submit(PROFILE, title="Lark")
    said = "You sent this already, and it stays not known whether it was saved. See what was sent, or send it again."
    assert (shown.status, shown.problems) == (409, [said])
    assert ask(service, ALICE, "GET", API).get_json()["title"] == "Larkfield Freight"
    assert distant.send_again(PROFILE).toasts == ["Profile: saved."]


def test_who_finds_out_first_is_believed(lost: Pages, service: RunningService) -> None:
    other = Pages(lost.app).sign_in(ALICE)
    other.get(ENTRY)
    ask(service, ALICE, "PATCH", API, {"title": "Lark"})
    lost.submit(CHECK)
    assert stop(other).toasts == ["The outcome is clear already."]
    assert other.shown.facts["Outcome"].startswith("Saved")


@pytest.fixture
def too_soon(distant: Pages, wire: Wire) -> Pages:
    """Alice at a change that was found not to be in effect right after it was sent."""
    distant.get(SETTINGS)
    lose(distant, wire, PROFILE, {"title": "Lark"}, faults.reset)
    distant.get(ENTRY)
    distant.submit(CHECK)
    return distant


def test_what_the_api_carried_out_later_is_found_by_checking_again(too_soon: Pages, service: RunningService) -> None:
    found = too_soon.shown.facts["Outcome"]
    assert found.startswith("Not in effect It is not saved")
    assert "this may have changed since" in found
    assert "It may have been carried out later: check again." in found
    assert "Check again" in too_soon.submit(CHECK, press="Check again").buttons
    ask(service, ALICE, "PATCH", API, {"title": "Lark"})
    shown = too_soon.submit(CHECK, press="Check again")
    assert (shown.facts["Outcome"].startswith("Saved"), "Check again" in shown.buttons) == (True, False)
    assert shown.links["Undo"]


def test_what_a_colleague_set_since_is_still_not_in_effect(too_soon: Pages, colleague: Pages) -> None:
    colleague.get(SETTINGS)
    colleague.submit(PROFILE, title="Lark")
    shown = too_soon.submit(CHECK, press="Check again")
    assert shown.facts["Outcome"].startswith("Not in effect It is not saved")
    assert "don't show whether this was carried out later" in " ".join(shown.toasts)
