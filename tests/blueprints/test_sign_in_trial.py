"""A sign-in that was tried: begun, looked for among the members, or stated; and what the gate makes of it."""

import pytest
from sqlalchemy import update

from service.tables.identity import membership
from tests.asked import Log
from tests.enforced import ENFORCE, ORG
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.records import ask
from tests.world import ALICE, RunningService

DRIVERS = f"{ORG}/sso/saml_drivers/test"
GATE = "A sign-in was tried within 24 hours"


def seen(service: RunningService, person: str, *, sso: bool = True) -> None:
    """Let the service have seen somebody just now."""
    values = {"sso": sso, "last_seen_at": "2030-01-01T00:00:00.000Z"}
    with service.app.extensions["runtime"].database.writing() as connection:
        connection.execute(update(membership).where(membership.c.person == person).values(values))


def done(pages: Pages, press: str, **typed: str) -> list[str]:
    pages.get(DRIVERS)
    return pages.submit(DRIVERS, dict(typed), press=press).toasts


def gate(page: Page) -> str:
    return page.main.partition(GATE)[2].partition("The members whom the portal knows")[0]


def test_it_begins_and_finds_who_was_seen_since(alice: Pages, service: RunningService, asked: Log) -> None:
    assert "Begin the test" in alice.get(DRIVERS).main
    assert done(alice, "Begin the test")[0].startswith("The test has begun.")
    assert done(alice, "Look for a fresh sign-in")[0].startswith("Nobody was seen who signs in")
    seen(service, "user_heidi", sso=False)
    assert done(alice, "Look for a fresh sign-in")[0].startswith("Nobody was seen who signs in")
    seen(service, "user_frank")
    found = "Frank Adeyemi, who signs in with single sign-on, after the test began."
    assert done(alice, "Look for a fresh sign-in") == [f"The service saw {found}"]
    assert f"Tried just now by Alice. The service saw {found}" in alice.shown.main
    assert f"Drivers was tried just now by Alice. The service saw {found}" in gate(alice.get(ENFORCE))
    assert asked.writes == []


def test_a_look_before_it_began_says_so(alice: Pages) -> None:
    assert alice.post(DRIVERS, {"do": "look"}).toasts[0].startswith("Begin the test first")


@pytest.mark.parametrize("typed", ["", "noon", "24:00", "9:60"])
def test_a_statement_needs_a_time(alice: Pages, typed: str) -> None:
    assert alice.post(DRIVERS, {"do": "state", "at": typed}).toasts[0].startswith("When did you sign in?")
    assert "None is recorded." in gate(alice.get(ENFORCE))


def test_a_statement_is_shown_as_one(alice: Pages) -> None:
    assert done(alice, "Keep my word for it", at="9:05") == ["Kept, as your own word for it."]
    assert "Stated, not proved: signed in at 09:05, on" in gate(alice.get(ENFORCE))


def test_what_was_changed_since_has_to_be_tried_again(alice: Pages) -> None:
    done(alice, "Keep my word for it", at="9:05")
    idp = f"{ORG}/sso/saml_drivers/idp"
    alice.get(idp)
    alice.submit(idp, label="Lorries", press="Save")
    assert "Lorries was tried" in gate(alice.get(ENFORCE))
    assert "changed since" not in gate(alice.shown)
    alice.get(idp)
    alice.submit(idp, ssoURL="https://idp.larkfield.example/another", press="Save")
    alice.confirm(idp)
    assert "and changed since. Try it once more." in gate(alice.get(ENFORCE))


def test_without_known_members_nobody_can_be_looked_for(alice: Pages, service: RunningService) -> None:
    ask(service, ALICE, "DELETE", "/v1/orgs/org_larkfield/saml/saml_drivers")
    staff = f"{ORG}/sso/saml_staff/test"
    alice.post(staff, {"do": "begin"})
    assert alice.post(staff, {"do": "look"}).toasts[0].startswith("The portal knows no members")


def test_something_else_is_no_request(alice: Pages) -> None:
    assert alice.post(DRIVERS, {"do": "dance"}).status == 400


def test_who_may_not_see_providers_records_nothing(bob: Pages) -> None:
    assert bob.post(DRIVERS, {"do": "begin"}).status == 403
