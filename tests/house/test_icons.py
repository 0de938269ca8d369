"""The sprite holds exactly the icons that pages show: a missing one would be an empty square, an idle one is loaded."""

import re
from collections.abc import Iterator
from functools import cache
from xml.etree import ElementTree as ET

import pytest
from jinja2 import nodes

from blueprints.places import PLACES
from masthead.web.descriptions.labels import VISIBILITY
from masthead.web.directory.entries import KINDS
from tests.house.sources import ROOT, parsed_templates, read

LISTED = read(ROOT / "static" / "icons.txt").split()
SPRITE = ROOT / "static" / "vendor" / "icons.svg"
# Which argument of a macro names an icon.
TAKES_ICON = {"icon": 0, "badge": 2, "empty": 2}
NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


@cache
def shown() -> set[str]:
    """The names that templates give to a macro, as far as they are written out there, and those out of tables."""
    found = (name for tree in parsed_templates().values() for name in _given(tree))
    places = {each.icon for place in PLACES for each in (place.area, *place.destinations) if each}
    tables = {row[2] for row in (*VISIBILITY.values(), *KINDS.values())}
    return places | tables | {name for name in found if NAME.fullmatch(name)}


def _given(tree: nodes.Template) -> Iterator[str]:
    for call in tree.find_all(nodes.Call):
        place = TAKES_ICON.get(call.node.name) if isinstance(call.node, nodes.Name) else None
        if place is not None and len(call.args) > place:
            yield from _names(call.args[place])
    for macro in tree.find_all(nodes.Macro):
        if macro.name in TAKES_ICON:
            yield from (default.value for default in macro.defaults if isinstance(default, nodes.Const))


def _names(argument: nodes.Node) -> Iterator[str]:
    """The texts that an argument may come to; of a dictionary that it is looked up in, the values."""
    if isinstance(argument, nodes.Const):
        yield str(argument.value)
    elif isinstance(argument, nodes.Call):
        yield from (name for each in [argument.node, *argument.args[1:]] for name in _names(each))
    elif isinstance(argument, nodes.Dict):
        yield from (name for pair in argument.items for name in _names(pair.value))
    else:
        yield from (name for child in argument.iter_child_nodes() for name in _names(child))


@cache
def mentioned() -> set[object]:
    """All constants of the templates: an icon that a loop shows is among them."""
    return {node.value for tree in parsed_templates().values() for node in tree.find_all(nodes.Const)}


@pytest.mark.exhaustive
def test_each_icon_that_is_shown_is_listed() -> None:
    assert shown() - set(LISTED) == set()


def test_each_listed_icon_is_shown() -> None:
    assert set(LISTED) - shown() - mentioned() == set()


def test_the_list_is_in_order_and_names_each_once() -> None:
    assert sorted(set(LISTED)) == LISTED


def test_the_sprite_has_the_listed_icons() -> None:
    symbols = ET.fromstring(read(SPRITE))  # noqa: S314 - made by our own script
    assert [symbol.get("id") for symbol in symbols] == LISTED
