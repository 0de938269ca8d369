"""The pages of a new provider, and the ways that lead from other pages to a provider and back."""

from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask

from masthead.web.person.portal import portal_of
from tests.asked import Log
from tests.blueprints.metadata_pages import IMPORT_NEW, NEW, READ, given, good, one
from tests.blueprints.start_over import start_over
from tests.certificates import pem
from tests.enforced import ENFORCE
from tests.faults import faults
from tests.faults.hostile import Talk
from tests.pages.pages import Pages
from tests.providers import API, AUDITORS, DRIVERS, ORG, STAFF, provider
from tests.records import ask
from tests.saml import published as p
from tests.wire import Wire
from tests.world import ALICE, RunningService


def from_okta() -> bytes:
    parts = (p.key(good()), p.sign_on("HTTP-Redirect", "https://larkfield.okta.com/app/exk1/sso/saml"))
    return p.entity(p.role(*parts), "http://www.okta.com/exk1").encode()


def test_metadata_comes_first_and_stays_where_it_is_refused(alice: Pages) -> None:
    shown = alice.get(NEW)
    named = [each.get("name") for each in shown.document.all("textarea", "input") if each.get("type") != "hidden"]
    assert named[:4] == ["text", "file", "address", "label"]
    (field,) = shown.document.with_attribute("name", "text")
    assert int(field.get("rows", "1")) >= 8
    alice.get(NEW)
    shown = alice.submit(IMPORT_NEW, text="<EntityDescriptor", press=READ)
    assert (shown.status, shown.value("text")) == (422, "<EntityDescriptor")


def test_a_label_is_suggested_that_is_not_taken_and_can_be_changed(alice: Pages, service: RunningService) -> None:
    shown = given(alice, from_okta(), NEW, IMPORT_NEW)
    assert shown.value("label") == "Okta"
    assert "Masthead suggests the label." in shown.main
    made = alice.submit(NEW, label="Staff", press="Create provider")
    assert made.toasts == ["Staff was created. Enter these values at your identity provider."]
    start_over(alice, service)
    given(alice, from_okta(), NEW, IMPORT_NEW)
    alice.submit(NEW, press="Create provider")
    assert given(alice, from_okta(), NEW, IMPORT_NEW).value("label") == "larkfield.okta.com"


def test_after_metadata_the_next_open_step_comes_next(alice: Pages) -> None:
    given(alice, one(), NEW, IMPORT_NEW)
    made = alice.submit(NEW, label="Depots", press="Create provider")
    assert made.links["Continue"].endswith("/people")
    alice.get(NEW)
    assert alice.submit(NEW, label="Night desk").links["Continue"].endswith("/idp")


BACK = "Back to “Enforce single sign-on”"
CHECKED = f"{ENFORCE}?provider=saml_staff"
ROTATE = f"{DRIVERS}/certificate"


def test_a_replaced_certificate_leads_back_to_the_checklist(alice: Pages, service: RunningService) -> None:
    ask(service, ALICE, "PATCH", "/v1/orgs/org_larkfield/saml/saml_drivers", {"certificate": pem(-2)})
    shown = alice.get(alice.get(CHECKED).links["Drivers"])
    assert shown.links[BACK] == CHECKED
    rotate = shown.links["Replace certificate"]
    assert alice.get(rotate).links[BACK] == CHECKED
    alice.submit(rotate.partition("?")[0], {"how": "now", "certificate": pem(500)}, press="Continue")
    shown = alice.confirm(ROTATE)
    assert shown.links[BACK] == CHECKED
    shown = alice.submit(f"{ROTATE}/keep")
    assert shown.links[BACK] == CHECKED
    assert "Larkfield staff is active." in alice.get(shown.links[BACK]).main


def test_a_test_of_sign_in_leads_back_to_the_checklist(alice: Pages) -> None:
    shown = alice.get(alice.get(CHECKED).links["Test Larkfield staff"])
    assert shown.links[BACK] == CHECKED
    for press in ("Start the test", "Check for a sign-in"):
        shown = alice.submit(f"{STAFF}/test", press=press)
        assert shown.links[BACK] == CHECKED
    assert "A test of Larkfield staff was started just now. No sign-in was recorded since." in alice.get(CHECKED).main


def delete(pages: Pages) -> None:
    pages.get(f"{AUDITORS}/delete")
    pages.submit(f"{AUDITORS}/delete", confirm="Auditors")


def labels(service: RunningService) -> list[str]:
    return [each["label"] for each in ask(service, ALICE, "GET", API).get_json()["items"]]


def test_undo_of_a_deletion_makes_no_second_one(alice: Pages, service: RunningService, asked: Log) -> None:
    delete(alice)
    ask(service, ALICE, "POST", API, {"label": "Auditors"})
    asked.clear()
    shown = alice.submit(f"{ORG}/journal/1/undo")
    assert "There is another one called Auditors now, so Masthead doesn't create it again." in shown.main
    assert (shown.status, asked.writes, labels(service).count("Auditors")) == (409, [], 1)


ONE, TWO = pem(500), pem(700)
SOON, LATER = ((datetime.now(UTC) + timedelta(days=days)).date().isoformat() for days in (3, 5))
REPLACED = "saved a next certificate after you opened this page. It is due on"


@pytest.fixture
def colleague(portal: Flask, alice: Pages) -> Pages:
    """Another browser of an administrator."""
    assert alice.app is portal
    return Pages(portal).sign_in(ALICE)


def note(pages: Pages, certificate: str, due: str = SOON) -> None:
    pages.get(ROTATE)
    pages.submit(ROTATE, {"how": "later", "certificate": certificate, "due": due}, press="Continue")


def coming(portal: Flask) -> list[str]:
    """The words of the one that is noted."""
    noted = portal_of(portal).store.rotations.coming("org_larkfield").get("saml_drivers")
    return noted.pem.split() if noted else []


def test_one_that_a_colleague_noted_meanwhile_is_asked_about(alice: Pages, colleague: Pages, portal: Flask) -> None:
    alice.get(ROTATE)
    note(colleague, TWO)
    shown = alice.submit(ROTATE, {"how": "later", "certificate": ONE, "due": LATER}, press="Continue")
    assert shown.status == 409
    assert REPLACED in shown.problems[0]
    assert "Nothing was saved" in shown.problems[0]
    assert coming(portal) == TWO.split()
    assert str(shown.value("certificate")).split() == ONE.split()
    shown = alice.submit(ROTATE, press="Continue")
    assert shown.toasts == ["Masthead saved the certificate as the next one. The provider is unchanged."]
    assert coming(portal) == ONE.split()


def test_one_that_was_shown_is_replaced_and_one_that_a_colleague_noted_stays(
    alice: Pages, portal: Flask, colleague: Pages, service: RunningService
) -> None:
    note(alice, TWO)
    note(alice, ONE)
    assert coming(portal) == ONE.split()
    start_over(alice, service)
    note(alice, ONE)
    alice.get(ROTATE)
    alice.submit(ROTATE, {"how": "now", "certificate": ONE}, press="Continue")
    note(colleague, TWO)
    alice.confirm(ROTATE)
    assert coming(portal) == TWO.split()


def test_what_a_colleague_noted_or_removed_meanwhile_is_not_removed(
    alice: Pages, colleague: Pages, portal: Flask, service: RunningService
) -> None:
    note(alice, ONE)
    note(colleague, TWO)
    shown = alice.submit(f"{ROTATE}/forget")
    assert "Nothing was removed" in shown.toasts[0]
    assert REPLACED in shown.toasts[0]
    assert coming(portal) == TWO.split()
    assert alice.submit(f"{ROTATE}/forget").toasts == ["The next certificate was removed."]
    assert coming(portal) == []
    start_over(alice, service)
    note(alice, ONE)
    colleague.get(DRIVERS)
    colleague.submit(f"{ROTATE}/forget")
    shown = alice.submit(f"{ROTATE}/forget")
    assert shown.toasts == ["The next certificate was already removed."]


def test_what_the_api_ignores_leaves_the_next_one_and_the_way_back(
    distant: Pages, wire: Wire, service: RunningService
) -> None:
    note(distant, ONE)
    distant.get(ROTATE)
    distant.submit(ROTATE, {"how": "now"}, press="Continue")
    wire.faults["PATCH"] = faults.says(provider(service, "drivers"))
    shown = distant.confirm(ROTATE)
    assert shown.toasts == ["Drivers: the API accepted this, but reports another value for signing certificate."]
    assert coming(distant.app) == ONE.split()
    assert distant.get(f"{ORG}/journal/1").facts["Outcome"].startswith("Not in effect")
    wire.faults.clear()
    distant.get(ROTATE)
    distant.submit(ROTATE, {"how": "now"}, press="Continue")
    shown = distant.confirm(ROTATE)
    assert (coming(distant.app), "Does the new certificate work?" in shown.main) == ([], True)


def test_a_certificate_that_the_api_writes_in_its_own_way_is_saved(
    distant: Pages, wire: Wire, service: RunningService
) -> None:
    distant.get(ROTATE)
    distant.submit(ROTATE, {"certificate": ONE, "how": "now"}, press="Continue")
    bare = "".join(ONE.splitlines()[1:-1])
    said = faults.says(provider(service, "drivers") | {"certificate": bare})
    wire.faults["PATCH"] = said

    def then(talk: Talk) -> bool:
        return said(talk) if wire.seen.get("PATCH") and talk.asked.path.endswith("/saml_drivers") else talk.pass_on()

    wire.faults["GET"] = then
    assert distant.confirm(ROTATE).toasts == ["Drivers has the new certificate. Ask somebody to sign in."]
