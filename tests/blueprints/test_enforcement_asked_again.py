"""Single sign-on that somebody switches again after a lost answer: it is asked once at most, and any button answers."""

import pytest
from flask import Flask

from tests.enforced import ENFORCE, KEEP, OFF, ORG, TEN_MINUTES, TITLE, enforce, is_enforced, switch, with_clock
from tests.faults import faults
from tests.faults.clock import Clock
from tests.pages.pages import Pages
from tests.portals import PortalFor
from tests.records import give_role
from tests.wire import Wire
from tests.world import ALICE, CHARLIE, RunningService

SITES = f"{ORG}/sites"
OVERTAKEN = "It isn't known whether this was saved when you sent it before, and it was changed again since."


@pytest.fixture
def app(portal_for: PortalFor, clock: Clock, wire: Wire) -> Flask:
    return with_clock(portal_for(API_BASE_URL=wire.url, FRESH_SECONDS=0), clock)


@pytest.fixture
def alice(app: Flask) -> Pages:
    return Pages(app).sign_in(ALICE)


@pytest.fixture
def charlie(app: Flask, service: RunningService) -> Pages:
    """A second administrator in the same portal."""
    give_role(service, "user_charlie", "org_larkfield", "admin")
    return Pages(app).sign_in(CHARLIE)


def lose_a_stop(pages: Pages, wire: Wire) -> None:
    """Enforce and keep it, and stop it with a call that nobody hears of."""
    enforce(pages)
    pages.submit(KEEP)
    wire.faults["PATCH"] = faults.reset
    assert "It isn't known whether this was saved" in pages.submit(OFF).main
    wire.faults.clear()


def test_it_is_stopped_at_once_after_one_enforced_it_again(alice: Pages, wire: Wire, service: RunningService) -> None:
    lose_a_stop(alice, wire)
    switch(service, on=False)
    enforce(alice)
    alice.get(SITES)
    assert alice.submit(OFF, press="Stop now").toasts == ["Single sign-on is no longer enforced."]
    assert not is_enforced(service)


@pytest.mark.exhaustive
def test_the_banner_answers_what_was_asked(alice: Pages, charlie: Pages, wire: Wire, service: RunningService) -> None:
    lose_a_stop(alice, wire)
    switch(service, on=False)
    enforce(charlie)
    alice.get(SITES)
    assert OVERTAKEN in alice.submit(OFF, press="Stop now").main
    assert is_enforced(service)
    assert alice.submit(OFF, press="Stop now").toasts == ["Single sign-on is no longer enforced."]
    assert not is_enforced(service)


@pytest.mark.exhaustive
def test_what_was_answered_is_not_asked_again(
    alice: Pages, charlie: Pages, wire: Wire, service: RunningService
) -> None:
    lose_a_stop(alice, wire)
    switch(service, on=False)
    for presses in (2, 1):
        enforce(charlie)
        alice.get(SITES)
        for _ in range(presses):
            alice.submit(OFF, press="Stop now")
        assert not is_enforced(service)


@pytest.mark.parametrize("seen", [True, False], ids=["seen before the end", "seen at the end"])
@pytest.mark.exhaustive
def test_what_counted_down_is_known_to_have_been_enforced(
    alice: Pages, charlie: Pages, wire: Wire, service: RunningService, clock: Clock, *, seen: bool
) -> None:
    alice.get(ENFORCE)
    wire.faults["PATCH"] = faults.lost_answer
    alice.submit(ENFORCE, accept=True, confirm=TITLE)
    wire.faults.clear()
    if seen:
        alice.get(ENFORCE)
    clock.pass_(TEN_MINUTES)
    charlie.get(SITES)
    assert not is_enforced(service)
    assert alice.get(f"{ORG}/journal/1").facts["Outcome"].startswith("Saved")
    assert OVERTAKEN not in enforce(alice).main
    assert is_enforced(service)


def test_nobody_is_said_to_have_enforced_what_was_never_seen_on(
    alice: Pages, wire: Wire, service: RunningService, clock: Clock
) -> None:
    alice.get(ENFORCE)
    wire.faults["PATCH"] = faults.reset
    alice.submit(ENFORCE, accept=True, confirm=TITLE)
    wire.faults.clear()
    clock.pass_(TEN_MINUTES)
    alice.get(SITES)
    assert not is_enforced(service)
    shown = alice.get(ENFORCE).main
    assert "Alice tried to enforce it on" in shown
    assert "It isn't known whether it was enforced then. Masthead found that it is not enforced on" in shown
