"""Who may see and change the share links of a site."""

import pytest
from flask import Flask

from tests.blueprints.link_pages import API, CARRIERS, LINKS, SITE, links
from tests.loops import for_each
from tests.pages.pages import Pages
from tests.records import ask
from tests.world import BOB, CHARLIE, DANA, RunningService
from web.person.portal import portal_of


@for_each("who", ["bob", "charlie"])
@for_each("address", [LINKS, CARRIERS, f"{CARRIERS}/delete", f"{CARRIERS}/rotate"])
def test_whoever_may_not_see_links_sees_none(request: pytest.FixtureRequest, who: str, address: str) -> None:
    person: Pages = request.getfixturevalue(who)
    shown = person.get(address)
    assert (shown.status, shown.h1) == (403, "You can't see this page")
    assert "Share links" not in person.get(SITE).links


WRITES = [
    (LINKS, {"name": "Mine"}),
    (CARRIERS, {"name": "Mine"}),
    (f"{CARRIERS}/active", {"active": "off"}),
    (f"{CARRIERS}/note", {"note": "Mine"}),
    (f"{CARRIERS}/delete", {"confirm": "Carriers 2025"}),
    (f"{CARRIERS}/rotate", {"name": "Mine"}),
    (f"{CARRIERS}/rotate/finish", {"old": "off"}),
]


@for_each("who, status", [("bob", 403), ("charlie", 403), ("dana", 404)])
@for_each("address, values", WRITES)
def test_what_they_send_by_hand_is_refused(
    request: pytest.FixtureRequest,
    service: RunningService,
    portal: Flask,
    who: str,
    status: int,
    address: str,
    values: dict[str, str],
) -> None:
    person: Pages = request.getfixturevalue(who)
    before = links(service)
    assert person.post(address, values).status == status
    assert (links(service), portal_of(portal).store.link_notes.for_site("org_larkfield")) == (before, {})


@for_each("token, status", [(BOB, 403), (CHARLIE, 403), (DANA, 404)])
@for_each(
    "method, path, body",
    [
        ("GET", API, None),
        ("POST", API, {"name": "x"}),
        ("PATCH", f"{API}/link_carriers", {"active": False}),
        ("DELETE", f"{API}/link_carriers", None),
    ],
)
def test_the_service_refuses_what_the_portal_hides(
    service: RunningService, token: str, status: int, method: str, path: str, body: object
) -> None:
    assert ask(service, token, method, path, body).status_code == status
