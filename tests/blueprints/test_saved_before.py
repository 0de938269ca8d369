"""A form or a button whose answer was lost: sent again it asks, or finds that what is there is what it sent."""

import pytest

from tests.blueprints.link_pages import CARRIERS, LINKS, link
from tests.blueprints.start_over import start_over
from tests.blueprints.test_place_access import API, GUIDE, roles
from tests.blueprints.test_sent_again import SAVED_THEN
from tests.blueprints.test_sso_certificate import sent
from tests.certificates import pem
from tests.enforced import ENFORCE, OFF, enforce, is_enforced
from tests.faults import faults
from tests.loops import for_each
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.providers import DRIVERS
from tests.providers import provider as provider_now
from tests.records import ask, give_role
from tests.wire import Wire
from tests.world import ALICE, BOB, RunningService

REMOVE = f"{GUIDE}/team_docs/remove"
SAVED = ["Already saved. Your changes are there, so nothing was sent."]


def lost(pages: Pages, wire: Wire, method: str, address: str, typed: dict[str, str], press: str) -> Page:
    pages.get(address)
    wire.faults[method] = faults.lost_answer
    shown = pages.submit(address, typed, press=press)
    wire.faults.clear()
    return shown


ROLES = {
    "given": ("PATCH", GUIDE, {"team-other": "team_operations", "role": "comment"}, "Give role"),
    "removed": ("DELETE", REMOVE, {}, "Remove role"),
}


@for_each("method, address, typed, press", ROLES.values())
def test_a_role_that_is_as_it_was_sent_is_not_sent_again(
    distant: Pages, wire: Wire, method: str, address: str, typed: dict[str, str], press: str, service: RunningService
) -> None:
    start_over(distant, service)
    told = lost(distant, wire, method, address, typed, press)
    assert "is Editor here now" not in told.main
    sent = wire.seen[method]
    shown = distant.send_again(address)
    assert (shown.path, shown.toasts, wire.seen[method]) == (GUIDE, SAVED, sent)
    assert distant.get(told.links["Check now"]).facts["Outcome"].startswith("Saved")


def test_a_role_that_a_colleague_gave_since_is_asked_about(distant: Pages, wire: Wire, service: RunningService) -> None:
    lost(distant, wire, "DELETE", REMOVE, {}, "Remove role")
    assert ask(service, ALICE, "PATCH", f"{API}/team_docs", {"role": "review"}).status_code == 204
    shown = distant.send_again(REMOVE)
    assert roles(service)["team_docs"] == "review"
    assert "It isn't known whether this was saved" in shown.main
    assert "Nothing was saved" not in shown.main


def test_a_certificate_that_is_as_it_was_sent_is_not_sent_again(distant: Pages, wire: Wire) -> None:
    new = pem(500)
    sent(distant, certificate=new, how="later", due="2100-01-01")
    sent(distant, certificate=new)
    wire.faults["PATCH"] = faults.lost_answer
    told = distant.confirm(ROTATE)
    wire.faults.clear()
    calls = wire.seen["PATCH"]
    shown = distant.send_again(ROTATE)
    assert (shown.path, shown.toasts, wire.seen["PATCH"]) == (DRIVERS, SAVED, calls)
    assert "Does the new certificate work?" in shown.main
    assert "Remove next certificate" not in shown.buttons
    assert distant.get(told.links["Check now"]).facts["Outcome"].startswith("Saved")


ROTATE = f"{DRIVERS}/certificate"


@pytest.fixture
def bob(distant: Pages, service: RunningService) -> Pages:
    """A second administrator in the same portal."""
    give_role(service, "user_bob", "org_larkfield", "admin")
    return Pages(distant.app).sign_in(BOB)


def test_a_share_link_that_a_colleague_switched_on_again(
    distant: Pages, bob: Pages, wire: Wire, service: RunningService
) -> None:
    distant.get(LINKS)
    wire.faults["PATCH"] = faults.lost_answer
    distant.submit(f"{CARRIERS}/active", press="Switch off Carriers 2025")
    wire.faults.clear()
    bob.get(f"{LINKS}?refresh=1")
    bob.submit(f"{CARRIERS}/active", press="Switch on Carriers 2025")
    distant.get(f"{LINKS}?refresh=1")
    shown = distant.submit(f"{CARRIERS}/active", press="Switch off Carriers 2025")
    assert (SAVED_THEN in shown.main, link(service, "Carriers 2025")["active"]) == (True, True)
    shown = distant.send_again(f"{CARRIERS}/active")
    assert shown.toasts == ["Carriers 2025 was switched off."]
    assert not link(service, "Carriers 2025")["active"]


def test_a_certificate_that_a_colleague_put_in_again(
    distant: Pages, bob: Pages, wire: Wire, service: RunningService
) -> None:
    old, new = str(provider_now(service, "drivers")["certificate"]).split(), pem(500)
    put_in(distant, new)
    wire.faults["PATCH"] = faults.lost_answer
    distant.submit(f"{ROTATE}/roll-back")
    wire.faults.clear()
    put_in(bob, new)
    distant.get(f"{DRIVERS}?refresh=1")
    assert SAVED_THEN in distant.submit(f"{ROTATE}/roll-back").main
    distant.send_again(f"{ROTATE}/roll-back")
    assert str(provider_now(service, "drivers")["certificate"]).split() == old


def put_in(pages: Pages, certificate: str) -> None:
    pages.get(f"{ROTATE}?refresh=1")
    pages.submit(ROTATE, {"how": "now", "certificate": certificate}, press="Continue")
    pages.confirm(ROTATE)


@pytest.mark.exhaustive
def test_enforcement_that_a_colleague_switched_on_again(
    distant: Pages, bob: Pages, wire: Wire, service: RunningService
) -> None:
    enforce(distant)
    wire.faults["PATCH"] = faults.lost_answer
    distant.submit(OFF, press="Stop now")
    wire.faults.clear()
    enforce(bob)
    distant.get(ENFORCE)
    assert SAVED_THEN in distant.submit(OFF, press="Stop now").main
    assert is_enforced(service)
    distant.send_again(OFF)
    assert not is_enforced(service)
