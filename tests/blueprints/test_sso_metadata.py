"""Metadata fills the form of a provider: chosen from, looked at, and saved by the form alone."""

from datetime import UTC, datetime

from flask import Flask

from masthead.web.person.portal import portal_of
from tests.asked import Log
from tests.blueprints.metadata_pages import (
    CHANGED,
    DAY_GONE,
    IMPORT_NEW,
    NEW,
    STEP_2,
    TAKEN,
    chips,
    given,
    good,
    one,
    save,
)
from tests.blueprints.start_over import start_over
from tests.certificates import pem
from tests.pages.pages import Pages
from tests.providers import DRIVERS, STAFF, provider
from tests.saml import published as p
from tests.saml.making import bare, certificate, der
from tests.world import ALICE, RunningService


def test_a_file_fills_the_form_and_saves_nothing(alice: Pages, asked: Log, service: RunningService) -> None:
    shown = given(alice, one())
    assert shown.path == STEP_2
    assert shown.value("entityID") == f"{p.HOST}/idp"
    assert shown.value("ssoURL") == f"{p.HOST}/sso"
    assert good() in "".join(str(shown.value("certificate")).split())
    assert chips(shown) == [TAKEN, TAKEN, TAKEN]
    assert "Read from the file metadata.xml." in shown.main
    assert asked.writes == []
    assert save(alice).toasts == ["Auditors was saved."]
    found = provider(service, "auditors")
    assert (found["entityID"], found["ssoURL"]) == (f"{p.HOST}/idp", f"{p.HOST}/sso")


def test_what_was_changed_says_so_after_it_was_refused(alice: Pages) -> None:
    given(alice, one())
    shown = save(alice, ssoURL="login", entityID="urn:auditors")
    assert shown.status == 422
    assert chips(shown) == [CHANGED, CHANGED, TAKEN]
    assert shown.value("entityID") == "urn:auditors"
    assert "Read from metadata" in shown.main
    assert save(alice, ssoURL=f"{p.HOST}/other").toasts == ["Auditors was saved."]


def test_of_a_federation_one_is_chosen(alice: Pages) -> None:
    shown = given(alice, p.shibboleth())
    assert "Choose one of 3 identity providers" in shown.main
    assert shown.document.with_attribute("name", "entityID") == []
    shown = alice.get(shown.links["Yard"])
    assert shown.value("entityID") == "https://yard.larkfield.example/idp/shibboleth"
    assert shown.value("ssoURL") == "https://yard.larkfield.example/redirect"
    assert "Masthead left out 2 service providers." in shown.main
    assert "Present, not checked." in shown.main
    assert "Quay" in alice.get(shown.links["Choose another provider"]).main


def test_hundreds_are_searched(alice: Pages) -> None:
    shown = given(alice, p.many(400))
    assert "Showing the first 50 of 400 identity providers." in shown.main
    shown = alice.submit(STEP_2, q="MEMBER0399 idp", press="Search")
    assert [name for name in shown.links if "member0" in name] == ["https://member0399.larkfield.example/idp"]
    shown = alice.get(shown.links["https://member0399.larkfield.example/idp"])
    assert shown.value("entityID") == "https://member0399.larkfield.example/idp"
    alice.get(shown.links["Choose another provider"])
    assert "No identity provider has this" in alice.submit(STEP_2, q="nobody", press="Search").main


def test_the_certificate_that_is_valid_is_chosen_and_of_several_none(alice: Pages, service: RunningService) -> None:
    gone = bare(der(certificate("gone.larkfield.example", ends=datetime(2026, 1, 1, tzinfo=UTC))))
    keys = [p.key(each) for each in (gone, good(), good("later.larkfield.example"))]
    shown = given(alice, one(*keys[:2], p.sign_on("HTTP-POST", f"{p.HOST}/sso")))
    assert shown.value("certificate-which") == shown.offers("certificate-which")[1:]
    assert "The certificate expired on" in shown.main
    shown = given(alice, one(*keys, p.sign_on("HTTP-POST", f"{p.HOST}/sso")))
    first, second, third = shown.offers("certificate-which")
    assert shown.value("certificate-which") == []
    assert "Select the one that the provider signs with now." in save(alice).problems[0]
    save(alice, **{"certificate-which": third})
    saved = "".join(str(provider(service, "auditors")["certificate"]).split())
    assert good("later.larkfield.example") in saved
    assert first != second


def test_what_is_over_or_without_encryption_takes_a_word(alice: Pages, service: RunningService) -> None:
    gone = bare(der(certificate(ends=datetime(2026, 1, 1, tzinfo=UTC))))
    shown = given(alice, one(p.key(gone), p.sign_on("HTTP-POST", f"{p.HOST}/sso")))
    assert "Type “expired”" in shown.main
    assert save(alice).status == 422
    assert save(alice, expired="expired").toasts[-1] == "Auditors was saved."
    start_over(alice, service)
    shown = given(alice, one(validUntil=DAY_GONE))
    assert "This metadata expired on" in shown.main
    shown = save(alice)
    assert shown.status == 422
    assert "Type “outdated” to confirm." in " ".join(shown.problems)
    assert save(alice, outdated="outdated").toasts == ["Auditors was saved."]
    start_over(alice, service)
    given(alice, one(validUntil=DAY_GONE))
    typed = {"entityID": "urn:by-hand", "ssoURL": f"{p.HOST}/by-hand", "certificate": pem(400)}
    assert save(alice, **typed).toasts == ["Auditors was saved."]
    start_over(alice, service)
    shown = given(alice, one(p.key(good()), p.sign_on("HTTP-POST", "http://login.larkfield.example/")))
    assert "Type “http”" in shown.main
    assert save(alice).status == 422


def test_when_it_ends_what_is_odd_in_it_and_its_other_addresses_are_told(alice: Pages) -> None:
    shown = given(alice, one(validUntil="2125-06-01T00:00:00Z", cacheDuration="PT6H"))
    assert "1 Jun 2125" in shown.main
    assert "The metadata asks to be read again after 6 hours." in shown.main
    encryption = p.key(good("other.larkfield.example"), "encryption")
    shown = given(alice, one(encryption, p.key(good()), p.key("damaged"), p.sign_on("SOAP", f"{p.HOST}/soap")))
    assert "Masthead left out 1 key for encryption only." in shown.main
    assert "Masthead left out certificate 2 of 2." in shown.main
    assert "The metadata has no SAML 2.0 sign-on address" in shown.main
    assert chips(shown) == [TAKEN, TAKEN]
    addresses = [p.sign_on("HTTP-POST", f"{p.HOST}/post"), p.sign_on("HTTP-Redirect", f"{p.HOST}/redirect")]
    shown = given(alice, one(p.key(good()), *addresses))
    assert shown.value("ssoURL") == f"{p.HOST}/redirect"
    assert f"For HTTP-POST the metadata lists {p.HOST}/post." in shown.main
    shown = alice.get(shown.links["Use this address"])
    assert shown.value("ssoURL") == f"{p.HOST}/post"
    assert chips(shown)[1] == TAKEN


def test_a_certificate_that_is_saved_is_replaced_on_its_own_page(alice: Pages, service: RunningService) -> None:
    shown = given(alice, one(validUntil=DAY_GONE), f"{STAFF}/idp", f"{STAFF}/import")
    assert chips(shown) == [TAKEN, TAKEN]
    assert "The metadata doesn't have this certificate." in shown.main
    shown = alice.get(shown.links["Replace it with the certificate from the metadata"])
    assert (shown.path, chips(shown)) == (f"{STAFF}/certificate", [TAKEN])
    assert "This certificate comes from metadata that has expired" in shown.main
    assert good() in "".join(str(shown.value("certificate")).split())
    same = "".join(str(provider(service, "staff")["certificate"]).splitlines()[1:-1])
    made = one(p.key(same), p.key(good()), p.sign_on("HTTP-POST", f"{p.HOST}/sso"))
    shown = given(alice, made, f"{STAFF}/idp", f"{STAFF}/import")
    assert "The metadata has this certificate too." in shown.main
    shown = alice.get(shown.links["Replace it with the certificate from the metadata"])
    assert good() in "".join(str(shown.value("certificate")).split())
    assert shown.document.with_attribute("name", "certificate-which") == []


def test_a_new_provider_is_made_of_it_at_once(alice: Pages, service: RunningService) -> None:
    shown = given(alice, p.simplesamlphp().replace(p.line(p.first()).encode(), good().encode()), NEW, IMPORT_NEW)
    assert shown.path == NEW
    assert shown.value("label") == "Larkfield"
    assert chips(shown) == [TAKEN, TAKEN, TAKEN]
    shown = alice.submit(NEW, label="Larkfield two", press="Create provider")
    assert shown.toasts == ["Larkfield two was created. Enter these values at your identity provider."]
    made = provider(service, shown.path.split("/")[-2].removeprefix("saml_"))
    assert made["entityID"] == f"{p.HOST}/saml2/idp/metadata.php"


def test_what_was_read_is_its_page_s_alone_and_kept_sealed(alice: Pages, portal: Flask) -> None:
    query = given(alice, one()).address.partition("?")[2]
    gone = "Masthead keeps imported metadata for a day."
    assert gone in alice.get(f"{DRIVERS}/idp?{query}").main
    assert gone in alice.get(f"{STEP_2}?import=x").main
    assert chips(Pages(portal).sign_in(ALICE).get(f"{STEP_2}?{query}")) == [TAKEN, TAKEN, TAKEN]
    given(alice, one())
    with portal_of(portal).store.database.reading() as connection:
        rows = connection.exec_driver_sql("select sealed from drafts where kind = 'text'").all()
    assert rows
    assert [row for row in rows if b"larkfield" in bytes(row[0])] == []
