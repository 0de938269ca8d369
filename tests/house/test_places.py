"""Each place declares itself, whole, and knows no other; each call that a page can send has an area of the journal."""

from collections import Counter
from itertools import groupby
from pkgutil import iter_modules

from flask import Flask

import blueprints
from blueprints import places
from blueprints.journal.filters import LABELS, SETTINGS, SINGLE_SIGN_ON, list_area_endpoints
from blueprints.places import PLACES
from contract import BY_NAME, ENDPOINTS
from masthead.web.directory.entries import KINDS
from tests.house.sources import modules_with_blueprints

SENT = {each.name for each in ENDPOINTS if not each.is_read}
# Their pages are about no organization, or about the page that they were opened on.
WITHOUT_AN_AREA = {"account", "drafts", "health", "home", "linked_token", "oidc", "saved_views", "search", "status"}


def test_each_package_and_module_is_a_place() -> None:
    there = {each.name for each in iter_modules(blueprints.__path__)} - {"places"}
    listed = [name for name in there if getattr(vars(places).get(name), "PLACE", None) in PLACES]
    assert sorted(listed) == sorted(there)
    assert len(PLACES) == len(there)


def test_each_blueprint_belongs_to_one_place() -> None:
    declared = Counter(each.name for place in PLACES for each in place.blueprints)
    assert declared == Counter(modules_with_blueprints().keys())


def test_each_place_of_an_organization_belongs_to_an_area() -> None:
    labels = {place.area.label for place in PLACES if place.area}
    alone = {
        place.blueprints[0].name for place in PLACES if not place.area and not {place.within, place.tab_of} & labels
    }
    assert alone == WITHOUT_AN_AREA
    groups = [place.group for place in PLACES if place.area]
    assert [label for label, _ in groupby(groups)] == ["", "Content", "People", "Organization"]
    assert len(labels) == 13


def test_each_change_that_a_page_sends_is_declared_once() -> None:
    found = [(name, change.sends) for place in PLACES for name, change in place.changes.items()]
    assert Counter(found).most_common(1)[0][1] == 1
    assert {name for name, sends in found if not sends} == SENT
    assert {name for name, sends in found if sends} <= {name for name, sends in found if not sends}


def test_a_place_speaks_of_its_own_pages_alone() -> None:
    for place in PLACES:
        pages = [each.endpoint for each in place.destinations] + [each.endpoint for each in place.searchable]
        pages += [each.endpoint for each in place.object_pages]
        own = {each.name for each in place.blueprints}
        assert {each.split(".")[0] for each in (*pages, *place.drafts)} <= own
        assert place.draft_actions.keys() <= place.drafts.keys()
        assert place.area is None or place.area.endpoint.split(".")[0] in own


def test_a_page_of_an_object_has_its_id_in_the_address(portal: Flask) -> None:
    pages = [each for place in PLACES for each in place.object_pages]
    arguments = {rule.endpoint: rule.arguments for rule in portal.url_map.iter_rules()}
    assert {each.kind for each in pages} <= KINDS.keys()
    assert [
        each for each in pages if arguments[each.endpoint] != {"organization_id", each.parameter, *each.values}
    ] == []


def test_each_call_that_can_be_journaled_is_in_one_area_and_single_sign_on_in_that_of_the_settings_too() -> None:
    areas = {name: [area for area in LABELS if name in list_area_endpoints(area)] for name in SENT}
    several = {name for name, found in areas.items() if len(found) != 1}
    assert several == SENT & set(list_area_endpoints(SINGLE_SIGN_ON))
    assert {tuple(areas[name]) for name in several} == {(SETTINGS, SINGLE_SIGN_ON)}


def test_no_area_is_without_a_call() -> None:
    assert [area for area in LABELS if not SENT & set(list_area_endpoints(area))] == []
    assert len(set(LABELS.values())) == len(LABELS)


def test_what_has_a_place_has_an_area() -> None:
    assert {BY_NAME[name].group for place in PLACES for name in place.changes} <= LABELS.keys()
