"""The banner of a countdown that ran out: true as long as it is shown, and closed by whoever has read it."""

import pytest
from flask import Flask

from tests.enforced import KEEP, ORG, TEN_MINUTES, enforce, switch, with_clock
from tests.faults.clock import Clock
from tests.pages.pages import Pages
from tests.portals import PortalFor
from tests.records import give_role
from tests.world import ALICE, CHARLIE, RunningService
from web.person.portal import portal_of

BANNER = "is no longer enforced for"
CLOSE = f"{ORG}/sso/enforce/close"


@pytest.fixture
def app(portal_for: PortalFor, clock: Clock, service: RunningService) -> Flask:
    return with_clock(portal_for(API_BASE_URL=service.url, FRESH_SECONDS=0), clock)


@pytest.fixture
def alice(app: Flask, clock: Clock) -> Pages:
    """Alice, who let it run out."""
    alice = Pages(app).sign_in(ALICE)
    enforce(alice)
    clock.pass_(TEN_MINUTES)
    alice.get(ORG)
    assert BANNER in alice.get(ORG).main
    return alice


def test_it_ends_when_it_is_enforced_again_and_kept(alice: Pages) -> None:
    enforce(alice)
    assert BANNER not in alice.submit(KEEP).main
    assert BANNER not in alice.get(ORG).main


def test_it_stays_when_it_was_not_enforced_again_after_all(alice: Pages) -> None:
    alice.get(f"{ORG}/sso/enforce")
    alice.submit(f"{ORG}/sso/enforce", accept=True, confirm="another name")
    assert BANNER in alice.get(ORG).main


def test_it_ends_when_a_colleague_enforces_it_elsewhere(alice: Pages, service: RunningService) -> None:
    switch(service, on=True)
    assert BANNER not in alice.get(ORG).main


@pytest.mark.exhaustive
def test_it_is_closed_for_whoever_has_read_it(app: Flask, alice: Pages, service: RunningService) -> None:
    give_role(service, "user_charlie", "org_larkfield", "admin")
    colleague = Pages(app).sign_in(CHARLIE)
    alice.get(ORG)
    shown = alice.submit(CLOSE)
    assert (shown.path, BANNER in shown.main) == (ORG, False)
    assert BANNER not in alice.get(f"{ORG}/sites").main
    assert BANNER in colleague.get(ORG).main


def test_a_later_one_is_told_again(alice: Pages, clock: Clock) -> None:
    alice.get(ORG)
    alice.submit(CLOSE)
    enforce(alice)
    clock.pass_(TEN_MINUTES)
    alice.get(ORG)
    assert BANNER in alice.get(ORG).main


def test_two_who_enforce_it_at_the_same_moment_have_one_trial(app: Flask, alice: Pages, clock: Clock) -> None:
    enforce(alice)
    clock.pass_(1)
    store = portal_of(app).store
    with store.database.writing() as connection:
        store.enforcements.beginning("org_larkfield", "Larkfield Freight", "a colleague").begun(connection, 0)
    assert alice.get(ORG).main.count("Keep enforcement?") == 1
