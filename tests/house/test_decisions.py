"""Code decides on reasons and states, never on the words that a page has for them: those depend on the reader."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.house.sources import ROOT, modules, named, parsed
from tests.loops import for_each

MAKES_TEXTS = {"N_", "gettext", "ngettext", "cause_text"}
SEARCHES = {"startswith", "endswith", "find", "index", "count", "removeprefix", "removesuffix", "partition"}
SEARCHES |= {"search", "match", "fullmatch", "escape", "isdisjoint"}


def is_text(node: ast.AST) -> bool:
    if isinstance(node, ast.Tuple | ast.List | ast.Set):
        return any(map(is_text, node.elts))
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in MAKES_TEXTS


def constants(tree: ast.Module) -> set[str]:
    """The names of the texts for people that a module defines."""
    found = (each for each in tree.body if isinstance(each, ast.Assign) and is_text(each.value))
    return {name.id for each in found for name in each.targets if isinstance(name, ast.Name)}


@cache
def constants_of(module: str) -> set[str]:
    source = ROOT / f"{module.replace('.', '/')}.py"
    return constants(parsed(source)) if source.exists() else set()


def known_texts(tree: ast.Module) -> set[str]:
    """The names of such constants in a module, imported ones too."""
    imported = (each for each in ast.walk(tree) if isinstance(each, ast.ImportFrom) and each.module)
    names = ((each.asname or each.name, each.name, str(of.module)) for of in imported for each in of.names)
    return constants(tree) | {name for name, original, module in names if original in constants_of(module)}


def decisions(tree: ast.Module) -> Iterator[int]:
    """The lines in which a text is compared, or looked for or in."""
    texts = known_texts(tree)
    for node in (each for each in ast.walk(tree) if isinstance(each, ast.expr)):
        operands: list[ast.expr] = []
        if isinstance(node, ast.Compare):
            operands = [node.left, *node.comparators]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in SEARCHES:
            operands = [node.func.value, *node.args]
        if any(is_text(each) or (isinstance(each, ast.Name) and each.id in texts) for each in operands):
            yield node.lineno


def test_no_text_is_compared_or_searched() -> None:
    assert [
        f"{named(file)}:{line}" for file in modules("masthead", "blueprints") for line in decisions(parsed(file))
    ] == []


def makes_texts(file: Path) -> bool:
    imports = (
        each for each in ast.walk(parsed(file)) if isinstance(each, ast.ImportFrom) and each.module == "masthead.i18n"
    )
    return any(name.name in MAKES_TEXTS for each in imports for name in each.names)


def test_the_store_has_no_texts_for_people() -> None:
    assert [named(file) for file in modules("masthead/store") if makes_texts(file)] == []


@for_each(
    "code",
    [
        'GONE = N_("Gone.")\ndef a(x): return x == GONE',
        'ALL = (N_("Gone."), N_("There."))\ndef a(x): return x in ALL',
        'def a(x): return x.endswith(gettext("gone."))',
        'def a(x): return gettext("Gone.") in x',
        'def a(x): return cause_text(x).startswith("Gone")',
        "from masthead.web.frame.pages import REDO\ndef a(x): return x != REDO",
    ],
)
def test_the_rule_finds(code: str) -> None:
    assert list(decisions(ast.parse(code)))
