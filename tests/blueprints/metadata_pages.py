"""Metadata that is given to a page, and what the page then shows."""

from datetime import UTC, datetime

from tests.pages.filling import File
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.providers import AUDITORS, SSO
from tests.saml import published as p
from tests.saml.making import bare, certificate, der

STEP_2, IMPORT = f"{AUDITORS}/idp", f"{AUDITORS}/import"
NEW, IMPORT_NEW = f"{SSO}/new", f"{SSO}/~new/import"
READ, TAKEN, CHANGED = "Read metadata", "from metadata", "changed by you"
DAY_GONE, NEVER = "2026-01-01T00:00:00Z", datetime(2125, 1, 1, tzinfo=UTC)


def good(name: str = p.FIRST) -> str:
    """A certificate that outlives these tests, in base64."""
    return bare(der(certificate(name, ends=NEVER)))


def given(pages: Pages, made: bytes, page: str = STEP_2, at: str = IMPORT) -> Page:
    """Give a file on a page; what follows."""
    pages.get(page)
    return pages.submit(at, file=File("metadata.xml", made), press=READ)


def chips(page: Page) -> list[str]:
    """What the fields say of where their values come from."""
    lines = [each for each in page.document.all("p") if each.get("class") == "provenance"]
    return ["".join(shown.itertext()).strip() for line in lines for shown in line if "hidden" not in shown.attrib]


def save(pages: Pages, **typed: str) -> Page:
    shown = pages.submit(STEP_2, typed, press="Save provider")
    return pages.confirm(STEP_2) if shown.h1 == "Review your changes" else shown


def one(*more: str, **attributes: str) -> bytes:
    """An identity provider with a certificate that is good."""
    parts = more or (p.key(good()), p.sign_on("HTTP-Redirect", f"{p.HOST}/sso"))
    return p.entity(p.role(*parts), **attributes).encode()
