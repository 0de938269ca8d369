"""Single sign-on: the overview with what may go wrong, a provider made, set up, mended and deleted."""

import re
from collections.abc import Iterator

import pytest
from cryptography.hazmat.primitives.asymmetric import ed25519
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from flask import Flask

from tests.asked import Log
from tests.certificates import pem
from tests.faults import faults
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.portals import PortalFor
from tests.records import ask
from tests.wire import Wire
from tests.world import ALICE, RunningService
from web.portal import portal_of

ORG = "/orgs/org_larkfield"
SSO = f"{ORG}/sso"
DRIVERS, AUDITORS = f"{SSO}/saml_drivers", f"{SSO}/saml_auditors"
API = "/v1/orgs/org_larkfield/saml"
KEY = (
    ed25519.Ed25519PrivateKey.generate()
    .private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    .decode()
    .strip()
)
LETTERS = KEY.splitlines()[1]
IDP = "https://auditors.larkfield.example/saml"


def provider(service: RunningService, name: str) -> dict[str, object]:
    answer: dict[str, object] = ask(service, ALICE, "GET", f"{API}/saml_{name}").get_json()
    return answer


def enforce(service: RunningService) -> None:
    assert ask(service, ALICE, "PATCH", "/v1/orgs/org_larkfield", {"sso": True}).status_code == 200


def saved(pages: Pages, address: str, **typed: str) -> Page:
    """Save the provider, and what is shown for review if it is."""
    pages.get(address)
    shown = pages.submit(address, dict(typed), press="Save provider")
    return pages.confirm(address) if shown.h1 == "Review your changes" else shown


def test_the_overview_tells_what_may_go_wrong(alice: Pages) -> None:
    shown = alice.get(SSO)
    assert "Not enforced: people may also sign in in other ways" in shown.main
    assert [row[:2] for row in shown.rows] == [
        ["Larkfield staff", "Ready"],
        ["Drivers", "Ready"],
        ["Carriers (old directory)", "Cannot sign in"],
        ["Auditors", "Pending"],
    ]
    assert "The certificate of Carriers (old directory) ended 40 days ago." in shown.main
    assert "The certificate of Drivers ends in 21 days." in shown.main
    assert "Auditors: the entity ID, the sign-on address, and the certificate are missing." in shown.main


def test_it_is_an_area_of_the_organization(alice: Pages) -> None:
    assert f'href="{SSO}"' in alice.get(f"{ORG}/sites").html


def test_an_organization_without_a_provider_is_told_what_to_have_at_hand(dana: Pages) -> None:
    shown = dana.get("/orgs/org_orchard/sso")
    assert "No identity provider yet" in shown.main
    assert shown.links["Add a provider"] == "/orgs/org_orchard/sso/new"


def test_a_provider_is_made_by_its_name_and_tells_what_the_other_side_needs(alice: Pages, asked: Log) -> None:
    alice.get(f"{SSO}/new")
    shown = alice.submit(f"{SSO}/new", label="Depots")
    assert shown.toasts == ["Depots was created. Now both sides have to know each other."]
    assert str(shown.value("acsURL")).endswith("/acs")
    assert asked.writes == [f"POST {API}"]


@pytest.fixture
def wire(service: RunningService) -> Iterator[Wire]:
    with Wire(service) as wire:
        yield wire


def test_a_service_that_wants_it_all_at_once_gets_it(portal_for: PortalFor, wire: Wire, asked: Log) -> None:
    alice = Pages(portal_for(API_BASE_URL=wire.url)).sign_in(ALICE)
    wire.faults["POST"] = faults.answer(400, b'{"error": {"message": "entityID: is required."}}')
    closed = alice.get(f"{SSO}/new")
    refused = alice.submit(f"{SSO}/new", label="Depots")
    assert [len(each.document.with_attribute("open")) for each in (closed, refused)] == [0, 1]
    assert "entityID" in " ".join(refused.problems) or "is required" in refused.main
    wire.faults.clear()
    typed = {"entityID": f"{IDP}/metadata", "ssoURL": f"{IDP}/sso", "certificate": pem(90)}
    shown = alice.submit(f"{SSO}/new", typed)
    assert shown.h1 == "Depots"
    assert "90 days left" in shown.main
    assert asked.writes == [f"POST {API}"]


def test_the_file_for_the_other_side_holds_only_what_the_service_told(alice: Pages, service: RunningService) -> None:
    shown = alice.get(alice.get(DRIVERS).links["The same as a metadata file"])
    assert shown.headers["Content-Type"].startswith("application/samlmetadata+xml")
    assert shown.headers["Content-Disposition"] == 'attachment; filename="sp-Drivers.xml"'
    told = provider(service, "drivers")["service"]
    assert isinstance(told, dict)
    assert re.findall(r'(?:entityID|Location)="([^"]*)"', shown.html) == [told["entityID"], told["acsURL"]]


def test_it_is_set_up_by_hand(alice: Pages, service: RunningService) -> None:
    certificate = pem(400)
    shown = saved(alice, AUDITORS, entityID=f"{IDP}/metadata", ssoURL=f"{IDP}/sso", certificate=certificate)
    assert shown.toasts == ["Auditors was saved."]
    found = provider(service, "auditors")
    assert (found["entityID"], found["ssoURL"], found["status"]) == (f"{IDP}/metadata", f"{IDP}/sso", "active")
    assert str(found["certificate"]).split() == certificate.split()
    assert "400 days left" in shown.main
    assert "EC, P-256" in shown.main


def test_a_certificate_is_taken_as_it_is_given(alice: Pages, service: RunningService) -> None:
    certificate = pem(400)
    bare = "".join(certificate.splitlines()[1:-1])
    saved(alice, AUDITORS, certificate=bare)
    assert str(provider(service, "auditors")["certificate"]).split() == certificate.split()


def test_of_several_certificates_one_is_chosen(alice: Pages, service: RunningService) -> None:
    now, then = pem(100), pem(800)
    alice.get(AUDITORS)
    shown = alice.submit(AUDITORS, certificate=then + now, press="Save provider")
    assert "There are 2 certificates in it." in shown.problems[0]
    first, second = shown.offers("certificate-which")
    assert first != second
    shown = alice.submit(AUDITORS, {"certificate-which": second}, press="Save provider")
    assert "Auditors was saved." in shown.toasts[-1]
    assert str(provider(service, "auditors")["certificate"]).split() == now.split()


def test_a_private_key_is_refused_and_kept_nowhere(alice: Pages, portal: Flask, asked: Log) -> None:
    alice.get(DRIVERS)
    shown = alice.submit(DRIVERS, certificate=KEY, label="Lorries", press="Save provider")
    assert shown.status == 422
    assert "This is a private key." in shown.problems[0]
    assert "PRIVATE KEY" not in shown.html
    assert LETTERS not in shown.html
    assert asked.writes == []
    parts = portal_of(portal)
    (draft,) = parts.drafts.of_owner(parts.keys.owner_of(ALICE)).values()
    assert [name for name, value in draft.pairs if LETTERS in value] == []
    assert ("label", "Lorries") in draft.pairs


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ({"label": ""}, "Label"),
        ({"label": "x" * 31}, "Label"),
        ({"ssoURL": "login"}, "Sign-on address"),
        ({"certificate": "no certificate"}, "This is not a certificate"),
        ({"certificate": "nonsense"}, "is not shown again or kept"),
        ({"certificate": pem(-1)}, "expired"),
        ({"ssoURL": "http://login.larkfield.example"}, "http"),
        ({"defaultRole": "admin"}, "admin"),
        ({"defaultTeam-other": "team_gone"}, "There is no team team_gone"),
    ],
)
def test_what_is_wrong_is_told_and_nothing_is_sent(alice: Pages, asked: Log, typed: dict[str, str], told: str) -> None:
    alice.get(DRIVERS)
    shown = alice.submit(DRIVERS, dict(typed), press="Save provider")
    assert shown.status == 422
    assert told in " ".join(shown.problems)
    assert asked.writes == []


def test_our_own_addresses_are_not_those_of_the_provider(alice: Pages, service: RunningService) -> None:
    told = provider(service, "drivers")["service"]
    assert isinstance(told, dict)
    alice.get(DRIVERS)
    shown = alice.submit(DRIVERS, entityID=told["entityID"], press="Save provider")
    assert "This is the one of the documentation service." in shown.problems[0]


def test_another_certificate_for_a_provider_in_use_is_shown_first_and_can_be_undone(
    alice: Pages, service: RunningService
) -> None:
    before = provider(service, "staff")["certificate"]
    staff = f"{SSO}/saml_staff"
    alice.get(staff)
    shown = alice.submit(staff, certificate=pem(500), press="Save provider")
    assert shown.h1 == "Review your changes"
    assert "the new values alone count" in shown.main
    assert "login.larkfield.example, SHA-256" in shown.main
    alice.confirm(staff)
    assert provider(service, "staff")["certificate"] != before
    alice.get(f"{ORG}/journal/1/undo")
    alice.submit(f"{ORG}/journal/1/undo")
    assert provider(service, "staff")["certificate"] == before


def test_words_let_through_what_is_meant(alice: Pages, service: RunningService) -> None:
    alice.get(DRIVERS)
    alice.submit(DRIVERS, defaultRole="admin", press="Save provider")
    shown = alice.submit(DRIVERS, admin_confirm="admin", press="Save provider")
    assert shown.h1 == "Review your changes"
    alice.confirm(DRIVERS)
    assert provider(service, "drivers")["defaultRole"] == "admin"


def test_the_last_provider_stays_while_it_is_enforced(alice: Pages, service: RunningService, asked: Log) -> None:
    enforce(service)
    ask(service, ALICE, "DELETE", f"{API}/saml_drivers")
    asked.clear()
    staff = f"{SSO}/saml_staff"
    assert "the last provider that can sign anybody in" in alice.get(f"{staff}/delete").main
    shown = alice.submit(f"{staff}/delete", confirm="Larkfield staff")
    assert (shown.status, asked.writes) == (409, [])
    assert alice.submit(f"{staff}/delete", confirm="staff").status == 422
    alice.get(f"{AUDITORS}/delete")
    assert alice.submit(f"{AUDITORS}/delete", confirm="Auditors").toasts == ["Auditors was deleted."]
    alice.get(f"{AUDITORS}/delete")


def test_enforced_without_a_provider_that_works_is_urgent(alice: Pages, service: RunningService) -> None:
    enforce(service)
    for name in ("staff", "drivers"):
        ask(service, ALICE, "DELETE", f"{API}/saml_{name}")
    shown = alice.get(SSO)
    assert "Enforced: nobody gets in another way" in shown.main
    assert "Single sign-on is enforced, and no provider can sign anybody in." in shown.main


def test_one_deleted_twice_says_so(alice: Pages, service: RunningService) -> None:
    alice.get(f"{AUDITORS}/delete")
    ask(service, ALICE, "DELETE", f"{API}/saml_auditors")
    shown = alice.submit(f"{AUDITORS}/delete", confirm="Auditors")
    assert shown.toasts == ["This identity provider had been deleted already."]


def test_whoever_may_not_sees_why(bob: Pages, dana: Pages) -> None:
    assert bob.get(SSO).status == bob.get(DRIVERS).status == 403
    assert "An administrator of the organization can change that." in bob.shown.main
    assert dana.get(SSO).status == 404


def test_the_overview_of_the_organization_leads_to_the_provider(alice: Pages) -> None:
    assert DRIVERS in alice.get(ORG).links.values()


def test_two_providers_of_one_entity_are_told(alice: Pages, service: RunningService) -> None:
    same = str(provider(service, "staff")["entityID"])
    shown = saved(alice, DRIVERS, entityID=same)
    assert "Larkfield staff has this entity ID too" in " ".join(shown.toasts)
    assert f"2 providers have the entity ID {same}." in alice.get(SSO).main


def test_a_certificate_that_ends_soon_is_told(alice: Pages) -> None:
    shown = saved(alice, AUDITORS, certificate=pem(10))
    assert shown.toasts[0].startswith("It ends in ")
