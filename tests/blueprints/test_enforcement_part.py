"""The part of each page that counts down: what it gets when it asks whether anything changed."""

import pytest
from flask import Flask

from tests.enforced import ENFORCE, KEEP, ORG, TEN_MINUTES, enforce, is_enforced, with_clock
from tests.faults import faults
from tests.faults.clock import Clock
from tests.pages.pages import Pages
from tests.portals import PortalFor
from tests.wire import Wire
from tests.world import ALICE, RunningService
from web.person.portal import portal_of

SITES = f"{ORG}/sites"


@pytest.fixture
def app(portal_for: PortalFor, clock: Clock) -> Flask:
    return with_clock(portal_for(), clock)


@pytest.fixture
def own(app: Flask) -> Pages:
    """Alice at a portal whose countdowns go by the clock of the test."""
    return Pages(app).sign_in(ALICE)


def test_the_part_that_a_page_asks_for_when_the_time_is_up(own: Pages, service: RunningService, clock: Clock) -> None:
    enforce(own)
    own.get(SITES)
    clock.pass_(TEN_MINUTES)
    part = own.swap(f"{ENFORCE}/countdown", "enforcement-countdown")
    assert "is no longer enforced for" in part.html
    assert not is_enforced(service)


def test_a_page_that_shows_what_is_so_gets_nothing_new(own: Pages) -> None:
    shown = enforce(own)
    ask = {"headers": {"HX-Request": "true", "HX-Target": "enforcement-countdown"}}
    address = str(shown.document.by_id["enforcement-countdown"].get("hx-get"))
    assert own.client.get(address, **ask).status_code == 204
    own.submit(KEEP)
    assert own.client.get(address, **ask).status_code == 200


def test_a_page_that_was_read_before_the_end_says_so(own: Pages, clock: Clock) -> None:
    enforce(own)
    clock.pass_(TEN_MINUTES)
    part = own.swap(f"{ENFORCE}/countdown", "enforcement-countdown")
    assert "The rest of this page was read before that." in part.html
    again = own.shown.links["Reload the page"]
    shown = own.get(again).main
    assert again == ENFORCE
    assert ("read before that" in shown, "Single sign-on is enforced on trial" in shown) == (False, False)


def test_a_colleagues_trial_is_not_over_while_nobody_knows_who_administers_it(
    portal_for: PortalFor, wire: Wire, clock: Clock
) -> None:
    app = with_clock(portal_for(API_BASE_URL=wire.url), clock)
    enforce(Pages(app).sign_in("demo-lena"))
    alice = Pages(app).sign_in(ALICE)
    alice.get(SITES)
    parts = portal_of(app)
    parts.store.listings.forget(parts.store.keys.owner_of(ALICE), ("/",))  # as while she saves the organization
    ask = {"headers": {"HX-Request": "true", "HX-Target": "enforcement-countdown"}}
    wire.faults["GET"] = faults.close
    assert alice.client.get(f"{ENFORCE}/countdown", **ask).status_code == 204
    wire.faults.clear()
    assert "Keep enforcement" in alice.client.get(f"{ENFORCE}/countdown", **ask).text


def test_an_open_page_of_single_sign_on_says_that_it_is_on_trial(own: Pages, app: Flask) -> None:
    page = own.get(f"{ORG}/sso")
    assert "Not enforced" in page.main
    address = str(page.document.by_id["sso-enforcement"].get("hx-get"))
    enforce(Pages(app).sign_in(ALICE))
    part = own.swap(address, "sso-enforcement")
    assert "This is a trial. Unless somebody keeps it by" in part.html
    own.get(ENFORCE)
    own.submit(KEEP)
    assert "This is a trial." not in own.get(f"{ORG}/sso").main
