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
    "certificate": "/certificates",
    "certs": "/certificates",
    "expiry": "/certificates",
    "certifcate": "/certificates",
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
    "/v1/spaces/space_guide/permissions/teams": f"{ORG}/spaces/space_guide/access",
    "https://app.larkfield.example/o/org_larkfield/s/space_guide": "",
}


@pytest.fixture
def well_travelled(alice: Pages) -> Pages:
    """Alice, who has seen her sites, a structure and the identity providers."""
    for seen in ("/orgs", f"{ORG}/sites", f"{ORG}/sites/site_docs", f"{ORG}/sso"):
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
        assert "Not an address of this service." in shown.main


def test_settings_of_the_site_that_one_is_on(alice: Pages) -> None:
    shown = look(alice, "visibility", back=f"{ORG}/sites/site_help/links")
    assert f"{ORG}/sites/site_help/edit" in entries(shown)
