"""What people type into the command palette, and where its first line leads."""

from urllib.parse import urlencode

import pytest
from flask import Flask

from tests.pages.page import Page
from tests.pages.pages import Pages

ORG = "/orgs/org_larkfield"
SETTINGS = f"{ORG}/settings"
QUERIES = {
    "sso": f"{ORG}/sso",
    "SSO": f"{ORG}/sso",
    "single sign on": f"{ORG}/sso",
    "single sign-on": f"{ORG}/sso",
    "saml": f"{ORG}/sso",
    "identity provider": f"{ORG}/sso",
    "enforce": f"{ORG}/sso/enforce",
    "enforce sso": f"{ORG}/sso/enforce",
    "certificate": f"{ORG}/certificates",
    "certs": f"{ORG}/certificates",
    "expiry": f"{ORG}/certificates",
    "certifcate": f"{ORG}/certificates",
    "roster": f"{ORG}/teams",
    "members": f"{ORG}/teams",
    "teams": f"{ORG}/teams",
    "matrix": f"{ORG}/access",
    "permissions": f"{ORG}/access",
    "access": f"{ORG}/access",
    "undo": f"{ORG}/journal",
    "audit log": f"{ORG}/journal",
    "history": f"{ORG}/journal",
    "jurnal": f"{ORG}/journal",
    "csv": f"{ORG}/sites/export.csv",
    "export journal": f"{ORG}/journal/export.csv",
    "add provider": f"{ORG}/sso/new",
    "new provider": f"{ORG}/sso/new",
    "add site": f"{ORG}/sites/new",
    "new site": f"{ORG}/sites/new",
    "invite": f"{ORG}/invites",
    "invite links": f"{SETTINGS}#part-access",
    "invite link": f"{ORG}/invites",
    "logo": f"{SETTINGS}#part-profile",
    "hostname": f"{SETTINGS}#part-profile",
    "default role": f"{SETTINGS}#part-access",
    "landing page": f"{SETTINGS}#part-content",
    "visibility": f"{ORG}/bulk",
    "settings": SETTINGS,
    "setings": SETTINGS,
    "sttings": SETTINGS,
    "translations": f"{ORG}/translations",
    "tranlsations": f"{ORG}/translations",
    "languages": f"{ORG}/translations",
    "coverage": f"{ORG}/translations/coverage",
    "directory": f"{ORG}/known",
    "scan": f"{ORG}/known/scan",
    "plans": f"{ORG}/plans",
    "home": ORG,
    "drafts": "/drafts",
    "sessions": "/sessions",
    "share links": f"{ORG}/links",
    "whose domain": "/orgs/of-domain",
    "ics": "/certificates.ics",
    "outage": "/status",
    "Larkfield Docs": f"{ORG}/sites/site_docs",
    "help": f"{ORG}/sites/site_help",
    "help centre": f"{ORG}/sites/site_help",
    "help center": f"{ORG}/sites/site_help",
    "site_docs": f"{ORG}/sites/site_docs",
    "drivers": f"{ORG}/sso/saml_drivers",
    "http://localhost/orgs/org_larkfield/journal?state=saved": f"{ORG}/journal?state=saved",
    "localhost/orgs/org_larkfield/sites/site_docs/edit": f"{ORG}/sites/site_docs/edit",
    f"{ORG}/teams/team_docs": f"{ORG}/teams/team_docs",
    "/v1/orgs/org_larkfield/saml/saml_drivers": f"{ORG}/sso/saml_drivers",
    "/v1/spaces/space_guide/permissions/teams": f"{ORG}/spaces/space_guide",
    "https://app.larkfield.example/o/org_larkfield/s/space_guide": "",
    "docs structure": f"{ORG}/sites/site_docs/structure",
    "structure larkfield docs": f"{ORG}/sites/site_docs/structure",
    "help sections": f"{ORG}/sites/site_help/structure",
    "reorder help centre": f"{ORG}/sites/site_help/structure",
    "partner share links": f"{ORG}/sites/site_partners/links",
    "partner onboarding links": f"{ORG}/sites/site_partners/links",
    "docs settings": f"{ORG}/sites/site_docs/edit",
    "rename help centre": f"{ORG}/sites/site_help/edit",
    "visibility larkfield docs": f"{ORG}/sites/site_docs/edit",
    "delete incident reports": f"{ORG}/sites/site_incidents/delete",
    "docs published view": f"{ORG}/sites/site_docs/published",
    "preview employee handbook": f"{ORG}/sites/site_handbook/published",
    "docs conditions": f"{ORG}/sites/site_docs/conditions",
    "claims docs": f"{ORG}/sites/site_docs/adaptive",
    "visitors docs": f"{ORG}/sites/site_docs/audience",
    "members documentation": f"{ORG}/teams/team_docs/members",
    "import members documentation": f"{ORG}/teams/team_docs/roster",
    "roster customer support": f"{ORG}/teams/team_support/roster",
    "who can edit api reference": f"{ORG}/spaces/space_api/access",
    "permissions release notes": f"{ORG}/spaces/space_releases/access",
    "rotate drivers": f"{ORG}/sso/saml_drivers/certificate",
    "replace certificate larkfield staff": f"{ORG}/sso/saml_staff/certificate",
    "test drivers": f"{ORG}/sso/saml_drivers/test",
    "acs drivers": f"{ORG}/sso/saml_drivers/service",
    "rotate certificate": f"{ORG}/certificates",
    "renew certificate": f"{ORG}/certificates",
    "replace certificate": f"{ORG}/certificates",
    "expired certificate": f"{ORG}/certificates",
    "okta": f"{ORG}/sso",
    "entra": f"{ORG}/sso",
    "login": f"{ORG}/sso",
    "idp metadata": f"{ORG}/sso/new",
    "require sso": f"{ORG}/sso/enforce",
    "stop enforcing": f"{ORG}/sso/enforce",
    "enfroce": f"{ORG}/sso/enforce",
    "who can edit": f"{ORG}/access",
    "roles": f"{ORG}/access",
    "users": f"{ORG}/teams",
    "people": f"{ORG}/teams",
    "groups": f"{ORG}/teams",
    "revert": f"{ORG}/journal",
    "who changed": f"{ORG}/journal",
    "activity": f"{ORG}/journal",
    "journal csv": f"{ORG}/journal/export.csv",
    "dashboard": ORG,
    "alerts": ORG,
    "what needs attention": ORG,
    "bulk edit": f"{ORG}/bulk",
    "bulk changes": f"{ORG}/plans",
    "jobs": f"{ORG}/plans",
    "create site": f"{ORG}/sites/new",
    "new translation": f"{ORG}/translations/new",
    "i18n": f"{ORG}/translations",
    "missing languages": f"{ORG}/translations/coverage",
    "overdue links": f"{ORG}/links/overdue",
    "expired links": f"{ORG}/links/overdue",
    "links to review": f"{ORG}/links/overdue",
    "links csv": f"{ORG}/links/export.csv",
    "sites csv": f"{ORG}/sites/export.csv",
    "access csv": f"{ORG}/access/export.csv",
    "permissions csv": f"{ORG}/access/export.csv",
    "rename organization": f"{SETTINGS}#part-profile",
    "email domains": f"{SETTINGS}#part-access",
    "branding": f"{SETTINGS}#part-profile",
    "ai": f"{SETTINGS}#part-ai",
    "change requests": f"{ORG}/inside",
    "full text": f"{ORG}/search",
    "search": f"{ORG}/search",
    "switch organization": "/orgs",
    "account": "/sessions",
    "sign out everywhere": "/sessions",
    "kept input": "/drafts",
    "api status": "/status",
    "calendar": "/certificates.ics",
    "sites": f"{ORG}/sites",
    "Employee handbook": f"{ORG}/sites/site_handbook",
    "partner": f"{ORG}/sites/site_partners",
    "larkfeild docs": f"{ORG}/sites/site_docs",
    "Documentation": f"{ORG}/teams/team_docs",
}


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


def look(pages: Pages, words: str, path: str = f"{ORG}/go", back: str = "") -> Page:
    return pages.get(f"{path}?{urlencode({'q': words, 'from': back})}")


def first(pages: Pages, words: str, path: str = f"{ORG}/go") -> str:
    return next(iter(entries(look(pages, words, path))), "")


@pytest.mark.quick(cases=len(QUERIES))
@pytest.mark.parametrize(("typed", "leads_to"), QUERIES.items())
def test_first_line(well_travelled: Pages, typed: str, leads_to: str) -> None:
    assert first(well_travelled, typed) == leads_to


def test_a_pasted_address_of_the_service(well_travelled: Pages, portal: Flask) -> None:
    api = portal.config["API_BASE_URL"]
    assert first(well_travelled, f"{api}/v1/orgs/org_larkfield/sites/site_docs") == f"{ORG}/sites/site_docs"
    assert first(well_travelled, f"{api}/v1/orgs/org_larkfield/sites/site_docs", "/go") == f"{ORG}/sites/site_docs"


def test_an_address_of_another_host_is_refused_in_words(alice: Pages) -> None:
    for typed in (
        "https://evil.example/orgs/org_larkfield",
        "//evil.example/sso",
        "http://localhost@evil.example/orgs",
    ):
        shown = look(alice, typed)
        assert entries(shown) == []
        assert "This isn't an address of the documentation app, its API or Masthead." in shown.main


def test_settings_of_the_site_that_one_is_on(alice: Pages) -> None:
    shown = look(alice, "visibility", back=f"{ORG}/sites/site_help/links")
    assert f"{ORG}/sites/site_help/edit" in entries(shown)


def test_a_page_of_the_site_that_one_is_on(well_travelled: Pages) -> None:
    for typed, page in {"structure": "structure", "share links": "links", "preview": "published"}.items():
        shown = look(well_travelled, typed, back=f"{ORG}/sites/site_docs/edit")
        assert entries(shown)[0] == f"{ORG}/sites/site_docs/{page}"


def test_a_site_that_was_not_seen_has_no_pages(alice: Pages) -> None:
    assert f"{ORG}/sites/site_docs/structure" not in entries(look(alice, "docs structure"))


def test_a_page_of_an_object_says_what_it_is_of(well_travelled: Pages) -> None:
    assert "Larkfield Docs: Structure Page of the site" in look(well_travelled, "docs structure").main
