"""A page costs the API the same, however many records it shows."""

from collections.abc import Callable

import pytest
from flask import Flask

from masthead.web.person.portal import get_portal
from tests.asked import Log
from tests.loops import for_each
from tests.pages.pages import Pages
from tests.portals import forget_known
from tests.records import add_organizations, add_sites, add_spaces, ask, delete_sites
from tests.world import ALICE, BOB, CHARLIE, DANA, RunningService

ORG = "/orgs/org_orchard"
API = "/v1/orgs/org_orchard"
PARTNERS = "/sites/site_partners"


def organizations(service: RunningService, count: int) -> None:
    add_organizations(service, "user_dana", count)


def sites(service: RunningService, count: int) -> None:
    delete_sites(service, DANA, "org_orchard")
    add_sites(service, "org_orchard", count)


def spaces(service: RunningService, count: int) -> None:
    add_spaces(service, DANA, "org_orchard", count)


def links(service: RunningService, count: int) -> None:
    for number in range(1, count + 1):
        ask(service, DANA, "POST", f"{API}/sites/site_patients/share-links", {"name": f"Link {number:04}"})


def translations(service: RunningService, count: int) -> None:
    for number in range(1, count + 1):
        ask(service, DANA, "POST", f"{API}/translations", {"title": f"Translation {number:04}"})


def specs(service: RunningService, count: int) -> None:
    text = '{"openapi": "3.0.0", "info": {"title": "A", "version": "1"}, "paths": {}}'
    for number in range(1, count + 1):
        body = {"slug": f"spec-{number:04}", "source": {"text": text}}
        ask(service, DANA, "POST", f"{API}/openapi", body)


OVERVIEW = [API, *(f"{API}/{each}" for each in ("openapi", "saml", "sites"))]

# All that decides who sees what is read together.
ADAPTIVE_PAGES = (
    "adaptive",
    "conditions",
    "conditions/sitespace_docs_guide",
    "audience",
    "audience/export.csv",
    "audience/visitors/new",
)
ADAPTIVE = ["", *(f"/sites/site_docs{part}" for part in ("", "/adaptive-schema", "/published", "/site-spaces"))]

ONE = ("", "/edit", "/delete")
"""The pages of one plain resource."""

# The page, what there is more of, and what it asks of the API.
LISTINGS: dict[str, tuple[Callable[[RunningService, int], None], list[str]]] = {
    "/orgs": (organizations, ["/v1/orgs"]),
    "/orgs/switcher": (organizations, ["/v1/orgs"]),
    "/orgs/of-domain?domain=shared.example": (organizations, ["/v1/email-domains/shared.example/orgs"]),
    ORG: (sites, OVERVIEW),
    f"{ORG}/sites": (sites, [API, f"{API}/sites"]),
    f"{ORG}/sites/site_patients/links": (
        links,
        [API, f"{API}/sites/site_patients", f"{API}/sites/site_patients/share-links"],
    ),
    f"{ORG}/translations": (translations, [API, f"{API}/translations"]),
    f"{ORG}/specs": (specs, [API, f"{API}/openapi"]),
    f"{ORG}/settings": (sites, [API, f"{API}/sites"]),
    f"{ORG}/search?q=page": (spaces, [API, f"{API}/search"]),
}


def forget(app: Flask, asked: Log) -> None:
    """Begin with nothing remembered, known or asked."""
    asked.wait()
    store = get_portal(app).store
    for token in (ALICE, BOB, CHARLIE, DANA):
        store.responses.forget(store.keys.owner_of(token), ("/",))
    forget_known(app)
    asked.clear()


@pytest.mark.parametrize("count", [1, 30])
@for_each("address", LISTINGS)
def test_many_records_cost_as_much_as_one(
    dana: Pages, service: RunningService, asked: Log, address: str, count: int
) -> None:
    add, calls = LISTINGS[address]
    forget(dana.app, asked)
    service.reset()
    add(service, count)
    asked.clear()
    shown = dana.get(address)
    assert any(each in shown.html for each in (" 0001", "spec-0001", "Write your first page", "not published"))
    assert sorted(asked.lines) == [f"GET {path}" for path in calls]


@for_each(
    "address, calls",
    [
        ("/sites/site_docs", ["", *(f"/sites/site_docs{each}" for each in ("", "/published", "/section-groups"))]),
        ("/sites/site_docs/edit", ["", "/sites/site_docs", "/sites/site_docs/published"]),
        (
            "/sites/site_docs/delete",
            ["", *(f"/sites/site_docs{each}" for each in ("", "/section-groups", "/share-links", "/site-spaces"))],
        ),
        *((f"/sites/site_docs/{page}", ADAPTIVE) for page in ADAPTIVE_PAGES),
        ("/sites/new", [""]),
        (PARTNERS + "/links", ["", PARTNERS, PARTNERS + "/share-links"]),
        (PARTNERS + "/links/link_carriers", ["", PARTNERS, PARTNERS + "/share-links"]),
        (PARTNERS + "/links/link_carriers/delete", ["", PARTNERS, PARTNERS + "/share-links"]),
        (PARTNERS + "/links/link_carriers/rotate", ["", PARTNERS, PARTNERS + "/share-links"]),
        ("/fields/_new", [""]),
        *((f"/fields/owner{page}", ["", "/custom-fields/owner"]) for page in ("", "/edit")),
        ("/translations/new", [""]),
        *((f"/translations/translation_api{page}", ["", "/translations/translation_api"]) for page in ONE),
        ("/translations/coverage", ["", "/translations"]),
        ("/translations/coverage/wanted", [""]),
        ("/translations/coverage/wanted/translation_api", ["", "/translations/translation_api"]),
        ("/specs/_new", [""]),
        ("/specs/shipments", ["", "/openapi/shipments", "/openapi/shipments/versions"]),
        ("/specs/shipments/edit", ["", "/openapi/shipments"]),
        (
            "/specs/shipments/versions/latest",
            ["", *(f"/openapi/shipments{each}" for each in ("", "/versions/latest", "/versions/latest/content"))],
        ),
        ("/sso/enforce", ["", "/saml", "/teams/team_operations/members"]),
        ("/invites", [""]),
        ("/invites/inv_welcome", ["", "/link-invites/inv_welcome"]),
        ("/invites/inv_welcome/delete", ["", "/link-invites/inv_welcome"]),
    ],
)
def test_a_page_asks_for_what_it_shows_and_no_more(alice: Pages, asked: Log, address: str, calls: list[str]) -> None:
    forget(alice.app, asked)
    alice.get(f"/orgs/org_larkfield{address}")
    assert sorted(asked.lines) == [f"GET /v1/orgs/org_larkfield{call}" for call in calls]


@for_each("address", ["/orgs", "/orgs/org_larkfield/sites"])
def test_a_listing_is_asked_for_once_while_it_is_fresh(alice: Pages, asked: Log, address: str) -> None:
    forget(alice.app, asked)
    alice.get(address)
    first = len(asked.lines)
    alice.get(address)
    assert (first > 0, len(asked.lines) - first) == (True, 0)


def test_the_overview_asks_again_for_what_a_person_may_see_alone(alice: Pages, asked: Log) -> None:
    alice.get("/orgs/org_larkfield")
    asked.clear()
    alice.get("/orgs/org_larkfield")
    assert asked.lines == ["GET /v1/orgs/org_larkfield"]
