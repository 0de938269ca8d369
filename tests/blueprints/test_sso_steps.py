"""The four steps of setting an identity provider up, and mending one."""

import re

from flask import Flask

from masthead.web.person.portal import get_portal
from tests.asked import Log
from tests.blueprints.start_over import start_over
from tests.certificates import pem
from tests.loops import for_each
from tests.pages.document import name_of, text_of
from tests.pages.filling import File
from tests.pages.pages import Pages
from tests.providers import API, AUDITORS, DRIVERS, IDP, ORG, SSO, provider, saved
from tests.records import ask
from tests.saml.making import private
from tests.world import ALICE, RunningService

KEY = private("rsa").decode()
LETTERS = KEY.splitlines()[1]
STEP_2, STEP_3 = f"{DRIVERS}/idp", f"{DRIVERS}/people"


def test_it_is_set_up_by_hand(alice: Pages, service: RunningService) -> None:
    certificate = pem(400)
    shown = saved(alice, AUDITORS, entityID=f"{IDP}/metadata", ssoURL=f"{IDP}/sso", certificate=certificate)
    assert shown.toasts == ["Auditors was saved."]
    found = provider(service, "auditors")
    assert (found["entityID"], found["ssoURL"], found["status"]) == (f"{IDP}/metadata", f"{IDP}/sso", "active")
    assert str(found["certificate"]).split() == certificate.split()
    assert shown.path == f"{AUDITORS}/people"
    shown = alice.submit(f"{AUDITORS}/people", defaultRole="read", press="Save and continue")
    assert (shown.path, provider(service, "auditors")["defaultRole"]) == (f"{AUDITORS}/test", "read")
    shown = alice.get(AUDITORS)
    assert "400 days left" in shown.main
    assert "EC, P-256" in shown.main


def test_a_step_says_that_it_is_done_and_the_file_holds_its_values(alice: Pages, service: RunningService) -> None:
    shown = alice.get(DRIVERS)
    (steps,) = shown.document.with_attribute("aria-label", "Parts of Drivers")
    assert [text_of(each) for each in steps.iter() if each.tag == "a"] == [
        "Overview",
        "Service provider details",
        "Identity provider details",
        "New people",
        "Test sign-in",
        "History",
    ]
    assert shown.html.count('"Done"') == 2
    shown = alice.get(alice.get(f"{DRIVERS}/service").links["Download as a metadata file"])
    assert shown.headers["Content-Type"].startswith("application/samlmetadata+xml")
    assert shown.headers["Content-Disposition"] == 'attachment; filename="sp-Drivers.xml"'
    told = provider(service, "drivers")["service"]
    assert isinstance(told, dict)
    assert re.findall(r'(?:entityID|Location)="([^"]*)"', shown.html) == [told["entityID"], told["acsURL"]]


def test_a_certificate_is_taken_as_it_is_given(alice: Pages, service: RunningService) -> None:
    certificate = pem(400)
    bare = "".join(certificate.splitlines()[1:-1])
    saved(alice, AUDITORS, certificate=bare)
    assert str(provider(service, "auditors")["certificate"]).split() == certificate.split()
    start_over(alice, service)
    new = pem(400)
    alice.get(f"{AUDITORS}/idp")
    file = File("idp.pem", new.encode())
    alice.submit(f"{AUDITORS}/idp", {"certificate-file": file}, press="Save provider")
    assert str(provider(service, "auditors")["certificate"]).split() == new.split()
    start_over(alice, service)
    now, then = pem(100), pem(800)
    alice.get(f"{AUDITORS}/idp")
    shown = alice.submit(f"{AUDITORS}/idp", certificate=then + now, press="Save provider")
    assert "This contains 2 certificates." in shown.problems[0]
    first, second = shown.offers("certificate-which")
    assert first != second
    shown = alice.submit(f"{AUDITORS}/idp", {"certificate-which": second}, press="Save provider")
    assert "Auditors was saved." in shown.toasts[-1]
    assert str(provider(service, "auditors")["certificate"]).split() == now.split()
    start_over(alice, service)
    shown = saved(alice, AUDITORS, certificate=pem(10))
    assert shown.toasts[0].startswith("The certificate expires in ")


def test_a_private_key_is_refused_and_kept_nowhere(alice: Pages, portal: Flask, asked: Log) -> None:
    step_2 = f"{AUDITORS}/idp"
    alice.get(step_2)
    shown = alice.submit(step_2, certificate=KEY, label="Lorries", press="Save provider")
    assert shown.status == 422
    assert "This is a private key." in shown.problems[0]
    assert "PRIVATE KEY" not in shown.html
    assert LETTERS not in shown.html
    assert asked.writes == []
    parts = get_portal(portal)
    (draft,) = parts.store.drafts.of_owner(parts.store.keys.owner_of(ALICE))
    assert [name for name, value in draft.pairs if LETTERS in value] == []
    assert ("label", "Lorries") in draft.pairs


@for_each(
    "typed, told",
    [
        ({"ssoURL": "login"}, "Sign-on address"),
        ({"certificate": "nonsense"}, "doesn't show or keep what you pasted"),
        ({"certificate": pem(-1)}, "expired"),
        ({"ssoURL": "http://login.larkfield.example"}, "http"),
    ],
)
def test_what_is_wrong_is_told_and_nothing_is_sent(alice: Pages, asked: Log, typed: dict[str, str], told: str) -> None:
    alice.get(f"{AUDITORS}/idp")
    shown = alice.submit(f"{AUDITORS}/idp", dict(typed), press="Save provider")
    assert shown.status == 422
    assert told in " ".join(shown.problems)
    assert asked.writes == []


def test_values_of_the_service_and_a_pdf_are_refused(alice: Pages, service: RunningService, asked: Log) -> None:
    told = provider(service, "drivers")["service"]
    assert isinstance(told, dict)
    alice.get(STEP_2)
    shown = alice.submit(STEP_2, entityID=told["entityID"], press="Save provider")
    assert "This value belongs to the service provider." in shown.problems[0]
    alice.get(f"{AUDITORS}/idp")
    file = File("idp.pem", b"%PDF-1.7 ...")
    shown = alice.submit(f"{AUDITORS}/idp", {"certificate-file": file}, press="Save provider")
    assert "This is a PDF file" in shown.problems[0]
    assert asked.writes == []
    alice.get(STEP_2)
    assert alice.submit(STEP_2, label="Chauffeurs").toasts[-1] == "Chauffeurs was saved."


def test_values_of_a_provider_in_use_are_shown_first_and_undone(alice: Pages, service: RunningService) -> None:
    before = provider(service, "drivers")["ssoURL"]
    drivers = f"{DRIVERS}/idp"
    alice.get(drivers)
    shown = alice.submit(drivers, ssoURL=f"{IDP}/sso", press="Save provider")
    assert shown.h1 == "Review your changes"
    assert "The new values take effect at once" in shown.main
    alice.confirm(drivers)
    assert provider(service, "drivers")["ssoURL"] == f"{IDP}/sso"
    alice.get(f"{ORG}/journal/1/undo")
    alice.submit(f"{ORG}/journal/1/undo")
    assert provider(service, "drivers")["ssoURL"] == before


def test_newcomers_get_a_team_that_is_there_and_a_role(alice: Pages, service: RunningService, asked: Log) -> None:
    alice.get(STEP_3)
    shown = alice.submit(STEP_3, {"defaultTeam-other": "team_gone"}, press="Save and continue")
    assert (shown.status, asked.writes) == (422, [])
    assert "There is no team team_gone" in " ".join(shown.problems)
    given = {"defaultRole": "admin", "defaultTeam": "", "defaultTeam-other": ""}
    shown = alice.submit(STEP_3, given, press="Save and continue")
    assert (shown.status, asked.writes, "admin" in " ".join(shown.problems)) == (422, [], True)
    shown = alice.submit(STEP_3, admin_confirm="admin", press="Save and continue")
    assert shown.h1 == "Review your changes"
    alice.confirm(STEP_3)
    assert provider(service, "drivers")["defaultRole"] == "admin"
    alice.get(STEP_3)
    ask(service, ALICE, "PATCH", f"{API}/saml_drivers", {"defaultRole": "read"})
    asked.clear()
    shown = alice.submit(STEP_3)
    assert (shown.path, asked.writes, shown.value("defaultRole")) == (STEP_3, [], ["read"])
    assert shown.toasts == [
        "Nothing to save. You changed nothing. Meanwhile somebody changed role of new people to “Reader”."
    ]
    shown = alice.submit(STEP_3)
    assert (shown.path, shown.toasts) == (f"{DRIVERS}/test", ["The role and team of new people stay as they are."])


def test_whoever_mends_one_comes_back_and_is_told_of_the_same_entity(alice: Pages, service: RunningService) -> None:
    assert saved(alice, DRIVERS, label="Lorry drivers").path == DRIVERS
    same = str(provider(service, "staff")["entityID"])
    shown = saved(alice, DRIVERS, entityID=same)
    assert "Larkfield staff has the same entity ID" in " ".join(shown.toasts)
    (advice, saving) = shown.document.with_attribute("data-toast")
    around = [name_of([*shown.document.around(each)][1]) for each in (advice, saving)]
    assert around == ["div", "main"]  # the advice stands in the page
    assert f"2 providers have the entity ID {same}." in alice.get(SSO).main
