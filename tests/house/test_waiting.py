"""Tests wait for what happens: whoever leaves a page right after a press may take back the call that it makes."""

import ast
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from tests.house.sources import modules, named, parsed

PRESSES = {"check", "click", "press", "select_option", "tap", "uncheck"}
LEAVES = {"close", "go_back", "goto", "reload"}
WAITS = {"expect", "expect_response", "wait_for_url"}


def test_no_page_is_left_before_it_has_told_what_a_press_did() -> None:
    assert [place for file in modules("tests/browser") for place in left_at_once(file)] == []


def left_at_once(file: Path) -> Iterator[str]:
    for first, then in in_turn(parsed(file)):
        pressed = called(first)
        if pressed & PRESSES and not pressed & WAITS and called(then) & LEAVES:
            yield f"{named(file)}:{then.lineno}"


def in_turn(tree: ast.Module) -> Iterator[tuple[ast.stmt, ast.stmt]]:
    """Each line of each block with the one that follows it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.For | ast.With | ast.If):
            yield from pairwise(node.body)


def called(line: ast.stmt) -> set[str]:
    """The names of the functions and methods that a line calls."""
    functions = [node.func for node in ast.walk(line) if isinstance(node, ast.Call)]
    return {each.attr if isinstance(each, ast.Attribute) else getattr(each, "id", "") for each in functions}
