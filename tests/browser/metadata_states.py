"""Metadata that is given on a page, and the metadata itself, for the pages that show what was read."""

from collections.abc import Callable
from datetime import UTC, datetime

from playwright.sync_api import Page, expect

from tests.saml import published as p
from tests.saml.making import bare, certificate, der

NEVER = datetime(2125, 1, 1, tzinfo=UTC)


def key(name: str, ends: datetime = NEVER) -> str:
    """A key with a certificate."""
    return p.key(bare(der(certificate(name, ends=ends))))


def one() -> bytes:
    """A provider with one certificate."""
    return p.entity(p.role(key(p.FIRST), p.sign_on("HTTP-Redirect", f"{p.HOST}/sso"))).encode()


def odd() -> bytes:
    """One with three certificates of which one is over, two addresses, and an end that is over."""
    keys = [key("gone.larkfield.example", datetime(2026, 1, 1, tzinfo=UTC)), key(p.FIRST), key(p.SECOND)]
    addresses = [p.sign_on("HTTP-POST", f"{p.HOST}/post"), p.sign_on("HTTP-Redirect", f"{p.HOST}/redirect")]
    other = p.key("damaged") + p.key(p.line(p.second()), "encryption")
    return p.entity(p.role(*keys, other, *addresses), validUntil="2026-01-01T00:00:00Z", cacheDuration="PT6H").encode()


def many() -> bytes:
    """A federation."""
    return p.many(400).replace(p.key(p.line(p.first())).encode(), key(p.FIRST).encode())


def choose_file(page: Page, metadata: bytes) -> None:
    """Choose it as a file, which takes a dialog of the system."""
    file = {"name": "metadata.xml", "mimeType": "text/xml", "buffer": metadata}
    page.locator("#file").set_input_files(file)  # type: ignore[arg-type]  # as Playwright documents it


def giving(made: Callable[[], bytes]) -> Callable[[Page], None]:
    """Choose a file, and have it read; what is in it is on the page that follows."""

    def act(page: Page) -> None:
        more = page.get_by_text("Read new metadata")
        if more.count():
            more.click()
        choose_file(page, made())
        page.get_by_role("button", name="Read metadata").click()
        expect(page.get_by_text("Read from the file metadata.xml.")).to_be_visible()

    return act
