"""Templates escape what they show, hold no code of the browser's, and take in only what they use."""

import re

import pytest
from flask import Flask
from jinja2 import nodes

from tests.house.sources import fragments, modules, named, parsed_templates, read, templates
from tests.pages.pages import Pages
from tests.planned import SITES, keep_plan
from tests.world import ALICE

TEMPLATES = templates()
PARSED = parsed_templates()
ORG = "/orgs/org_larkfield"
LINKS = f"{ORG}/sites/site_partners/links"
# Where htmx asks for a part: the page that it is on, and the address it asks.
STRUCTURE = f"{ORG}/sites/site_docs/structure"
COMMENTS = "/orgs/org_larkfield/spaces/space_guide/comments"
REQUESTS = f"{ORG}/spaces/space_guide/change-requests"
SWAPS = {
    "organizations-rows": ("/orgs", "/orgs?refresh=1"),
    "organizations-switcher": (ORG, "/orgs/switcher"),
    "organizations-inside": (ORG, f"{ORG}/inside"),
    "organizations-today": (ORG, f"{ORG}/today"),
    "inbox-rows": (f"{ORG}/inbox", f"{ORG}/inbox?kind=comments"),
    "inbox-reading": (f"{ORG}/inbox", f"{ORG}/inbox"),
    "comments-rows": (COMMENTS, f"{COMMENTS}?status=resolved"),
    "change_requests-rows": (REQUESTS, f"{REQUESTS}?status=draft"),
    "change_requests-changes": (f"{REQUESTS}/2", f"{REQUESTS}/2?show=added"),
    "journal-rows": (f"{ORG}/journal", f"{ORG}/journal?state=saved"),
    "link_register-rows": (f"{ORG}/links", f"{ORG}/links?state=on"),
    "link_register-reading": (f"{ORG}/links", f"{ORG}/links"),
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
    "plans-progress": (f"{ORG}/plans/1", f"{ORG}/plans/1?after=0"),
    "plans-rows": (f"{ORG}/plans", f"{ORG}/plans?before=1"),
    "command_palette-results": (f"{ORG}/go", f"{ORG}/go?q=site"),
    "teams-rows": (f"{ORG}/teams", f"{ORG}/teams?q=docs"),
    "person_teams-rows": (f"{ORG}/people/user_bob", f"{ORG}/people/user_bob?page=2"),
    "teams-members": (f"{ORG}/teams/team_docs", f"{ORG}/teams/team_docs?role=owner"),
    "directory-rows": (f"{ORG}/known", f"{ORG}/known?q=docs"),
    "directory-options": (f"{ORG}/known/options", f"{ORG}/known/options?kind=site&q=docs"),
    "link_health-progress": (f"{ORG}/link-health", f"{ORG}/link-health"),
    "link_health-rows": (f"{ORG}/link-health", f"{ORG}/link-health?by=pages"),
    "link_health-changes": (f"{ORG}/link-health/compare", f"{ORG}/link-health/compare?page=2"),
    "space_links-rows": (f"{ORG}/spaces/space_guide/links", f"{ORG}/spaces/space_guide/links?page=2"),
    "scans-progress": (f"{ORG}/known/scan", f"{ORG}/known/scan?"),
    "status-line": ("/status", "/status?page=/orgs"),
    "audience-rows": (f"{ORG}/sites/site_docs/audience", f"{ORG}/sites/site_docs/audience?show=all"),
    "conditions-rows": (f"{ORG}/sites/site_docs/conditions", f"{ORG}/sites/site_docs/conditions?show=none"),
    "conditions-look": (
        f"{ORG}/sites/site_docs/conditions/sitespace_docs_guide",
        f"{ORG}/sites/site_docs/conditions/sitespace_docs_guide?condition=visitor.claims",
    ),
    "space_files-rows": (f"{ORG}/spaces/space_guide/files", f"{ORG}/spaces/space_guide/files?q=png"),
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


@pytest.mark.parametrize("name", TEMPLATES)
def test_nothing_is_marked_as_safe(name: str) -> None:
    filters = {node.name for node in PARSED[name].find_all(nodes.Filter)}
    assert filters & UNSAFE == set()
    assert list(PARSED[name].find_all((nodes.ScopedEvalContextModifier, nodes.MarkSafe))) == []


@pytest.mark.parametrize("name", TEMPLATES)
def test_nothing_of_the_browser_s_is_written_inline(name: str) -> None:
    assert CODE.findall(TEMPLATES[name]) == []


@pytest.mark.parametrize("name", TEMPLATES)
def test_each_imported_macro_is_used(name: str) -> None:
    used = {node.name for node in PARSED[name].find_all(nodes.Name) if node.ctx == "load"}
    assert _imported(name) - used == set()


@pytest.mark.parametrize("name", [name for name in TEMPLATES if name.startswith("macros/")])
def test_each_macro_is_used_somewhere(name: str) -> None:
    defined = {node.name for node in PARSED[name].find_all(nodes.Macro)}
    inside = {node.name for node in PARSED[name].find_all(nodes.Name) if node.ctx == "load"}
    elsewhere = {macro for other in TEMPLATES if other != name for macro in _imported(other)}
    assert defined - inside - elsewhere == set()


@pytest.mark.parametrize("name", TEMPLATES)
def test_a_template_is_not_long(name: str) -> None:
    assert len(TEMPLATES[name].splitlines()) <= MAXIMUM_LINES


@pytest.mark.parametrize(("name", "root"), fragments().items())
def test_a_part_of_a_page_has_its_place_and_name_for_an_id(name: str, root: str) -> None:
    text = re.sub(r"{[%#].*?[%#]}\s*", "", TEMPLATES[name], flags=re.DOTALL)
    first = re.match(r"\s*<\w+[^>]*?\bid=\"([^\"]+)\"", text)
    assert first is not None
    assert first[1] == root


@pytest.mark.parametrize("name", TEMPLATES)
def test_no_page_takes_a_name_that_the_layout_shows(name: str) -> None:
    set_here = {each.name for node in PARSED[name].body for each in node.find_all(nodes.Name) if each.ctx == "store"}
    assert (_imported(name) | set_here) & {"person", "page_context"} == set()


def test_each_part_is_asked_for_below() -> None:
    assert set(fragments().values()) == SWAPS.keys()


@pytest.mark.parametrize("root", SWAPS)
def test_htmx_gets_the_part_alone(alice: Pages, portal: Flask, root: str) -> None:
    keep_plan(portal, ALICE, SITES)
    page, address = SWAPS[root]
    alice.get(page)
    assert "<html" not in alice.swap(address, root).html


@pytest.mark.parametrize("root", SWAPS)
def test_without_htmx_the_same_address_is_a_page(alice: Pages, portal: Flask, root: str) -> None:
    keep_plan(portal, ALICE, SITES)
    assert alice.get(SWAPS[root][1]).h1 != ""


@pytest.mark.parametrize("root", [root for root in SWAPS if root.endswith("-rows") and "?" in SWAPS[root][1]])
def test_no_link_beside_a_list_keeps_its_filters(alice: Pages, portal: Flask, root: str) -> None:
    """Only the list is replaced when its filters change: such a link would lead to what is no longer shown."""
    keep_plan(portal, ALICE, SITES)
    page, filters = alice.get(SWAPS[root][1]), SWAPS[root][1].partition("?")[2]
    document, part = page.document, page.document.by_id[root]
    beside = [link.get("href", "") for link in document.all("a") if part not in document.around(link)]
    assert [address for address in beside if filters in address] == []


def _imported(name: str) -> set[str]:
    """The names that a template takes from others."""
    given = [each for node in PARSED[name].find_all(nodes.FromImport) for each in node.names]
    return {each[1] if isinstance(each, tuple) else each for each in given}


def test_each_page_that_begins_a_plan_can_ask_about_what_was_sent_before() -> None:
    silent, asking = [], re.compile(r"{{ doubts\(form, |{% call selection_review\(form, ")
    for file in modules("blueprints"):
        pages = re.findall(r'"(\w+/\w+\.html)"', source := read(file))
        if "store_plan(" in source and not any(asking.search(TEMPLATES[page]) for page in pages):
            silent.append(named(file))
    assert silent == []
    assert "{{ doubts(form, " in TEMPLATES["macros/selection.html"]
