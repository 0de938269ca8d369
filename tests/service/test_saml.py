"""SAML providers: what they need until people can sign in by them, and what is taken for a certificate."""

from typing import Any

from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

from contract.organization import saml
from tests.loops import for_each
from tests.service.api_user import ApiUser
from tests.service.conftest import LARKFIELD

NIGHT = {"entityID": "https://night.example/metadata", "ssoURL": "https://night.example/sso"}
KEY = generate_private_key(SECP256R1())


def certificate(alice: ApiUser, provider: str = "saml_staff") -> str:
    pem: str = alice.asks(saml.GET_SAML_PROVIDER, LARKFIELD, provider).json["certificate"]
    return pem


def made(alice: ApiUser, **fields: object) -> dict[str, Any]:
    provider: dict[str, Any] = alice.asks(saml.CREATE_SAML_PROVIDER, LARKFIELD, body={"label": "Night", **fields}).json
    return provider


def changed(alice: ApiUser, provider: dict[str, Any], **fields: object) -> dict[str, Any]:
    said: dict[str, Any] = alice.asks(saml.UPDATE_SAML_PROVIDER, LARKFIELD, provider["id"], body=fields).json
    return said


def logins(person: ApiUser) -> list[str]:
    return person.asks(saml.LIST_SSO_LOGINS, LARKFIELD).ids


def test_a_provider_begins_with_a_label_and_addresses_of_its_own(alice: ApiUser) -> None:
    provider = made(alice)
    assert provider["status"] == "pending"
    assert not provider.keys() & {"entityID", "ssoURL", "certificate", "defaultTeam", "defaultRole"}
    assert provider["id"] not in logins(alice)

    providers = [*alice.asks(saml.LIST_SAML_PROVIDERS, LARKFIELD).json["items"], made(alice)]
    addresses = [provider["service"][name] for provider in providers for name in ("acsURL", "startURL", "entityID")]
    assert len(set(addresses)) == 3 * len(providers)


def test_it_is_active_when_all_three_are_there(alice: ApiUser) -> None:
    provider = made(alice)
    steps = [("entityID", NIGHT["entityID"]), ("ssoURL", NIGHT["ssoURL"]), ("certificate", certificate(alice))]
    for name, value in steps:
        assert provider["status"] == "pending"
        assert provider["id"] not in logins(alice)
        provider = changed(alice, provider, **{name: value})
        assert provider[name] == value
    assert provider["status"] == "active"
    login = alice.asks(saml.LIST_SSO_LOGINS, LARKFIELD).json["items"][-1]
    assert login == {"id": provider["id"], "label": "Night", "startURL": provider["service"]["startURL"]}


@for_each("name", ["entityID", "certificate"])
def test_it_waits_again_when_something_is_taken_away(alice: ApiUser, name: str) -> None:
    provider = made(alice, **NIGHT, certificate=certificate(alice))
    emptied = changed(alice, provider, **{name: ""})
    assert (emptied["status"], name in emptied) == ("pending", False)
    assert provider["id"] not in logins(alice)


def test_what_is_not_named_stays(alice: ApiUser) -> None:
    provider = made(alice, **NIGHT, defaultRole="edit", defaultTeam="team_docs", certificate=certificate(alice))
    assert changed(alice, provider, label="Day") == provider | {"label": "Day"}
    assert changed(alice, provider, defaultRole=None)["defaultRole"] is None


@for_each("team", ["team_nobody", "team_nurses"])
def test_the_default_team_is_of_the_organization(alice: ApiUser, team: str) -> None:
    for refused in (
        alice.asks(saml.CREATE_SAML_PROVIDER, LARKFIELD, body={"label": "Night", "defaultTeam": team}),
        alice.asks(saml.UPDATE_SAML_PROVIDER, LARKFIELD, "saml_staff", body={"defaultTeam": team}),
    ):
        assert (refused.status, refused.message.partition(":")[0]) == (404, "defaultTeam")


def test_a_certificate_is_kept_as_it_was_written(alice: ApiUser) -> None:
    pem = certificate(alice)
    bare = "".join(pem.splitlines()[1:-1])
    for text in (pem, bare, bare[:64] + "\n " + bare[64:], pem.replace("\n", "\r\n"), f"Subject: us\n{pem}"):
        assert made(alice, certificate=text)["certificate"] == text


PRIVATE = KEY.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()
PUBLIC = KEY.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()


@for_each("text", ["hello", "-----BEGIN CERTIFICATE-----", PUBLIC, "AAAA", "é", " "])
def test_what_is_no_certificate_is_refused(alice: ApiUser, text: str) -> None:
    before = alice.asks(saml.LIST_SAML_PROVIDERS, LARKFIELD).json
    for refused in (
        alice.asks(saml.CREATE_SAML_PROVIDER, LARKFIELD, body={"label": "Night", "certificate": text}),
        alice.asks(saml.UPDATE_SAML_PROVIDER, LARKFIELD, "saml_staff", body={"label": "Night", "certificate": text}),
    ):
        assert (refused.status, refused.message.partition(" ")[0]) == (400, "certificate:")
    assert alice.asks(saml.LIST_SAML_PROVIDERS, LARKFIELD).json == before


def test_half_a_certificate_two_and_a_private_key_are_refused(alice: ApiUser) -> None:
    pem = certificate(alice)
    cases = {
        pem[: len(pem) // 2]: "is not a certificate",
        pem + certificate(alice, "saml_drivers"): "holds 2 certificates",
        PRIVATE: "holds a private key",
        pem + PRIVATE: "holds a private key",
    }
    for text, words in cases.items():
        refused = alice.asks(saml.UPDATE_SAML_PROVIDER, LARKFIELD, "saml_staff", body={"certificate": text})
        assert refused.status == 400
        assert refused.message.startswith(f"certificate: {words}")
