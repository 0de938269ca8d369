"""Rooms are small enough to see all of one at a glance, and each says at its door what lives there."""

import ast
from pathlib import Path

import pytest

from tests.house.sources import ROOT, modules, named, parsed, read

MAX_LINES = 300
MAX_LINES_OF_A_FUNCTION = 40
FILES = {named(file): file for file in modules()}
# A migration is one step, told from beginning to end.
NOT_MIGRATIONS = [name for name in FILES if "/migrations/versions/" not in name]


def test_no_module_is_long() -> None:
    lines = {name: len(read(file).splitlines()) for name, file in FILES.items()}
    assert {name: each for name, each in lines.items() if each > MAX_LINES} == {}


@pytest.mark.exhaustive
def test_functions_are_short() -> None:
    lengths = {
        f"{name} {node.name}": (node.end_lineno or 0) - node.lineno + 1
        for name in NOT_MIGRATIONS
        for node in ast.walk(parsed(FILES[name]))
        if isinstance(node, ast.FunctionDef)
    }
    assert {each: lines for each, lines in lengths.items() if lines > MAX_LINES_OF_A_FUNCTION} == {}


@pytest.mark.exhaustive
def test_the_first_line_of_each_says_what_lives_there() -> None:
    assert [name for name, file in FILES.items() if not _says_what_lives_there(file)] == []


def _says_what_lives_there(file: Path) -> bool:
    first = (ast.get_docstring(parsed(file)) or "").partition("\n")[0]
    return first.endswith((".", "?", ":")) and f'"""{first}' in read(file).splitlines()[0]


def test_the_browser_s_code_is_not_long() -> None:
    assert len(read(ROOT / "static" / "masthead.js").splitlines()) <= MAX_LINES
