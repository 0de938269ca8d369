"""What the service serves, the portal calls: pages ask for all that reads, and forms send all that changes."""

import ast
import re
from collections.abc import Iterable

from flask import Flask

import contract
from contract import endpoints
from contract.schema.endpoint import Endpoint
from service.endpoints import GROUPS
from tests.asked import Log
from tests.faults.forms import FORMS
from tests.house.routes import ACCESS, address_of
from tests.house.sources import modules, parsed
from tests.house.test_costs import forget
from tests.pages.page import Page
from tests.pages.pages import Pages
from tests.portals import forget_changes
from tests.world import RunningService

ORG = "/orgs/org_larkfield"
SITE = f"{ORG}/sites/site_docs"
SPACE = f"{ORG}/spaces/space_guide"
MORE = (
    "/orgs/of-domain?domain=larkfield.example",
    f"{ORG}/collections/col_handbook/access",
    f"{ORG}/search?q=tracking",
    f"{SPACE}/search?q=tracking",
    f"{SPACE}/pages/page_guide_rates?links=1",
    *(f"{ORG}/specs/shipments/versions/{version}" for version in ("latest", "version_shipments_1")),
    f"{ORG}/spaces/space_start/change-requests/1/merge",
)
"""Pages that ask for something else with these addresses."""
STRUCTURE = {
    "moveSiteSpace": ("site_help", "/move?item=sitespace_help_start", "Move to end", {}),
    "addSiteSpace": ("site_help", "/add", "Add space", {"space-other": "space_handbook"}),
    "removeSiteSpace": ("site_help", "/item/sitespace_help_releases", "Remove from site", {}),
    "createSectionGroup": ("site_docs", "/add?what=group", "Add group", {"title": "Partners"}),
    "updateSectionGroup": ("site_docs", "/item/group_product", "Save to draft", {"title": "Products"}),
    "deleteSectionGroup": ("site_docs", "/item/group_developers", "Delete group, keep sections", {}),
    "moveSectionGroup": ("site_docs", "/move?item=group_developers", "Move to start", {}),
    "addSection": ("site_docs", "/move?item=section_releases", "Move section", {"to": "group:group_developers"}),
    "removeSection": ("site_docs", "/move?item=section_warehouse", "Move section", {"to": "group:group_developers"}),
}
"""What is done in a draft of a structure: the site, the page, the button, and what is filled in."""
OTHERS = {
    "removeTeamMember": (f"{ORG}/teams/team_docs", "/members/chosen", "Remove Kofi Mensah", {}),
    "updateCollectionTeamPermission": (f"{ORG}/collections/col_handbook/access/team_docs", "", "", {"role": ""}),
    "removeCollectionTeamPermission": (f"{ORG}/collections/col_handbook/access/team_docs/remove", "", "", {}),
}
"""What is in no form of the table of forms: the page, the end of the form's address, the button, what is filled in."""


def test_each_endpoint_of_the_contract_has_a_route_in_the_service(service: RunningService) -> None:
    served = [endpoint for group in GROUPS for endpoint in group.endpoints]
    routes = {(rule.rule, method) for rule in service.app.url_map.iter_rules() for method in rule.methods or ()}
    assert len(contract.ENDPOINTS) == len(served) == 106
    assert set(served) == set(contract.ENDPOINTS)
    assert {(re.sub("{(\\w+)}", r"<\1>", each.path), each.method) for each in served} <= routes


def test_pages_ask_for_each_endpoint_that_reads(alice: Pages, portal: Flask, asked: Log) -> None:
    addresses = [address for method, address in (address_of(portal, page) for page in ACCESS) if method == "GET"]
    for address in (*addresses, *MORE):
        alice.get(address)
    assert called(asked.lines) == {each.name for each in contract.ENDPOINTS if each.is_read}


def test_forms_send_each_endpoint_that_changes(
    alice: Pages, portal: Flask, service: RunningService, asked: Log
) -> None:
    sent: set[str] = set()

    def begin() -> None:
        sent.update(called(asked.writes))
        forget(portal, asked)
        forget_changes(portal)
        service.reset()

    for form in FORMS.values():
        begin()
        form.before(portal, alice)
        form.open(alice)
        run(alice.submit(form.action, dict(form.typed), press=form.press), alice)
    for page, end, button, typed in OTHERS.values():
        begin()
        alice.get(page)
        shown = alice.submit(page + end, dict(typed), press=button or None)
        if any(each.startswith("Remove Kofi Mensah from") for each in shown.buttons):
            alice.submit(page + end, press="Remove Kofi Mensah from")
    for site, path, button, typed in STRUCTURE.values():
        begin()
        structure = f"{ORG}/sites/{site}/structure"
        alice.get(structure + path)
        alice.submit(structure, dict(typed), press=button)
        alice.get(f"{structure}/review")
        run(alice.submit(f"{structure}/review", press="Apply"), alice)
    begin()
    assert sent == {each.name for each in contract.ENDPOINTS if not each.is_read}


def run(shown: Page, alice: Pages) -> None:
    """Let a bulk change go on to its end."""
    while "Continue" in shown.buttons:
        shown = alice.submit(shown.path, press="Continue")


def called(lines: Iterable[str]) -> set[str]:
    """The endpoints that these requests are of, by name."""
    found = ((each, re.sub(r"{\w+}", "[^/]+", f"{each.method} {each.path}")) for each in contract.ENDPOINTS)
    return {each.name for each, pattern in found if any(re.fullmatch(pattern, line) for line in lines)}


def _named_in_the_portal() -> list[Endpoint[object]]:
    """The endpoints that resources, blueprints and what they share import by name."""
    names: set[str] = set()
    for file in modules(
        "blueprints", "masthead/web", "masthead/bulk", "masthead/structure", "masthead/writes", "masthead/resources"
    ):
        for node in ast.walk(parsed(file)):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("contract"):
                names |= {alias.name for alias in node.names}
    groups = [value for value in vars(endpoints).values() if hasattr(value, "__file__")]
    constants = {name: value for group in groups for name, value in vars(group).items()}
    return [constants[name] for name in names if isinstance(constants.get(name), Endpoint)]


def test_the_portal_imports_each_endpoint() -> None:
    assert {endpoint.name for endpoint in _named_in_the_portal()} == {each.name for each in contract.ENDPOINTS}
