"""A page of a team that was open for long takes back nothing that a colleague did meanwhile, nor sends it blindly."""

import pytest

from tests.asked import Log
from tests.blueprints.start_over import start_over
from tests.blueprints.team_pages import API, CHOSEN, DOCS, ORG, call, chosen, forget, roles
from tests.blueprints.test_team_members_odd import made_owner_unheard
from tests.faults import faults
from tests.loops import for_each
from tests.pages.pages import Pages
from tests.records import ask, give_role
from tests.wire import Wire
from tests.world import ALICE, BOB, RunningService

OWNER, MEMBER = "Make owner: Grace Tanaka", "Make member: Grace Tanaka"
REVIEW = "Make Grace Tanaka an owner of team_docs?"
MEANWHILE = "Somebody changed this in the meantime."


@pytest.fixture(autouse=True)
def nothing_met(alice: Pages) -> None:
    forget(alice)


def bob_makes_her(app_of: Pages, *presses: str) -> None:
    bob = Pages(app_of.app).sign_in(BOB)
    for press in presses:
        bob.get(DOCS)
        bob.submit(CHOSEN, press=press)


def test_a_row_asks_before_it_takes_back_what_a_colleague_set(
    alice: Pages, service: RunningService, asked: Log
) -> None:
    call(alice, "frank@larkfield.example")
    alice.get(DOCS)
    page = alice.page
    alice.submit(CHOSEN, press=OWNER)
    bob_makes_her(alice, MEMBER)
    alice.page = page
    shown = alice.submit(CHOSEN, press=OWNER)
    assert (shown.h1, MEANWHILE in shown.main, roles(service)["grace"]) == (REVIEW, True, "member")
    alice.submit(CHOSEN, press=REVIEW.removesuffix("?"))
    assert roles(service)["grace"] == "owner"
    start_over(alice, service)
    asked.clear()
    call(alice, "frank@larkfield.example")
    bob_makes_her(alice, OWNER, MEMBER)
    alice.get(DOCS)
    asked.clear()
    assert alice.submit(CHOSEN, press=OWNER, forged={"drawn": "forged"}).h1 == REVIEW
    assert asked.writes == []


def test_a_row_does_not_ask_about_what_its_page_showed_or_somebody_else(alice: Pages, service: RunningService) -> None:
    call(alice, "frank@larkfield.example")
    bob_makes_her(alice, OWNER, MEMBER)
    alice.get(DOCS)
    alice.submit(CHOSEN, press=OWNER)
    assert roles(service)["grace"] == "owner"
    start_over(alice, service)
    call(alice, "frank@larkfield.example")
    alice.get(DOCS)
    page = alice.page
    bob_makes_her(alice, "Remove Kofi Mensah")
    alice.page = page
    alice.submit(CHOSEN, press=OWNER)
    assert roles(service)["grace"] == "owner"


def test_a_review_asks_again_where_a_colleague_set_it_and_set_it_back(alice: Pages, service: RunningService) -> None:
    chosen(alice, "Make owners…", "grace")
    bob_makes_her(alice, OWNER, MEMBER)
    shown = alice.submit(CHOSEN, press=REVIEW.removesuffix("?"))
    assert (shown.status, shown.h1) == (422, REVIEW)
    assert shown.problems == [f"{MEANWHILE} Nothing was sent. Check it again."]
    alice.submit(CHOSEN, press=REVIEW.removesuffix("?"))
    assert roles(service)["grace"] == "owner"


def test_a_row_says_that_another_window_sent_the_same(distant: Pages, wire: Wire, service: RunningService) -> None:
    call(distant, "frank@larkfield.example")
    page = distant.get(DOCS)
    wire.faults["PUT"] = faults.lost_answer
    distant.get(DOCS)
    distant.submit(CHOSEN, press=OWNER)
    wire.faults.clear()
    ask(service, ALICE, "PUT", f"{API}/user_grace", {"role": "member"})
    distant.page = page
    shown = distant.submit(CHOSEN, press=OWNER)
    assert (shown.links["Check now"], roles(service)["grace"]) == (f"{ORG}/journal/1", "member")
    distant.send_again(CHOSEN)
    assert roles(service)["grace"] == "owner"


@for_each(
    "press, back",
    [
        ("Remove Grace Tanaka", {"add": ["user_grace"]}),
        (OWNER, {"memberships": {"user_grace": {"role": "member"}}}),
    ],
)
def test_a_row_that_is_pressed_again_asks_where_somebody_took_it_back(
    alice: Pages, service: RunningService, press: str, back: dict[str, object]
) -> None:
    start_over(alice, service)
    call(alice, "frank@larkfield.example")
    page = alice.get(DOCS)
    alice.submit(CHOSEN, press=press)
    ask(service, ALICE, "PUT", API, back)
    alice.page = page
    shown = alice.submit(CHOSEN, press=press)
    assert (MEANWHILE in shown.main, roles(service)["grace"]) == (True, "member")


def test_a_row_does_not_say_that_somebody_changed_what_may_not_be_saved(
    distant: Pages, wire: Wire, service: RunningService
) -> None:
    give_role(service, "user_bob", "org_larkfield", "admin")
    call(distant, "frank@larkfield.example")
    page = distant.get(DOCS)
    bob = Pages(distant.app).sign_in(BOB)
    bob.get(DOCS)
    wire.faults["PUT"] = faults.refusal(500)
    bob.submit(CHOSEN, press=OWNER)
    wire.faults.clear()
    distant.page = page
    shown = distant.submit(CHOSEN, press=OWNER)
    assert "It isn't known whether" in shown.main
    assert (shown.h1, MEANWHILE in shown.main, roles(service)["grace"]) == (REVIEW, False, "member")
    distant.submit(CHOSEN, press=REVIEW.removesuffix("?"))
    assert roles(service)["grace"] == "owner"


def test_a_review_of_somebody_who_is_gone_leads_to_nothing_about_others(distant: Pages, wire: Wire) -> None:
    made_owner_unheard(distant, wire)
    asking = chosen(distant, "Make owners…", "kofi")
    bob = Pages(distant.app).sign_in(BOB)
    bob.get(DOCS)
    bob.submit(CHOSEN, press="Remove Kofi Mensah")
    shown = distant.submit(CHOSEN, press=asking.h1.removesuffix("?"))
    assert (shown.path, shown.h1) == (CHOSEN, "Nobody left to change")
    assert "Kofi Mensah is no longer in the team." in shown.main


@for_each("press", ["Make owner: Kofi Mensah", "Remove Kofi Mensah"])
def test_whoever_is_gone_by_now_is_named(alice: Pages, service: RunningService, asked: Log, press: str) -> None:
    start_over(alice, service)
    asked.clear()
    alice.get(DOCS)
    ask(service, BOB, "DELETE", f"{API}/user_kofi")
    asked.clear()
    assert alice.submit(CHOSEN, press=press).toasts == ["Kofi Mensah is no longer in the team. Nothing was sent."]
    assert asked.writes == []
