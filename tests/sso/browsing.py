"""A person who signs in by hand: opens the start address, fills in the forms, and reads what the service says."""

import base64
from dataclasses import dataclass, field
from urllib.parse import urljoin

import requests
from lxml.html import document_fromstring

from tests.authority import Authority
from tests.sso.identity_provider import PASSWORD

SECONDS = 20


@dataclass
class Form:
    """A form of a page, with what is to be sent."""

    action: str
    fields: dict[str, str]

    @property
    def answer(self) -> bytes:
        """The identity provider's answer."""
        return base64.b64decode(self.fields["SAMLResponse"])

    @answer.setter
    def answer(self, xml: bytes) -> None:
        self.fields["SAMLResponse"] = base64.b64encode(xml).decode()


@dataclass
class Browser:
    """`said` is the heading and the first words of the page that is open."""

    authority: Authority
    page: requests.Response = field(init=False)

    def begin(self, start_url: str) -> None:
        """Open the start address, and go where it leads."""
        self.page = requests.get(start_url, verify=str(self.authority.file), timeout=SECONDS)

    def sign_in(self, email: str) -> Form:
        """Fill in the identity provider's form; gives what it has the browser send to the service."""
        form = self._form()
        self._post(form.action, form.fields | {"email": email, "password": PASSWORD})
        return self._form()

    def bring(self, form: Form) -> tuple[int, str, str]:
        """Send the answer to the service; gives status, heading and text of its page."""
        self._post(form.action, form.fields)
        return self.said

    @property
    def said(self) -> tuple[int, str, str]:
        page = document_fromstring(self.page.text)
        return self.page.status_code, page.findtext(".//h1") or "", page.findtext(".//p") or ""

    def _post(self, action: str, fields: dict[str, str]) -> None:
        self.page = requests.post(action, data=fields, verify=str(self.authority.file), timeout=SECONDS)

    def _form(self) -> Form:
        form = document_fromstring(self.page.text).find(".//form")
        assert form is not None, self.page.text
        fields = {each.get("name", ""): each.get("value", "") for each in form.iter("input")}
        return Form(urljoin(self.page.url, form.get("action", "")), fields)
