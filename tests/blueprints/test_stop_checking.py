"""An outcome that nobody can find out any more: somebody says so in the journal, and no page asks for a check again."""

import pytest

from tests.faults import faults
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.records import ask
from tests.wire import Wire
from tests.world import ALICE, RunningService
from web.person.portal import portal_of

ORG = "/orgs/org_larkfield"
SETTINGS, ENTRY = f"{ORG}/settings", f"{ORG}/journal/1"
PROFILE = f"{SETTINGS}/profile"
STOPPED = "Not known, closed Alice stopped checking. It stays not known whether this was saved."


@pytest.fixture
def lost(distant: Pages, wire: Wire, service: RunningService) -> Pages:
    """Alice at a change whose answer was lost, and that somebody may have set back since."""
    distant.get(SETTINGS)
    wire.faults["PATCH"] = faults.lost_answer
    distant.submit(PROFILE, title="Lark")
    wire.faults.clear()
    ask(service, ALICE, "PATCH", f"/v1{ORG}", {"title": "By a colleague"})
    distant.get(ENTRY)
    return distant


def stop(pages: Pages) -> Page:
    return pages.submit(f"{ENTRY}/stop", press="Stop checking")


def test_the_journal_says_who_stopped_and_when(lost: Pages) -> None:
    lost.submit(f"{ENTRY}/check")
    shown = stop(lost)
    assert shown.facts["Outcome"] == STOPPED
    assert "Checking stopped" in shown.facts
    assert "Stop checking" not in shown.buttons
    assert shown.toasts == ["You stopped checking. It stays not known whether this was saved."]
    assert portal_of(lost.app).store.journal.first_broken()[1] is None


def test_no_page_asks_for_a_check_any_more(lost: Pages) -> None:
    assert lost.get(SETTINGS).links["Check now"] == ENTRY
    lost.get(ENTRY)
    stop(lost)
    for address in (SETTINGS, "/drafts", ORG):
        assert "Check now" not in lost.get(address).links
    assert lost.get(SETTINGS).links["View journal entry"] == ENTRY


def test_it_cannot_be_undone(lost: Pages) -> None:
    stop(lost)
    why = "It stays not known whether this was saved, so it can't be undone here."
    assert why in lost.shown.main
    assert why in lost.get(f"{ENTRY}/undo").main


def test_of_two_at_once_one_stops(lost: Pages) -> None:
    other = Pages(lost.app).sign_in(ALICE)
    other.get(ENTRY)
    stop(lost)
    assert stop(other).toasts == ["Checking was already stopped."]
    assert other.shown.facts["Outcome"] == STOPPED


def test_who_finds_out_first_is_believed(lost: Pages, service: RunningService) -> None:
    other = Pages(lost.app).sign_in(ALICE)
    other.get(ENTRY)
    ask(service, ALICE, "PATCH", f"/v1{ORG}", {"title": "Lark"})
    lost.submit(f"{ENTRY}/check")
    assert stop(other).toasts == ["The outcome is already known."]
    assert other.shown.facts["Outcome"].startswith("Saved")


@pytest.mark.parametrize(
    ("title", "outcome"), [("Lark", "Saved It was saved"), ("Larkfield Freight", STOPPED), ("Another", STOPPED)]
)
def test_it_can_be_checked_again(lost: Pages, service: RunningService, title: str, outcome: str) -> None:
    stop(lost)
    ask(service, ALICE, "PATCH", f"/v1{ORG}", {"title": title})
    assert lost.submit(f"{ENTRY}/check", press="Check again").facts["Outcome"].startswith(outcome)


def test_what_was_seen_otherwise_before_it_was_closed_is_not_taken_for_saved(
    lost: Pages, service: RunningService
) -> None:
    lost.submit(f"{ENTRY}/check")
    stop(lost)
    ask(service, ALICE, "PATCH", f"/v1{ORG}", {"title": "Lark"})
    assert lost.submit(f"{ENTRY}/check", press="Check again").facts["Outcome"] == STOPPED


def test_the_same_page_is_sent_again_only_on_purpose(distant: Pages, wire: Wire, service: RunningService) -> None:
    drawn = distant.get(SETTINGS)
    wire.faults["PATCH"] = faults.reset
    distant.submit(PROFILE, title="Lark")
    wire.faults.clear()
    distant.get(ENTRY)
    stop(distant)
    distant.page = drawn
    shown = distant.submit(PROFILE, title="Lark")
    said = "You sent this already, and it stays not known whether it was saved. See what was sent, or send it again."
    assert (shown.status, shown.problems) == (409, [said])
    assert ask(service, ALICE, "GET", f"/v1{ORG}").get_json()["title"] == "Larkfield Freight"
    assert distant.submit(PROFILE, title="Lark").toasts == ["Profile: saved."]
