"""A form whose answer got lost is sent again: what it had brought about, and somebody changed since, is asked about."""

from collections.abc import Callable

import pytest

from tests.blueprints.team_pages import ADD, CHOSEN, DOCS, roles
from tests.blueprints.team_pages import API as TEAM_API
from tests.faults import faults
from tests.pages.page import Page
from tests.pages.pages import Pages
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
    told = lost(wire, "PATCH", lambda: distant.submit(PROFILE, hostname="host-zz"))
    page = distant.shown
    checked(distant, told)
    if where == "in Masthead":
        bob.get(SETTINGS)
        bob.submit(PROFILE, hostname="larkfield")
    else:
        ask(service, ALICE, "PATCH", API, {"hostname": "larkfield"})
    distant.page = page
    shown = distant.submit(PROFILE)
    assert (shown.problems, SAVED_THEN in shown.main, NOT_AGAIN in shown.main) == ([SAVED_THEN], True, True)
    assert ask(service, ALICE, "GET", API).get_json()["hostname"] == "larkfield"
    assert distant.submit(PROFILE).toasts == ["Profile: saved."]
    assert ask(service, ALICE, "GET", API).get_json()["hostname"] == "host-zz"


def test_one_of_two_whom_somebody_removed_outside_masthead(distant: Pages, wire: Wire, service: RunningService) -> None:
    distant.get(DOCS)
    lost(wire, "PUT", lambda: distant.submit(ADD, add="user_lena, user_heidi", press="Add to the team"))
    ask(service, ALICE, "PUT", TEAM_API, {"remove": ["user_lena"]})
    shown = distant.submit(ADD, press="Add to the team")
    assert (shown.problems, "lena" in roles(service)) == ([UNKNOWN_THEN], False)
    distant.submit(ADD, press="Add to the team")
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
    shown = distant.submit(ADD, press="Add to the team")
    assert (shown.problems, "lena" in roles(service)) == ([SAVED_THEN], False)
    distant.submit(ADD, press="Add to the team")
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
    shown = distant.submit(NEW_FIELD)
    assert "This was created when you sent it before, and it was deleted since." in shown.main
    assert ask(service, ALICE, "GET", f"{API}/custom-fields/region").status_code == 404
    assert distant.submit(NEW_FIELD).toasts == ["Region was created."]


def test_what_is_as_it_was_before_is_sent_again(distant: Pages, wire: Wire) -> None:
    distant.get(SETTINGS)
    wire.faults["PATCH"] = faults.reset
    distant.submit(PROFILE, hostname="host-zz")
    wire.faults.clear()
    assert distant.submit(PROFILE).toasts == ["Profile: saved."]
