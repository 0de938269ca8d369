"""Members of a team change while a service tells little, answers otherwise, or somebody was quicker."""

import pytest

from tests.asked import Log
from tests.blueprints.start_over import start_over
from tests.blueprints.team_pages import (
    ADD,
    API,
    CHOSEN,
    DOCS,
    ORG,
    call,
    chosen,
    forget,
    half_done,
    one_a_page,
    roles,
)
from tests.faults import faults
from tests.loops import for_each
from tests.pages.pages import Pages
from tests.records import ask
from tests.wire import Wire
from tests.world import BOB, RunningService

OWNER, MEMBER = "Make owner: Grace Tanaka", "Make member: Grace Tanaka"
REVIEW = "Make Grace Tanaka an owner of team_docs?"
MEANWHILE = "This was changed since you opened the page."


@pytest.fixture(autouse=True)
def nothing_met(alice: Pages) -> None:
    forget(alice)


def test_an_answer_that_gets_lost_is_looked_for(distant: Pages, wire: Wire, service: RunningService) -> None:
    chosen(distant, "Remove…", "kofi", "grace")
    wire.faults["PUT"] = faults.lost_answer
    shown = distant.submit(CHOSEN, press="Remove Kofi Mensah and Grace Tanaka from team_docs")
    assert ("It isn't known whether this was saved" in shown.main, "Nothing" in shown.main) == (True, False)
    distant.get(f"{ORG}/journal/1")
    looked = distant.submit(f"{ORG}/journal/1/check")
    assert looked.toasts == ["It was saved: the current values are what was sent."]
    assert roles(service).keys() == {"bob", "erin", "frank"}


def test_what_the_service_refused_ignored_or_did_by_half_is_told_as_that(
    distant: Pages, wire: Wire, service: RunningService
) -> None:
    page = distant.get(DOCS)
    wire.faults["PUT"] = faults.refusal(403, "Not you.")
    shown = distant.submit(CHOSEN, press=OWNER)
    assert ("Nothing was saved" in shown.main, "sent" in shown.main) == (True, False)
    distant.page = page
    wire.faults["PUT"] = faults.answer(204, b"")
    shown = distant.submit(CHOSEN, press=OWNER)
    not_saved = "the change was accepted. It is not saved: all is as it was before."
    assert (not_saved in shown.toasts[0], "Undo" in shown.buttons) == (True, False)
    outcome = distant.get(f"{ORG}/journal/2").facts["Outcome"]
    assert outcome.startswith("Not in effect The change was accepted, but all is as before.")
    wire.faults.clear()
    distant.page = page
    distant.submit(CHOSEN, press=OWNER)
    assert roles(service)["grace"] == "owner"
    wire.faults["PUT"] = half_done(service)
    shown = distant.submit(ADD, add="user_lena user_alice", press="Add to the team")
    assert "the change was accepted. Some members are as this change asked, the others" in shown.toasts[0]
    assert "lena" in roles(service)


def test_all_pages_are_read_before_a_change_and_one_that_is_missing_is_told(distant: Pages, wire: Wire) -> None:
    wire.faults["GET"] = one_a_page(wire)
    distant.get(DOCS)
    owners = [("to", "member"), ("who", "user_bob"), ("who", "user_erin")]
    assert distant.post(CHOSEN, owners[:2]).h1 == "Make Bob Okafor a member of team_docs?"
    assert "The team would have no owner" in distant.post(CHOSEN, owners).problems[0]
    wire.faults["GET"] = one_a_page(wire, refused_from=2)
    shown = distant.get(f"{DOCS}?refresh=1")
    assert (shown.status, len(shown.rows)) == (200, 2)
    assert "The team has more members than this page shows." in shown.main
    assert "these are all the owners it could read" in distant.post(CHOSEN, owners).problems[0]
    shown = distant.post(CHOSEN, [("to", "owner"), ("who", "user_kofi")])
    assert "was not found, and Masthead couldn't read all members. Nothing was sent." in shown.toasts[0]


def test_whom_the_ticks_leave_out_is_said(alice: Pages, service: RunningService) -> None:
    alice.get(DOCS)
    ask(service, BOB, "DELETE", f"{API}/user_kofi")
    ask(service, BOB, "PUT", f"{API}/user_frank", {"role": "owner"})
    ticked = [("who", f"user_{each}") for each in ("frank", "grace", "kofi")]
    shown = alice.post(CHOSEN, [*ticked, ("to", "owner")])
    assert shown.h1 == REVIEW
    assert "Kofi Mensah is no longer in the team. Frank Adeyemi is already an owner, so no change." in shown.main
    for each in ("frank", "grace"):
        ask(service, BOB, "DELETE", f"{API}/user_{each}")
    shown = alice.submit(CHOSEN, press=REVIEW.removesuffix("?"))
    assert shown.h1 == "Nobody left to change"
    assert "Frank Adeyemi and Grace Tanaka are no longer in the team." in shown.main


def test_a_row_or_review_asks_before_it_takes_back_what_a_colleague_set(alice: Pages, service: RunningService) -> None:
    call(alice, "frank@larkfield.example")
    page = alice.get(DOCS)
    alice.submit(CHOSEN, press=OWNER)
    alice.submit(CHOSEN, press=MEMBER)
    alice.page = page
    alice.submit(CHOSEN, press=OWNER)  # the same button of an older page, after one's own change
    assert roles(service)["grace"] == "owner"
    alice.page = page
    shown = alice.submit(CHOSEN, press="Remove Grace Tanaka")
    assert (shown.h1, MEANWHILE in shown.main) == ("Remove Grace Tanaka from team_docs?", True)
    ask(service, BOB, "DELETE", f"{API}/user_grace")
    shown = alice.submit(CHOSEN, press="Remove Grace Tanaka from team_docs")
    assert (shown.status, shown.problems) == (422, [f"{MEANWHILE} Nothing was sent. Check it again."])


@for_each("press", ["Make owner: Kofi Mensah", "Remove Kofi Mensah"])
def test_whoever_is_gone_by_now_is_named(alice: Pages, service: RunningService, asked: Log, press: str) -> None:
    start_over(alice, service)
    alice.get(DOCS)
    ask(service, BOB, "DELETE", f"{API}/user_kofi")
    asked.clear()
    assert alice.submit(CHOSEN, press=press).toasts == ["Kofi Mensah is no longer in the team. Nothing was sent."]
    assert asked.writes == []
