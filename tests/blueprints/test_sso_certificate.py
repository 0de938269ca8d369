"""Another certificate for a provider: put in with a way back, put beside the old one, or noted for later."""

import re
from datetime import UTC, datetime, timedelta

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
from tests.providers import API, AUDITORS, DRIVERS, ORG, SSO, enforce, provider
from tests.records import ask, give_role
from tests.wire import Wire
from tests.world import ALICE, BOB, RunningService

ROTATE = f"{DRIVERS}/certificate"
ORGANIZATION = "/v1/orgs/org_larkfield"
QUESTION = "Does the new certificate work?"
ENFORCED = "Single sign-on is enforced: people can sign in only with an identity provider."


def sent(pages: Pages, address: str = ROTATE, how: str = "now", **typed: str) -> Page:
    pages.get(address)
    return pages.submit(address, {"how": how, **typed}, press="Continue")


def put_in(pages: Pages, certificate: str, **typed: str) -> Page:
    sent(pages, certificate=certificate, **typed)
    return pages.confirm(ROTATE)


def certificate_of(service: RunningService, name: str = "drivers") -> list[str]:
    return str(provider(service, name)["certificate"]).split()


def enforced(service: RunningService) -> object:
    return ask(service, ALICE, "GET", ORGANIZATION).get_json()["sso"]


def test_a_new_one_is_compared_put_in_and_kept_or_rolled_back(
    alice: Pages, service: RunningService, asked: Log
) -> None:
    first, second = pem(500), pem(600)
    shown = sent(alice, certificate=first)
    assert (shown.h1, asked.writes) == ("Review your changes", [])
    assert [row[0] for row in shown.rows] == ["Subject", "Valid from", "Valid until", "Key", "Signed with", "SHA-256"]
    assert all(re.fullmatch(r"\d{1,2} [A-Z][a-z]{2} \d{4}", day) for day in [*shown.rows[1][1:], *shown.rows[2][1:]])
    shown = alice.confirm(ROTATE)
    assert (shown.path, shown.toasts) == (DRIVERS, ["Drivers has the new certificate. Ask somebody to sign in."])
    assert QUESTION in shown.main
    shown = alice.submit(f"{ROTATE}/keep")
    assert (shown.toasts, QUESTION in shown.main) == (["You kept the new certificate."], False)
    assert certificate_of(service) == first.split()
    put_in(alice, second)
    replacement, back = f"{ORG}/journal/2", f"{ORG}/journal/3"
    shown = alice.submit(f"{ROTATE}/roll-back")
    assert (shown.toasts, QUESTION in shown.main) == (["Drivers has its old certificate again."], False)
    assert certificate_of(service) == first.split()
    assert "Undone" in alice.get(replacement).main
    shown = alice.get(back)
    assert ("Roll back the certificate of Drivers" in shown.h1, "Undoes" in shown.main) == (True, True)
    alice.get(f"{back}/undo")
    alice.submit(f"{back}/undo")
    assert certificate_of(service) == second.split()


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
    distant: Pages, wire: Wire, service: RunningService
) -> None:
    old = certificate_of(service)
    sent(distant, certificate=pem(500))
    wire.faults["PATCH"] = faults.lost_answer
    distant.confirm(ROTATE)
    wire.faults.clear()
    assert QUESTION in distant.get(f"{DRIVERS}?refresh=1").main
    distant.submit(f"{ROTATE}/roll-back")
    assert certificate_of(service) == old


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
    distant: Pages, wire: Wire, service: RunningService
) -> None:
    enforce(service)
    old = certificate_of(service)
    sent(distant, certificate=pem(500))
    wire.faults["PATCH"] = faults.refusal(403, "Not for you.")
    assert distant.confirm(ROTATE).status == 403
    assert wire.seen["PATCH"] == 1
    assert certificate_of(service) == old


def test_a_second_provider_is_made_beside_it(alice: Pages, service: RunningService) -> None:
    old, new = certificate_of(service), pem(500)
    before_it = len(ask(service, ALICE, "GET", API).get_json()["items"])
    shown = sent(alice, certificate=new, how="beside")
    assert "The present one stays as it is." in shown.main
    assert len(ask(service, ALICE, "GET", API).get_json()["items"]) == before_it, "nothing is sent before the review"
    shown = alice.confirm(ROTATE)
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
    opened = alice.get(ROTATE)
    shown = sent(alice, certificate=new, how="later", due=day.isoformat())
    assert asked.writes == []
    assert shown.toasts == ["Masthead saved the certificate as the next one. The provider is unchanged."]
    assert "The next certificate is due on" in shown.main
    assert "The next certificate of Drivers is due on" in alice.get(SSO).main
    alice.page = opened
    told = {"certificate": pem(600), "how": "later", "due": day.isoformat()}
    shown = alice.submit(ROTATE, told, press="Continue")
    assert shown.status == 409
    assert "saved a next certificate after you opened this page" in " ".join(shown.problems)
    ask(service, ALICE, "PATCH", f"{API}/saml_drivers", {"certificate": pem(18)})
    for page in (DRIVERS, SSO, ORG):
        said = alice.get(f"{page}?refresh=1").main
        assert "The next certificate is saved, to replace it." in said
        assert "for the next certificate" not in said
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


def test_one_that_is_refused_leaves_the_way_back_of_the_one_before(
    distant: Pages, wire: Wire, service: RunningService
) -> None:
    old = certificate_of(service)
    put_in(distant, pem(500))
    sent(distant, certificate=pem(600))
    wire.faults["PATCH"] = faults.refusal(403, "Not for you.")
    distant.confirm(ROTATE)
    wire.faults.clear()
    assert QUESTION in distant.get(DRIVERS).main
    distant.submit(f"{ROTATE}/roll-back")
    assert certificate_of(service) == old


def test_that_enforcement_was_lifted_for_nothing_is_told(distant: Pages, wire: Wire, service: RunningService) -> None:
    enforce(service)
    sent(distant, certificate=pem(500))
    wire.faults["PATCH"] = faults.at("/**/saml/*", faults.refusal(400, "Not this one."))
    shown = distant.confirm(ROTATE)
    assert "is not enforced now" in " ".join(shown.problems)
    assert enforced(service) is False


@for_each(
    "theirs, mine, told",
    [
        ("roll-back", "keep", "You already went back to the old certificate, and it is in use."),
        ("roll-back", "roll-back", "You already went back to the old certificate, and it is in use."),
        ("keep", "keep", "You already kept the new certificate."),
        ("keep", "roll-back", "You already kept the new certificate. Nothing was saved. Undo the change"),
    ],
)
def test_what_was_decided_in_another_window_is_told(
    alice: Pages, service: RunningService, theirs: str, mine: str, told: str
) -> None:
    start_over(alice, service)
    page = put_in(alice, pem(500))
    alice.get(DRIVERS)
    alice.submit(f"{ROTATE}/{theirs}")
    alice.page = page
    assert alice.submit(f"{ROTATE}/{mine}").toasts[0].startswith(told)


@for_each("press", ["keep", "roll-back"])
def test_an_old_page_decides_nothing_about_the_certificate_of_a_colleague(
    alice: Pages, portal: Flask, service: RunningService, press: str
) -> None:
    start_over(alice, service)
    page, theirs = put_in(alice, pem(500)), pem(600)
    give_role(service, "user_bob", "org_larkfield", "admin")
    bob = Pages(portal).sign_in(BOB)
    put_in(bob, theirs)
    alice.page = page
    assert alice.submit(f"{ROTATE}/{press}").toasts == ["Bob has replaced the certificate again. Nothing was saved."]
    assert certificate_of(service) == theirs.split()
    assert QUESTION in bob.get(DRIVERS).main


def test_a_way_back_under_enforcement_says_that_it_is_enforced(alice: Pages, service: RunningService) -> None:
    page = put_in(alice, pem(500))
    assert ENFORCED not in page.main
    enforce(service)
    assert ENFORCED in alice.get(f"{DRIVERS}?refresh=1").main
    assert ENFORCED in alice.get(f"{ORG}/journal/1/undo").main
    alice.page = page
    told = alice.submit(f"{ROTATE}/roll-back").toasts
    assert told == [f"Drivers has its old certificate again. {ENFORCED}"]
