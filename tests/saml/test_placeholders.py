"""Values out of documentation that nobody filled in, and real ones that look a little like them."""

from masthead.saml import find_placeholder, find_reserved_name
from tests.loops import for_each


@for_each(
    "value,found",
    [
        ("https://sts.windows.net/{tenantid}/", "{tenantid}"),
        ("https://sts.windows.net/%7Btenantid%7D/", "{tenantid}"),
        ("https://${domain}/saml", "${domain}"),
        ("https://<your-domain>.okta.com/app/saml", "<your-domain>"),
        ("https://YOUR_AUTH0_DOMAIN/samlp", "YOUR_AUTH0_DOMAIN"),
        ("https://your-tenant.eu.auth0.com/samlp/1", "your-tenant"),
        ("https://yourcompany.onelogin.com/saml", "yourcompany"),
        ("https://idp.example.com/sso", "idp.example.com"),
        ("https://idp.corp/%REALM_NAME%/sso", "%REALM_NAME%"),
        ("https://sts.windows.net/[tenant-id]/", "[tenant-id]"),
        ("https://sts.windows.net/00000000-0000-0000-0000-000000000000/", "00000000-0000-0000-0000-000000000000"),
        ("https://accounts.google.com/o/saml2?idpid=Cxxxxxxxx", "xxxxxxxx"),
        ("", ""),
        ("https://drivers.larkfield.example/saml", ""),
        ("https://sts.windows.net/72f988bf-86f1-41af-91ab-2d7cd011db47/", ""),
        ("http://www.okta.com/exk1fcia6d6EMsf331d8", ""),
        ("https://idp.notexample.com/sso", ""),
        ("https://[::1]/saml", ""),
        ("https://[broken", ""),
        ("https://idp.corp/sso?RelayState=%2Fa%20b", ""),
    ],
)
def test_placeholders_are_found_and_real_values_are_none(value: str, found: str) -> None:
    assert find_placeholder(value) == found


@for_each(
    "address,name",
    [
        ("https://idp.larkfield.example/sso", "example"),
        ("https://idp.example.com./sso", "example.com"),
        ("http://localhost:8080/realms/x", "localhost"),
        ("https://idp.notexample.com/sso", ""),
        ("https://test.okta.com/app", ""),
        ("https://[broken", ""),
        ("", ""),
    ],
)
def test_names_that_can_be_nobody_s(address: str, name: str) -> None:
    assert find_reserved_name(address) == name
