"""All answers carry the headers that keep a page to itself; files may be kept, pages may not."""

import re

import pytest

from tests.pages.pages import Pages
from tests.portals import PortalFor

FILE = re.compile(r'(?:href|src)="(/static/[^"#]+)')


@pytest.mark.parametrize(
    "address", ["/healthz", "/sign-in", "/nope", "/static/styles/base.css", "/static/nope", "/orgs"]
)
def test_each_kind_of_answer_has_them(visitor: Pages, address: str) -> None:
    shown = visitor.get(address, follow=False)  # the page client looks at each
    assert shown.headers["Permissions-Policy"] == "camera=(), geolocation=(), microphone=()"


def test_files_are_kept_for_ever_under_an_address_that_changes(visitor: Pages) -> None:
    files = FILE.findall(visitor.get("/sign-in").html)
    assert len(set(files)) >= 6
    for file in files:
        assert visitor.get(file).headers["Cache-Control"] == "public, max-age=31536000, immutable"


def test_a_file_without_its_mark_is_asked_for_again(visitor: Pages) -> None:
    assert visitor.get("/static/styles/base.css").headers["Cache-Control"] == "no-cache"


def test_a_missing_file_is_not_kept(visitor: Pages) -> None:
    assert visitor.get("/static/nope.css?v=0123456789ab").headers["Cache-Control"] == "no-store"


def test_files_set_no_cookie(alice: Pages) -> None:
    assert "Set-Cookie" not in alice.get("/static/styles/base.css").headers


def test_https_is_kept_to(portal_for: PortalFor) -> None:
    shown = Pages(portal_for(HTTPS=True), https=True).get("/sign-in")
    assert shown.headers["Strict-Transport-Security"] == "max-age=31536000"
