"""All answers carry the headers that keep a page to itself; files may be kept, pages may not."""

import pytest

from tests.pages.pages import Pages
from tests.portals import PortalFor


@pytest.mark.parametrize("address", ["/healthz", "/sign-in", "/nope", "/static/portal.css", "/static/nope", "/orgs"])
def test_each_kind_of_answer_has_them(visitor: Pages, address: str) -> None:
    shown = visitor.get(address, follow=False)  # the page client looks at each
    assert shown.headers["Permissions-Policy"] == "camera=(), geolocation=(), microphone=()"


def test_files_set_no_cookie(alice: Pages) -> None:
    assert "Set-Cookie" not in alice.get("/static/portal.css").headers


def test_https_is_kept_to(portal_for: PortalFor) -> None:
    shown = Pages(portal_for(HTTPS=True), https=True).get("/sign-in")
    assert shown.headers["Strict-Transport-Security"] == "max-age=31536000; includeSubDomains"
