"""Whoever opens a page is a chance for all that is due: what one person cannot switch off holds up nothing else."""

import pytest
from flask import Flask

from store import End, Enforcements
from store.sso.countdowns import GONE_SECONDS
from tests.enforced import ENFORCE, KEEP, ORG, TEN_MINUTES, enforce, is_enforced, switch, with_clock
from tests.faults import faults
from tests.faults.clock import Clock
from tests.pages.pages import Pages
from tests.portals import PortalFor
from tests.records import ask, give_role
from tests.wire import Wire
from tests.world import ALICE, CHARLIE, DANA, RunningService
from web.person.portal import portal_of

DANAS = "/v1/orgs/org_orchard"
NOT_KNOWN = "It isn't known whether single sign-on is enforced"
LATER = "Retry-After: 86400"


@pytest.fixture
def app(portal_for: PortalFor, clock: Clock, wire: Wire) -> Flask:
    return with_clock(portal_for(API_BASE_URL=wire.url, FRESH_SECONDS=0), clock)


@pytest.fixture
def alice(app: Flask) -> Pages:
    return Pages(app).sign_in(ALICE)


@pytest.fixture
def colleague(app: Flask, service: RunningService) -> Pages:
    """Charlie, who administers the same organization."""
    give_role(service, "user_charlie", "org_larkfield", "admin")
    return Pages(app).sign_in(CHARLIE)


def enforcements(app: Flask) -> Enforcements:
    return portal_of(app).store.enforcements


def on_trial(app: Flask, organization: str, *, as_of: Pages | None = None) -> int:
    """A countdown as the journal begins it, without a call; its number. It is that of nobody who is here, or theirs."""
    owner = "gone" if as_of is None else enforcements(app).current()[0].owner
    beside = enforcements(app).beginning(organization, organization.title(), owner)
    with portal_of(app).store.database.writing() as connection:
        beside.begun(connection, 1)
    found = enforcements(app).newest(organization)
    assert found is not None
    return found.number


def test_what_this_person_cannot_see_does_not_hold_up_what_they_may(
    app: Flask, alice: Pages, service: RunningService, clock: Clock
) -> None:
    enforce(alice)
    clock.pass_(60)
    on_trial(app, "org_orchard")
    assert ask(service, DANA, "PATCH", DANAS, {"sso": True}).status_code == 200
    clock.pass_(TEN_MINUTES)
    Pages(app).sign_in(DANA).get("/orgs")
    assert not ask(service, DANA, "GET", DANAS).get_json()["sso"]
    assert is_enforced(service)


def test_an_organization_that_exists_no_more_holds_up_nothing(
    app: Flask, alice: Pages, service: RunningService, clock: Clock
) -> None:
    on_trial(app, "org_gone")
    enforce(alice)
    clock.pass_(TEN_MINUTES)
    alice.get("/orgs")
    assert not is_enforced(service)
    assert [each.organization for each in enforcements(app).current() if each.end is None] == ["org_gone"]


def test_after_a_week_who_began_it_need_not_wait_for_what_exists_no_more(
    app: Flask, alice: Pages, colleague: Pages, clock: Clock
) -> None:
    enforce(alice)
    number = on_trial(app, "org_gone", as_of=alice)
    clock.pass_(TEN_MINUTES + GONE_SECONDS - 1)
    alice.get("/orgs")
    clock.pass_(1)
    colleague.get("/orgs")
    assert enforcements(app).one(number).end is None  # whether it exists, somebody who was never in it cannot tell
    portal_of(app).store.attempts.forget()
    alice.get("/orgs")
    assert enforcements(app).one(number).end is End.GONE


def test_nothing_is_kept_that_is_not_known_to_be_on(
    app: Flask, alice: Pages, wire: Wire, service: RunningService, clock: Clock
) -> None:
    wire.faults["PATCH"] = faults.reset
    enforce(alice)
    wire.faults.clear()
    assert not is_enforced(service)
    assert (alice.shown.h1, "stays enforced" in alice.shown.main) == (NOT_KNOWN, False)
    assert alice.get(ENFORCE).h1 == "Enforcement wasn't confirmed"
    assert "Not enforced when Masthead looked" in alice.shown.main
    alice.get(f"{ORG}/sites")
    assert alice.submit(KEEP).toasts[0].startswith("Enforcement was not kept: the API doesn't report")
    assert [each.end for each in enforcements(app).current()] == [None]
    switch(service, on=True)  # the call that nobody heard of arrives late
    clock.pass_(TEN_MINUTES)
    alice.get("/orgs")
    assert not is_enforced(service)


def test_nothing_is_kept_while_it_is_being_switched_off(app: Flask, alice: Pages, clock: Clock) -> None:
    enforce(alice)
    ahead = Enforcements(portal_of(app).store.database, Clock(clock.now + 3))
    clock.pass_(TEN_MINUTES - 2)
    assert Enforcements(portal_of(app).store.database, Clock(clock.now + 3)).take(ahead.current()[0]) is not None
    assert alice.post(KEEP, {}).toasts == ["Enforcement was not kept: it is being switched off right now."]
    assert [each.end for each in enforcements(app).current()] == [None]


@pytest.mark.parametrize("method", ["GET", "PATCH"])
@pytest.mark.parametrize("status", [403, 429])
@pytest.mark.exhaustive
def test_a_refusal_of_one_person_s_token_puts_nobody_else_off(
    alice: Pages, colleague: Pages, wire: Wire, service: RunningService, clock: Clock, method: str, status: int
) -> None:
    enforce(alice)
    clock.pass_(TEN_MINUTES)
    wire.faults[method] = faults.answer(status, b"", LATER)
    alice.get("/sessions")
    wire.faults.clear()
    seen = wire.seen["PATCH"]
    alice.get("/sessions")
    assert (wire.seen["PATCH"], is_enforced(service)) == (seen, True)
    colleague.get("/sessions")
    assert not is_enforced(service)
