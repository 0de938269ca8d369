"""Single sign-on: the overview with what may go wrong, a provider made, mended and deleted, its next certificate."""

from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask

from masthead.web.person.portal import get_portal
from tests.asked import Log
from tests.blueprints.metadata_pages import IMPORT_NEW, NEW, READ, given, good
from tests.blueprints.start_over import start_over
from tests.certificates import pem
from tests.enforced import ENFORCE
from tests.faults import faults
from tests.faults.hostile import Talk
from tests.pages.pages import Pages
from tests.providers import API, AUDITORS, DRIVERS, IDP, ORG, SSO, STAFF, enforce, provider, saved
from tests.records import ask
from tests.saml import published as p
from tests.wire import Wire
from tests.world import ALICE, RunningService


def test_the_overview_tells_what_may_go_wrong_and_who_may_not_is_told(alice: Pages, dana: Pages, bob: Pages) -> None:
    shown = alice.get(SSO)
    assert "Not enforced: people can also sign in other ways" in shown.main
    assert [row[:2] for row in shown.rows] == [
        ["Larkfield staff", "Not tested here"],
        ["Drivers", "Not tested here"],
        ["Carriers (old directory)", "Not ready"],
        ["Auditors", "Pending"],
    ]
    assert "The certificate of Carriers (old directory) expired 40 days ago." in shown.main
    assert "The certificate of Drivers expires in 21 days." in shown.main
    assert "Auditors: the entity ID, the sign-on address, and the certificate are missing." in shown.main
    assert f'href="{SSO}"' in alice.get(f"{ORG}/sites").html
    assert f'href="{DRIVERS}"' in alice.get(ORG).html
    assert "saml/<wbr>metadata</code>" in alice.get(SSO).html
    assert "saml/<wbr>metadata</code>" in alice.get(DRIVERS).html
    shown = dana.get("/orgs/org_orchard/sso")
    assert "No identity provider yet" in shown.main
    assert shown.links["Add a provider"] == "/orgs/org_orchard/sso/new"
    assert bob.get(SSO).status == bob.get(DRIVERS).status == 403
    assert "An administrator of the organization can change your role." in bob.shown.main
    assert dana.get(SSO).status == 404


def test_a_service_that_wants_it_all_at_once_gets_it(distant: Pages, wire: Wire, asked: Log) -> None:
    wire.faults["POST"] = faults.refusal(400, "entityID: is required.")
    closed = distant.get(NEW)
    refused = distant.submit(NEW, label="Depots")
    assert [len(each.document.with_attribute("open")) for each in (closed, refused)] == [0, 1]
    assert "entityID" in " ".join(refused.problems) or "is required" in refused.main
    wire.faults.clear()
    typed = {"entityID": f"{IDP}/metadata", "ssoURL": f"{IDP}/sso", "certificate": pem(90)}
    shown = distant.submit(NEW, typed)
    shown = distant.get(shown.path.removesuffix("/service"))
    assert shown.h1 == "Depots"
    assert "90 days left" in shown.main
    assert asked.writes == [f"POST {API}"]


def test_the_last_provider_stays_and_none_is_urgent(alice: Pages, service: RunningService, asked: Log) -> None:
    enforce(service)
    ask(service, ALICE, "DELETE", f"{API}/saml_drivers")
    asked.clear()
    assert "the last provider that people can sign in with" in alice.get(f"{STAFF}/delete").main
    shown = alice.submit(f"{STAFF}/delete", confirm="Larkfield staff")
    assert (shown.status, asked.writes) == (409, [])
    assert alice.submit(f"{STAFF}/delete", confirm="staff").status == 422
    alice.get(f"{AUDITORS}/delete")
    assert alice.submit(f"{AUDITORS}/delete", confirm="Auditors").toasts == ["Auditors was deleted."]
    ask(service, ALICE, "DELETE", f"{API}/saml_staff")
    shown = alice.get(f"{SSO}?refresh=1")
    assert "Enforced: people can sign in only with an identity provider" in shown.main
    assert "Single sign-on is enforced, and nobody can sign in with any provider." in shown.main


def test_one_that_was_deleted_is_made_again_with_all_that_was_set(alice: Pages, service: RunningService) -> None:
    before = provider(service, "drivers")
    asked = alice.get(f"{DRIVERS}/delete").main
    assert "From there you can create it again." in asked
    assert "undone" not in asked
    alice.submit(f"{DRIVERS}/delete", confirm="Drivers")
    undo = f"{ORG}/journal/1/undo"
    theirs = ask(service, ALICE, "POST", API, {"label": "Drivers"}).get_json()["id"]
    shown = alice.submit(undo)
    assert "There is another one called Drivers now, so Masthead doesn't create it again." in shown.main
    assert (shown.status, len(ask(service, ALICE, "GET", API).get_json()["items"])) == (409, 4)
    ask(service, ALICE, "DELETE", f"{API}/{theirs}")
    assert "It gets other addresses" in alice.get(undo).main
    alice.submit(undo)
    made = ask(service, ALICE, "GET", API).get_json()["items"][-1]
    same = ("label", "entityID", "ssoURL", "certificate", "defaultRole")
    assert [made.get(name) for name in same] == [before.get(name) for name in same]
    assert made["id"] != before["id"]


def test_a_provider_is_made_by_its_name_unless_that_is_taken(alice: Pages, asked: Log) -> None:
    alice.get(NEW)
    shown = alice.submit(NEW, label="auditors")
    assert shown.status == 409
    assert shown.links["Continue with that provider"] == f"{AUDITORS}/service"
    assert asked.writes == []
    alice.get(NEW)
    shown = alice.submit(NEW, label="Depots")
    assert shown.toasts == ["Depots was created. Enter these values at your identity provider."]
    assert shown.path.endswith("/service")
    assert str(shown.value("acsURL")).endswith("/acs")
    assert asked.writes == [f"POST {API}"]


def test_a_placeholder_is_not_ready_and_warned_of_when_it_is_saved(alice: Pages, service: RunningService) -> None:
    field = {"entityID": "https://sts.windows.net/{tenantid}/"}
    assert ask(service, ALICE, "PATCH", f"{API}/saml_drivers", field).status_code == 200
    shown = alice.get(DRIVERS)
    assert "the entity ID still has the placeholder “{tenantid}”." in shown.main
    assert "Not ready Details" in shown.main
    start_over(alice, service)
    shown = saved(alice, DRIVERS, ssoURL="https://YOUR_TENANT/saml")
    assert "Sign-on address: “YOUR_TENANT” is a placeholder." in " ".join(shown.toasts) + shown.main


def from_okta() -> bytes:
    parts = (p.key(good()), p.sign_on("HTTP-Redirect", "https://larkfield.okta.com/app/exk1/sso/saml"))
    return p.entity(p.role(*parts), "http://www.okta.com/exk1").encode()


def test_metadata_comes_first_and_suggests_a_label_that_is_not_taken(alice: Pages, service: RunningService) -> None:
    shown = alice.get(NEW)
    named = [each.get("name") for each in shown.document.all("textarea", "input") if each.get("type") != "hidden"]
    assert named[:4] == ["text", "file", "address", "label"]
    (field,) = shown.document.with_attribute("name", "text")
    assert int(field.get("rows", "1")) >= 8
    shown = alice.submit(IMPORT_NEW, text="<EntityDescriptor", press=READ)
    assert (shown.status, shown.value("text")) == (422, "<EntityDescriptor")
    alice.get(NEW)
    shown = alice.submit(IMPORT_NEW, press="Read the demo's metadata")
    assert str(shown.value("ssoURL")).endswith("/demo-identity-provider/sso")
    shown = given(alice, from_okta(), NEW, IMPORT_NEW)
    assert shown.value("label") == "Okta"
    assert "Masthead suggests the label." in shown.main
    made = alice.submit(NEW, label="Staff", press="Create provider")
    assert made.toasts == ["Staff was created. Enter these values at your identity provider."]
    start_over(alice, service)
    given(alice, from_okta(), NEW, IMPORT_NEW)
    alice.submit(NEW, press="Create provider")
    assert given(alice, from_okta(), NEW, IMPORT_NEW).value("label") == "larkfield.okta.com"


BACK = "Back to “Enforce single sign-on”"
CHECKED = f"{ENFORCE}?provider=saml_staff"
ROTATE = f"{DRIVERS}/certificate"


def test_a_replaced_certificate_and_a_test_lead_back_to_the_checklist(alice: Pages, service: RunningService) -> None:
    ask(service, ALICE, "PATCH", "/v1/orgs/org_larkfield/saml/saml_drivers", {"certificate": pem(-2)})
    shown = alice.get(alice.get(CHECKED).links["Drivers"])
    assert shown.links[BACK] == CHECKED
    rotate = shown.links["Replace certificate"]
    assert alice.get(rotate).links[BACK] == CHECKED
    alice.submit(rotate.partition("?")[0], {"how": "now", "certificate": pem(500)}, press="Continue")
    shown = alice.confirm(ROTATE)
    assert shown.links[BACK] == CHECKED
    assert "Larkfield staff is active." in alice.get(shown.links[BACK]).main
    shown = alice.get(alice.get(CHECKED).links["Test Larkfield staff"])
    assert shown.links[BACK] == CHECKED
    shown = alice.submit(f"{STAFF}/test", press="Start the test")
    assert shown.links[BACK] == CHECKED
    assert alice.get(shown.links["Check for a sign-in"]).links[BACK] == CHECKED
    assert "A test of Larkfield staff was started just now. No sign-in was recorded since." in alice.get(CHECKED).main


ONE, TWO = pem(500), pem(700)
SOON, LATER = ((datetime.now(UTC) + timedelta(days=days)).date().isoformat() for days in (3, 5))
REPLACED = "saved a next certificate after you opened this page. It is due on"


@pytest.fixture
def colleague(portal: Flask) -> Pages:
    """Another browser of an administrator."""
    return Pages(portal).sign_in(ALICE)


def note(pages: Pages, certificate: str, due: str = SOON) -> None:
    pages.get(ROTATE)
    pages.submit(ROTATE, {"how": "later", "certificate": certificate, "due": due})


def coming(portal: Flask) -> list[str]:
    """The words of the one that is noted."""
    noted = get_portal(portal).store.rotations.next_certificates("org_larkfield").get("saml_drivers")
    return noted.pem.split() if noted else []


def test_a_colleague_s_next_one_is_asked_about_and_stays(alice: Pages, colleague: Pages, portal: Flask) -> None:
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
    note(alice, TWO)
    note(alice, ONE)
    assert coming(portal) == ONE.split()
    alice.get(ROTATE)
    note(colleague, TWO)
    alice.submit(ROTATE, {"how": "now"}, press="Use this certificate")
    assert coming(portal) == TWO.split()


def test_a_colleague_s_next_one_is_not_removed(alice: Pages, colleague: Pages, portal: Flask) -> None:
    note(alice, ONE)
    note(colleague, TWO)
    shown = alice.submit(f"{ROTATE}/forget")
    assert "Nothing was removed" in shown.toasts[0]
    assert REPLACED in shown.toasts[0]
    assert coming(portal) == TWO.split()
    assert alice.submit(f"{ROTATE}/forget").toasts == ["The next certificate was removed."]
    assert coming(portal) == []
    note(alice, ONE)
    colleague.get(DRIVERS)
    colleague.submit(f"{ROTATE}/forget")
    shown = alice.submit(f"{ROTATE}/forget")
    assert shown.toasts == ["The next certificate was already removed."]


def test_what_the_api_ignores_or_writes_in_its_own_way(distant: Pages, wire: Wire, service: RunningService) -> None:
    note(distant, ONE)
    distant.get(ROTATE)
    wire.faults["PATCH"] = faults.says(provider(service, "drivers"))
    shown = distant.submit(ROTATE, {"how": "now"}, press="Use this certificate")
    assert shown.toasts == ["Drivers: the change was accepted, but there is another value for signing certificate."]
    assert coming(distant.app) == ONE.split()
    assert distant.get(f"{ORG}/journal/1").facts["Outcome"].startswith("Not in effect")
    wire.faults.clear()
    distant.get(ROTATE)
    shown = distant.submit(ROTATE, {"how": "now"}, press="Use this certificate")
    assert (coming(distant.app), "Does the new certificate work?" in shown.main) == ([], True)
    distant.get(ROTATE)
    distant.submit(ROTATE, {"certificate": TWO, "how": "now"}, press="Continue")
    bare = "".join(TWO.splitlines()[1:-1])
    said = faults.says(provider(service, "drivers") | {"certificate": bare})
    wire.faults["PATCH"] = said
    wire.seen.clear()

    def then(talk: Talk) -> bool:
        return said(talk) if wire.seen.get("PATCH") and talk.asked.path.endswith("/saml_drivers") else talk.pass_on()

    wire.faults["GET"] = then
    assert distant.confirm(ROTATE).toasts == ["Drivers has the new certificate. Ask somebody to sign in."]
