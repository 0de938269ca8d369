"""Every page in every state: nothing that bars anybody, light and dark, at a desk and on a phone."""

import pytest
from flask import Flask
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import Page
from werkzeug.routing import MapAdapter

from tests.browser.access_states import ACCESS_PAGES
from tests.browser.axe import barred
from tests.browser.change_request_states import CHANGE_REQUEST_PAGES
from tests.browser.custom_field_states import CUSTOM_FIELD_PAGES
from tests.browser.draft_states import DRAFT_PAGES
from tests.browser.enforcement_states import ENFORCEMENT_PAGES
from tests.browser.link_health_states import LINK_HEALTH_PAGES
from tests.browser.link_states import LINK_PAGES
from tests.browser.roster_states import ROSTER_PAGES
from tests.browser.space_states import SPACE_PAGES
from tests.browser.spec_states import SPEC_PAGES
from tests.browser.sso_states import SSO_PAGES
from tests.browser.states import PAGES, REFUSALS, State
from tests.browser.structure_states import STRUCTURE_PAGES
from tests.browser.team_states import TEAM_PAGES
from tests.browser.translation_states import TRANSLATION_PAGES
from tests.browser.windows import Reset, Windows
from tests.world import RunningService

ALL_PAGES = (
    PAGES
    | LINK_PAGES
    | LINK_HEALTH_PAGES
    | STRUCTURE_PAGES
    | ENFORCEMENT_PAGES
    | SSO_PAGES
    | ACCESS_PAGES
    | TEAM_PAGES
    | SPACE_PAGES
    | CHANGE_REQUEST_PAGES
    | SPEC_PAGES
    | CUSTOM_FIELD_PAGES
    | TRANSLATION_PAGES
    | ROSTER_PAGES
    | DRAFT_PAGES
)
STATES = ALL_PAGES | REFUSALS
TOGETHER = 8
"""So many states are looked at in one case."""
GROUPS = [list(STATES)[start : start + TOGETHER] for start in range(0, len(STATES), TOGETHER)]
NO_PAGES = {
    "static",
    "pictures.show",
    "health.alive",
    "health.ready",
    "health.metrics",
    "journal.export",
    "settings.export",
    "access_matrix.export",
    "access_reviews.export",
    "people.export",
    "place_people.export",
    "field_values.export",
    "organization_files.export",
    "audience.export",
    "coverage.export",
    "link_register.export",
    "link_health.export",
    "sites.export",
    "spaces.export",
    "specs.export",
    "specs_versions.download",
    "oidc.start",
    "oidc.callback",
    "oidc.signed_out",
    "oidc.start_of",
    "oidc.callback_of",
    "oidc.signed_out_of",  # these need a provider: tests/browser/test_oidc.py
    "linked_token.show",  # so does this: tests/browser/test_linked_token.py
    "specs_versions.markdown",
    "specs_versions.as_data",
    "roster.sample",
    "roster.members",
    "roster.report",
    "sso_steps.metadata",
    "reminders.calendar",
    "reminders.listing",
    "certificates.monitor",
}
PARTS = {
    "access_reviews.ask_complete",
    "access_reviews.show",
    "bulk_changes.unfinished",
    "sso.enforcement",
    "structure.changes",
    "home.index",
    "link_register.ask_switch_off",
    "team_members.index",
    "team_members.ask",
    "roster.back_to_review",
    "roster.choices_back_to_review",
    "status.try_now",
    "organizations.switcher",
}  # ways to others, and a menu that the sweep opens


@pytest.mark.quick(cases=4)
@pytest.mark.parametrize("names", GROUPS, ids=lambda names: names[0])
def test_nobody_is_barred(names: list[str], windows: Windows, reset: Reset, service: RunningService) -> None:
    found = {}
    for turn, name in enumerate(names):
        reset()
        try:
            found[name] = barred(visit(STATES[name], windows, service), turn)
        except (AssertionError, PlaywrightError) as error:
            found[name] = [str(error)]
        found[name] += windows.end(keep_a_page=True)
    assert {name: problems for name, problems in found.items() if problems} == {}


def visit(state: State, windows: Windows, service: RunningService) -> Page:
    # A colour on its way to another one has no contrast.
    page = windows.open(state.person, reduced_motion="reduce", color_scheme="light")
    state.world(service)
    page.goto(state.path)
    state.act(page)
    return page


@pytest.mark.quick(cases=1)
def test_no_page_is_left_out(portal: Flask) -> None:
    pages = {rule.endpoint for rule in portal.url_map.iter_rules() if "GET" in (rule.methods or ())}
    addresses = portal.url_map.bind("localhost")
    looked_at = {endpoint_of(addresses, state.path) for state in ALL_PAGES.values()}
    assert pages - NO_PAGES - PARTS == looked_at


def endpoint_of(addresses: MapAdapter, path: str) -> str:
    endpoint: str = addresses.match(path.partition("?")[0])[0]
    return endpoint
