"""The examples for nginx and for Caddy, each in front of a real portal."""

import re
import ssl
from collections.abc import Iterator
from html import unescape

import pytest
import requests

from tests.deploy.proxies import BELOW, Proxy
from tests.faults.program import INPUT, SECONDS, Program
from tests.loops import for_each
from tests.world import ALICE, RunningService, start_service

pytestmark = pytest.mark.exhaustive
SITES = "/orgs/org_larkfield/sites"
ADDRESS = re.compile(r'\b(?:href|src)="(/[^"]*)"')
KILOBYTE = "x" * 1024


@pytest.fixture(scope="module")
def api(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningService]:
    service = start_service(tmp_path_factory.mktemp("service"))
    yield service
    service.close()


@pytest.fixture(scope="module")
def portal(api: RunningService, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    program = Program(
        api.url,
        tmp_path_factory.mktemp("portal"),
        PROXIES="1",
        HTTPS="true",
        TRUSTED_HOSTS="localhost,127.0.0.1",
        SIGN_IN_LIMIT="3/minute",
        METRICS_TOKEN=KILOBYTE,
    )
    program.open("/healthz")
    yield program
    program.kill()


@pytest.fixture(scope="module", params=["nginx", "caddy"])
def proxy(request: pytest.FixtureRequest, portal: Program, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxy]:
    found = Proxy(request.param, tmp_path_factory.mktemp("proxy"), portal.url.removeprefix("http://"))
    yield found
    found.close()


@pytest.fixture(scope="module")
def alice(proxy: Proxy) -> requests.Session:
    """A browser in which Alice has signed in."""
    browser = proxy.browser("127.0.0.9")
    answer = proxy.try_to_sign_in(browser, ALICE)
    assert answer.status_code in {302, 303}, answer.text
    assert all("Secure" in each and "HttpOnly" in each for each in answer.raw.headers.getlist("Set-Cookie"))
    assert browser.cookies.get("__Host-masthead")
    return browser


def test_people_sign_in_and_work(proxy: Proxy, alice: requests.Session) -> None:
    page = alice.get(proxy.url + SITES, timeout=SECONDS)
    assert (page.status_code, "Sign out" in page.text) == (200, True)
    assert page.headers["Strict-Transport-Security"]
    saved = dict(INPUT.findall(alice.get(f"{proxy.url}{SITES}/new", timeout=SECONDS).text))
    sent = saved | {"title": "Behind a proxy", "visibility": "public"}
    answer = alice.post(f"{proxy.url}{SITES}/new", sent, headers={"Origin": proxy.url}, timeout=SECONDS)
    assert answer.status_code == 200
    assert "Behind a proxy" in alice.get(proxy.url + SITES, timeout=SECONDS).text


def test_http_leads_to_https(proxy: Proxy) -> None:
    answer = requests.get(f"{proxy.plain_url}/orgs", timeout=SECONDS, allow_redirects=False)
    assert answer.status_code in {301, 308}
    assert answer.headers["Location"].startswith("https://localhost")


OLD_CIPHERS = "ECDHE-ECDSA-AES128-SHA:ECDHE-RSA-AES128-SHA:AES128-SHA"


def test_old_tls_and_weak_ciphers_are_refused(proxy: Proxy) -> None:
    assert proxy.shakes_hands(ssl.TLSVersion.TLSv1_3) == "TLSv1.3"
    assert proxy.shakes_hands(ssl.TLSVersion.TLSv1_2) == "TLSv1.2"
    assert proxy.shakes_hands(ssl.TLSVersion.TLSv1_2, OLD_CIPHERS) is None
    assert proxy.shakes_hands(ssl.TLSVersion.TLSv1_1, "ALL") is None


def test_an_address_cannot_be_forged(proxy: Proxy, request: pytest.FixtureRequest) -> None:
    place = {"nginx": 20, "caddy": 30}[request.node.callspec.params["proxy"]]
    one, other = proxy.browser(f"127.0.0.{place}"), proxy.browser(f"127.0.0.{place + 1}")
    forged = [f"192.0.2.{each}" for each in range(4)]
    tried = [proxy.try_to_sign_in(one, "demo-nobody", X_Forwarded_For=each).status_code for each in forged]
    assert tried == [422, 422, 422, 429]
    assert proxy.try_to_sign_in(other, "demo-nobody").status_code == 422


def test_neither_host_nor_port_nor_scheme_nor_id_can_be_forged(proxy: Proxy) -> None:
    forged = {"X-Forwarded-Host": "evil.example", "X-Forwarded-Port": "4711", "X-Forwarded-Proto": "http"}
    forged |= {"X-Request-Id": "forged-by-somebody"}
    answer = proxy.browser().get(f"{proxy.url}/orgs", headers=forged, timeout=SECONDS, allow_redirects=False)
    assert answer.status_code in {302, 303}
    assert "evil.example" not in str(answer.headers)
    assert "4711" not in answer.headers["Location"]
    assert answer.headers["Strict-Transport-Security"]
    assert len(answer.headers["X-Request-Id"]) in {32, 36}  # the portal's own have 16
    assert "forged" not in answer.headers["X-Request-Id"]


def test_browsers_keep_static_files(proxy: Proxy) -> None:
    browser = proxy.browser()
    page = browser.get(f"{proxy.url}/sign-in", timeout=SECONDS).text
    address = proxy.url + page.partition('<link rel="stylesheet" href="')[2].partition('"')[0]
    file = browser.get(address, timeout=SECONDS)
    assert (file.status_code, file.headers["Content-Encoding"]) == (200, "gzip")
    assert "immutable" in file.headers["Cache-Control"]
    again = browser.get(address, headers={"If-None-Match": file.headers["ETag"]}, timeout=SECONDS)
    assert again.status_code == 304


def test_a_page_that_another_site_may_have_asked_for_is_not_packed(proxy: Proxy, alice: requests.Session) -> None:
    foreign = {"Sec-Fetch-Site": "cross-site", "Accept-Encoding": "gzip"}
    page = alice.get(proxy.url + SITES, headers=foreign, timeout=SECONDS)
    assert (page.status_code, page.headers.get("Content-Encoding")) == (200, None)


def test_a_large_form_is_refused_in_words_of_the_portal(proxy: Proxy, alice: requests.Session) -> None:
    address, origin = f"{proxy.url}{SITES}/new", {"Origin": proxy.url}
    large, larger = (
        alice.post(address, {"title": KILOBYTE * size}, headers=origin, timeout=SECONDS) for size in (1500, 3000)
    )
    for each in (large, larger):  # the larger one is answered by nginx, which keeps what is sent in a file of its own
        assert (each.status_code, "This form is too large" in each.text) == (413, True)
        assert each.headers["Content-Type"].startswith("text/html")


@for_each("path", ["/healthz", "/readyz", "/metrics", "/metrics?all"])
def test_what_machines_watch_is_not_public(proxy: Proxy, portal: Program, path: str) -> None:
    assert proxy.browser().get(proxy.url + path, timeout=SECONDS).status_code == 404
    assert portal.browser.get(portal.url + path, timeout=SECONDS).status_code in {200, 401}


@pytest.fixture(scope="module", params=["nginx", "caddy"])
def proxy_below(
    request: pytest.FixtureRequest, api: RunningService, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Proxy]:
    """One that shows a portal below a path, each by itself."""
    program = Program(
        api.url,
        tmp_path_factory.mktemp("below"),
        PROXIES="1",
        HTTPS="true",
        TRUSTED_HOSTS="localhost,127.0.0.1",
        PUBLIC_URL=f"https://localhost{BELOW}",
    )
    program.open("/healthz")
    portal = program.url.removeprefix("http://")
    found = Proxy(request.param, tmp_path_factory.mktemp("proxy"), portal, below=True)
    yield found
    found.close()
    program.kill()


def test_below_a_path_people_sign_in_and_work(proxy_below: Proxy) -> None:
    browser, root = proxy_below.browser(), proxy_below.url.removesuffix(BELOW)
    answer = proxy_below.try_to_sign_in(browser, ALICE, X_Forwarded_Prefix="/elsewhere")
    assert (answer.status_code, answer.headers.get("Location")) == (303, f"{BELOW}/"), answer.text
    assert {(each.name.partition("-")[0], each.path) for each in browser.cookies} == {("__Secure", BELOW)}
    page = browser.get(root + answer.headers["Location"], timeout=SECONDS)
    assert (page.status_code, "Sign out" in page.text) == (200, True)
    paths = {unescape(each).partition("#")[0] for each in ADDRESS.findall(page.text)}
    opened = {each: browser.get(root + each, timeout=SECONDS).status_code for each in paths}
    assert {*opened.values()} == {200}, opened
    saved = dict(INPUT.findall(browser.get(f"{proxy_below.url}{SITES}/new", timeout=SECONDS).text))
    sent, origin = saved | {"title": "Below a path", "visibility": "public"}, {"Origin": root}
    made = browser.post(f"{proxy_below.url}{SITES}/new", sent, headers=origin, timeout=SECONDS)
    assert (made.status_code, "Below a path" in made.text) == (200, True)


@for_each("path", ["/healthz", "/readyz", "/metrics"])
def test_below_a_path_what_machines_watch_is_not_public(proxy_below: Proxy, path: str) -> None:
    inside = proxy_below.browser().get(proxy_below.url + path, timeout=SECONDS)
    outside = proxy_below.browser().get(proxy_below.url.removesuffix(BELOW) + path, timeout=SECONDS)
    assert "ready" not in inside.text + outside.text
    assert inside.status_code == 404
