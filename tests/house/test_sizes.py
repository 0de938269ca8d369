"""Rooms are small enough to see all of one at a glance, and each says at its door what lives there."""

import ast

import pytest

from tests.house.sources import ROOT, modules, named, parsed, read

MOST_LINES = 300
MOST_LINES_OF_A_FUNCTION = 40
FILES = {named(file): file for file in modules()}
# A migration is one step, told from beginning to end.
NOT_MIGRATIONS = [name for name in FILES if "/migrations/versions/" not in name]


@pytest.mark.parametrize("name", FILES)
def test_a_module_is_not_long(name: str) -> None:
    assert len(read(FILES[name]).splitlines()) <= MOST_LINES


@pytest.mark.parametrize("name", NOT_MIGRATIONS)
def test_its_functions_are_short(name: str) -> None:
    functions = [node for node in ast.walk(parsed(FILES[name])) if isinstance(node, ast.FunctionDef)]
    lengths = {node.name: (node.end_lineno or 0) - node.lineno + 1 for node in functions}
    assert {each: lines for each, lines in lengths.items() if lines > MOST_LINES_OF_A_FUNCTION} == {}


@pytest.mark.parametrize("name", FILES)
def test_its_first_line_says_what_lives_there(name: str) -> None:
    text = ast.get_docstring(parsed(FILES[name])) or ""
    first = text.partition("\n")[0]
    assert first.endswith((".", "?", ":"))
    assert f'"""{first}' in read(FILES[name]).splitlines()[0]


def test_the_browser_s_code_is_not_long() -> None:
    assert len(read(ROOT / "static" / "masthead.js").splitlines()) <= MOST_LINES
