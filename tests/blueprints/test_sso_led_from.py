"""Whoever came to a provider from the checklist of enforcement is led back there, about the same provider."""

from tests.certificates import pem
from tests.enforced import ENFORCE
from tests.pages.pages import Pages
from tests.providers import DRIVERS, STAFF
from tests.records import ask
from tests.world import ALICE, RunningService

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


def test_whoever_came_from_nowhere_is_led_nowhere(alice: Pages) -> None:
    for query in ("", "?next=//evil.example/"):
        assert "Back to" not in alice.get(f"{STAFF}{query}").main
        assert "Back to" not in alice.get(f"{STAFF}/idp{query}").main
        assert "Back to" not in alice.get(f"{STAFF}/test{query}").main
