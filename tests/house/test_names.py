"""One word for one place: in the module, the blueprint, the addresses, the templates and the tests."""

import re
from pathlib import Path

import pytest

from tests.house.sources import ROOT, TEMPLATES, calls, fragments, modules, modules_with_blueprints, named, templates

# Folders of templates that no place owns.
SHARED = {"errors", "macros"}
TESTED_ELSEWHERE = {"health", "home", "linked_token", "oidc"}  # test_metrics, test_account, tests/oidc
EMPTY_WORDS = {"util", "utils", "helper", "helpers", "common", "base", "manager", "managers", "misc", "tools", "lib"}


def test_module_blueprint_and_test_share_their_name() -> None:
    """A package has its pages in `views`; where it has several places, each may leave out the name of the package.

    A second blueprint of a module has the name of its variable.
    """
    other = []
    for place, shown in modules_with_blueprints().items():
        *packages, module = shown.__name__.removeprefix("blueprints.").removesuffix(".views").split(".")
        if place not in {module, "_".join([*packages, module])} and not hasattr(shown, place):
            other.append(place)
    assert other == []
    tests = {file.stem.removeprefix("test_") for file in (ROOT / "tests" / "blueprints").glob("test_*.py")}
    names = {place: {place, shown.__name__.split(".")[1]} for place, shown in modules_with_blueprints().items()}
    assert [place for place, its_names in names.items() if not its_names & (tests | TESTED_ELSEWHERE)] == []


def test_a_place_shows_its_own_templates() -> None:
    places: dict[str, set[str]] = {}
    for place, module in modules_with_blueprints().items():
        places.setdefault(str(module.__file__), set()).add(place)
    folders = {each: {str(args[0]).partition("/")[0] for args, _ in calls(Path(each), "page")} for each in places}
    assert {each: names for each, names in folders.items() if not names <= places[each]} == {}


def test_each_folder_of_templates_belongs_to_a_place() -> None:
    folders = {folder.name for folder in TEMPLATES.iterdir() if folder.is_dir()}
    assert folders - SHARED <= modules_with_blueprints().keys()


@pytest.mark.exhaustive
def test_each_template_is_shown_by_something() -> None:
    of_places = ("page", "render_rows")
    shown = {str(args[0]) for file in modules("blueprints") for what in of_places for args, _ in calls(file, what)}
    ways = ("page", "render_page", "render_part", "render_without_frame")
    shown |= {str(args[0]) for file in modules("masthead/web") for what in ways for args, _ in calls(file, what)}
    pulled_in = re.compile(r"{%-? (?:extends|include|from|import) \"([^\"]+)\"")
    shown |= {name for text in templates().values() for name in pulled_in.findall(text)}
    assert templates().keys() - shown - set(fragments()) == set()


def test_no_module_has_an_empty_word_for_a_name() -> None:
    assert [named(file) for file in modules() if set(file.stem.split("_")) & EMPTY_WORDS] == []
