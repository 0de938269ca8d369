"""What the inbox reads of one item at a time: whose review is asked for, and who replied last."""

import pytest

from tests.asked import Log
from tests.blueprints.test_inbox import API, INBOX, ORG, items, knowing
from tests.faults import faults
from tests.pages.document import text_of
from tests.pages.pages import Pages
from tests.records import ask
from tests.wire import Wire
from tests.world import ALICE, RunningService

ASKED, REVIEW = "Your review is asked for", "#2 Explain customs"
ANSWERED = f"{ORG}/spaces/space_guide/comments/comment_guide_duties"


def test_a_review_that_is_asked_for_comes_first(alice: Pages) -> None:
    knowing(alice).get(INBOX)
    assert items(alice)[0] == REVIEW
    assert ASKED in [text_of(each) for each in alice.shown.document.all("h2")]


def test_it_stays_first_after_a_change_in_its_space(alice: Pages) -> None:
    knowing(alice).get(INBOX)
    alice.get(ANSWERED)
    alice.submit(f"{ANSWERED}/replies", body="Done.")
    alice.get(INBOX)
    assert items(alice)[0] == REVIEW


def test_a_comment_that_i_replied_to_last_is_not_answered(alice: Pages, service: RunningService) -> None:
    assert "You were answered" in knowing(alice).get(INBOX).main
    ask(service, ALICE, "POST", f"{API}/comments/comment_guide_duties/replies", {"body": {"markdown": "Done."}})
    assert "You were answered" not in alice.get(f"{INBOX}?refresh=1").main


def test_without_a_name_nothing_is_read_of_one_item(alice: Pages, asked: Log) -> None:
    knowing(alice).get("/sessions")
    alice.submit("/name", name="")
    alice.get(INBOX)
    assert "Enter your name" in alice.shown.links
    assert [line for line in asked.lines if "reviewers" in line or "replies" in line] == []


@pytest.fixture
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Four items a page, in as much time as they take."""
    monkeypatch.setattr("blueprints.inbox.reads.SECONDS_A_PAGE", 60.0)
    monkeypatch.setattr("blueprints.inbox.details.AT_ONCE", 2)
    monkeypatch.setattr("blueprints.inbox.details.ITEMS_A_PAGE", 4)


@pytest.mark.usefixtures("hurried")
def test_one_page_reads_of_some_items_and_the_next_goes_on(alice: Pages) -> None:
    knowing(alice).get(INBOX)
    assert "Masthead hasn't read yet whether 2 items are for you." in alice.shown.main
    assert alice.shown.document.by_id["inbox-reading"].get("hx-get") == INBOX
    alice.get(alice.shown.links["Read more"])
    assert "Read 7 spaces" in alice.shown.main
    assert alice.shown.document.by_id["inbox-reading"].get("hx-get") is None


def test_of_many_items_the_latest_are_read(alice: Pages, asked: Log, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("blueprints.inbox.details.MAX_ITEMS", 3)
    shown = knowing(alice).get(INBOX)
    assert "Masthead reads of the latest 200 items whether they are for you." in shown.main
    assert len([line for line in asked.lines if "reviewers" in line or "replies" in line]) == 3


def test_one_that_the_api_fails_at_hides_no_other(distant: Pages, wire: Wire) -> None:
    knowing(distant)
    wire.faults["GET"] = faults.at(f"{API}/change-requests/3/requested-reviewers", faults.refusal(500))
    shown = distant.get(INBOX)
    assert items(distant)[0] == REVIEW
    assert "Masthead hasn't read yet whether 1 item is for you." in shown.main
    assert shown.document.by_id["inbox-reading"].get("hx-get") is None, "it would ask again and again"


def test_one_that_the_api_refuses_is_not_asked_for_again_and_again(distant: Pages, wire: Wire) -> None:
    knowing(distant)
    wire.faults["GET"] = faults.at(f"{API}/change-requests/3/requested-reviewers", faults.refusal(403))
    shown = distant.get(INBOX)
    assert "Read 7 spaces" in shown.main
    assert shown.document.by_id["inbox-reading"].get("hx-get") is None
