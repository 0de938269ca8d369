"""Which identity provider the checklist of enforcement is about: the chosen one, else one that stays the same."""

from collections.abc import Iterator

import pytest
from flask import Flask

from blueprints.sso.enforcement.gate import GateFacts, GateState
from store import TestKind
from tests.asked import Log
from tests.blueprints.gates import known, provider, sort, tried_ago
from tests.certificates import pem
from tests.enforced import ENFORCE, TITLE
from tests.pages.pages import Pages
from tests.providers import API
from tests.records import ask
from tests.world import ALICE, RunningService
from web.person.portal import portal_of

STAFF, DRIVERS = provider(), provider(id="d", label="Drivers", certificate=pem(900))


@pytest.fixture
def within(portal: Flask) -> Iterator[None]:
    with portal.test_request_context():
        yield


def checked(facts: GateFacts) -> str:
    """The provider that the first gates are about."""
    return sort(facts)["provider"].text.partition(" is ")[0]


@pytest.mark.usefixtures("within")
def test_the_one_that_was_tested_last_is_checked() -> None:
    tests = tried_ago(hours=50) | tried_ago(hours=20, provider="d")
    assert checked(known(providers=[STAFF, DRIVERS], tests=tests)) == "Drivers"
    assert checked(known(providers=[STAFF, DRIVERS], tests=tests, changed=frozenset({"d"}))) == "Drivers"
    over = provider(id="d", label="Drivers", certificate=pem(-1))
    assert checked(known(providers=[STAFF, over], tests=tests)) == "Drivers"
    assert (
        checked(known(providers=[STAFF, provider(id="d", label="Drivers", status="suspended")], tests=tests)) == "Staff"
    )


@pytest.mark.usefixtures("within")
def test_another_certificate_changes_nothing() -> None:
    both = [STAFF, DRIVERS]
    assert [checked(known(providers=each, tests={})) for each in (both, both[::-1])] == ["Staff", "Drivers"]


@pytest.mark.usefixtures("within")
def test_one_with_more_in_order_is_checked() -> None:
    assert checked(known(providers=[provider(certificate=pem(5)), DRIVERS], tests={})) == "Drivers"


@pytest.mark.usefixtures("within")
def test_the_one_that_was_chosen_is_checked_whatever_its_state() -> None:
    assert checked(known(providers=[STAFF, DRIVERS], wanted="d")) == "Drivers"
    assert checked(known(providers=[STAFF, DRIVERS], wanted="gone")) == "Staff"
    pending = sort(known(providers=[STAFF, provider(id="d", label="Drivers", status="pending")], wanted="d"))
    assert pending["provider"].text == "Drivers is pending, so nobody can sign in with it."
    assert pending["provider"].state is GateState.BAD


def test_the_page_offers_the_providers_and_stays_with_the_chosen_one(alice: Pages, portal: Flask) -> None:
    tests = portal_of(portal).store.sso_tests
    tests.record("org_larkfield", "saml_staff", "me", TestKind.STATEMENT, "signed in at 14:05.")
    assert "Larkfield staff is active." in alice.get(ENFORCE).main
    shown = alice.submit(ENFORCE, provider="saml_drivers", press="Check this provider")
    assert "Drivers is active." in shown.main
    assert "No test is recorded for Drivers." in shown.main
    shown = alice.submit(ENFORCE, press="Enforce single sign-on")
    assert shown.status == 422
    assert "Drivers is active." in shown.main


def test_what_was_ticked_of_a_provider_that_is_gone_is_asked_again(
    alice: Pages, service: RunningService, asked: Log
) -> None:
    alice.get(f"{ENFORCE}?provider=saml_drivers")
    ask(service, ALICE, "DELETE", f"{API}/saml_drivers")
    asked.clear()
    shown = alice.submit(ENFORCE, accept=True, confirm=TITLE, press="Enforce single sign-on")
    assert (shown.status, asked.writes) == (422, [])
    assert "Larkfield staff is active." in shown.main
