"""The service refuses, fails or is away while people look at teams, access and translations: nothing bars anybody."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.access_states import ACCESS
from tests.browser.axe import barred
from tests.browser.roster_states import ROSTER
from tests.browser.states import ORGANIZATION
from tests.browser.team_states import DOCS, TEAMS
from tests.browser.translation_states import GUIDE as TRANSLATION
from tests.browser.translation_states import WANTED
from tests.browser.windows import DESK, HEIGHT, WindowsOn
from tests.faults import faults
from tests.faults.hostile import Fault
from tests.portals import PortalFor
from tests.wire import Wire

PAGES = [DOCS, ACCESS, f"{TRANSLATION}/edit"]
"""Those that show what was read before, and say so."""
LOOKS = [TEAMS, DOCS, ROSTER, ACCESS, WANTED]
"""One for each look of a page while the service refuses; all others are the page of a refusal, as the second is."""
SITE = f"{ORGANIZATION}/sites/site_docs"
ORGANIZATIONS = ("/v1/orgs", "/v1/orgs/org_larkfield")


@pytest.fixture
def alice(portal_for: PortalFor, wire: Wire, windows_on: WindowsOn) -> Page:
    """Alice, at a portal that asks the service for each page."""
    windows = windows_on(portal_for(API_BASE_URL=wire.url, FRESH_SECONDS=0, BREAKER_REST_SECONDS=0.05))
    return windows.open("Alice", reduced_motion="reduce", color_scheme="light")


def refusing(wire: Wire, status: int) -> Fault:
    """All but the organization itself is answered with a status and a word."""
    refusal = faults.refusal(status, "This is what the service says.")
    return lambda talk: (wire.pass_on if talk.asked.path in ORGANIZATIONS else refusal)(talk)


def barred_from(page: Page, paths: list[str]) -> dict[str, list[str]]:
    """What bars somebody from each of these pages."""
    found = {}
    for turn, path in enumerate(paths):
        page.goto(path)
        found[path] = barred(page, turn)
        page.set_viewport_size({"width": DESK, "height": HEIGHT})
    return {path: problems for path, problems in found.items() if problems}


def test_nobody_is_barred_where_the_service_refuses(alice: Page, wire: Wire) -> None:
    alice.goto(SITE)
    wire.faults["GET"] = refusing(wire, 403)
    assert barred_from(alice, LOOKS) == {}


def test_nobody_is_barred_from_what_was_read_before(alice: Page, wire: Wire) -> None:
    for path in (SITE, *PAGES):
        alice.goto(path)
    wire.faults["GET"] = faults.close
    assert barred_from(alice, PAGES) == {}
    alice.goto(ACCESS)
    expect(alice.get_by_text(re.compile(r"refresh \d spaces and collections"))).to_be_visible()
