"""Texts that are 1.4 times as long as the English ones have room: no page gets wider than its window."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.watch import TOO_WIDE
from tests.browser.windows import DESK, HEIGHT, PHONE, WindowsOn
from tests.portals import PortalFor
from tests.providers import DRIVERS
from tests.world import RunningService

ORG = "/orgs/org_larkfield"
SITE = f"{ORG}/sites/site_docs"
ADDRESSES = (
    "/orgs",
    ORG,
    f"{ORG}/settings",
    f"{ORG}/sites",
    SITE,
    f"{SITE}/edit",
    f"{SITE}/delete",
    f"{SITE}/structure",
    f"{SITE}/adaptive",
    f"{SITE}/audience",
    f"{ORG}/sites/site_partners/links",
    f"{ORG}/links",
    f"{ORG}/access",
    f"{ORG}/teams/team_docs",
    f"{ORG}/teams/team_docs/roster",
    f"{ORG}/translations/coverage",
    f"{ORG}/certificates",
    DRIVERS,
    f"{ORG}/sso/enforce",
    f"{ORG}/journal",
    f"{ORG}/bulk-changes",
    f"{ORG}/known",
    "/drafts",
    "/sessions",
)


@pytest.fixture
def foreign_page(portal_for: PortalFor, service: RunningService, windows_on: WindowsOn) -> Page:
    """Alice at a portal in the pseudo-locale."""
    return windows_on(portal_for(API_BASE_URL=service.url, LANGUAGE="en-XA")).open("Alice")


@pytest.mark.exhaustive
def test_no_page_gets_wider_than_its_window(foreign_page: Page) -> None:
    too_wide = []
    for address in ADDRESSES:
        foreign_page.goto(address)
        for width in (DESK, PHONE):
            foreign_page.set_viewport_size({"width": width, "height": HEIGHT})
            if foreign_page.evaluate(TOO_WIDE):
                too_wide.append((address, width))
    assert too_wide == []


@pytest.mark.exhaustive
def test_scripts_write_in_the_language_of_the_page(foreign_page: Page) -> None:
    foreign_page.goto(ORG)
    foreign_page.keyboard.press("ControlOrMeta+k")
    expect(foreign_page.locator("dialog [role=status]")).to_have_text(re.compile(r"⟦.*\d.*⟧"))
