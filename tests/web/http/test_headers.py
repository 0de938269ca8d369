"""All answers carry the headers that keep a page to itself; files may be kept, pages may not; and a request ID."""

from tests.faults.hostile import Talk
from tests.loops import for_each
from tests.pages.pages import Pages
from tests.portals import PortalFor
from tests.wire import Wire
from tests.world import ALICE


@for_each("address", ["/healthz", "/sign-in", "/nope", "/static/portal.css", "/static/nope", "/orgs"])
def test_each_kind_of_answer_has_them(visitor: Pages, address: str) -> None:
    shown = visitor.get(address, follow=False)  # the page client looks at each
    assert shown.headers["Permissions-Policy"] == "camera=(), geolocation=(), microphone=()"


def test_files_set_no_cookie(alice: Pages) -> None:
    assert "Set-Cookie" not in alice.get("/static/portal.css").headers


def test_https_is_kept_to(portal_for: PortalFor) -> None:
    shown = Pages(portal_for(HTTPS=True), https=True).get("/sign-in")
    assert shown.headers["Strict-Transport-Security"] == "max-age=31536000; includeSubDomains"


GIVEN = "0af7651916cd43dd8448eb211c80319c"


def test_the_id_of_a_proxy_is_taken_where_there_is_one(portal_for: PortalFor) -> None:
    clients = [portal_for(PROXIES=proxies).test_client() for proxies in (0, 1)]
    for proxies, given, taken in (
        *((1, GIVEN, True), (0, GIVEN, False), (1, "short", False), (1, "a" * 65, False)),
        (1, "no\tspace in it", False),
    ):
        answer = clients[proxies].get("/sign-in", headers={"X-Request-Id": given})
        assert (answer.headers["X-Request-Id"] == given) is taken, given


def test_the_api_is_asked_with_the_id_of_the_page(portal_for: PortalFor, wire: Wire) -> None:
    pages = Pages(portal_for(API_BASE_URL=wire.url, PROXIES=1)).sign_in(ALICE)
    seen: list[str] = []

    def note(talk: Talk) -> bool:
        seen.append(talk.asked.headers["x-request-id"])
        return wire.pass_on(talk)

    wire.faults["GET"] = note
    pages.client.get("/orgs/org_larkfield/sites", headers={"X-Request-Id": GIVEN})
    assert set(seen) == {GIVEN}
