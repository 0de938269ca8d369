"""One id from the browser to the service: a proxy in front may give it, where the settings have one."""

import pytest

from tests.faults.hostile import Talk
from tests.pages.pages import Pages
from tests.portals import PortalFor
from tests.wire import Wire
from tests.world import ALICE

GIVEN = "0af7651916cd43dd8448eb211c80319c"


@pytest.mark.parametrize(
    ("proxies", "given", "taken"),
    [(1, GIVEN, True), (0, GIVEN, False), (1, "short", False), (1, "a" * 65, False), (1, "no\tspace in it", False)],
)
def test_the_id_of_a_proxy_is_taken_where_there_is_one(
    portal_for: PortalFor, proxies: int, given: str, *, taken: bool
) -> None:
    answer = portal_for(PROXIES=proxies).test_client().get("/sign-in", headers={"X-Request-Id": given})
    assert (answer.headers["X-Request-Id"] == given) is taken


def test_the_api_is_asked_with_the_id_of_the_page(portal_for: PortalFor, wire: Wire) -> None:
    pages = Pages(portal_for(API_BASE_URL=wire.url, PROXIES=1)).sign_in(ALICE)
    seen: list[str] = []

    def note(talk: Talk) -> bool:
        seen.append(talk.asked.headers["x-request-id"])
        return wire.pass_on(talk)

    wire.faults["GET"] = note
    pages.client.get("/orgs/org_larkfield/sites", headers={"X-Request-Id": GIVEN})
    assert set(seen) == {GIVEN}
