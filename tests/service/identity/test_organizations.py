"""Organizations: listing, reading, settings, invite links, and the lookup by e-mail domain."""

from contract.organization import organizations
from tests.loops import for_each
from tests.service.api_user import ApiUser
from tests.service.conftest import LARKFIELD, ORCHARD


def test_each_person_sees_their_own_organizations(alice: ApiUser, dana: ApiUser) -> None:
    assert alice.asks(organizations.LIST_ORGANIZATIONS).json["items"] == [
        alice.asks(organizations.GET_ORGANIZATION, LARKFIELD).json
    ]
    assert dana.asks(organizations.LIST_ORGANIZATIONS).ids == [ORCHARD]


def test_addresses_begin_with_the_base_and_have_the_logo(alice: ApiUser) -> None:
    urls = alice.asks(organizations.GET_ORGANIZATION, LARKFIELD).json["urls"]
    base = urls["location"].removesuffix(f"/v1/orgs/{LARKFIELD}")
    assert base.startswith("http://127.0.0.1:")
    assert urls == {"location": f"{base}/v1/orgs/{LARKFIELD}", "app": f"{base}/o/{LARKFIELD}"}

    logo = "https://larkfield.example/logo.svg?v=2"
    updated = alice.asks(organizations.UPDATE_ORGANIZATION, LARKFIELD, body={"logo": logo}).json
    assert updated["urls"]["logo"] == logo
    assert "logo" not in updated
    kept = alice.asks(organizations.UPDATE_ORGANIZATION, LARKFIELD, body={"title": "Larkfield"}).json
    assert kept["urls"]["logo"] == logo
    assert "logo" not in alice.asks(organizations.UPDATE_ORGANIZATION, LARKFIELD, body={"logo": None}).json["urls"]


@for_each("site", ["site_unknown", "site_patients"])
def test_default_content_is_a_site_of_the_organization(alice: ApiUser, site: str) -> None:
    refused = alice.asks(
        organizations.UPDATE_ORGANIZATION, LARKFIELD, body={"defaultContent": {"type": "site", "site": site}}
    )
    assert (refused.status, refused.message) == (404, "defaultContent: No site of this organization has this id.")


def test_email_domains_are_kept_in_one_form(alice: ApiUser) -> None:
    given = [" LarkField.Example ", "larkfield.example", "Bücher.example", "Straße.example"]
    updated = alice.asks(organizations.UPDATE_ORGANIZATION, LARKFIELD, body={"emailDomains": given})
    assert updated.json["emailDomains"] == ["larkfield.example", "xn--bcher-kva.example", "xn--strae-oqa.example"]


@for_each(
    "domain",
    ["", "x", "@larkfield.example", "a b.example", "-a.example", "a..example", f"{'a' * 64}.example", "https://a.b"],
)
def test_what_is_no_email_domain_is_refused(alice: ApiUser, domain: str) -> None:
    refused = alice.asks(organizations.UPDATE_ORGANIZATION, LARKFIELD, body={"emailDomains": ["ok.example", domain]})
    assert refused.status == 400
    assert refused.message == f"emailDomains: “{domain}” is not an e-mail domain such as example.com."


def test_a_hostname_belongs_to_one_organization(alice: ApiUser) -> None:
    refused = alice.asks(organizations.UPDATE_ORGANIZATION, LARKFIELD, body={"hostname": "Orchard"})
    assert (refused.status, refused.message) == (409, "hostname: another organization has it.")
    assert alice.asks(organizations.UPDATE_ORGANIZATION, LARKFIELD, body={"hostname": "larkfield"}).status == 200


@for_each("hostname", ["a b", "-lark", "lark-", "lark/field", "lark\nfield", "lärk"])
def test_what_is_no_hostname_is_refused(alice: ApiUser, hostname: str) -> None:
    refused = alice.asks(organizations.UPDATE_ORGANIZATION, LARKFIELD, body={"hostname": hostname})
    assert (refused.status, refused.message) == (400, "hostname: takes letters, digits and, between them, hyphens.")


def test_it_is_redundant_when_everyone_gets_its_rights_anyway(alice: ApiUser) -> None:
    assert (
        alice.asks(organizations.UPDATE_INVITE, LARKFIELD, "inv_welcome", body={"role": "read"}).json["redundant"]
        is True
    )
    alice.asks(organizations.UPDATE_ORGANIZATION, LARKFIELD, body={"defaultRole": None})
    assert alice.asks(organizations.GET_INVITE, LARKFIELD, "inv_welcome").json["redundant"] is False


@for_each("domain", ["larkfield.example", "DRIVERS.Larkfield.example"])
def test_a_member_finds_the_organization_whole(charlie: ApiUser, domain: str) -> None:
    found = charlie.asks(organizations.LIST_ORGANIZATIONS_OF_DOMAIN, domain).json["organizations"]
    assert found == [charlie.asks(organizations.GET_ORGANIZATION, LARKFIELD).json]


def test_a_stranger_finds_what_is_required_and_no_more(dana: ApiUser) -> None:
    (found,) = dana.asks(organizations.LIST_ORGANIZATIONS_OF_DOMAIN, "larkfield.example").json["organizations"]
    required = {"object", "id", "title", "createdAt", "emailDomains", "type", "inviteLinks", "plan"}
    assert found.keys() == required | {"permissions"}
    assert not any(found["permissions"].values())


def test_several_organizations_may_have_a_domain(alice: ApiUser, dana: ApiUser) -> None:
    shared = ["larkfield.example", "orchard-clinic.example"]
    assert alice.asks(organizations.UPDATE_ORGANIZATION, LARKFIELD, body={"emailDomains": shared}).status == 200
    found = dana.asks(organizations.LIST_ORGANIZATIONS_OF_DOMAIN, "orchard-clinic.example").json["organizations"]
    assert [each["id"] for each in found] == [LARKFIELD, ORCHARD]
    alice.asks(organizations.UPDATE_ORGANIZATION, LARKFIELD, body={"emailDomains": []})
    assert alice.asks(organizations.LIST_ORGANIZATIONS_OF_DOMAIN, "larkfield.example").json == {"organizations": []}


@for_each("domain", ["nobody.example", "no domain", "%25", "x" * 300])
def test_what_nobody_has_finds_nothing(alice: ApiUser, domain: str) -> None:
    assert alice.asks(organizations.LIST_ORGANIZATIONS_OF_DOMAIN, domain).json == {"organizations": []}
