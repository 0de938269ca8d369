"""Below a path of a proxy, no address and no cookie of the portal leaves that path."""

import re
from html import unescape

import pytest
from flask import Flask
from flask.testing import FlaskClient

from masthead.web.http.paths import PathPrefix
from tests.house.routes import ACCESS, address_of
from tests.loops import for_each
from tests.portals import PortalFor, session_of
from tests.world import ALICE

CSRF = re.compile(r'name="csrf_token" value="([^"]*)"')
BELOW = "/masthead"
TOKEN = "correct-horse-battery-staple-0123"
ADDRESS = re.compile(r'\b(?:href|src|action|formaction|hx-\w+|data-[\w-]+)="(/[^"]*)"|name="next" value="(/[^"]*)"')


@for_each(
    "setting, said, asked, prefix, path",
    [
        (BELOW, "", "/masthead/orgs", BELOW, "/orgs"),  # the proxy leaves it in the path
        (BELOW, "", "/orgs", BELOW, "/orgs"),  # or takes it out
        (BELOW, "", "/mastheads", BELOW, "/mastheads"),
        ("", "/elsewhere", "/orgs", "", "/orgs"),
        (None, "/masthead/", "/orgs", BELOW, "/orgs"),
        (None, "/tools/masthead", "/tools/masthead/orgs", "/tools/masthead", "/orgs"),
        (None, "", "/orgs", "", "/orgs"),
        (None, "//evil.example", "/orgs", "", "/orgs"),
        (None, "/..", "/orgs", "", "/orgs"),
        (None, '/"><', "/orgs", "", "/orgs"),
    ],
)
def test_the_setting_decides_then_the_proxy(setting: str | None, said: str, asked: str, prefix: str, path: str) -> None:
    environ = {"SCRIPT_NAME": said, "PATH_INFO": asked}
    PathPrefix(lambda *_: [], setting)(environ, lambda *_: lambda _: None)
    assert environ == {"SCRIPT_NAME": prefix, "PATH_INFO": path}


def test_a_proxy_s_header_counts_by_configuration_alone(portal: Flask, portal_for: PortalFor) -> None:
    sent = {"X-Forwarded-Prefix": BELOW}
    for app, location in (
        (portal, "/sign-in?next=/orgs"),
        (portal_for(PROXIES=1), f"{BELOW}/sign-in?next={BELOW}/orgs"),
    ):
        assert app.test_client().get("/orgs", headers=sent).headers["Location"] == location


@for_each("scheme, prefix", [("http", ""), ("https", "__Secure-")])
def test_cookies_are_for_the_path(portal_for: PortalFor, scheme: str, prefix: str) -> None:
    base = f"{scheme}://localhost"
    app = portal_for(PUBLIC_URL=base + BELOW, HTTPS=scheme == "https")
    client = app.test_client()
    token = {"csrf_token": CSRF.findall(client.get(f"{BELOW}/sign-in", base_url=base).get_data(as_text=True))[0]}
    headers, values = {"Origin": base}, {**token, "token": ALICE, "next": f"{BELOW}/orgs"}
    answer = client.post(f"{BELOW}/sign-in", data=values, headers=headers, base_url=base)
    assert (answer.status_code, answer.headers.get("Location")) == (303, f"{BELOW}/orgs")
    theme = client.post(f"{BELOW}/theme", data={**token, "theme": "dark"}, headers=headers, base_url=base)
    given = [each for one in (answer, theme) for each in one.headers.getlist("Set-Cookie") if "Expires=Thu" not in each]
    assert [each for each in given if f"Path={BELOW}" not in each or not each.startswith(f"{prefix}masthead")] == []


@pytest.fixture
def below(portal_for: PortalFor) -> Flask:
    return portal_for(PUBLIC_URL=f"http://localhost{BELOW}", METRICS_TOKEN=TOKEN)


@pytest.fixture
def alice_below(below: Flask) -> FlaskClient:
    client = below.test_client()
    client.set_cookie(*session_of(below, ALICE), path=BELOW)
    return client


def leaving(text: str) -> list[str]:
    """The addresses in a page that lead out of the path."""
    found = (unescape(one or other) for one, other in ADDRESS.findall(text))
    return [each for each in found if not f"{each}/".startswith(f"{BELOW}/")]


@pytest.mark.exhaustive
def test_no_page_leads_out_of_it(below: Flask, alice_below: FlaskClient) -> None:
    wrong = []
    for page in ACCESS:
        method, path = address_of(below, page)
        if method == "POST" or page in {"static", "home.index"}:
            continue
        answer = alice_below.get(BELOW + path, buffered=True)
        location = answer.headers.get("Location", BELOW)
        if answer.mimetype == "text/html":
            wrong += [(page, answer.status_code, each) for each in leaving(answer.get_data(as_text=True))]
        if not location.startswith(BELOW):
            wrong.append((page, answer.status_code, location))
    assert wrong == []
