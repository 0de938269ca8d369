"""A bulk change that waits, and whose calls were sent meanwhile without a known outcome, asks before it is started."""

import pytest

from tests.blueprints.roster_pages import ORG, given, planned
from tests.changes.roster.crew import roles
from tests.faults import faults
from tests.pages.pages import Pages
from tests.planned import PLANS
from tests.records import ask
from tests.wire import Wire
from tests.world import ALICE, RunningService

UNDO = f"{PLANS}/2"
TEAM = f"{ORG}/teams/team_operations"
SENT_BEFORE = "You sent some of this before, and it isn't known whether that was saved."


@pytest.fixture
def waiting(distant: Pages, wire: Wire, service: RunningService) -> Pages:
    """Alice, whose undo waits, and was sent from the journal in between; Erin took that back with her token."""
    given(distant, "user_kofi\n")
    planned(distant)
    distant.get(f"{PLANS}/1")
    distant.submit(f"{PLANS}/1", press="Undo bulk change")
    distant.get(f"{ORG}/journal/1/undo")
    wire.faults["PUT"] = faults.lost_answer
    distant.submit(f"{ORG}/journal/1/undo")
    wire.faults.clear()
    ask(service, ALICE, "PUT", f"/v1{ORG}/teams/team_operations/members", {"add": ["user_kofi"]})
    return distant


def test_it_tells_of_it_and_is_sent_once_that_is_agreed_to(waiting: Pages, service: RunningService) -> None:
    shown = waiting.get(UNDO)
    assert (SENT_BEFORE in shown.main, shown.links["Check now"]) == (True, f"{ORG}/journal/2")
    refused = waiting.submit(UNDO, press="Apply the changes")
    assert refused.status == 422
    assert refused.problems == [f"{SENT_BEFORE} Check that, or select “Send it anyway”."]
    assert "user_kofi" in roles(service)
    waiting.get(UNDO)
    assert waiting.submit(UNDO, anyway=True, press="Apply the changes").status == 200
    assert "user_kofi" not in roles(service)
    assert SENT_BEFORE not in waiting.get(UNDO).main


def test_nothing_is_asked_once_it_was_checked(waiting: Pages) -> None:
    waiting.get(f"{ORG}/journal/2")
    waiting.submit(f"{ORG}/journal/2/check")
    assert SENT_BEFORE not in waiting.get(UNDO).main


@pytest.fixture
def set_back(distant: Pages, wire: Wire, service: RunningService) -> Pages:
    """Alice, whose change was saved without an answer; Erin set it back with her token."""
    distant.get(TEAM)
    wire.faults["PUT"] = faults.lost_answer
    distant.submit(f"{TEAM}/members/chosen", press="Make owner: Heidi Brandt")
    wire.faults.clear()
    ask(service, ALICE, "PUT", f"/v1{TEAM}/members/user_heidi", {"role": "member"})
    return distant


def test_a_new_roster_asks_before_it_sends_it_again_and_one_of_others_does_not(
    set_back: Pages, service: RunningService
) -> None:
    assert SENT_BEFORE not in given(set_back, "user_kofi,owner\n").main
    assert SENT_BEFORE in given(set_back, "user_heidi,owner\n").main
    refused = planned(set_back)
    assert (refused.status, refused.problems) == (422, [f"{SENT_BEFORE} Check that, or select “Send it anyway”."])
    assert roles(service)["user_heidi"] == "member"
    assert planned(set_back, anyway=True).status == 200
    assert roles(service)["user_heidi"] == "owner"
