"""What an identity provider may be called, by what its metadata tells."""

from masthead.saml import IdentityProvider, SignOn, is_unencrypted, next_label, suggest_label
from tests.loops import for_each


def provider(entity_id: str, address: str = "", name: str = "") -> IdentityProvider:
    sign_ons = (SignOn("redirect", address),) if address else ()
    return IdentityProvider(entity_id, name, sign_ons, (), None, "", ())


@for_each(
    "entity_id,address,label",
    [
        ("http://www.okta.com/exk1", "https://larkfield.okta.com/app/x/sso/saml", "Okta"),
        ("https://sts.windows.net/7f2c/", "https://login.microsoftonline.com/7f2c/saml2", "Microsoft Entra ID"),
        ("https://id.larkfield.example/realms/staff", "", "Keycloak"),
        ("http://fs.larkfield.example/adfs/services/trust", "https://fs.larkfield.example/adfs/ls/", "AD FS"),
        ("https://login.larkfield.example/idp", "", "login.larkfield.example"),
        ("https://notokta.com/idp", "", "notokta.com"),
        ("https://saml.login.staff.larkfield-freight.example/idp", "", "larkfield-freight.example"),
        ("urn:larkfield", "", ""),
        ("https://[", "", ""),
    ],
)
def test_the_product_is_told_by_its_addresses(entity_id: str, address: str, label: str) -> None:
    assert suggest_label(provider(entity_id, address), (), 30) == label


def test_a_name_counts_more_and_is_cut() -> None:
    named = provider("https://x.okta.com/idp", name="The staff of Larkfield Freight")
    assert suggest_label(named, (), 30) == "The staff of Larkfield Freight"
    assert suggest_label(named, (), 10) == "The staff"
    assert suggest_label(named, (), 13) == "The staff of"


def test_a_label_that_another_provider_has_is_not_suggested() -> None:
    named = provider("http://www.okta.com/exk1", "https://larkfield.okta.com/app", "Staff")
    assert suggest_label(named, ["staff"], 30) == "Okta"
    assert suggest_label(named, ["STAFF", "Okta"], 30) == "larkfield.okta.com"
    assert suggest_label(named, ["staff", "okta", "larkfield.okta.com", "okta.com"], 30) == "Staff 2"
    assert (next_label("Staff 2", 30), next_label("Staffroom", 7)) == ("Staff 3", "Staff 2")


def test_only_what_leaves_the_machine_is_unencrypted() -> None:
    assert all(map(is_unencrypted, ("http://login.larkfield.example", "HTTP://127.0.0.1.example", "http://[")))
    own = ("http://127.0.0.1:5001/sso", "http://localhost/sso", "http://[::1]/sso")
    assert not any(map(is_unencrypted, ("https://login.larkfield.example", "", *own)))
