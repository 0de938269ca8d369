"""The identity providers of the demo world, as tests of single sign-on read and change them."""

from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.records import ask
from tests.world import ALICE, RunningService

ORG = "/orgs/org_larkfield"
SSO = f"{ORG}/sso"
STAFF, DRIVERS, AUDITORS = f"{SSO}/saml_staff", f"{SSO}/saml_drivers", f"{SSO}/saml_auditors"
API = "/v1/orgs/org_larkfield/saml"
IDP = "https://auditors.larkfield.example/saml"


def provider(service: RunningService, name: str) -> dict[str, object]:
    """What the service tells of `drivers`."""
    answer: dict[str, object] = ask(service, ALICE, "GET", f"{API}/saml_{name}").get_json()
    return answer


def enforce(service: RunningService) -> None:
    """Let people in by single sign-on alone."""
    assert ask(service, ALICE, "PATCH", "/v1/orgs/org_larkfield", {"sso": True}).status_code == 200


def saved(pages: Pages, provider_page: str, **typed: str) -> Page:
    """Save what the provider tells, and what is shown for review if it is."""
    address = f"{provider_page}/idp"
    pages.get(address)
    shown = pages.submit(address, dict(typed), press="Save provider")
    return pages.confirm(address) if shown.h1 == "Review your changes" else shown
