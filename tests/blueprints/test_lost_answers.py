"""A change whose answer got lost: what is known of it later, and what a form asks that is sent again."""

from collections.abc import Callable

import pytest

from tests.blueprints.team_pages import ADD, CHOSEN, DOCS, roles
from tests.blueprints.team_pages import API as TEAM_API
from tests.blueprints.test_drafts import undo_of
from tests.blueprints.test_sent_drafts import ENTRY, NOT_KNOWN, NOT_SAVED, lose
from tests.blueprints.test_sso_certificate import ROTATE, sent
from tests.certificates import pem
from tests.faults import faults
from tests.faults.hostile import Fault
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.providers import DRIVERS
from tests.records import ask, give_role
from tests.wire import Wire
from tests.world import ALICE, BOB, RunningService

ORG, API = "/orgs/org_larkfield", "/v1/orgs/org_larkfield"
SETTINGS, PROFILE, FIELDS = f"{ORG}/settings", f"{ORG}/settings/profile", f"{ORG}/fields"
NEW_FIELD = f"{FIELDS}/_new"
SAVED_THEN = (
    "This was saved when you sent it before, and it was changed again since. See what was sent, or send it again."
)
UNKNOWN_THEN = (
    "It isn't known whether this was saved when you sent it before, and it was changed again since. "
    "Check now, or send it anyway."
)
NOT_AGAIN = "This was not saved again"


@pytest.fixture
def bob(distant: Pages, service: RunningService) -> Pages:
    """A second administrator in the same portal."""
    give_role(service, "user_bob", "org_larkfield", "admin")
    return Pages(distant.app).sign_in(BOB)


def lost(wire: Wire, method: str, send: Callable[[], Page]) -> Page:
    wire.faults[method] = faults.lost_answer
    shown = send()
    wire.faults.clear()
    return shown


def checked(pages: Pages, told: Page) -> None:
    """Another window of the same person finds out that it was saved."""
    window = Pages(pages.app).sign_in(ALICE)
    window.get(told.links["Check now"])
    shown = window.submit(f"{window.shown.path}/check")
    assert shown.facts["Outcome"].startswith("Saved")


@pytest.mark.parametrize("where", ["in Masthead", "outside"])
def test_a_setting_that_was_found_saved(
    distant: Pages, bob: Pages, wire: Wire, service: RunningService, where: str
) -> None:
    distant.get(SETTINGS)
    told = lost(wire, "PATCH", lambda: distant.save(PROFILE, hostname="host-zz"))
    page = distant.shown
    checked(distant, told)
    if where == "in Masthead":
        bob.get(SETTINGS)
        bob.save(PROFILE, hostname="larkfield")
    else:
        ask(service, ALICE, "PATCH", API, {"hostname": "larkfield"})
    distant.page = page
    shown = distant.send_again(PROFILE)
    assert (shown.problems, shown.h1) == ([SAVED_THEN], NOT_AGAIN)
    assert ask(service, ALICE, "GET", API).get_json()["hostname"] == "larkfield"
    assert distant.send_again(PROFILE).toasts == ["Profile: saved."]
    assert ask(service, ALICE, "GET", API).get_json()["hostname"] == "host-zz"


def test_one_of_two_whom_somebody_removed_outside_masthead(distant: Pages, wire: Wire, service: RunningService) -> None:
    distant.get(DOCS)
    lost(wire, "PUT", lambda: distant.submit(ADD, add="user_lena, user_heidi", press="Add to the team"))
    ask(service, ALICE, "PUT", TEAM_API, {"remove": ["user_lena"]})
    shown = distant.send_again(ADD)
    assert (shown.problems, "lena" in roles(service)) == ([UNKNOWN_THEN], False)
    distant.send_again(ADD)
    assert "lena" in roles(service)


@pytest.mark.exhaustive
def test_somebody_whom_a_colleague_removed_once_it_was_found_saved(
    distant: Pages, bob: Pages, wire: Wire, service: RunningService
) -> None:
    distant.get(DOCS)
    told = lost(wire, "PUT", lambda: distant.submit(ADD, add="user_lena", press="Add to the team"))
    checked(distant, told)
    bob.get(DOCS)
    bob.submit(CHOSEN, press="Remove Lena")
    shown = distant.send_again(ADD)
    assert (shown.problems, "lena" in roles(service)) == ([SAVED_THEN], False)
    distant.send_again(ADD)
    assert "lena" in roles(service)


def test_what_a_colleague_deleted_is_not_created_again_at_once(
    distant: Pages, bob: Pages, wire: Wire, service: RunningService
) -> None:
    distant.get(NEW_FIELD)
    told = lost(wire, "POST", lambda: distant.submit(NEW_FIELD, title="Region", name="region"))
    page = distant.shown
    checked(distant, told)
    bob.get(f"{FIELDS}/region/delete")
    bob.submit(f"{FIELDS}/region/delete", confirm="Region")
    distant.page = page
    shown = distant.send_again(NEW_FIELD)
    assert "This was created when you sent it before, and it was deleted since." in shown.main
    assert ask(service, ALICE, "GET", f"{API}/custom-fields/region").status_code == 404
    assert distant.send_again(NEW_FIELD).toasts == ["Region was created."]


def test_what_is_as_it_was_before_is_sent_again(distant: Pages, wire: Wire) -> None:
    distant.get(SETTINGS)
    wire.faults["PATCH"] = faults.reset
    distant.save(PROFILE, hostname="host-zz")
    wire.faults.clear()
    assert distant.send_again(PROFILE).toasts == ["Profile: saved."]


def outcome(pages: Pages) -> str:
    return pages.get(f"{ORG}/journal/1").facts["Outcome"]


def rename(pages: Pages, wire: Wire) -> None:
    """Send another name, and lose the answer."""
    pages.get(SETTINGS)
    wire.faults["PATCH"] = faults.lost_answer
    pages.submit(PROFILE, title="Lark")
    wire.faults.clear()


@pytest.mark.parametrize("press", ["keep", "roll-back"])
def test_a_certificate_that_somebody_decided_about(distant: Pages, bob: Pages, wire: Wire, press: str) -> None:
    sent(distant, certificate=pem(500))
    wire.faults["PATCH"] = faults.lost_answer
    distant.confirm(ROTATE)
    wire.faults.clear()
    bob.get(DRIVERS)
    bob.submit(f"{ROTATE}/{press}")
    assert outcome(distant).startswith("Saved")
    assert "It isn't known" not in distant.get("/drafts").main


def test_what_is_already_saved(distant: Pages, wire: Wire) -> None:
    rename(distant, wire)
    assert distant.send_again(PROFILE).toasts == ["Already saved. Your changes are there, so nothing was sent."]
    assert outcome(distant).startswith("Saved")


def test_what_is_typed_again_on_the_page_that_shows_it(distant: Pages, wire: Wire) -> None:
    rename(distant, wire)
    distant.get(SETTINGS)
    shown = distant.submit(PROFILE, title="Lark")
    assert shown.toasts == ["Nothing to save. You changed nothing."]
    assert "It isn't known" not in shown.main
    assert outcome(distant).startswith("Saved")


def test_what_another_save_of_the_same_person_found_there(distant: Pages, wire: Wire) -> None:
    rename(distant, wire)
    distant.get(SETTINGS)
    distant.save(PROFILE, hostname="host-zz")
    assert outcome(distant).startswith("Saved")
    assert "It isn't known" not in distant.get(SETTINGS).main


def test_what_was_not_carried_out_stays_not_known(distant: Pages, wire: Wire, service: RunningService) -> None:
    distant.get(SETTINGS)
    wire.faults["PATCH"] = faults.reset
    distant.submit(PROFILE, title="Lark")
    wire.faults.clear()
    distant.get(SETTINGS)
    distant.save(PROFILE, hostname="host-zz")
    assert ask(service, ALICE, "GET", API).get_json()["title"] == "Larkfield Freight"
    assert outcome(distant).startswith("Not known")


@pytest.fixture
def too_soon(distant: Pages, wire: Wire) -> Pages:
    """At a change that was found not to be in effect right after it was sent."""
    distant.get(SETTINGS)
    wire.faults["PATCH"] = faults.reset
    told = distant.submit(PROFILE, title="Lark")
    wire.faults.clear()
    distant.get(told.links["Check now"])
    distant.submit(f"{distant.shown.path}/check")
    return distant


def test_the_journal_says_how_soon_it_was_found_not_to_be_in_effect(too_soon: Pages) -> None:
    assert too_soon.shown.facts["Outcome"].startswith("Not in effect It is not saved")
    assert "this may have changed since" in too_soon.shown.facts["Outcome"]
    assert "The API may have carried it out later: check again." in too_soon.shown.facts["Outcome"]


def test_what_the_api_carried_out_later_is_found_by_checking_again(too_soon: Pages, service: RunningService) -> None:
    ask(service, ALICE, "PATCH", API, {"title": "Lark"})
    shown = too_soon.submit(f"{too_soon.shown.path}/check", press="Check again")
    assert shown.facts["Outcome"].startswith("Saved")
    assert "Check again" not in shown.buttons
    assert shown.links["Undo"]


def test_what_is_still_not_in_effect_stays_so(too_soon: Pages, bob: Pages) -> None:
    shown = too_soon.submit(f"{too_soon.shown.path}/check", press="Check again")
    assert "Check again" in shown.buttons
    bob.get(SETTINGS)
    bob.submit(PROFILE, title="Lark")
    shown = too_soon.submit(f"{too_soon.shown.path}/check", press="Check again")
    assert shown.facts["Outcome"].startswith("Not in effect It is not saved")
    assert "Somebody may have set it since" not in " ".join([shown.main, *shown.toasts])
    assert "don't show whether the API carried this out later" in " ".join(shown.toasts)


def discarded(pages: Pages, wire: Wire, lost: Fault) -> str:
    """The address where that is undone."""
    pages.get(SETTINGS)
    lose(pages, wire, PROFILE, {"hostname": "host-abc"}, lost)
    pages.get("/drafts")
    return undo_of(pages.submit("/drafts/discard"))


def test_it_is_not_known_still(distant: Pages, wire: Wire) -> None:
    distant.submit(discarded(distant, wire, faults.lost_answer))
    shown = distant.get(SETTINGS)
    assert (NOT_SAVED in shown.main, shown.main.count(NOT_KNOWN)) == (False, 1)
    assert shown.links["Check now"] == ENTRY


@pytest.mark.parametrize("is_saved", [True, False])
def test_what_is_known_by_then_is_said(distant: Pages, wire: Wire, *, is_saved: bool) -> None:
    undo = discarded(distant, wire, faults.lost_answer if is_saved else faults.reset)
    distant.get(ENTRY)
    distant.submit(f"{ENTRY}/check")
    (told,) = distant.post(undo, {}).toasts
    assert told == (
        "This was saved in the meantime, so the draft was not restored." if is_saved else "The draft was restored."
    )
    shown = distant.get(SETTINGS)
    assert (NOT_SAVED in shown.main, NOT_KNOWN in shown.main) == (not is_saved, False)
