"""A button whose answer was lost, and that a colleague has undone since, asks once, and is then sent all the same."""

import pytest

from tests.blueprints.link_pages import CARRIERS, LINKS, link
from tests.blueprints.test_sent_again import TOLD
from tests.certificates import pem
from tests.enforced import ENFORCE, OFF, enforce, is_enforced
from tests.faults import faults
from tests.pages.pages import Pages
from tests.providers import DRIVERS
from tests.providers import provider as provider_now
from tests.records import give_role
from tests.wire import Wire
from tests.world import BOB, RunningService

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
    assert (TOLD in shown.main, link(service, "Carriers 2025")["active"]) == (True, True)
    shown = distant.submit(f"{CARRIERS}/active", press="Switch off")
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
    assert TOLD in distant.submit(f"{ROTATE}/roll-back").main
    distant.submit(f"{ROTATE}/roll-back")
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
    assert TOLD in distant.submit(OFF, press="Stop now").main
    assert is_enforced(service)
    distant.submit(OFF, press="Stop enforcing single sign-on")
    assert not is_enforced(service)
