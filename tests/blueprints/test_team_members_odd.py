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
    without_addresses,
)
from tests.faults import faults
from tests.loops import for_each
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.records import ask
from tests.wire import Wire
from tests.world import BOB, RunningService


@pytest.fixture(autouse=True)
def nothing_met(alice: Pages) -> None:
    forget(alice)


def test_an_answer_that_gets_lost_is_looked_for(distant: Pages, wire: Wire, service: RunningService) -> None:
    chosen(distant, "Remove…", "kofi", "grace")
    wire.faults["PUT"] = faults.lost_answer
    shown = distant.submit(CHOSEN, press="Remove Kofi Mensah and Grace Tanaka from team_docs")
    assert "It isn't known whether this was saved" in shown.main
    distant.get(f"{ORG}/journal/1")
    looked = distant.submit(f"{ORG}/journal/1/check")
    assert looked.toasts == ["It was saved: the current values are what was sent."]
    assert roles(service).keys() == {"bob", "erin", "frank"}


@pytest.mark.exhaustive
def test_what_may_have_been_sent_is_not_said_to_be_unsent(distant: Pages, wire: Wire, service: RunningService) -> None:
    asking = chosen(distant, "Remove…", "kofi")
    assert "Nothing is sent until you confirm." in asking.main
    wire.faults["DELETE"] = faults.lost_answer
    shown = distant.submit(CHOSEN, press="Remove Kofi Mensah from team_docs")
    assert "It isn't known whether this was saved" in shown.main
    assert ("Nothing" in shown.main, "kofi" in roles(service)) == (False, False)


MAYBE_OWN = "This was changed in the meantime. It isn't known whether you changed it yourself: Check now"


def removed_unheard(distant: Pages, wire: Wire, whom: str) -> None:
    asking = chosen(distant, "Remove…", whom)
    wire.faults["DELETE"] = faults.lost_answer
    shown = distant.submit(CHOSEN, press=asking.h1.removesuffix("?"))
    wire.faults.clear()
    assert "It isn't known whether this was saved" in shown.main


def seen_in(page: Page) -> str:
    """Whom a page asks about, as it carries them."""
    return page.document.with_attribute("name", "seen")[0].attrib["value"]


def test_what_one_may_have_removed_alone_is_not_called_somebody_elses(distant: Pages, wire: Wire) -> None:
    distant.get(DOCS)
    seen = seen_in(chosen(distant, "Remove…", "kofi", "grace"))
    removed_unheard(distant, wire, "kofi")
    shown = distant.post(CHOSEN, {"seen": seen, "form_key": "of both"})
    assert MAYBE_OWN in shown.main
    assert "Somebody changed this" not in shown.main
    assert shown.links["Check now"] == f"{ORG}/journal/1"


@for_each("known", [True, False])
def test_a_role_that_one_may_have_set_is_not_called_somebody_elses(
    distant: Pages, wire: Wire, service: RunningService, *, known: bool
) -> None:
    start_over(distant, service)
    distant.get(DOCS)
    if not known:
        wire.faults["PUT"] = faults.lost_answer
    distant.post(CHOSEN, {"one": "owner member user_grace", "form_key": "of a row"})
    wire.faults.clear()
    shown = distant.post(CHOSEN, {"one": "remove member user_grace", "form_key": "of another"})
    assert (MAYBE_OWN in shown.main, "Somebody changed this" in shown.main) == (not known, known)


def test_what_a_colleague_removed_is_not_called_ones_own(distant: Pages, wire: Wire) -> None:
    seen = seen_in(chosen(distant, "Remove…", "kofi", "grace"))
    removed_unheard(distant, wire, "frank")
    bob = Pages(distant.app).sign_in(BOB)
    bob.get(DOCS)
    bob.post(CHOSEN, {"one": "remove member user_kofi"})
    assert "Somebody changed this in the meantime" in distant.post(CHOSEN, {"seen": seen, "form_key": "both"}).main


def test_what_the_service_refused_or_ignored_is_told_as_that(
    distant: Pages, wire: Wire, service: RunningService
) -> None:
    chosen(distant, "Remove…", "kofi")
    wire.faults["DELETE"] = faults.refusal(403, "Not you.")
    shown = distant.submit(CHOSEN, press="Remove Kofi Mensah from team_docs")
    assert ("Nothing was saved" in shown.main, "sent" in shown.main) == (True, False)
    start_over(distant, service)
    wire.faults.clear()
    distant.get(DOCS)
    wire.faults["PUT"] = faults.answer(204, b"")
    shown = distant.submit(CHOSEN, press="Make owner: Grace Tanaka")
    assert ". It is not saved: all is as it was before." in shown.toasts[0]


def test_the_journal_says_what_was_found_and_the_button_works_again(
    distant: Pages, wire: Wire, service: RunningService
) -> None:
    distant.get(DOCS)
    page = distant.page
    wire.faults["PUT"] = faults.answer(204, b"")
    shown = distant.submit(CHOSEN, press="Make owner: Grace Tanaka")
    assert "Undo" not in shown.buttons
    outcome = distant.get(f"{ORG}/journal/1").facts["Outcome"]
    told = "Not in effect The API accepted this. It is not saved: all is as it was before."
    assert outcome.startswith(f"{told} Masthead checked ")
    del wire.faults["PUT"]
    distant.page = page
    distant.submit(CHOSEN, press="Make owner: Grace Tanaka")
    assert roles(service)["grace"] == "owner"


def test_what_was_done_by_half_stays_saved_and_can_be_undone(
    distant: Pages, wire: Wire, service: RunningService
) -> None:
    distant.get(DOCS)
    wire.faults["PUT"] = half_done(service)
    distant.submit(ADD, add="user_lena user_alice", press="Add to the team")
    entry = distant.get(f"{ORG}/journal/1")
    assert entry.facts["Outcome"].startswith(
        "Saved The API accepted this. Some members are as this change asked, the others"
    )
    assert "lena" in roles(service)
    del wire.faults["PUT"]
    distant.get(f"{ORG}/journal/1/undo")
    distant.submit(f"{ORG}/journal/1/undo", press="Undo")
    assert "lena" not in roles(service)


@pytest.mark.exhaustive
def test_nothing_is_sent_where_the_members_cannot_be_read(distant: Pages, wire: Wire) -> None:
    distant.get(DOCS)
    wire.faults["GET"] = faults.refusal(503)
    shown = distant.submit(ADD, add="user_lena", press="Add to the team")
    assert shown.status in {502, 503, 504}
    assert shown.value("add") == "user_lena"
    assert "PUT" not in wire.seen


def test_an_owner_whose_address_is_not_told_is_not_made_less(
    distant: Pages, wire: Wire, service: RunningService
) -> None:
    wire.faults["GET"] = without_addresses(wire)
    distant.get(DOCS)
    distant.submit(ADD, add="erin@larkfield.example user_lena", press="Add to the team")
    assert (roles(service)["erin"], roles(service)["lena"]) == ("owner", "member")
    undo = distant.get(f"{ORG}/journal/1/undo")
    assert "The API did not report the earlier roles of these members" in undo.main
    distant.submit(f"{ORG}/journal/1/undo", press="Undo")
    assert (roles(service).get("erin"), "lena" in roles(service)) == ("owner", False)


def test_all_pages_are_read_before_a_change(distant: Pages, wire: Wire) -> None:
    wire.faults["GET"] = one_a_page(wire)
    distant.get(DOCS)
    shown = distant.post(CHOSEN, [("to", "member"), ("who", "user_bob")])
    assert shown.h1 == "Make Bob Okafor a member of team_docs?"
    shown = distant.post(CHOSEN, [("to", "member"), ("who", "user_bob"), ("who", "user_erin")])
    assert "The team would have no owner" in shown.problems[0]


def test_a_page_that_is_missing_is_told(distant: Pages, wire: Wire) -> None:
    wire.faults["GET"] = one_a_page(wire, refused_from=2)
    shown = distant.get(DOCS)
    assert (shown.status, len(shown.rows)) == (200, 2)
    assert "The team has more members than this page shows." in shown.main
    shown = distant.post(CHOSEN, [("to", "member"), ("who", "user_bob"), ("who", "user_erin")])
    assert "these are all the owners it could read" in shown.problems[0]


def test_a_ticked_person_is_always_shown_first(alice: Pages, asked: Log) -> None:
    assert chosen(alice, "Make owners…", "grace").h1 == "Make Grace Tanaka an owner of team_docs?"
    assert asked.writes == []


def test_a_row_that_is_out_of_date_asks_first(alice: Pages, service: RunningService) -> None:
    alice.get(DOCS)
    ask(service, BOB, "PUT", f"{API}/user_grace", {"role": "owner"})
    shown = alice.submit(CHOSEN, press="Remove Grace Tanaka")
    assert shown.h1 == "Remove Grace Tanaka from team_docs?"
    assert "Somebody changed this in the meantime." in shown.main
    assert roles(service)["grace"] == "owner"
    alice.submit(CHOSEN, press="Remove Grace Tanaka from team_docs")
    assert "grace" not in roles(service)


def test_whom_the_ticks_leave_out_is_said(alice: Pages, service: RunningService) -> None:
    alice.get(DOCS)
    ask(service, BOB, "DELETE", f"{API}/user_kofi")
    ask(service, BOB, "PUT", f"{API}/user_frank", {"role": "owner"})
    ticked = [("who", f"user_{each}") for each in ("frank", "grace", "kofi")]
    shown = alice.post(CHOSEN, [*ticked, ("to", "owner")])
    assert shown.h1 == "Make Grace Tanaka an owner of team_docs?"
    assert "Kofi Mensah is no longer in the team. Frank Adeyemi is already an owner, so no change." in shown.main
    ask(service, BOB, "DELETE", f"{API}/user_grace")
    shown = alice.submit(CHOSEN, press="Make Grace Tanaka an owner of team_docs")
    assert shown.h1 == "Nobody left to change"
    assert "Grace Tanaka is no longer in the team." in shown.main


def test_nobody_is_said_to_be_gone_where_not_all_could_be_read(distant: Pages, wire: Wire) -> None:
    distant.get(DOCS)
    wire.faults["GET"] = one_a_page(wire, refused_from=2)
    shown = distant.post(CHOSEN, [("to", "owner"), ("who", "user_kofi")])
    assert shown.toasts == ["Kofi Mensah was not found, and Masthead couldn't read all members. Nothing was sent."]


def test_the_same_button_of_an_older_page_is_sent_again(alice: Pages, service: RunningService) -> None:
    call(alice, "frank@larkfield.example")
    alice.get(DOCS)
    page = alice.page
    alice.submit(CHOSEN, press="Make owner: Grace Tanaka")
    alice.submit(CHOSEN, press="Make member: Grace Tanaka")
    assert roles(service)["grace"] == "member"
    alice.page = page
    alice.submit(CHOSEN, press="Make owner: Grace Tanaka")
    assert roles(service)["grace"] == "owner"


@for_each("address", [ADD, CHOSEN])
def test_who_had_to_sign_in_anew_comes_to_the_team(alice: Pages, address: str) -> None:
    assert alice.get(address).path == DOCS


def test_undoing_tells_what_the_service_made_of_it(distant: Pages, wire: Wire) -> None:
    distant.get(DOCS)
    distant.submit(CHOSEN, press="Make owner: Grace Tanaka")
    wire.faults["PUT"] = faults.answer(204, b"")
    distant.get(f"{ORG}/journal/1/undo")
    shown = distant.submit(f"{ORG}/journal/1/undo", press="Undo")
    assert shown.toasts[0].endswith(". It is not saved: all is as it was before.")


def made_owner_unheard(distant: Pages, wire: Wire) -> Page:
    """The button of a row, and no answer to what it did."""
    distant.get(DOCS)
    wire.faults["PUT"] = faults.lost_answer
    shown = distant.post(CHOSEN, {"one": "owner member user_frank", "form_key": "the key of the page"})
    wire.faults.clear()
    assert "It isn't known whether this was saved" in shown.main
    return shown


@for_each("address", [ADD, CHOSEN])
def test_a_page_that_is_loaded_again_leads_to_what_is_not_known(
    distant: Pages, wire: Wire, address: str, service: RunningService
) -> None:
    start_over(distant, service)
    made_owner_unheard(distant, wire)
    shown = distant.get(address)
    assert (shown.path, "Check now" in shown.buttons) == (f"{ORG}/journal/1", True)
    assert "Nothing was sent" not in shown.html
    distant.submit(f"{ORG}/journal/1/check")
    assert (distant.get(address).path, "Nothing was sent" in distant.shown.html) == (DOCS, False)


@for_each("press", ["Make member: Frank Adeyemi", "Make member: Erin Walsh"])
@pytest.mark.exhaustive
def test_a_form_that_is_sent_again_takes_back_nothing(
    distant: Pages, wire: Wire, service: RunningService, press: str
) -> None:
    """A colleague changes the same person, or somebody else."""
    start_over(distant, service)
    made_owner_unheard(distant, wire)
    bob = Pages(distant.app).sign_in(BOB)
    bob.get(DOCS)
    bob.submit(CHOSEN, press=press)
    before = roles(service)
    again = distant.post(CHOSEN, {"one": "owner member user_frank", "form_key": "the key of the page"})
    assert (again.toasts, roles(service)) == ([], before)
