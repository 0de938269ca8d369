"""Metadata is given as a file, as a text or by its address, and what cannot be read says why."""

from pathlib import Path

from flask import Flask

from masthead.store import Imports
from masthead.web.person.portal import portal_of
from tests.asked import Log
from tests.authority import make_authority
from tests.blueprints.metadata_pages import IMPORT, READ, STEP_2, TAKEN, chips, given, one
from tests.fetching.listening import Listening
from tests.fetching.listening import page as http_answer
from tests.loops import for_each
from tests.pages.filling import File
from tests.pages.pages import Pages
from tests.portals import PortalFor
from tests.saml import published as p
from tests.saml.hostile_files import within
from tests.saml.making import bare, private
from tests.world import ALICE


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
        (b" " * (512 * 1024 + 1), "512 KiB are allowed"),
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
    portal_of(portal).store.attempts.forget()
    alice.get(STEP_2)
    for _ in range(2):
        shown = alice.submit(IMPORT, address=address, press=READ)
        assert shown.status == 422
        assert f"Masthead couldn't fetch the metadata from {address}." in shown.problems[0]
        assert shown.value("address") == address


def test_many_refused_addresses_wait_again(alice: Pages, portal: Flask) -> None:
    portal_of(portal).store.attempts.forget()
    alice.get(STEP_2)
    found = [alice.submit(IMPORT, address="https://127.0.0.1", press=READ).status for _ in range(12)]
    portal_of(portal).store.attempts.forget()
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
def test_an_address_in_place_of_metadata_leads_to_what_is_there(portal_for: PortalFor, *, fetches: bool) -> None:
    pages = Pages(portal_for(METADATA_BY_URL=fetches)).sign_in(ALICE)
    pages.get(STEP_2)
    shown = pages.submit(IMPORT, text="https://login.larkfield.example/metadata", press=READ)
    assert "This is an address, not metadata." in shown.error_at("text")
    assert ("“Metadata address”" in shown.error_at("text")) is fetches


def test_whoever_may_not_change_it_is_not_asked(charlie: Pages) -> None:
    assert not charlie.get(STEP_2).forms_to(IMPORT)
    assert not charlie.get(IMPORT).forms_to(IMPORT)


def test_what_is_too_much_to_keep_says_so(portal_for: PortalFor) -> None:
    narrow = portal_for()
    store = portal_of(narrow).store
    store.imports = Imports(store.database, store.keys, largest=200)
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
    assert "Showing the first 50 of 3000 identity providers." in shown.main
