"""Sending again after a lost answer."""

import pytest

from masthead.web.person.portal import portal_of
from tests.blueprints.start_over import start_over
from tests.blueprints.team_pages import ADD, CHOSEN, DOCS, chosen, roles
from tests.blueprints.team_pages import API as TEAM_API
from tests.faults import faults
from tests.loops import for_each
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.records import ask, give_role
from tests.wire import Wire
from tests.world import ALICE, BOB, RunningService

ORG, API = "/orgs/org_larkfield", "/v1/orgs/org_larkfield"
SETTINGS = f"{ORG}/settings"
TOLD = "It isn't known whether this was saved when you sent it before, and it was changed again since."
SAVED_THEN = "This was saved when you sent it before, and it was changed again since."


@pytest.fixture
def bob(distant: Pages, service: RunningService) -> Pages:
    """A second administrator in the same portal."""
    give_role(service, "user_bob", "org_larkfield", "admin")
    return Pages(distant.app).sign_in(BOB)


def test_a_setting_that_a_colleague_set_back(distant: Pages, bob: Pages, wire: Wire, service: RunningService) -> None:
    distant.get(SETTINGS)
    wire.faults["PATCH"] = faults.lost_answer
    distant.save(f"{SETTINGS}/profile", hostname="host-zz", title="Lark")
    wire.faults.clear()
    bob.get(SETTINGS)
    bob.save(f"{SETTINGS}/profile", hostname="larkfield")
    shown = distant.send_again(f"{SETTINGS}/profile")
    assert (shown.status, shown.h1) == (409, "This was not saved again")
    assert shown.rows == [["Name", "“Lark”", "“Lark”"], ["Default hostname", "“host-zz”", "“larkfield” different"]]
    assert SAVED_THEN in shown.main
    assert shown.links["See what was sent"] == f"{ORG}/journal/1"
    assert ask(service, ALICE, "GET", API).get_json()["hostname"] == "larkfield"
    assert "Profile: saved." in distant.send_again(f"{SETTINGS}/profile").toasts
    assert ask(service, ALICE, "GET", API).get_json()["hostname"] == "host-zz"


@for_each("first", ["user_lena", "user_lena, user_heidi"])
def test_somebody_whom_a_colleague_removed_from_a_team(
    distant: Pages, bob: Pages, wire: Wire, service: RunningService, first: str
) -> None:
    start_over(distant, service)
    give_role(service, "user_bob", "org_larkfield", "admin")
    distant.get(DOCS)
    wire.faults["PUT"] = faults.lost_answer
    distant.submit(ADD, add=first, press="Add to the team")
    wire.faults.clear()
    bob.get(DOCS)
    bob.submit(CHOSEN, press="Remove Lena")
    assert "lena" not in roles(service)
    shown = distant.send_again(ADD)
    assert SAVED_THEN in shown.main
    assert "lena" not in roles(service)
    distant.send_again(ADD)
    assert "lena" in roles(service)


TWO = [
    ("Remove…", "Remove Kofi Mensah and Grace Tanaka from team_docs", "Remove Grace Tanaka from team_docs", None),
    (
        "Make owners…",
        "Make Kofi Mensah and Grace Tanaka owners of team_docs",
        "Make Grace Tanaka an owner of team_docs",
        "owner",
    ),
]


@for_each("to, both, one, after", TWO)
@pytest.mark.exhaustive
def test_one_of_two_whom_a_colleague_set_back(
    distant: Pages, bob: Pages, wire: Wire, service: RunningService, to: str, both: str, one: str, after: str | None
) -> None:
    start_over(distant, service)
    give_role(service, "user_bob", "org_larkfield", "admin")
    chosen(distant, to, "kofi", "grace")
    wire.faults["PUT"] = faults.lost_answer
    distant.submit(CHOSEN, press=both)
    wire.faults.clear()
    bob.get(DOCS)
    set_back(bob, after)
    shown = distant.send_again(CHOSEN)
    assert (SAVED_THEN in shown.main, "Somebody changed this in the meantime" in shown.main) == (True, False)
    assert shown.links["See what was sent"] == f"{ORG}/journal/1"
    assert roles(service)["grace"] == "member"
    distant.send_again(CHOSEN)
    distant.submit(CHOSEN, press=one)
    assert roles(service).get("grace") == after


def set_back(bob: Pages, after: str | None) -> None:
    """Let Grace be a member again."""
    if after is None:
        bob.submit(ADD, add="user_grace", press="Add to the team")
    else:
        bob.submit(CHOSEN, press="Make member: Grace Tanaka")


def test_one_whom_a_colleague_set_back_among_others(
    distant: Pages, bob: Pages, wire: Wire, service: RunningService
) -> None:
    chosen(distant, "Remove…", "grace")
    wire.faults["DELETE"] = faults.lost_answer
    distant.submit(CHOSEN, press="Remove Grace Tanaka from team_docs")
    wire.faults.clear()
    bob.get(DOCS)
    set_back(bob, None)
    chosen(distant, "Remove…", "kofi", "grace")
    both = "Remove Kofi Mensah and Grace Tanaka from team_docs"
    shown = distant.submit(CHOSEN, press=both)
    before = "You sent some of this before: “Remove Grace Tanaka from team_docs”. That was saved"
    assert shown.problems == [f"{before}, and it was changed again since. See what was sent, or send it again."]
    assert {"kofi", "grace"} <= roles(service).keys()
    distant.send_again(CHOSEN)
    assert not {"kofi", "grace"} & roles(service).keys()


def test_the_doubt_stays_where_one_of_two_is_back_and_nobody_knows_by_whom(
    distant: Pages, wire: Wire, service: RunningService
) -> None:
    _, both, *_ = TWO[0]
    chosen(distant, "Remove…", "kofi", "grace")
    wire.faults["PUT"] = faults.lost_answer
    distant.submit(CHOSEN, press=both)
    wire.faults.clear()
    ask(service, ALICE, "PUT", TEAM_API, {"add": ["user_grace"]})
    shown = distant.send_again(CHOSEN)
    assert "It isn't known whether this was saved" in shown.main
    assert "Nothing was saved" not in shown.main
    assert shown.links["Check now"] == f"{ORG}/journal/1"


def test_it_leads_to_the_doubt_where_nobody_is_left(distant: Pages, wire: Wire) -> None:
    _, both, *_ = TWO[0]
    chosen(distant, "Remove…", "kofi", "grace")
    wire.faults["PUT"] = faults.lost_answer
    distant.submit(CHOSEN, press=both)
    wire.faults.clear()
    assert distant.send_again(CHOSEN).path == f"{ORG}/journal/1"


def test_a_role_that_a_colleague_set_back(distant: Pages, bob: Pages, wire: Wire, service: RunningService) -> None:
    distant.get(DOCS)
    wire.faults["PUT"] = faults.lost_answer
    distant.submit(CHOSEN, press="Make owner: Grace Tanaka")
    wire.faults.clear()
    bob.get(DOCS)
    bob.submit(CHOSEN, press="Make member: Grace Tanaka")
    assert SAVED_THEN in distant.send_again(CHOSEN).main
    distant.send_again(CHOSEN)
    assert roles(service)["grace"] == "member"
    distant.submit(CHOSEN, press="Make Grace Tanaka an owner of team_docs")
    assert roles(service)["grace"] == "owner"


def test_an_undo_of_what_was_saved_later_is_sent(distant: Pages, wire: Wire, service: RunningService) -> None:
    distant.get(SETTINGS)
    wire.faults["PATCH"] = faults.lost_answer
    distant.save(f"{SETTINGS}/profile", hostname="host-zz")
    wire.faults.clear()
    distant.get(SETTINGS)
    distant.save(f"{SETTINGS}/profile", hostname="host-yy")
    distant.get(f"{ORG}/journal/2/undo")
    assert distant.submit(f"{ORG}/journal/2/undo").status == 200
    assert ask(service, ALICE, "GET", API).get_json()["hostname"] == "host-zz"


def test_an_undo_that_was_overtaken_is_sent_once_that_was_told(
    distant: Pages, bob: Pages, wire: Wire, service: RunningService
) -> None:
    distant.get(SETTINGS)
    distant.save(f"{SETTINGS}/profile", hostname="host-zz")
    undo = f"{ORG}/journal/1/undo"
    distant.get(undo)
    wire.faults["PATCH"] = faults.reset
    distant.submit(undo)
    wire.faults.clear()
    bob.get(SETTINGS)
    bob.save(f"{SETTINGS}/profile", hostname="host-yy")
    bob.get(f"{ORG}/journal/3/undo")
    bob.submit(f"{ORG}/journal/3/undo")
    distant.get(undo)
    assert "so nothing was sent now. Check now, or undo it anyway." in distant.submit(undo).main
    assert distant.submit(undo).status == 200
    assert ask(service, ALICE, "GET", API).get_json()["hostname"] == "larkfield"


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
    assert distant.send_again(PROFILE).toasts == ["Profile: saved."]
