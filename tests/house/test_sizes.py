"""Rooms are small enough to see all of one at a glance, and each says at its door what lives there."""

import ast
import re

import pytest

from tests.house.sources import ROOT, modules, named, parsed, read

MAX_LINES = 400
MAX_LINES_OF_A_SCRIPT = 300
MAX_LINES_OF_A_FUNCTION = 40
# A migration is one step, told from beginning to end.
MIGRATIONS = "/migrations/versions/"


def test_no_module_is_long() -> None:
    lines = {named(file): len(read(file).splitlines()) for file in modules()}
    assert {name: each for name, each in lines.items() if each > MAX_LINES} == {}


@pytest.mark.exhaustive
def test_functions_are_short() -> None:
    lengths = {
        f"{named(file)} {node.name}": (node.end_lineno or 0) - node.lineno + 1
        for file in modules()
        if MIGRATIONS not in named(file)
        for node in ast.walk(parsed(file))
        if isinstance(node, ast.FunctionDef)
    }
    assert {each: lines for each, lines in lengths.items() if lines > MAX_LINES_OF_A_FUNCTION} == {}


def test_the_first_line_of_each_says_what_lives_there() -> None:
    says_so = re.compile(r'r?""".*[.?:]("""|$)')
    assert [named(file) for file in modules() if not says_so.match(read(file).partition("\n")[0])] == []


def test_the_browser_s_code_is_not_long() -> None:
    assert len(read(ROOT / "static" / "masthead.js").splitlines()) <= MAX_LINES_OF_A_SCRIPT
