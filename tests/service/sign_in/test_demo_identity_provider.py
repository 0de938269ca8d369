"""The demo's identity provider: set up from its metadata, it lets anybody of the demo world sign in."""

import re
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest
from flask.testing import FlaskClient

from contract.organization.saml import UPDATE_SAML_PROVIDER
from service.app import create_service
from service.settings import ServiceSettings
from service.storage.database import database_url
from tests.service.api_user import ApiUser
from tests.service.conftest import LARKFIELD
from tests.world import ALICE

BASE = "http://127.0.0.1:5001"
BUTTON = r'action="([^"]+)">\s*<input type="hidden" name="SAMLResponse" value="([^"]+)">\s*<p><button>([^<]+)'


@pytest.fixture
def app(empty_database: str) -> Iterator[Any]:
    service = create_service(ServiceSettings(database_url(empty_database), BASE, demo=True))
    with closing(service.extensions["runtime"].database):
        yield service


def sign_in(browser: FlaskClient, provider: str, name: str) -> str:
    """Start at the provider's start address, pick a person, and return the page that they end on."""
    started = browser.get(f"/saml/{provider}/start", base_url=BASE)
    shown = browser.get(started.headers["Location"].removeprefix(BASE), base_url=BASE)
    assert shown.status_code == 200, shown.text
    assert f"form-action {BASE};" in shown.headers["Content-Security-Policy"]
    choices = {who: (action, answer) for action, answer, who in re.findall(BUTTON, shown.text)}
    action, answer = choices[name]
    ended = browser.post(action.removeprefix(BASE), data={"SAMLResponse": answer}, base_url=BASE)
    assert browser.post(action.removeprefix(BASE), data={"SAMLResponse": answer}, base_url=BASE).status_code == 403
    return ended.text


def test_members_and_newcomers_sign_in(app: Any) -> None:  # noqa: ANN401 - the service
    browser = app.test_client()
    assert "You are signed in as bob@larkfield.example" in sign_in(browser, "saml_staff", "Bob Okafor")
    assert "You are signed in as nora@larkfield.example" in sign_in(browser, "saml_staff", "Nora Whitfield")


def test_another_provider_is_set_up_from_the_metadata(app: Any) -> None:  # noqa: ANN401 - the service
    browser = app.test_client()
    metadata = browser.get("/demo-identity-provider/metadata", base_url=BASE).text
    fields = {
        "entityID": re.findall('entityID="([^"]+)"', metadata)[0],
        "ssoURL": re.findall('Location="([^"]+)"', metadata)[0],
        "certificate": re.findall(r"X509Certificate>([^<]+)<", metadata)[0],
    }
    ApiUser(app, ALICE).asks(UPDATE_SAML_PROVIDER, LARKFIELD, "saml_auditors", body=fields)
    assert "You are signed in as grace@larkfield.example" in sign_in(browser, "saml_auditors", "Grace Tanaka")


def test_only_requests_of_its_providers_are_answered(app: Any) -> None:  # noqa: ANN401 - the service
    browser = app.test_client()
    for given in ("", "?SAMLRequest=abc", "?SAMLRequest=c3VyZWx5"):
        refused = browser.get(f"/demo-identity-provider/sso{given}", base_url=BASE)
        assert (refused.status_code, "SAMLResponse" in refused.text) == (400, False)
    elsewhere = {"ssoURL": "https://login.elsewhere.example/sso"}
    started = browser.get("/saml/saml_staff/start", base_url=BASE).headers["Location"].removeprefix(BASE)
    ApiUser(app, ALICE).asks(UPDATE_SAML_PROVIDER, LARKFIELD, "saml_staff", body=elsewhere)
    assert "SAMLResponse" not in browser.get(started, base_url=BASE).text
