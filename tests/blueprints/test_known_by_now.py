"""A change whose answer got lost is known once a page says what came of it: the journal and the drafts agree."""

import pytest

from tests.blueprints.test_sso_certificate import ROTATE, sent
from tests.certificates import pem
from tests.faults import faults
from tests.pages.pages import Pages
from tests.providers import DRIVERS
from tests.records import ask, give_role
from tests.wire import Wire
from tests.world import ALICE, BOB, RunningService

ORG = "/orgs/org_larkfield"
API = "/v1/orgs/org_larkfield"
SETTINGS, PROFILE = f"{ORG}/settings", f"{ORG}/settings/profile"


@pytest.fixture
def bob(distant: Pages, service: RunningService) -> Pages:
    """A second administrator in the same portal."""
    give_role(service, "user_bob", "org_larkfield", "admin")
    return Pages(distant.app).sign_in(BOB)


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
    assert distant.submit(PROFILE).toasts == ["Already saved. Your changes are there, so nothing was sent."]
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
    distant.submit(PROFILE, hostname="host-zz")
    assert outcome(distant).startswith("Saved")
    assert "It isn't known" not in distant.get(SETTINGS).main


def test_what_was_not_carried_out_stays_not_known(distant: Pages, wire: Wire, service: RunningService) -> None:
    distant.get(SETTINGS)
    wire.faults["PATCH"] = faults.reset
    distant.submit(PROFILE, title="Lark")
    wire.faults.clear()
    distant.get(SETTINGS)
    distant.submit(PROFILE, hostname="host-zz")
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
    assert "Somebody may have set it back since" not in " ".join([shown.main, *shown.toasts])
    assert "don't show whether the API carried this out later" in " ".join(shown.toasts)
