"""Templates escape what they show, hold no code of the browser's, and take in only what they use."""

import re
from functools import cache

import pytest
from flask import Flask
from jinja2 import nodes

from tests.asked import Log
from tests.bulk_changes import SITES, keep_bulk_change
from tests.house.sources import fragments, parsed_templates, templates
from tests.house.test_costs import forget
from tests.loops import for_each
from tests.pages.pages import Pages
from tests.world import ALICE

ORG = "/orgs/org_larkfield"
LINKS = f"{ORG}/sites/site_partners/links"
# Where htmx asks for a part: the page that it is on, and the address it asks.
STRUCTURE = f"{ORG}/sites/site_docs/structure"
COMMENTS = "/orgs/org_larkfield/spaces/space_guide/comments"
REQUESTS = f"{ORG}/spaces/space_guide/change-requests"
SWAPS = {
    "organizations-rows": ("/orgs", "/orgs?refresh=1"),
    "organizations-switcher": (ORG, "/orgs/switcher"),
    "organizations-today": (ORG, f"{ORG}/today"),
    "inbox-rows": (f"{ORG}/inbox", f"{ORG}/inbox?kind=comments"),
    "comments-rows": (COMMENTS, f"{COMMENTS}?status=resolved"),
    "change_requests-rows": (REQUESTS, f"{REQUESTS}?status=draft"),
    "change_request_merge-check": (f"{REQUESTS}/2/merge", f"{REQUESTS}/2/merge"),
    "change_requests-changes": (f"{REQUESTS}/2", f"{REQUESTS}/2?show=added"),
    "journal-rows": (f"{ORG}/journal", f"{ORG}/journal?state=saved"),
    "link_register-rows": (f"{ORG}/links", f"{ORG}/links?state=on"),
    "link_register-reading": (f"{ORG}/links", f"{ORG}/links"),
    "sso_steps-tried": (f"{ORG}/sso/saml_drivers/test", f"{ORG}/sso/saml_drivers/test"),
    "share_links-rows": (LINKS, f"{LINKS}?refresh=1"),
    "access_matrix-rows": (f"{ORG}/access", f"{ORG}/access?team=docs"),
    "access_matrix-reading": (f"{ORG}/access", f"{ORG}/access"),
    "place_people-rows": (f"{ORG}/spaces/space_guide/people", f"{ORG}/spaces/space_guide/people?q=bob"),
    "place_access-rows": (f"{ORG}/spaces/space_guide/access", f"{ORG}/spaces/space_guide/access?refresh=1"),
    "specs-rows": (f"{ORG}/specs", f"{ORG}/specs?state=failing"),
    "specs-status": (f"{ORG}/specs/customs/check", f"{ORG}/specs/customs/check?looks=1"),
    "translations-rows": (f"{ORG}/translations", f"{ORG}/translations?refresh=1"),
    "custom_fields-rows": (f"{ORG}/fields", f"{ORG}/fields?refresh=1"),
    "field_values-rows": (f"{ORG}/field-values", f"{ORG}/field-values?space=guide"),
    "field_values-reading": (f"{ORG}/field-values", f"{ORG}/field-values"),
    "coverage-rows": (f"{ORG}/translations/coverage", f"{ORG}/translations/coverage?show=gaps"),
    "bulk_changes-progress": (f"{ORG}/bulk-changes/1", f"{ORG}/bulk-changes/1?after=0"),
    "bulk_changes-rows": (f"{ORG}/bulk-changes", f"{ORG}/bulk-changes?before=1"),
    "search-results": (f"{ORG}/search", f"{ORG}/search?q=site"),
    "teams-rows": (f"{ORG}/teams", f"{ORG}/teams?q=docs"),
    "people-rows": (f"{ORG}/people", f"{ORG}/people?q=bob"),
    "leaving-plan": (f"{ORG}/people/user_bob/leave", f"{ORG}/people/user_bob/leave?to=user_erin"),
    "teams-members": (f"{ORG}/teams/team_docs", f"{ORG}/teams/team_docs?role=owner"),
    "directory-rows": (f"{ORG}/known", f"{ORG}/known?q=docs"),
    "directory-options": (f"{ORG}/known/options", f"{ORG}/known/options?kind=site&q=docs"),
    "link_health-progress": (f"{ORG}/link-health", f"{ORG}/link-health"),
    "link_health-rows": (f"{ORG}/link-health", f"{ORG}/link-health?by=pages"),
    "link_health-changes": (f"{ORG}/link-health/compare", f"{ORG}/link-health/compare?page=2"),
    "space_links-rows": (f"{ORG}/spaces/space_guide/links", f"{ORG}/spaces/space_guide/links?page=2"),
    "status-line": ("/status", "/status?page=/orgs"),
    "audience-rows": (f"{ORG}/sites/site_docs/audience", f"{ORG}/sites/site_docs/audience?show=all"),
    "conditions-rows": (f"{ORG}/sites/site_docs/conditions", f"{ORG}/sites/site_docs/conditions?show=none"),
    "conditions-look": (
        f"{ORG}/sites/site_docs/conditions/sitespace_docs_guide",
        f"{ORG}/sites/site_docs/conditions/sitespace_docs_guide?condition=visitor.claims",
    ),
    "space_files-rows": (f"{ORG}/spaces/space_guide/files", f"{ORG}/spaces/space_guide/files?q=png"),
    "space_files-check": (f"{ORG}/spaces/space_guide/files", f"{ORG}/spaces/space_guide/files?check=0"),
    "spaces-rows": (f"{ORG}/spaces", f"{ORG}/spaces?q=guide"),
    "sites-rows": (f"{ORG}/sites", f"{ORG}/sites?title=docs"),
    "enforcement-countdown": (f"{ORG}/sso/enforce/countdown", f"{ORG}/sso/enforce/countdown"),
    "structure-board": (STRUCTURE, STRUCTURE),
    "structure-pane": (STRUCTURE, STRUCTURE),
    "structure-move": (f"{STRUCTURE}/move?item=group_product", f"{STRUCTURE}/move?item=section_api"),
    "structure-item": (f"{STRUCTURE}/item/group_product", f"{STRUCTURE}/item/group_product"),
    "structure-add": (f"{STRUCTURE}/add", f"{STRUCTURE}/add"),
}
UNSAFE = {"safe", "attr", "tojson", "xmlattr"}
CODE = re.compile(r"<style|\sstyle=|\son[a-z]+=|hx-on|javascript:|<script(?![^>]*\ssrc=)", re.IGNORECASE)
MAXIMUM_LINES = 300


@pytest.fixture
def with_bulk_change(portal: Flask) -> None:
    """Alice has a plan, the first one."""
    keep_bulk_change(portal, ALICE, SITES)


def test_nothing_is_marked_as_safe() -> None:
    unsafe = (nodes.ScopedEvalContextModifier, nodes.MarkSafe)
    filters = {name: {node.name for node in tree.find_all(nodes.Filter)} for name, tree in parsed_templates().items()}
    assert [name for name, found in filters.items() if found & UNSAFE] == []
    assert [name for name, tree in parsed_templates().items() if any(tree.find_all(unsafe))] == []


def test_nothing_of_the_browser_s_is_written_inline() -> None:
    found = {name: CODE.findall(text) for name, text in templates().items()}
    assert {name: code for name, code in found.items() if code} == {}


def test_each_imported_macro_is_used() -> None:
    idle = {name: imported_names(name) - used_names(name) for name in templates()}
    assert {name: macros for name, macros in idle.items() if macros} == {}


def test_each_macro_is_used_somewhere() -> None:
    files = [name for name in templates() if name.startswith("macros/")]
    idle = {}
    for name in files:
        defined = {node.name for node in parsed_templates()[name].find_all(nodes.Macro)}
        elsewhere = {macro for other in templates() if other != name for macro in imported_names(other)}
        idle[name] = defined - used_names(name) - elsewhere
    assert files
    assert {name: macros for name, macros in idle.items() if macros} == {}


def test_a_template_is_not_long() -> None:
    lines = {name: len(text.splitlines()) for name, text in templates().items()}
    assert {name: each for name, each in lines.items() if each > MAXIMUM_LINES} == {}


def test_a_part_of_a_page_has_its_place_and_name_for_an_id() -> None:
    code = re.compile(r"{[%#].*?[%#]}\s*", re.DOTALL)
    texts = {name: code.sub("", templates()[name]) for name in fragments()}
    roots = {name: re.match(r"\s*<\w+[^>]*?\bid=\"([^\"]+)\"", text) for name, text in texts.items()}
    assert {name: root and root[1] for name, root in roots.items()} == fragments()


def test_no_page_takes_a_name_that_the_layout_shows() -> None:
    shown = {"person", "page_context"}
    assert [name for name in templates() if (imported_names(name) | names_set(name)) & shown] == []


@cache
def imported_names(name: str) -> set[str]:
    """The names that a template takes from others."""
    given = [each for node in parsed_templates()[name].find_all(nodes.FromImport) for each in node.names]
    return {each[1] if isinstance(each, tuple) else each for each in given}


def used_names(name: str) -> set[str]:
    return {node.name for node in parsed_templates()[name].find_all(nodes.Name) if node.ctx == "load"}


def names_set(name: str) -> set[str]:
    """The names that a template sets outside of blocks and macros too."""
    named = (each for node in parsed_templates()[name].body for each in node.find_all(nodes.Name))
    return {each.name for each in named if each.ctx == "store"}


def test_each_part_is_asked_for_below() -> None:
    assert set(fragments().values()) == SWAPS.keys()


@for_each("root", SWAPS)
@pytest.mark.usefixtures("with_bulk_change")
def test_htmx_gets_a_part_alone_and_others_a_page(alice: Pages, asked: Log, root: str) -> None:
    """Only the list is replaced when its filters change: a link beside it that keeps them would lead astray."""
    forget(alice.app, asked)
    page, address = SWAPS[root]
    whole, filters = alice.get(address), address.partition("?")[2]
    assert whole.h1 != ""
    if root.endswith("-rows") and filters:
        document, part = whole.document, whole.document.by_id[root]
        others = [link for link in document.all("a") if "data-refresh" not in link.attrib]  # which takes them over
        beside = [link.get("href", "") for link in others if part not in document.around(link)]
        assert [each for each in beside if filters in each] == []
    alice.get(page)
    assert "<html" not in alice.swap(address, root).html
