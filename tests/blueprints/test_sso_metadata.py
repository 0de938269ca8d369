"""Metadata is given as a file, a text or by its address, and fills the form of a provider, which alone saves it."""

from datetime import UTC, datetime
from pathlib import Path

from flask import Flask

from masthead.store.drafts.texts import TemporaryTexts
from masthead.web.person.portal import get_portal
from tests.asked import Log
from tests.authority import make_authority
from tests.blueprints.metadata_pages import (
    CHANGED,
    DAY_GONE,
    IMPORT,
    IMPORT_NEW,
    NEW,
    READ,
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
from tests.fetching.listening import Listening
from tests.fetching.listening import page as http_answer
from tests.loops import for_each
from tests.pages.filling import File
from tests.pages.pages import Pages
from tests.portals import PortalFor
from tests.providers import DRIVERS, STAFF, provider
from tests.saml import published as p
from tests.saml.hostile_files import within
from tests.saml.making import bare, certificate, der, private
from tests.world import ALICE, RunningService


def test_a_file_fills_the_form_and_what_was_changed_says_so(alice: Pages, asked: Log, service: RunningService) -> None:
    shown = given(alice, one())
    assert shown.path == STEP_2
    assert shown.value("entityID") == f"{p.HOST}/idp"
    assert shown.value("ssoURL") == f"{p.HOST}/sso"
    assert good() in "".join(str(shown.value("certificate")).split())
    assert chips(shown) == [TAKEN, TAKEN, TAKEN]
    assert "Read from the file metadata.xml." in shown.main
    shown = save(alice, ssoURL="login", entityID="urn:auditors")
    assert shown.status == 422
    assert chips(shown) == [CHANGED, CHANGED, TAKEN]
    assert shown.value("entityID") == "urn:auditors"
    assert "Read from metadata" in shown.main
    assert asked.writes == []
    assert save(alice, ssoURL=f"{p.HOST}/other").toasts == ["Auditors was saved."]
    found = provider(service, "auditors")
    assert (found["entityID"], found["ssoURL"]) == ("urn:auditors", f"{p.HOST}/other")
    assert good() in "".join(str(found["certificate"]).split())


def test_of_a_federation_one_is_chosen_and_hundreds_are_searched(alice: Pages) -> None:
    shown = given(alice, p.shibboleth())
    assert "Choose one of 3 identity providers" in shown.main
    assert shown.document.with_attribute("name", "entityID") == []
    shown = alice.get(shown.links["Yard"])
    assert shown.value("entityID") == "https://yard.larkfield.example/idp/shibboleth"
    assert shown.value("ssoURL") == "https://yard.larkfield.example/redirect"
    assert "Masthead left out 2 service providers." in shown.main
    assert "Present, not checked." in shown.main
    assert "Quay" in alice.get(shown.links["Choose another provider"]).main
    shown = given(alice, p.many(400))
    assert "Showing the first 50 of 400 identity providers." in shown.main
    shown = alice.submit(STEP_2, q="MEMBER0399 idp", press="Search")
    assert [name for name in shown.links if "member0" in name] == ["https://member0399.larkfield.example/idp"]
    assert "1 identity provider found" in shown.main
    shown = alice.get(shown.links["https://member0399.larkfield.example/idp"])
    assert shown.value("entityID") == "https://member0399.larkfield.example/idp"
    shown = given(alice, b"".join(p.large_federation(700, 3_000_000)))
    assert "Showing the first 50 of 700 identity providers." in shown.main
    shown = alice.submit(STEP_2, q="ember0699.example", press="Search")
    shown = alice.get(shown.links["Member0699"])
    assert shown.value("entityID") == "https://member0699.larkfield.example/idp/shibboleth"
    alice.get(shown.links["Choose another provider"])
    assert "No identity provider has this" in alice.submit(STEP_2, q="nobody", press="Search").main


def test_the_certificate_that_is_valid_is_chosen_and_of_several_the_longest(
    alice: Pages, service: RunningService
) -> None:
    gone = bare(der(certificate("gone.larkfield.example", ends=datetime(2026, 1, 1, tzinfo=UTC))))
    later = bare(der(certificate("later.larkfield.example", ends=datetime(2199, 1, 1, tzinfo=UTC))))
    keys = [p.key(each) for each in (gone, good(), later)]
    alice.get(STEP_2)
    assert (
        "Select the one that the provider signs with now." in save(alice, certificate=pem(400) + pem(500)).problems[0]
    )
    shown = given(alice, one(*keys[:2], p.sign_on("HTTP-POST", f"{p.HOST}/sso")))
    assert shown.value("certificate-which") == shown.offers("certificate-which")[1:]
    assert "The certificate expired on" in shown.main
    shown = given(alice, one(*keys, p.sign_on("HTTP-POST", f"{p.HOST}/sso")))
    first, second, third = shown.offers("certificate-which")
    assert shown.value("certificate-which") == [third]
    assert "Selected because it is valid longest." in shown.main
    save(alice)
    saved = "".join(str(provider(service, "auditors")["certificate"]).split())
    assert later in saved
    assert first != second


def test_only_a_file_that_is_too_large_for_a_federation_is_refused_unread(alice: Pages, portal: Flask) -> None:
    alice.get(IMPORT)
    assert alice.submit(IMPORT, text="x" * 2_000_000, press=READ).status == 413
    assert Pages(portal).post(IMPORT, {"text": "x" * 2_000_000}).status == 413


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
    assert "Many identity providers publish their metadata" not in shown.main
    assert good() in "".join(str(shown.value("certificate")).split())
    assert shown.document.with_attribute("name", "certificate-which") == []


def test_a_new_provider_is_made_of_it_and_the_next_open_step_comes_next(alice: Pages, service: RunningService) -> None:
    shown = given(alice, p.simplesamlphp().replace(p.line(p.first()).encode(), good().encode()), NEW, IMPORT_NEW)
    assert shown.path == NEW
    assert shown.value("label") == "Larkfield"
    assert chips(shown) == [TAKEN, TAKEN, TAKEN]
    typed = {"label": "Larkfield two", "defaultRole": "read", "defaultTeam-other": "team_docs"}
    shown = alice.submit(NEW, typed, press="Create provider")
    assert shown.toasts == ["Larkfield two was created. Enter these values at your identity provider."]
    made = provider(service, shown.path.split("/")[-2].removeprefix("saml_"))
    assert made["entityID"] == f"{p.HOST}/saml2/idp/metadata.php"
    assert (made["defaultRole"], made["defaultTeam"]["id"]) == ("read", "team_docs")  # type: ignore[index]
    tests = shown.path.replace("/service", "/test")
    shown = alice.submit(tests, press="Start the sign-in test")
    assert (shown.path, "Started just now." in shown.main) == (tests, True)
    alice.get(NEW)
    assert alice.submit(NEW, label="Night desk").links["Continue"].endswith("/idp")


def test_what_was_read_is_its_page_s_alone_and_kept_sealed(alice: Pages, portal: Flask) -> None:
    query = given(alice, one()).address.partition("?")[2]
    gone = "Masthead keeps imported metadata for a day."
    assert gone in alice.get(f"{DRIVERS}/idp?{query}").main
    assert gone in alice.get(f"{STEP_2}?import=x").main
    assert chips(Pages(portal).sign_in(ALICE).get(f"{STEP_2}?{query}")) == [TAKEN, TAKEN, TAKEN]
    given(alice, one())
    with get_portal(portal).store.database.reading() as connection:
        rows = connection.exec_driver_sql("select sealed from drafts where kind = 'text'").all()
    assert rows
    assert [row for row in rows if b"larkfield" in bytes(row[0])] == []


def test_a_paste_does_the_same_as_a_file_one_way_at_a_time(alice: Pages) -> None:
    alice.get(STEP_2)
    shown = alice.submit(IMPORT, text=one().decode(), press=READ)
    assert chips(shown) == [TAKEN, TAKEN, TAKEN]
    assert "Read from the pasted text." in shown.main
    assert "SHA-256 of the file" not in shown.main
    assert given(alice, one(), IMPORT).path == STEP_2
    assert alice.get(IMPORT).links["Back to the form"] == STEP_2
    alice.get(STEP_2)
    cut = one().decode()[:-30]
    shown = alice.submit(IMPORT, text=cut, press=READ)
    assert shown.value("text") == cut
    alice.get(STEP_2)
    shown = alice.submit(IMPORT, text="<a/>", file=File("a.xml", one()), press=READ)
    assert shown.problems == ["Give only one of the three: the text, the file or the address."]
    alice.get(STEP_2)
    text = one().decode() + f"<!--{'x' * 100_000}-->" * 4 + f"<!--{'x' * 110_000}-->"
    shown = alice.submit(IMPORT, text=text, press=READ)
    assert chips(shown) == [TAKEN, TAKEN, TAKEN]


@for_each(
    "made, told",
    [
        (b"", "Paste the text, upload the file, or enter the address of the metadata."),
        (b"no XML", "This is text without XML, not metadata."),
        (within(f'<md:SPSSODescriptor protocolSupportEnumeration="{p.PROTOCOL}"/>'), "the file of a service provider"),
        (b"<!DOCTYPE a [<!ENTITY b 'c'>]><a/>", "has a DOCTYPE"),
        (private("rsa"), "This has a private key in it."),
        (p.many(500).replace(b"<md:E", b"<!DOCTYPE x><md:E", 1), "has a DOCTYPE"),
        (p.okta()[:-30], "The end of the file is missing"),
    ],
)
def test_what_cannot_be_read_says_why(alice: Pages, asked: Log, made: bytes, told: str) -> None:
    shown = given(alice, made)
    assert shown.status == 422
    assert told in " ".join(shown.problems)
    assert asked.writes == []
    assert shown.links["Back to the form"] == STEP_2


@for_each("secret", [private("rsa").decode(), bare(private("rsa"))])
def test_a_private_key_is_not_shown_again(alice: Pages, secret: str) -> None:
    alice.get(STEP_2)
    shown = alice.submit(IMPORT, text=secret, press=READ)
    assert shown.status == 422
    assert shown.value("text") == ""
    assert secret.splitlines()[-2 if "\n" in secret else 0][:40] not in shown.html


@for_each("address", ["https://127.0.0.1/metadata", "http://idp.larkfield.example", "https://x:8443"])
def test_an_address_that_is_refused_unasked_costs_no_wait(alice: Pages, portal: Flask, address: str) -> None:
    get_portal(portal).store.attempts.forget()
    alice.get(STEP_2)
    for _ in range(2):
        shown = alice.submit(IMPORT, address=address, press=READ)
        assert shown.status == 422
        assert f"Masthead couldn't fetch the metadata from {address}." in shown.problems[0]
        assert shown.value("address") == address


def test_many_refused_addresses_wait_again(alice: Pages, portal: Flask) -> None:
    get_portal(portal).store.attempts.forget()
    alice.get(STEP_2)
    found = [alice.submit(IMPORT, address="https://127.0.0.1", press=READ).status for _ in range(12)]
    get_portal(portal).store.attempts.forget()
    assert found == [422] * 11 + [429]


def test_no_host_is_asked_twice_in_five_seconds(portal_for: PortalFor, tmp_path: Path) -> None:
    authority, host = make_authority(tmp_path), "127.0.0.1"
    with Listening(authority.context(host), http_answer(one())) as idp:
        app = portal_for(METADATA_ALLOW_HOSTS=f"{host}:{idp.port}", METADATA_CA_FILE=authority.file)
        pages, address = Pages(app).sign_in(ALICE), f"https://{host}:{idp.port}/metadata"
        pages.get(STEP_2)
        shown = pages.submit(IMPORT, address=address, press=READ)
        pages.get(STEP_2)
        again = pages.submit(IMPORT, address=address, press=READ)
    assert chips(shown) == [TAKEN, TAKEN, TAKEN]
    assert f"Read from {address}." in shown.main
    assert (len(idp.asked), b"ookie" in idp.asked[0]) == (1, False)
    assert (again.status, "Masthead reads one address every five seconds" in again.problems[0]) == (429, True)


def test_a_portal_that_reaches_nothing_offers_no_address(portal_for: PortalFor) -> None:
    pages = Pages(portal_for(METADATA_BY_URL=False)).sign_in(ALICE)
    pages.get(STEP_2)
    assert "address" not in {each.get("name") for each in pages.shown.document.all("input")}
    assert "Give the text or the file. Masthead then" in pages.shown.main
    pages.post(IMPORT, {"address": "https://login.larkfield.example/metadata"})
    assert pages.shown.problems == ["Paste the text of the metadata, or upload its file."]


@for_each("fetches", [True, False])
def test_an_address_in_place_of_metadata_is_read_where_that_is_allowed(portal_for: PortalFor, *, fetches: bool) -> None:
    pages = Pages(portal_for(METADATA_BY_URL=fetches)).sign_in(ALICE)
    pages.get(STEP_2)
    shown = pages.submit(IMPORT, text="https://127.0.0.1/metadata", press=READ)
    assert ("This is an address, not metadata." in shown.error_at("text")) is not fetches
    assert ("Masthead couldn't fetch the metadata from" in shown.error_at("address")) is fetches


def test_whoever_may_not_change_it_is_not_asked(charlie: Pages) -> None:
    assert not charlie.get(STEP_2).forms_to(IMPORT)
    assert not charlie.get(IMPORT).forms_to(IMPORT)


def test_what_is_too_much_to_keep_says_so(portal_for: PortalFor) -> None:
    narrow = portal_for()
    store = get_portal(narrow).store
    store.temporary_texts = TemporaryTexts(store.database, store.keys, largest=200)
    shown = given(Pages(narrow).sign_in(ALICE), one())
    assert shown.status == 422
    assert shown.problems == [
        "This metadata is too large to keep. Ask for the metadata of your own identity provider only."
    ]


def test_what_many_say_of_a_provider_is_told_once(alice: Pages) -> None:
    """Each word of what is around them, of thousands of providers, would be more than is kept."""
    provider = (
        f'<m:EntityDescriptor><m:IDPSSODescriptor protocolSupportEnumeration="{p.PROTOCOL}"/></m:EntityDescriptor>'
    )
    around = f'<m:EntitiesDescriptor xmlns:m="{p.MD}" validUntil="x">'
    shown = given(alice, (around * 50 + provider * 3000 + "</m:EntitiesDescriptor>" * 50).encode())
    assert "Showing the first 50 of 3,000 identity providers." in shown.main
