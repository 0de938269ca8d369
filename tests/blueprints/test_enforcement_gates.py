"""What has to be so before single sign-on is enforced, of which provider: fulfilled, not fulfilled, not known."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from flask import Flask

from blueprints.sso.enforcement.gates import Gate, GateFacts, GateState
from contract.organization.saml import SamlProvider
from masthead.store.sso.providers import TestKind
from masthead.web.person.portal import get_portal
from tests.asked import Log
from tests.blueprints.gates import ADMIN, CARL, GOOD_CERTIFICATE, known, member, provider, sort, tried_ago
from tests.certificates import pem
from tests.enforced import ENFORCE
from tests.faults import faults
from tests.loops import for_each
from tests.pages.pages import Pages
from tests.providers import API
from tests.records import ask
from tests.wire import Wire
from tests.world import ALICE, DANA, RunningService

GOOD, MAY, MUST, NOT_KNOWN = (
    (GateState.GOOD, False, False),
    (GateState.BAD, False, True),
    (GateState.BAD, True, False),
    (GateState.UNKNOWN, False, True),
)
STAFF, DRIVERS = provider(), provider(id="d", label="Drivers", certificate=pem(900))


@pytest.fixture
def within(portal: Flask) -> Iterator[None]:
    with portal.test_request_context():
        yield


def told(gate: Gate) -> tuple[GateState, bool, bool]:
    """Its state, whether it blocks, and whether it can be agreed to."""
    return gate.state, gate.blocks, bool(gate.tick)


@for_each(
    "name, given, state",
    [
        ("provider", {}, GOOD),
        ("parts", {"providers": [provider(entityID="https://sts.windows.net/{tenantid}/")]}, MAY),
        ("parts", {"providers": [provider(ssoURL="https://YOUR_AUTH0_DOMAIN/samlp")]}, MAY),
        ("provider", {"providers": []}, MUST),
        ("provider", {"providers": [provider(status="pending")]}, MUST),
        ("provider", {"providers": [provider(status="suspended")]}, MUST),
        ("provider", {"providers": [provider(status=None)]}, NOT_KNOWN),
        ("provider", {"providers": [provider(status="pending"), provider()]}, GOOD),
        ("parts", {}, GOOD),
        ("parts", {"providers": [provider(ssoURL=None)]}, MUST),
        ("parts", {"providers": [provider(entityID=None)]}, MUST),
        ("parts", {"providers": [provider(certificate=None)]}, MUST),
        ("parts", {"providers": [provider(ssoURL="http://idp.example/sso")]}, MAY),
        ("parts", {"providers": [provider(ssoURL=None), provider()]}, GOOD),
        ("certificate", {}, GOOD),
        ("certificate", {"providers": [provider(certificate=pem(8))]}, GOOD),
        ("certificate", {"providers": [provider(certificate=pem(7))]}, MAY),
        ("certificate", {"providers": [provider(certificate=pem(-1))]}, MUST),
        ("certificate", {"providers": [provider(certificate=pem(5000))]}, MUST),  # it begins ten years before
        ("certificate", {"providers": [provider(certificate=None)]}, MUST),
        ("certificate", {"providers": [provider(certificate="odd")]}, NOT_KNOWN),
        ("test", {"tests": {}}, MAY),
        ("test", {"tests": tried_ago(hours=23)}, GOOD),
        ("test", {"tests": tried_ago(hours=25)}, MAY),
        ("test", {"tests": tried_ago(hours=1), "changed": frozenset({"p"})}, MAY),
        ("test", {"tests": tried_ago(hours=1, provider="another")}, MAY),
        ("members", {"people": []}, NOT_KNOWN),
        ("members", {"people": [ADMIN]}, GOOD),
        ("members", {"people": [ADMIN, CARL]}, MAY),
        ("members", {"people": [ADMIN, member("Eve", sso=None)]}, NOT_KNOWN),
        ("members", {"people": [ADMIN, CARL, member("Eve", sso=None)]}, MAY),
        ("members", {"people": [ADMIN], "unread": 1}, NOT_KNOWN),
        ("members", {"people": [ADMIN], "more": True}, NOT_KNOWN),
        ("own", {"name": ""}, NOT_KNOWN),
        ("own", {"name": "carl", "people": [ADMIN, CARL]}, MAY),
        ("own", {"name": "Ada", "people": [ADMIN, CARL]}, GOOD),
        ("own", {"name": "Ada", "people": [ADMIN, member("Ada", sso=True)]}, NOT_KNOWN),
        ("own", {"name": "Eve", "people": [member("Eve", sso=None)]}, NOT_KNOWN),
        ("second", {"people": [ADMIN]}, NOT_KNOWN),
        ("second", {"people": [ADMIN], "name": "Ada"}, NOT_KNOWN),
        ("second", {"people": [ADMIN, CARL], "name": "Carl"}, GOOD),
        ("second", {"people": [ADMIN, member("Bea", sso=True, is_admin=True)]}, GOOD),
        ("way-back", {}, (GateState.ASKS, False, True)),
    ],
)
@pytest.mark.usefixtures("within")
def test_each_gate(name: str, given: dict[str, Any], state: tuple[GateState, bool, bool]) -> None:
    assert told(sort(known(**given))[name]) == state


@pytest.mark.usefixtures("within")
def test_gates_name_the_provider_the_days_and_the_members_that_are_not_reported() -> None:
    assert sort(known())["certificate"].text.startswith("The certificate of Staff is valid for 100 days, until ")
    drivers = provider(id="d", label="Drivers")
    found = sort(known(providers=[drivers, provider(certificate=pem(-1))], wanted="d"))
    assert [found[name].state for name in ("provider", "parts", "certificate")] == [GateState.GOOD] * 3
    assert (told(found["test"]), found["test"].text) == (MAY, "No test is recorded for Drivers.")
    eve = member("Eve", sso=None)
    alone, beside = (sort(known(people))["members"] for people in ([ADMIN, eve], [ADMIN, eve, CARL]))
    assert alone.text.startswith("No single sign-on shows for 1 of 2 members.")
    assert beside.text.startswith("No single sign-on shows for 2 of 3 members.")
    assert (alone.names, beside.names) == (("Eve",), ("Carl", "Eve"))


@pytest.mark.usefixtures("within")
@for_each("of_drivers", [{}, {"certificate": GOOD_CERTIFICATE}, {"status": "pending"}])
def test_all_is_of_one_provider(of_drivers: dict[str, str]) -> None:
    drivers = provider(**{"id": "d", "label": "Drivers", "certificate": pem(900), **of_drivers})
    found = sort(known(providers=[drivers, provider()]))
    assert told(found["test"]) == GOOD
    assert all("Staff" in found[name].text for name in ("provider", "parts", "certificate", "test"))


@pytest.mark.usefixtures("within")
@for_each(
    "of_drivers, state, words",
    [
        ({}, GOOD, "Drivers is complete"),
        ({"certificate": pem(-1)}, MAY, "The certificate of Drivers expired on "),
        ({"certificate": pem(5)}, MAY, "The certificate of Drivers expires in 5 days"),
        ({"certificate": None, "entityID": None}, MAY, "Drivers has no certificate."),
    ],
)
def test_others_are_asked(of_drivers: dict[str, str | None], state: tuple[GateState, bool, bool], words: str) -> None:
    drivers = provider(**{"id": "d", "label": "Drivers", **of_drivers})
    found = sort(known(providers=[drivers, provider()]))["others"]
    assert told(found) == state
    assert words in found.text
    assert len(found.links) == (state is MAY)


@pytest.mark.usefixtures("within")
@for_each(
    "of_drivers, is_shared",
    [
        ({"entityID": "idp"}, True),
        ({"certificate": GOOD_CERTIFICATE}, True),
        ({"status": "pending", "ssoURL": "x"}, False),
    ],
)
def test_a_provider_that_may_be_confused_is_asked_about(of_drivers: dict[str, str], *, is_shared: bool) -> None:
    other = {"id": "d", "label": "Drivers", "entityID": "other", "certificate": pem(900), **of_drivers}
    found = sort(known(providers=[provider(**other), provider()])).get("shared")
    assert (told(found) if found else None) == (MAY if is_shared else None)
    assert found is None or "Drivers has the same entity ID or certificate as Staff." in found.text


@pytest.mark.usefixtures("within")
@for_each("others", [[], [provider(id="d", status="pending")]])
def test_a_provider_that_signs_nobody_in_is_not_asked_about(others: list[SamlProvider]) -> None:
    assert "others" not in sort(known(providers=[*others, provider()]))


def test_the_page_names_who_would_be_left_out_of_the_known_teams(alice: Pages, asked: Log) -> None:
    shown = alice.get(ENFORCE)
    assert "No single sign-on shows for 1 of 4 members." in shown.main
    assert "Masthead counts only members of teams that it has read." in shown.main
    assert shown.links["Read the other teams"] == f"/orgs/org_larkfield/known?kind=team&next={ENFORCE}"
    assert "Heidi Brandt (heidi@brandt-translations.example)" in shown.main
    assert "They can sign in if your identity provider has an account with their e-mail address." in shown.main
    alice.get("/orgs/org_larkfield/known")
    alice.submit("/orgs/org_larkfield/known/add", typed="team_docs", kind="team")
    asked.clear()
    shown = alice.get(ENFORCE)
    teams = "/v1/orgs/org_larkfield/teams"
    lines = [f"GET /v1/orgs/org_larkfield{each}" for each in ("", "/saml")]
    assert sorted(asked.lines) == [
        *lines,
        *(f"GET {teams}/{each}/members" for each in ("team_docs", "team_operations")),
    ]
    assert "of 8 members" in shown.main


def test_nothing_more_is_offered_once_all_was_read(alice: Pages, portal: Flask) -> None:
    crawls, owner = get_portal(portal).store.crawls, get_portal(portal).store.keys.owner_of(ALICE)
    crawls.begin(owner, "org_larkfield", [("listSites", "0", "", "org_larkfield")])
    assert "Read the other teams" in alice.get(ENFORCE).links
    crawl = crawls.take(owner, "org_larkfield")
    assert crawl is not None
    crawls.save(owner, replace(crawl, waiting=()))
    assert "Read the other teams" not in alice.get(ENFORCE).links
    crawls.forget_all(owner)


def test_without_a_provider_the_button_is_closed(dana: Pages, asked: Log) -> None:
    address = "/orgs/org_orchard/sso/enforce"
    shown = dana.get(address)
    assert "There is no identity provider, so nobody could sign in." in shown.main
    assert "disabled" in next(e.attrib for e in shown.document.all("button") if "btn-danger" in e.get("class", ""))
    sent = dana.post(address, {"accept": "way-back"})
    assert (sent.status, asked.writes) == (422, [])
    assert (
        "You can't enforce single sign-on yet: There is no identity provider, so nobody could sign in." in sent.problems
    )
    assert asked.by(DANA) != []


def test_what_cannot_be_read_is_not_known_and_in_the_way(distant: Pages, wire: Wire) -> None:
    wire.faults["GET"] = faults.at("/**/members", faults.refusal(404))
    assert "I understand that Masthead knows no members." in distant.get(ENFORCE).main
    wire.faults["GET"] = faults.at("/**/saml", faults.refusal(500))
    shown = distant.get(f"{ENFORCE}?refresh=1")
    assert shown.status == 200
    assert "The documentation service didn't answer. Try again in a moment." in shown.main


def checked(facts: GateFacts) -> str:
    """The provider that the first gates are about."""
    return sort(facts)["provider"].text.partition(" is ")[0]


@pytest.mark.usefixtures("within")
def test_the_one_that_was_chosen_tested_last_or_has_more_in_order_is_checked() -> None:
    tests = tried_ago(hours=50) | tried_ago(hours=20, provider="d")
    assert checked(known(providers=[STAFF, DRIVERS], tests=tests)) == "Drivers"
    assert checked(known(providers=[STAFF, DRIVERS], tests=tests, changed=frozenset({"d"}))) == "Drivers"
    over = provider(id="d", label="Drivers", certificate=pem(-1))
    assert checked(known(providers=[STAFF, over], tests=tests)) == "Drivers"
    assert (
        checked(known(providers=[STAFF, provider(id="d", label="Drivers", status="suspended")], tests=tests)) == "Staff"
    )
    both = [STAFF, DRIVERS]
    assert [checked(known(providers=each, tests={})) for each in (both, both[::-1])] == ["Staff", "Drivers"]
    assert checked(known(providers=[provider(certificate=pem(5)), DRIVERS], tests={})) == "Drivers"
    assert checked(known(providers=[STAFF, DRIVERS], wanted="d")) == "Drivers"
    assert checked(known(providers=[STAFF, DRIVERS], wanted="gone")) == "Staff"
    pending = sort(known(providers=[STAFF, provider(id="d", label="Drivers", status="pending")], wanted="d"))
    assert pending["provider"].text == "Drivers is pending, so nobody can sign in with it."
    assert pending["provider"].state is GateState.BAD


def test_the_page_offers_the_providers_and_stays_with_the_chosen_one(alice: Pages, portal: Flask) -> None:
    tests = get_portal(portal).store.sso_tests
    tests.record("org_larkfield", "saml_staff", "me", TestKind.STATEMENT, "signed in at 14:05.")
    assert "Larkfield staff is active." in alice.get(ENFORCE).main
    shown = alice.submit(ENFORCE, provider="saml_drivers", press="Check this provider")
    assert "Drivers is active." in shown.main
    assert "No test is recorded for Drivers." in shown.main
    shown = alice.submit(ENFORCE, press="Enforce single sign-on")
    assert shown.status == 422
    assert "Drivers is active." in shown.main


def test_what_was_ticked_of_a_lost_provider_is_asked_again(alice: Pages, service: RunningService, asked: Log) -> None:
    alice.get(f"{ENFORCE}?provider=saml_drivers")
    ask(service, ALICE, "DELETE", f"{API}/saml_drivers")
    asked.clear()
    shown = alice.submit(ENFORCE, accept=True, press="Enforce single sign-on")
    assert (shown.status, asked.writes) == (422, [])
    assert "Larkfield staff is active." in shown.main
