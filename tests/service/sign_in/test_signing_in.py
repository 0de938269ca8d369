"""Signing in by an identity provider: what it is asked, what of its answer counts, and what becomes of the person."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from lxml import etree
from signxml.algorithms import DigestAlgorithm, SignatureMethod
from sqlalchemy import func, select, update

from contract.organization.saml import DELETE_SAML_PROVIDER
from contract.organization.team_members import LIST_TEAM_MEMBERS
from service.http.request_context import format_time
from service.sign_in.providers import LASTS, MAX_WAITING
from service.sign_in.xml import METADATA, SAML, SAMLP
from service.storage.database import ServiceDatabase
from service.tables.identity import membership, person, saml_request
from tests.loops import for_each
from tests.service.api_user import ApiUser
from tests.service.conftest import LARKFIELD, NOW, NOW_WRITTEN
from tests.service.sign_in.sign_in_pages import SigningIn, SignInPage, set_up, shown
from tests.service.sign_in.signed_responses import PERSON, SSO, SignedResponse, certificate
from tests.world import RunningService

IN = SignInPage(
    200, f"You are signed in as {PERSON}", "Larkfield login confirmed who you are. You can close this page."
)
NOT = "You are not signed in"


def members(alice: ApiUser, team: str = "team_docs") -> dict[str, dict[str, Any]]:
    """The members of a team, as they are in the organization, by their e-mail addresses."""
    items = alice.asks(LIST_TEAM_MEMBERS, LARKFIELD, team).json["items"]
    return {item["organization"]["user"]["email"]: item["organization"] for item in items}


def test_the_identity_provider_is_asked_as_saml_has_it(idp: SigningIn) -> None:
    sent = idp.start()
    assert (sent.status_code, sent.headers["Cache-Control"]) == (302, "no-store")
    assert sent.headers["Location"].startswith(f"{SSO}&SAMLRequest=")
    assert parse_qs(urlsplit(sent.headers["Location"]).query).keys() == {"tenant", "SAMLRequest"}
    asked = idp.asked()
    assert asked.tag == f"{SAMLP}AuthnRequest"
    assert dict(asked.items()) == {
        "ID": asked.get("ID"),
        "Version": "2.0",
        "IssueInstant": NOW_WRITTEN,
        "Destination": SSO,
        "ProtocolBinding": "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST",
        "AssertionConsumerServiceURL": idp.told["service"]["acsURL"],
    }
    assert asked.findtext(f"{SAML}Issuer") == idp.told["service"]["entityID"]
    assert asked.get("ID") != idp.asked().get("ID")


def test_newcomers_become_members_and_members_keep_what_they_have(idp: SigningIn, alice: ApiUser) -> None:
    assert idp.comes_of() == IN
    member = members(alice)[PERSON]
    assert (member["user"]["displayName"], member["role"], member["sso"]) == ("New Hire", "edit", True)
    assert (member["joinedAt"], member["lastSeenAt"]) == (NOW_WRITTEN, NOW_WRITTEN)

    before = members(alice)["bob@larkfield.example"]
    told = idp.comes_of(email="Bob@Larkfield.example")
    assert told.title == "You are signed in as bob@larkfield.example"
    assert members(alice)["bob@larkfield.example"] == before | {"sso": True, "lastSeenAt": NOW_WRITTEN}

    assert idp.comes_of(email="dana@orchard-clinic.example").status == 200
    assert members(alice)["dana@orchard-clinic.example"]["user"]["id"] == "user_dana"


def test_a_newcomer_without_a_default_is_a_guest_in_no_team(
    world: RunningService, alice: ApiUser, database: ServiceDatabase
) -> None:
    assert set_up(world.app, alice).comes_of() == IN
    assert PERSON not in members(alice)
    with database.reading() as connection:
        newest = select(membership.c.role, membership.c.sso).join(person).where(person.c.email == PERSON)
        row = connection.execute(newest).one()
    assert (row.role, row.sso) == (None, True)


@for_each(
    "changes",
    [
        {"signed": ("Response",)},
        {"signed": ("Assertion", "Response")},
        {"method": SignatureMethod.RSA_SHA512},
        {"digest": DigestAlgorithm.SHA512},
    ],
)
def test_it_may_be_signed_in_each_usual_way(idp: SigningIn, changes: dict[str, object]) -> None:
    assert idp.comes_of(**changes) == IN


def test_a_key_on_a_curve(idp: SigningIn) -> None:
    by_curve = idp.changed(certificate=certificate("ec"))
    assert by_curve.comes_of(key="ec", method=SignatureMethod.ECDSA_SHA256) == IN


def test_an_answer_is_taken_once(idp: SigningIn) -> None:
    form = idp.answer().form()
    assert idp.takes(form) == IN
    again = idp.takes(form)
    assert (again.status, again.title) == (403, NOT)
    assert again.text.startswith("This answer was used already")

    answer = idp.answer()
    assert idp.takes(answer.with_(key="other").form()).status == 403
    assert idp.takes(answer.form()) == IN


def test_an_answer_is_to_a_request_of_its_provider_and_of_now(
    idp: SigningIn, world: RunningService, alice: ApiUser, database: ServiceDatabase
) -> None:
    for request in ("_0123456789abcdef", ""):
        told = idp.takes(SignedResponse(idp.told["service"], request).form())
        assert (told.status, "Start over from the start address" in told.text) == (403, True)

    request = idp.answer().request
    other = set_up(world.app, alice)
    assert other.takes(SignedResponse(other.told["service"], request).form()).text.startswith("The sign-in took longer")

    answer = idp.answer()
    with database.writing() as connection:
        connection.execute(update(saml_request).values(asked_at=format_time(NOW - LASTS)))
    assert idp.takes(answer.form()).text.startswith("The sign-in took longer than ten minutes")


def test_requests_are_forgotten(idp: SigningIn, database: ServiceDatabase) -> None:
    def kept() -> int:
        with database.reading() as connection:
            return connection.scalar(select(func.count()).select_from(saml_request)) or 0

    idp.start()
    with database.writing() as connection:
        connection.execute(update(saml_request).values(asked_at=format_time(NOW - LASTS - timedelta(seconds=1))))
        rows = [
            {"id": f"_{number}", "saml_provider": idp.told["id"], "asked_at": NOW_WRITTEN, "answered": False}
            for number in range(MAX_WAITING)
        ]
        connection.execute(saml_request.insert(), rows)
    idp.start()
    assert kept() == MAX_WAITING
    idp.alice.asks(DELETE_SAML_PROVIDER, LARKFIELD, idp.told["id"])
    assert kept() == 0


@for_each("missing", ["entityID", "ssoURL", "certificate"])
def test_a_provider_that_is_not_set_up(missing: str, world: RunningService, alice: ApiUser) -> None:
    pending = set_up(world.app, alice, **{missing: ""})
    for told in (shown(pending.start()), pending.takes(SignedResponse(pending.told["service"], "_1").form())):
        assert (told.status, told.title) == (403, NOT)
        assert told.text.startswith("This identity provider isn't set up yet")


def test_a_certificate_that_ended_or_has_not_begun(idp: SigningIn) -> None:
    for pem, words in (
        (certificate(begins=NOW - timedelta(days=91)), "expired on 2025-11-19"),
        (certificate(begins=NOW + timedelta(days=1)), "valid from 2025-11-21"),
    ):
        answer = idp.changed(certificate=certificate()).answer()
        other = idp.changed(certificate=pem)
        for told in (shown(other.start()), other.takes(answer.form())):
            assert (told.status, told.title, words in told.text) == (403, NOT, True)


def test_a_new_key_needs_its_certificate(idp: SigningIn) -> None:
    told = idp.comes_of(key="new")
    assert (told.status, "not signed with the key of the certificate" in told.text) == (403, True)
    assert idp.changed(certificate=certificate("new")).comes_of(key="new") == IN


def test_nothing_stands_at_other_addresses(idp: SigningIn) -> None:
    client = idp.app.test_client()
    for path in ("saml_none", "%00", "<b>"):
        for told in (
            client.get(f"/saml/{path}/start"),
            client.post(f"/saml/{path}/acs"),
            client.get(f"/saml/{path}/metadata"),
        ):
            assert (told.status_code, shown(told).title) == (404, NOT)
            assert b"<b>" not in told.data
    assert client.get(f"{idp.path}/acs").status_code == 405
    assert client.post(f"{idp.path}/start").status_code == 405


def test_this_side_describes_itself(world: RunningService, alice: ApiUser) -> None:
    pending = set_up(world.app, alice, entityID="", ssoURL="", certificate="")
    told = world.app.test_client().get(f"{pending.path}/metadata")
    assert (told.status_code, told.mimetype) == (200, "application/samlmetadata+xml")
    entity = etree.fromstring(told.data)
    assert entity.get("entityID") == pending.told["service"]["entityID"]
    place = entity.find(f"{METADATA}SPSSODescriptor/{METADATA}AssertionConsumerService")
    assert place is not None
    assert place.get("Location") == pending.told["service"]["acsURL"]


@pytest.mark.postgresql
def test_an_answer_that_is_brought_several_times_at_once_is_taken_once(idp: SigningIn) -> None:
    form = idp.answer().form()
    with ThreadPoolExecutor(4) as pool:
        came = list(pool.map(idp.takes, [form] * 4))
    assert sorted(each.status for each in came) == [200, 403, 403, 403]
