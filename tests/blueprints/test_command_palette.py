"""Going anywhere: what one has come across, pages and actions, and where what people type leads."""

from urllib.parse import urlencode

import pytest
from flask import Flask

from masthead.resources.resource import Mention, Observation
from masthead.web.directory.entries import MAX_RANKED
from masthead.web.http.paths import build_row_anchor
from masthead.web.person.portal import get_portal
from tests.asked import Log
from tests.loops import for_each
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.world import ALICE

ORG = "/orgs/org_larkfield"
SETTINGS = f"{ORG}/settings"


def test_pages_and_actions_without_a_word_and_nothing_found_in_words(alice: Pages) -> None:
    shown = alice.get(f"{ORG}/search").main
    labels = "Home | Settings | New site | Switch to dark theme | Sign out | All organizations"
    for label in labels.split(" | "):
        assert label in shown
    assert "matches “zebra”" in alice.get(f"{ORG}/search?q=zebra").main
    assert f'name="next" value="{ORG}/sites"' in alice.get(f"{ORG}/search?q=dark&from={ORG}/sites").html
    assert "evil" not in alice.get(f"{ORG}/search?q=dark&from=//evil.example").html


def test_known_objects_by_name_lead_to_their_pages(alice: Pages, asked: Log) -> None:
    alice.get(f"{ORG}/sites/site_docs")
    asked.clear()
    shown = alice.get(f"{ORG}/search?q=warehouse")
    assert [line for line in asked.lines if not line.endswith("/search")] == []
    assert f'href="{ORG}/spaces/space_warehouse"' in shown.html
    row = build_row_anchor("section_warehouse")
    assert f"{ORG}/sites/site_docs/structure#{row}" in shown.links.values()
    assert row in alice.get(f"{ORG}/sites/site_docs/structure").document.by_id
    assert "Switch to dark theme" not in shown.main
    assert f'href="{ORG}/sites/site_docs"' in alice.get(f"{ORG}/search?q=docs").html


def test_what_is_called_just_so_is_offered_however_much_begins_so(alice: Pages) -> None:
    store = get_portal(alice.app).store
    owner, organization = store.keys.owner_of(ALICE), "org_larkfield"
    site = Mention("site", "site_depot", "Depot", organization=organization)
    spaces = [
        Mention("space", f"space_{each}", f"Depot {each}", organization=organization) for each in range(MAX_RANKED)
    ]
    for seen in ([site], spaces):
        store.directory.record(owner, organization, [Observation("listSites", (organization,), seen)])
    assert f'href="{ORG}/sites/site_depot"' in alice.get(f"{ORG}/search?q=depot").html


def test_organizations_are_found_outside_of_one(alice: Pages) -> None:
    alice.get("/orgs")
    assert f'href="{ORG}"' in alice.get("/search?q=larkfield").html
    assert "New site" not in alice.get("/search").main


def test_nobody_goes_where_another_has_been(alice: Pages, dana: Pages) -> None:
    alice.get(f"{ORG}/sites/site_docs")
    assert "Larkfield" not in dana.get("/search?q=larkfield").main.replace("“larkfield”", "")
    assert dana.get(f"{ORG}/search").status == 404


def test_roles_shape_what_is_offered(charlie: Pages) -> None:
    assert "New site" not in charlie.get(f"{ORG}/search").main


QUERIES = {
    f"{ORG}/sso": "sso | SSO | single sign on | single sign-on | saml | identity provider | okta | entra | login",
    f"{ORG}/sso/enforce": "enforce | enforce sso | require sso | stop enforcing | enfroce",
    f"{ORG}/certificates": (
        "certificate | certs | expiry | certifcate | rotate certificate | renew certificate | replace certificate "
        "| expired certificate"
    ),
    f"{ORG}/teams": "roster | members | teams | users | groups",
    f"{ORG}/people": "people",
    f"{ORG}/access": "matrix | permissions | access | who can edit | roles",
    f"{ORG}/journal": "undo | audit log | history | jurnal | revert | who changed | activity",
    f"{ORG}/sites/new": "add site | new site | create site",
    f"{SETTINGS}#part-access": "invite links | default role | email domains",
    f"{SETTINGS}#part-profile": "logo | hostname | rename organization | branding",
    SETTINGS: "settings | setings | sttings",
    f"{ORG}/translations": "translations | tranlsations | languages | i18n",
    f"{ORG}/bulk-changes": "plans | bulk changes | jobs",
    ORG: "home | dashboard | alerts | what needs attention",
    f"{ORG}/sites/site_docs": "Larkfield Docs | site_docs | larkfeild docs",
    f"{ORG}/sites/site_help": "help | help centre | help center",
    f"{ORG}/sso/saml_drivers": "drivers | /v1/orgs/org_larkfield/saml/saml_drivers",
    f"{ORG}/journal?state=saved": "http://localhost/orgs/org_larkfield/journal?state=saved",
    f"{ORG}/sites/site_docs/edit": (
        "localhost/orgs/org_larkfield/sites/site_docs/edit | docs settings | visibility larkfield docs"
    ),
    f"{ORG}/teams/team_docs": "/orgs/org_larkfield/teams/team_docs | Documentation",
    f"{ORG}/spaces/space_guide": "/v1/spaces/space_guide/permissions/teams",
    "": "https://app.larkfield.example/o/org_larkfield/s/space_guide",
    f"{ORG}/sites/site_docs/structure": "docs structure | structure larkfield docs",
    f"{ORG}/sites/site_help/structure": "help sections | reorder help centre",
    f"{ORG}/sites/site_partners/links": "partner share links | partner onboarding links",
    f"{ORG}/sites/site_help/edit": "rename help centre",
    f"{ORG}/sites/site_incidents/delete": "delete incident reports",
    f"{ORG}/sites/site_docs/published": "docs published view",
    f"{ORG}/sites/site_handbook/published": "preview employee handbook",
    f"{ORG}/sites/site_docs/conditions": "docs conditions",
    f"{ORG}/sites/site_docs/adaptive": "claims docs",
    f"{ORG}/sites/site_docs/audience": "visitors docs",
    f"{ORG}/teams/team_docs/members": "members documentation",
    f"{ORG}/teams/team_docs/roster": "import members documentation",
    f"{ORG}/teams/team_support/roster": "roster customer support",
    f"{ORG}/spaces/space_api/people": "who can edit api reference",
    f"{ORG}/spaces/space_releases/access": "permissions release notes",
    f"{ORG}/sso/saml_drivers/certificate": "rotate drivers",
    f"{ORG}/sso/saml_staff/certificate": "replace certificate larkfield staff",
    f"{ORG}/sso/saml_drivers/test": "test drivers",
    f"{ORG}/sso/saml_auditors/test": "test sign-in",
    f"{ORG}/sso/saml_drivers/service": "acs drivers",
    f"{ORG}/links": "rotate | leaked link",
    f"{ORG}/links?q=auditor+2025": "auditor 2025",
    f"{ORG}/invites": "invite | invite people",
    f"{ORG}/links/overdue": "overdue links | expired links | links to review",
    f"{ORG}/sites/site_handbook": "Employee handbook",
    f"{ORG}/sites/site_partners": "partner",
}
"""What is typed, by the page that the first line leads to."""


@pytest.fixture
def well_travelled(alice: Pages) -> Pages:
    """Alice, who has seen her sites, a structure, the identity providers and who may do what."""
    for seen in (
        "/orgs",
        f"{ORG}/sites",
        f"{ORG}/sites/site_docs",
        f"{ORG}/sso",
        f"{ORG}/access",
        f"{ORG}/access?refresh=1",
    ):
        alice.get(seen)
    return alice


def entries(shown: Page) -> list[str]:
    return [each.get("href") or "" for each in shown.document.all("a") if each.get("class") == "entry"]


def look(pages: Pages, words: str, path: str = f"{ORG}/search", back: str = "") -> Page:
    return pages.get(f"{path}?{urlencode({'q': words, 'from': back})}")


def first(pages: Pages, words: str, path: str = f"{ORG}/search") -> str:
    return next(iter(entries(look(pages, words, path))), "")


@for_each("leads_to, typed", [(page, each) for page, typed in QUERIES.items() for each in typed.split(" | ")])
def test_first_line(well_travelled: Pages, leads_to: str, typed: str) -> None:
    assert first(well_travelled, typed) == leads_to


def test_a_pasted_address_of_the_service(well_travelled: Pages, portal: Flask) -> None:
    api = portal.config["API_BASE_URL"]
    assert first(well_travelled, f"{api}/v1/orgs/org_larkfield/sites/site_docs") == f"{ORG}/sites/site_docs"
    assert first(well_travelled, f"{api}/v1/orgs/org_larkfield/sites/site_docs", "/search") == f"{ORG}/sites/site_docs"


def test_an_address_of_another_host_is_refused_in_words_and_a_site_that_was_not_seen_has_no_pages(alice: Pages) -> None:
    for typed in (
        "https://evil.example/orgs/org_larkfield",
        "//evil.example/sso",
        "http://localhost@evil.example/orgs",
    ):
        shown = look(alice, typed)
        assert entries(shown) == []
        assert "This isn't an address of the documentation app or of Masthead." in shown.main
    shown = look(alice, "visibility", back=f"{ORG}/sites/site_help/links")
    assert f"{ORG}/sites/site_help/edit" in entries(shown)
    assert f"{ORG}/sites/site_docs/structure" not in entries(look(alice, "docs structure"))


def test_a_page_of_the_site_that_one_is_on_says_what_it_is_of(well_travelled: Pages) -> None:
    for typed, page in {"structure": "structure", "share links": "links", "preview": "published"}.items():
        shown = look(well_travelled, typed, back=f"{ORG}/sites/site_docs/edit")
        assert entries(shown)[0] == f"{ORG}/sites/site_docs/{page}"
    assert "Larkfield Docs: Structure Page of the site" in look(well_travelled, "docs structure").main
