"""The project's own files, as the tests of the house read them."""

import ast
import pkgutil
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from flask import Blueprint
from jinja2 import Environment, nodes

import blueprints
from masthead.web.frame.fragment_cache import CacheTag

ROOT = Path(__file__).parents[2]
ROOMS = (
    *("app.py", "gunicorn.conf.py", "bench", "blueprints", "contract", "fetching", "masthead", "scripts"),
    *("service", "tests"),
)
TEMPLATES = ROOT / "templates"


def modules(*rooms: str) -> list[Path]:
    """The Python files of these rooms, or of all."""
    places = [ROOT / room for room in rooms or ROOMS]
    return sorted(file for place in places for file in ([place] if place.is_file() else place.rglob("*.py")))


def read(file: Path) -> str:
    """The text of a file."""
    return file.read_text(encoding="utf-8")


def named(file: Path) -> str:
    """The name of a file as people write it."""
    return file.relative_to(ROOT).as_posix()


def parsed(file: Path) -> ast.Module:
    """A Python file as a tree."""
    return ast.parse(read(file))


@cache
def templates() -> Mapping[str, str]:
    """All templates by name."""
    return {file.relative_to(TEMPLATES).as_posix(): read(file) for file in sorted(TEMPLATES.rglob("*.html"))}


@cache
def parsed_templates() -> Mapping[str, nodes.Template]:
    """All templates as trees."""
    environment = Environment(extensions=["jinja2.ext.i18n", CacheTag], autoescape=True)
    return {name: environment.parse(text) for name, text in templates().items()}


@cache
def modules_with_blueprints() -> Mapping[str, ModuleType]:
    """The modules that have the pages of a blueprint, by its name."""
    names = [each.name for each in pkgutil.walk_packages(blueprints.__path__, "blueprints.")]
    found = [(each, module) for module in map(import_module, names) for each in vars(module).values()]
    return {each.name: module for each, module in found if isinstance(each, Blueprint)}


def calls(file: Path, function: str) -> Iterator[tuple[list[Any], dict[str, Any]]]:
    """The written-out arguments of each call of a function, by place and by name; None for what is computed."""
    yield from ((arguments, names) for name, arguments, names in _all_calls(file) if name == function)


@cache
def _all_calls(file: Path) -> list[tuple[str, list[Any], dict[str, Any]]]:
    return [
        (
            node.func.id,
            [_literal(each) for each in node.args],
            {str(each.arg): _literal(each.value) for each in node.keywords},
        )
        for node in ast.walk(parsed(file))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    ]


@cache
def fragments() -> Mapping[str, str]:
    """The templates that answer htmx with a part of a page, and the id that the part's root has to have."""
    pages = [call for file in modules("blueprints", "masthead/web") for call in calls(file, "page")]
    found = [(str(args[0]).rpartition("/")[0], names["fragment"]) for args, names in pages if names.get("fragment")]
    each = [(place, part) for place, parts in found for part in (parts if isinstance(parts, tuple) else (parts,))]
    return {f"{place}/_{part}.html": f"{place}-{part}" for place, part in each}


def _literal(node: ast.expr) -> object:
    """Of a choice between two, both."""
    if isinstance(node, ast.IfExp):
        return _literal(node.body), _literal(node.orelse)
    return node.value if isinstance(node, ast.Constant) else None
