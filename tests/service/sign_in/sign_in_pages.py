"""A person's browser at the addresses by which people sign in, and an identity provider that is set up there."""

import base64
import re
import zlib
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qs, urlsplit

from flask import Flask
from lxml import etree
from lxml.html import document_fromstring
from werkzeug.test import TestResponse

from contract.organization.saml import CREATE_SAML_PROVIDER, UPDATE_SAML_PROVIDER
from service.sign_in.xml import Element
from tests.service.api_user import ApiUser
from tests.service.conftest import LARKFIELD
from tests.service.sign_in.signed_responses import ENTITY, SSO, SignedResponse, certificate

POLICY = re.compile(
    r"default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)


@dataclass(frozen=True)
class SignInPage:
    """A page that a person sees in the end."""

    status: int
    title: str
    text: str


@dataclass(frozen=True)
class SigningIn:
    """`told` is the provider as the API tells it."""

    app: Flask
    alice: ApiUser
    told: dict[str, Any]

    @property
    def path(self) -> str:
        return f"/saml/{self.told['id']}"

    def changed(self, **fields: object) -> "SigningIn":
        answer = self.alice.asks(UPDATE_SAML_PROVIDER, LARKFIELD, self.told["id"], body=fields)
        return SigningIn(self.app, self.alice, answer.json)

    def start(self) -> TestResponse:
        return self.app.test_client().get(f"{self.path}/start", buffered=True)

    def asked(self) -> Element:
        """Begin; gives the request that the identity provider gets."""
        sent = self.start()
        assert sent.status_code == 302
        query = parse_qs(urlsplit(sent.headers["Location"]).query)
        return etree.fromstring(zlib.decompress(base64.b64decode(query["SAMLRequest"][0]), -zlib.MAX_WBITS))

    def answer(self, **changes: object) -> SignedResponse:
        """An answer to a request that was made just now."""
        return SignedResponse(self.told["service"], str(self.asked().get("ID"))).with_(**changes)

    def takes(self, form: dict[str, str]) -> SignInPage:
        """Bring what the identity provider answers."""
        return shown(self.app.test_client().post(f"{self.path}/acs", data=form, buffered=True))

    def comes_of(self, **changes: object) -> SignInPage:
        """Begin, and bring an answer with these changes."""
        return self.takes(self.answer(**changes).form())


def set_up(app: Flask, alice: ApiUser, **fields: object) -> SigningIn:
    """A new provider that is complete but for what `fields` say."""
    given = {"label": "Larkfield login", "entityID": ENTITY, "ssoURL": SSO, "certificate": certificate()} | fields
    body = {name: value for name, value in given.items() if value != ""}
    return SigningIn(app, alice, alice.asks(CREATE_SAML_PROVIDER, LARKFIELD, body=body).json)


def shown(response: TestResponse) -> SignInPage:
    """What a page says; it has to be one that nothing foreign runs in, and that is not kept."""
    assert response.mimetype == "text/html"
    assert POLICY.fullmatch(response.headers["Content-Security-Policy"])
    assert response.headers["Cache-Control"] == "no-store"
    page = document_fromstring(response.get_data(as_text=True))
    title = page.findtext(".//h1") or ""
    assert page.findtext(".//title") == title
    return SignInPage(response.status_code, title, page.findtext(".//p") or "")
