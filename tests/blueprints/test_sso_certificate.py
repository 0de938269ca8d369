"""Another certificate for a provider: put in with a way back, put beside the old one, or noted for later."""

import base64
import re
from datetime import UTC, datetime, timedelta

import pytest
from flask import Flask

from masthead.web.person.portal import portal_of
from tests.asked import Log
from tests.blueprints.start_over import start_over
from tests.certificates import pem
from tests.faults import faults
from tests.loops import for_each
from tests.pages.filling import File
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.portals import PortalFor
from tests.providers import API, AUDITORS, DRIVERS, ORG, SSO, STAFF, enforce, provider
from tests.records import ask
from tests.wire import Wire
from tests.world import ALICE, RunningService

ROTATE, STAFFS = f"{DRIVERS}/certificate", f"{STAFF}/certificate"
ORGANIZATION = "/v1/orgs/org_larkfield"


def sent(pages: Pages, address: str = ROTATE, how: str = "now", **typed: str) -> Page:
    pages.get(address)
    return pages.submit(address, {"how": how, **typed}, press="Continue")


def put_in(pages: Pages, certificate: str, **typed: str) -> Page:
    sent(pages, certificate=certificate, **typed)
    return pages.confirm(ROTATE)


def newest_entry(pages: Pages) -> str:
    """Its page in the journal."""
    return next(at for at in pages.get(f"{ORG}/journal").links.values() if re.fullmatch(rf"{ORG}/journal/\d+", at))


def certificate_of(service: RunningService, name: str = "drivers") -> list[str]:
    return str(provider(service, name)["certificate"]).split()


def enforced(service: RunningService) -> object:
    return ask(service, ALICE, "GET", ORGANIZATION).get_json()["sso"]


def test_old_and_new_are_compared_before_it_is_put_in(alice: Pages, service: RunningService, asked: Log) -> None:
    new = pem(500)
    shown = sent(alice, certificate=new)
    assert shown.h1 == "Review your changes"
    assert [row[0] for row in shown.rows] == ["Subject", "Valid from", "Valid until", "Key", "Signed with", "SHA-256"]
    assert all(re.fullmatch(r"\d{1,2} [A-Z][a-z]{2} \d{4}", day) for day in [*shown.rows[1][1:], *shown.rows[2][1:]])
    assert asked.writes == []
    shown = alice.confirm(ROTATE)
    assert shown.toasts == ["Drivers has the new certificate. Ask somebody to sign in."]
    assert shown.path == DRIVERS
    assert certificate_of(service) == new.split()


def test_it_works_and_is_kept_or_does_not_and_the_old_one_is_back(alice: Pages, service: RunningService) -> None:
    new = pem(500)
    shown = put_in(alice, new)
    assert "Does the new certificate work?" in shown.main
    shown = alice.submit(f"{ROTATE}/keep")
    assert shown.toasts == ["You kept the new certificate."]
    assert "Does the new certificate work?" not in shown.main
    assert certificate_of(service) == new.split()
    start_over(alice, service)
    old = certificate_of(service)
    put_in(alice, pem(500))
    shown = alice.submit(f"{ROTATE}/roll-back")
    assert shown.toasts == ["Drivers has its old certificate again."]
    assert "Does the new certificate work?" not in shown.main
    assert certificate_of(service) == old
    assert "Roll back the certificate of Drivers" in alice.get(f"{ORG}/journal").main


def test_nothing_is_rolled_back_over_a_third_one(alice: Pages, service: RunningService, asked: Log) -> None:
    put_in(alice, pem(500))
    third = pem(700)
    assert ask(service, ALICE, "PATCH", f"{API}/saml_drivers", {"certificate": third}).status_code == 200
    asked.clear()
    shown = alice.submit(f"{ROTATE}/roll-back")
    assert "Somebody else has replaced the certificate again" in shown.toasts[0]
    assert asked.writes == []
    assert certificate_of(service) == third.split()


def test_the_way_back_is_offered_after_a_call_that_nobody_confirmed(
    portal_for: PortalFor, wire: Wire, service: RunningService
) -> None:
    alice = Pages(portal_for(API_BASE_URL=wire.url)).sign_in(ALICE)
    old = certificate_of(service)
    sent(alice, certificate=pem(500))
    wire.faults["PATCH"] = faults.lost_answer
    alice.confirm(ROTATE)
    wire.faults.clear()
    assert "Does the new certificate work?" in alice.get(f"{DRIVERS}?refresh=1").main
    alice.submit(f"{ROTATE}/roll-back")
    assert certificate_of(service) == old


@pytest.mark.exhaustive
def test_what_was_refused_asks_for_nothing(portal_for: PortalFor, wire: Wire) -> None:
    alice = Pages(portal_for(API_BASE_URL=wire.url)).sign_in(ALICE)
    sent(alice, certificate=pem(500))
    wire.faults["PATCH"] = faults.refusal(403, "Not for you.")
    assert alice.confirm(ROTATE).status == 403
    wire.faults.clear()
    assert "Does the new certificate work?" not in alice.get(DRIVERS).main


def test_enforcement_is_lifted_first_where_that_is_wanted(alice: Pages, service: RunningService, asked: Log) -> None:
    enforce(service)
    asked.clear()
    alice.get(ROTATE)
    assert alice.shown.value("lift") is True
    alice.submit(ROTATE, {"certificate": pem(500), "how": "now"}, press="Continue")
    assert (asked.writes, enforced(service)) == ([], True)
    shown = alice.confirm(ROTATE)
    assert asked.writes == [f"PATCH {ORGANIZATION}", f"PATCH {API}/saml_drivers"]
    assert enforced(service) is False
    assert "stopped enforcing single sign-on on" in shown.main
    shown = alice.submit(f"{ROTATE}/keep")
    assert shown.toasts == ["You kept the new certificate. You can now enforce single sign-on again."]


def test_enforcement_stays_where_that_is_wanted(alice: Pages, service: RunningService) -> None:
    enforce(service)
    put_in(alice, pem(500), lift="off")
    assert enforced(service) is True


def test_nothing_is_replaced_where_enforcement_cannot_be_lifted(
    portal_for: PortalFor, wire: Wire, service: RunningService
) -> None:
    enforce(service)
    alice = Pages(portal_for(API_BASE_URL=wire.url)).sign_in(ALICE)
    old = certificate_of(service)
    sent(alice, certificate=pem(500))
    wire.faults["PATCH"] = faults.refusal(403, "Not for you.")
    assert alice.confirm(ROTATE).status == 403
    assert wire.seen["PATCH"] == 1
    assert certificate_of(service) == old


def test_a_second_provider_is_made_beside_it(alice: Pages, service: RunningService) -> None:
    old, new = certificate_of(service), pem(500)
    shown = sent(alice, certificate=new, how="beside")
    assert shown.path.endswith("/service")
    told = "Drivers (new) was created with the new certificate. Create a second application for it at "
    assert shown.toasts == [f"{told}your identity provider."]
    made = ask(service, ALICE, "GET", API).get_json()["items"][-1]
    before = provider(service, "drivers")
    assert (made["label"], made["certificate"].split(), made["defaultRole"]) == (
        "Drivers (new)",
        new.split(),
        before["defaultRole"],
    )
    assert certificate_of(service) == old
    again = sent(alice, certificate=new, how="beside")
    assert "There is already a provider called Drivers (new)." in again.main
    assert again.links["Continue with that provider"] == shown.path


def test_the_next_one_is_noted_with_its_day_and_put_in(alice: Pages, service: RunningService, asked: Log) -> None:
    new, day = pem(500), (datetime.now(UTC) + timedelta(days=3)).date()
    shown = sent(alice, certificate=new, how="later", due=day.isoformat())
    assert asked.writes == []
    assert shown.toasts == ["Masthead saved the certificate as the next one. The provider is unchanged."]
    assert "The next certificate is due on" in shown.main
    assert "The next certificate of Drivers is due on" in alice.get(SSO).main
    shown = alice.get(DRIVERS)
    shown = alice.get(shown.links["Use next certificate"])
    assert str(shown.value("certificate")).split() == new.split()
    alice.submit(ROTATE, how="now", press="Continue")
    shown = alice.confirm(ROTATE)
    assert certificate_of(service) == new.split()
    assert "The next certificate is due on" not in shown.main


def test_the_next_one_is_forgotten_or_deleted_with_its_provider(
    alice: Pages, portal: Flask, service: RunningService
) -> None:
    day = datetime.now(UTC).date().isoformat()
    sent(alice, certificate=pem(500), how="later", due=day)
    shown = alice.submit(f"{ROTATE}/forget")
    assert "The next certificate is due on" not in shown.main
    start_over(alice, service)
    day = datetime.now(UTC).date().isoformat()
    sent(alice, certificate=pem(500), how="later", due=day)
    alice.get(f"{DRIVERS}/delete")
    alice.submit(f"{DRIVERS}/delete", confirm="Drivers")
    assert portal_of(portal).store.rotations.coming("org_larkfield") == {}


@for_each(
    "typed, told",
    [
        ({}, "Paste the new certificate."),
        ({"certificate": pem(500), "how": "later"}, "Enter today or a later day"),
        ({"certificate": pem(500), "how": "later", "due": "2020-01-01"}, "Enter today or a later day"),
        ({"certificate": pem(-1)}, "expired"),
    ],
)
def test_what_is_wrong_is_told(alice: Pages, asked: Log, typed: dict[str, str], told: str) -> None:
    shown = sent(alice, **typed)
    assert shown.status == 422
    assert told in " ".join(shown.problems)
    assert asked.writes == []


def test_what_is_no_other_certificate_is_refused_where_step_two_leads(
    alice: Pages, service: RunningService, asked: Log
) -> None:
    shown = sent(alice, certificate=str(provider(service, "drivers")["certificate"]))
    assert "This certificate is already saved. Paste the new one." in shown.problems[0]
    assert alice.get(f"{DRIVERS}/idp").links["Replace certificate"] == ROTATE
    assert "Replace certificate" not in alice.get(f"{AUDITORS}/idp").links
    key = b"-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIA==\n-----END PRIVATE KEY-----\n"
    alice.get(ROTATE)
    shown = alice.submit(ROTATE, {"how": "now", "certificate-file": File("idp.pem", key)}, press="Continue")
    assert "This is a private key." in shown.problems[0]
    assert "MC4CAQAwBQYDK2VwBCIEIA" not in shown.html
    assert asked.writes == []


def test_a_file_is_taken_as_it_is(alice: Pages, service: RunningService) -> None:
    new = pem(500)
    der = base64.b64decode("".join(new.splitlines()[1:-1]))
    alice.get(ROTATE)
    shown = alice.submit(ROTATE, {"how": "now", "certificate-file": File("idp.cer", der)}, press="Continue")
    assert shown.h1 == "Review your changes"
    alice.confirm(ROTATE)
    assert certificate_of(service) == new.split()


def test_one_that_is_refused_leaves_the_way_back_of_the_one_before(
    portal_for: PortalFor, wire: Wire, service: RunningService
) -> None:
    alice = Pages(portal_for(API_BASE_URL=wire.url)).sign_in(ALICE)
    old = certificate_of(service)
    put_in(alice, pem(500))
    sent(alice, certificate=pem(600))
    wire.faults["PATCH"] = faults.refusal(403, "Not for you.")
    alice.confirm(ROTATE)
    wire.faults.clear()
    assert "Does the new certificate work?" in alice.get(DRIVERS).main
    alice.submit(f"{ROTATE}/roll-back")
    assert certificate_of(service) == old


def test_that_enforcement_was_lifted_for_nothing_is_told(
    portal_for: PortalFor, wire: Wire, service: RunningService
) -> None:
    enforce(service)
    alice = Pages(portal_for(API_BASE_URL=wire.url)).sign_in(ALICE)
    sent(alice, certificate=pem(500))
    wire.faults["PATCH"] = faults.at("/**/saml/*", faults.refusal(400, "Not this one."))
    shown = alice.confirm(ROTATE)
    assert "is not enforced now" in " ".join(shown.problems)
    assert enforced(service) is False
    wire.faults.clear()
    put_in(alice, pem(600))
    shown = alice.submit(f"{ROTATE}/keep")
    assert shown.toasts == ["You kept the new certificate. You can now enforce single sign-on again."]
