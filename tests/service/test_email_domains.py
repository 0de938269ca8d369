"""Lookup of organizations by e-mail domain."""

from contract.organization.organizations import GET_ORGANIZATION, LIST_ORGANIZATIONS_OF_DOMAIN, UPDATE_ORGANIZATION
from tests.loops import for_each
from tests.service.conftest import LARKFIELD, ORCHARD
from tests.service.person import Person


@for_each("domain", ["larkfield.example", "DRIVERS.Larkfield.example"])
def test_a_member_finds_the_organization_whole(charlie: Person, domain: str) -> None:
    found = charlie.asks(LIST_ORGANIZATIONS_OF_DOMAIN, domain).json["organizations"]
    assert found == [charlie.asks(GET_ORGANIZATION, LARKFIELD).json]


def test_a_stranger_finds_what_is_required_and_no_more(dana: Person) -> None:
    (found,) = dana.asks(LIST_ORGANIZATIONS_OF_DOMAIN, "larkfield.example").json["organizations"]
    required = {"object", "id", "title", "createdAt", "emailDomains", "type", "inviteLinks", "plan"}
    assert found.keys() == required | {"permissions"}
    assert not any(found["permissions"].values())


def test_several_organizations_may_have_a_domain(alice: Person, dana: Person) -> None:
    shared = ["larkfield.example", "orchard-clinic.example"]
    assert alice.asks(UPDATE_ORGANIZATION, LARKFIELD, body={"emailDomains": shared}).status == 200
    found = dana.asks(LIST_ORGANIZATIONS_OF_DOMAIN, "orchard-clinic.example").json["organizations"]
    assert [each["id"] for each in found] == [LARKFIELD, ORCHARD]


def test_a_domain_that_was_given_up_finds_nothing(alice: Person) -> None:
    alice.asks(UPDATE_ORGANIZATION, LARKFIELD, body={"emailDomains": []})
    assert alice.asks(LIST_ORGANIZATIONS_OF_DOMAIN, "larkfield.example").json == {"organizations": []}


@for_each("domain", ["nobody.example", "no domain", "%25", "x" * 300])
def test_what_nobody_has_finds_nothing(alice: Person, domain: str) -> None:
    assert alice.asks(LIST_ORGANIZATIONS_OF_DOMAIN, domain).json == {"organizations": []}
