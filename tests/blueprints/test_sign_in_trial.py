"""A sign-in that was tried: begun, looked for among the members, or stated; and what the gate makes of it."""

import re

from sqlalchemy import update

from service.tables.identity import membership
from tests.asked import Log
from tests.blueprints.start_over import start_over
from tests.enforced import ENFORCE, ORG
from tests.faults import faults
from tests.loops import for_each
from tests.pages.document import text_of
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.records import ask
from tests.wire import Wire
from tests.world import ALICE, RunningService

DRIVERS, PANEL = f"{ORG}/sso/saml_drivers/test", "sso_steps-tried"
GATE = "Sign-in was tested within 24 hours"


def seen(service: RunningService, person: str, *, sso: bool = True) -> None:
    """Let the service have seen somebody just now."""
    values = {"sso": sso, "last_seen_at": "2030-01-01T00:00:00.000Z"}
    with service.app.extensions["runtime"].database.writing() as connection:
        connection.execute(update(membership).where(membership.c.person == person).values(values))


def done(pages: Pages, press: str, **typed: str) -> list[str]:
    pages.get(DRIVERS)
    return pages.submit(DRIVERS, dict(typed), press=press).toasts


def gate(page: Page) -> str:
    return page.main.partition(GATE)[2].partition("Members sign in")[0]


def steps(page: Page) -> str:
    return page.main.partition("Before single sign-on is enforced")[2]


def test_the_steps_stand_in_their_order_and_lead_on_to_enforcing_it(alice: Pages) -> None:
    before = steps(alice.get(DRIVERS))
    assert before.index("Start the test") < before.index("the start URL") < before.index("Record my sign-in")
    assert "Check for a sign-in" not in before
    done(alice, "Start the test")
    begun = steps(alice.shown)
    assert begun.index("Started just now.") < begun.index("the start URL") < begun.index("Check for a sign-in")
    assert "Continue to enforcement" not in alice.get(DRIVERS).links
    done(alice, "Record my sign-in")
    assert alice.shown.links["Continue to enforcement"] == f"{ENFORCE}?provider=saml_drivers"
    assert alice.get(f"{ORG}/sso").rows[1][1] == "Ready"
    assert "Record my sign-in" not in alice.shown.main


def test_it_begins_and_finds_who_was_seen_since(alice: Pages, service: RunningService, asked: Log) -> None:
    assert "Start the test" in alice.get(DRIVERS).main
    assert done(alice, "Start the test")[0].startswith("The test has started.")
    seen(service, "user_heidi", sso=False)
    ask_again = {"headers": {"HX-Request": "true", "HX-Target": PANEL}}
    assert alice.client.get(DRIVERS, **ask_again).status_code == 204
    waiting = alice.get(DRIVERS).main
    assert "No sign-in was seen yet." in waiting
    assert re.search(r"A sign-in of these members shows here: (\w+ \w+, )+and \w+ \w+\.", waiting)
    seen(service, "user_frank")
    found = "Frank Adeyemi, who signs in with single sign-on, after the test started."
    shown = alice.swap(DRIVERS, PANEL)
    assert (f"Seen: {found}" in shown.html, "data-look" in shown.html) == (True, False)
    assert f"Drivers was tested just now by Alice. Seen: {found}" in gate(alice.get(ENFORCE))
    assert asked.writes == []


@for_each("do", ["begin", "state"])
def test_what_came_of_a_step_is_told_in_the_steps_and_over_none(alice: Pages, do: str, service: RunningService) -> None:
    start_over(alice, service)
    shown = alice.post(DRIVERS, {"do": do})
    (told,) = shown.toasts
    assert told in text_of(shown.document.by_id[PANEL])


def test_what_is_no_step_of_this_person_records_nothing(alice: Pages, bob: Pages) -> None:
    assert alice.post(DRIVERS, {"do": "dance"}).status == 400
    assert bob.post(DRIVERS, {"do": "begin"}).status == 403


def test_a_statement_is_shown_as_one(alice: Pages) -> None:
    assert done(alice, "Record my sign-in") == ["Masthead recorded your statement."]
    assert "Stated, not verified: a sign-in worked." in gate(alice.get(ENFORCE))


def test_what_was_changed_since_has_to_be_tried_again(alice: Pages) -> None:
    done(alice, "Record my sign-in")
    idp = f"{ORG}/sso/saml_drivers/idp"
    assert alice.get(DRIVERS).html.count('"Done"') == 4
    alice.get(idp)
    alice.submit(idp, label="Lorries", press="Save")
    assert "Lorries was tested" in gate(alice.get(ENFORCE))
    assert "changed since" not in gate(alice.shown)
    alice.get(idp)
    alice.submit(idp, ssoURL="https://idp.larkfield.example/another", press="Save")
    alice.confirm(idp)
    assert "and has changed since. Test it again." in gate(alice.get(ENFORCE))
    shown = alice.get(DRIVERS)
    assert "The provider has changed since. Test it again." in shown.main
    assert "Not tested here" in shown.main
    assert "Continue to enforcement" not in shown.links
    assert shown.html.count('"Done"') == 3  # but for the test: nobody signs in before both sides are set up


def test_without_members_that_are_known_now_nobody_can_be_looked_for(
    distant: Pages, service: RunningService, wire: Wire
) -> None:
    ask(service, ALICE, "DELETE", "/v1/orgs/org_larkfield/saml/saml_drivers")
    staff = f"{ORG}/sso/saml_staff/test"
    distant.post(staff, {"do": "begin"})
    assert "Masthead knows no members to look for." in distant.shown.main
    distant.get(f"{ORG}/teams/team_operations")
    wire.faults["GET"] = faults.at("/v1/orgs/*/teams/*/members", faults.refusal(503))
    assert "Masthead knows no members to look for." in distant.get(staff).main


@for_each(
    "address, told",
    [
        ("https://idp.larkfield.example/sso", "Nothing answers at addresses under .example"),
        ("https://localhost/sso", "lead to the computer that opens them"),
        ("https://idp.larkfield.com/sso", ""),
    ],
)
def test_an_address_where_nothing_can_answer_is_named(
    alice: Pages, service: RunningService, address: str, told: str
) -> None:
    start_over(alice, service)
    ask(service, ALICE, "PATCH", "/v1/orgs/org_larkfield/saml/saml_drivers", {"ssoURL": address})
    shown = alice.get(DRIVERS).main
    assert told in shown
    assert ("To test sign-in, enter the address" in shown) is bool(told)
