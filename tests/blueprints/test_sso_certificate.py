"""Another certificate for a provider: put in with a way back, beside the old one, or later; enforcement is lifted."""

import re
from datetime import UTC, datetime, timedelta

from flask import Flask

from masthead.web.person.portal import get_portal
from tests.asked import Log
from tests.certificates import pem
from tests.faults import faults
from tests.loops import for_each
from tests.pages.document import text_of
from tests.pages.filling import File
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.providers import API, AUDITORS, DRIVERS, ORG, SSO, STAFF, enforce, provider
from tests.records import ask
from tests.wire import Wire
from tests.world import ALICE, RunningService

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


def undo(pages: Pages) -> Page:
    address = pages.shown.links["Undo"]
    pages.get(address)
    return pages.submit(address.partition("?")[0])


def certificate_of(service: RunningService, name: str = "drivers") -> list[str]:
    return str(provider(service, name)["certificate"]).split()


def enforced(service: RunningService) -> object:
    return ask(service, ALICE, "GET", ORGANIZATION).get_json()["sso"]


def test_a_new_one_is_compared_and_undone_from_the_page(alice: Pages, service: RunningService, asked: Log) -> None:
    old, new = certificate_of(service), pem(500)
    shown = sent(alice, certificate=new)
    assert (shown.h1, asked.writes) == ("Review your changes", [])
    assert [row[0] for row in shown.rows] == ["Subject", "Valid from", "Valid until", "Key", "Signed with", "SHA-256"]
    assert all(re.fullmatch(r"\d{1,2} [A-Z][a-z]{2} \d{4}", day) for day in [*shown.rows[1][1:], *shown.rows[2][1:]])
    shown = alice.confirm(ROTATE)
    assert (shown.path, shown.toasts) == (DRIVERS, ["Drivers has the new certificate. Ask somebody to sign in."])
    assert (QUESTION in shown.main, certificate_of(service)) == (True, new.split())
    shown = undo(alice)
    assert (shown.path, QUESTION in shown.main, certificate_of(service)) == (DRIVERS, False, old)


def test_a_certificate_that_somebody_else_put_in_is_not_asked_about(alice: Pages, service: RunningService) -> None:
    put_in(alice, pem(500))
    assert ask(service, ALICE, "PATCH", f"{API}/saml_drivers", {"certificate": pem(700)}).status_code == 200
    assert QUESTION not in alice.get(f"{DRIVERS}?refresh=1").main


def test_the_question_outlives_doubt_and_refusals(distant: Pages, wire: Wire) -> None:
    sent(distant, certificate=pem(500))
    wire.faults["PATCH"] = faults.lost_answer
    distant.confirm(ROTATE)
    wire.faults.clear()
    assert QUESTION in distant.get(f"{DRIVERS}?refresh=1").main
    sent(distant, certificate=pem(600))
    wire.faults["PATCH"] = faults.refusal(403, "Not for you.")
    distant.confirm(ROTATE)
    wire.faults.clear()
    assert QUESTION in distant.get(DRIVERS).main


def test_enforcement_is_lifted_first_where_that_is_wanted(alice: Pages, service: RunningService, asked: Log) -> None:
    enforce(service)
    put_in(alice, pem(400), lift="off")
    assert enforced(service) is True
    asked.clear()
    alice.get(ROTATE)
    assert alice.shown.value("lift") is True
    review = alice.submit(ROTATE, {"certificate": pem(500), "how": "now"}, press="Continue")
    assert (asked.writes, enforced(service)) == ([], True)
    assert review.rows[0] == ["Single sign-on", "Enforced", "Not enforced"]
    told = ("stays off until somebody enforces it again", f"PATCH {ORGANIZATION}", f"PATCH {API}/saml_drivers")
    assert [each for each in told if each not in review.main] == []
    shown = alice.confirm(ROTATE)
    assert asked.writes == [f"PATCH {ORGANIZATION}", f"PATCH {API}/saml_drivers"]
    assert enforced(service) is False
    assert "stopped enforcing single sign-on on" in shown.main
    alice.get(SSO)
    assert alice.submit(f"{SSO}/enforce/lifted").toasts[0].startswith("You dismissed the reminder.")
    assert reminded(alice) == [False] * 3


def test_nothing_is_replaced_where_enforcement_stays(distant: Pages, wire: Wire, service: RunningService) -> None:
    enforce(service)
    old = certificate_of(service)
    sent(distant, certificate=pem(500))
    wire.faults["PATCH"] = faults.refusal(403, "Not for you.")
    assert distant.confirm(ROTATE).status == 403
    assert wire.seen["PATCH"] == 1
    assert certificate_of(service) == old
    wire.faults.clear()
    sent(distant, certificate=pem(500))
    wire.faults["PATCH"] = faults.says(ask(service, ALICE, "GET", ORGANIZATION).get_json())
    shown = distant.confirm(ROTATE)
    assert "Single sign-on is still enforced, although the change was accepted." in shown.problems[0]
    assert wire.seen["PATCH"] == 2
    assert distant.get(f"{ORG}/journal/2").facts["Outcome"].startswith("Not in effect")
    assert reminded(distant) == [False] * 3
    sent(distant, certificate=pem(500))
    wire.faults["PATCH"] = faults.at("/**/saml/*", faults.refusal(400, "Not this one."))
    shown = distant.confirm(ROTATE)
    assert "is not enforced now" in " ".join(shown.problems)
    assert enforced(service) is False


def test_a_second_provider_is_made_beside_it(alice: Pages, service: RunningService) -> None:
    old, new = certificate_of(service), pem(500)
    before_it = len(ask(service, ALICE, "GET", API).get_json()["items"])
    shown = sent(alice, certificate=new, how="beside")
    assert "The present one stays as it is." in shown.main
    assert len(ask(service, ALICE, "GET", API).get_json()["items"]) == before_it, "nothing is sent before the review"
    shown = alice.confirm(ROTATE)
    assert shown.path.endswith("/service")
    told = "Drivers 2 was created with the new certificate. Create a second application for it at "
    assert shown.toasts == [f"{told}your identity provider."]
    made = ask(service, ALICE, "GET", API).get_json()["items"][-1]
    role = provider(service, "drivers")["defaultRole"]
    assert (made["label"], made["certificate"].split(), made["defaultRole"]) == ("Drivers 2", new.split(), role)
    assert certificate_of(service) == old
    again = sent(alice, certificate=new, how="beside")
    assert "There is already a provider called Drivers 2." in again.main
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
    (amber,) = alice.get(SSO).document.with_attribute("class", "state state-warn")
    assert text_of(amber).endswith("days left")
    shown = alice.get(DRIVERS)
    shown = alice.get(shown.links["Use next certificate"])
    assert str(shown.value("certificate")).split() == new.split()
    shown = alice.submit(ROTATE, how="now", press="Use this certificate")  # the page compares it with the saved one
    assert certificate_of(service) == new.split()
    assert "The next certificate is due on" not in shown.main


def test_one_that_the_metadata_has_is_compared_on_the_page(alice: Pages, service: RunningService) -> None:
    rotate, entity = f"{STAFF}/certificate", f"{service.url}/demo-identity-provider/metadata"
    ask(service, ALICE, "PATCH", f"{API}/saml_staff", {"entityID": entity})

    def read() -> Page:
        get_portal(alice.app).store.attempts.forget()
        alice.get(alice.get(SSO).links["Replace the certificate of Larkfield staff"])
        return alice.submit(f"{STAFF}/import", press="Read the metadata")

    assert "no other certificate than the saved one" in read().main
    ask(service, ALICE, "PATCH", f"{API}/saml_staff", {"certificate": pem(40)})
    read()
    changed = alice.submit(rotate, certificate=pem(500), press="Use this certificate")
    assert changed.h1 == "Review your changes", "it isn't the certificate that the page compared"
    new = str(read().value("certificate")).split()
    shown = alice.submit(rotate, press="Use this certificate")
    assert (shown.path, QUESTION in shown.main, certificate_of(service, "staff")) == (STAFF, True, new)


def test_the_next_one_is_forgotten_alone_or_with_its_provider(alice: Pages, portal: Flask) -> None:
    day = datetime.now(UTC).date().isoformat()
    sent(alice, certificate=pem(500), how="later", due=day)
    shown = alice.submit(f"{ROTATE}/forget")
    assert "The next certificate is due on" not in shown.main
    sent(alice, certificate=pem(500), how="later", due=day)
    alice.get(f"{DRIVERS}/delete")
    alice.submit(f"{DRIVERS}/delete", confirm="Drivers")
    assert get_portal(portal).store.rotations.next_certificates("org_larkfield") == {}


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


def test_what_is_no_other_certificate_is_refused(alice: Pages, service: RunningService, asked: Log) -> None:
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


def test_an_undo_under_enforcement_says_that_it_is_enforced(alice: Pages, service: RunningService) -> None:
    assert ENFORCED not in put_in(alice, pem(500)).main
    enforce(service)
    assert ENFORCED in alice.get(f"{DRIVERS}?refresh=1").main
    assert ENFORCED in alice.get(f"{ORG}/journal/1/undo").main


def reminded(pages: Pages) -> list[bool]:
    return ["stopped enforcing single sign-on on" in pages.get(each).main for each in (ORG, SSO, DRIVERS)]


def test_it_reminds_until_it_is_enforced_again(alice: Pages, service: RunningService) -> None:
    enforce(service)
    put_in(alice, pem(500))
    assert reminded(alice) == [True] * 3
    assert alice.get(ORG).links["Enforce single sign-on"] == f"{SSO}/enforce"
    enforce(service)  # a colleague, elsewhere
    assert reminded(alice) == [False] * 3
    assert ask(service, ALICE, "PATCH", ORGANIZATION, {"sso": False}).status_code == 200
    assert reminded(alice) == [False] * 3


def test_a_colleague_enforces_before_it_is_sent(alice: Pages, service: RunningService, asked: Log) -> None:
    sent(alice, certificate=pem(500))
    enforce(service)
    asked.clear()
    shown = alice.confirm(ROTATE)
    assert "Somebody enforced single sign-on after you opened this page." in shown.problems[0]
    assert (asked.writes, shown.value("lift")) == ([], True)


def test_a_call_that_nobody_confirmed_stays_in_doubt(distant: Pages, wire: Wire, service: RunningService) -> None:
    enforce(service)
    sent(distant, certificate=pem(500))
    wire.faults["PATCH"] = faults.lost_answer
    shown = distant.confirm(ROTATE)
    wire.faults.clear()
    (told,) = shown.problems
    assert told.startswith("It wasn't confirmed that single sign-on is no longer enforced, so Masthead didn't send")
    assert ("Nothing was saved" not in shown.main, wire.seen["PATCH"]) == (True, 1)
    distant.get(shown.links["Check now"])
    checked = distant.submit(f"{distant.shown.path}/check")
    assert checked.facts["Outcome"].startswith("Saved")
    assert reminded(distant) == [True] * 3


def test_a_colleague_who_stopped_it_is_not_taken_for_you(distant: Pages, wire: Wire, service: RunningService) -> None:
    enforce(service)
    sent(distant, certificate=pem(500))
    wire.faults["PATCH"] = faults.reset
    distant.confirm(ROTATE)
    wire.faults.clear()
    assert ask(service, ALICE, "PATCH", ORGANIZATION, {"sso": False}).status_code == 200
    assert reminded(distant) == [False] * 3
    assert "it isn't known whether that did it or somebody else" in distant.get(f"{SSO}?refresh=1").main
    assert "tried to stop enforcing it on" in distant.get(ORG).main
    assert "Alice tried to stop enforcing single sign-on on" in distant.get(f"{SSO}/enforce").main
