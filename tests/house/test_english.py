"""Names and docstrings use the field's words: what a machine can hold of how Masthead is written."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.house.sources import ROOMS, modules, named

# Adverbs, participles and pronouns say nothing about what a module, class or function is for.
BANNED = {
    "along", "anew", "beside", "beyond", "earlier", "goes", "gone", "kept", "later", "led", "meanwhile", "met", "mind",
    "owned", "said", "seen", "settled", "settling", "standing", "thing", "told", "vain",
}  # fmt: skip
BANNED_CLASSES = {
    "Act", "Arrangement", "Beginning", "Found", "Ground", "Holder", "Holding", "Imports", "Kept", "Look", "Remaining",
    "Seen", "Standing", "Stopping", "Told",
}  # fmt: skip
# A docstring is a statement or an imperative, and stands alone where an editor shows it.
NOUN_CLAUSE = re.compile(
    r"(What (?!.*\?)|Whether |The same\b|Likewise\b|Those (of|that|who|which)|That which|Whoever|As \w+ has it)"
    r"|(It|They|Its|Their|Not|Nobody|Neither|One (of|that|who)|So many|All that|Such as) "
    r"|(If|Where|When|Which|Who|How|In|On|Of|By|For|From|With|Without|After|Before) "
    r"|(Tells?|Knows|Minds|Says) |Raises \w+\.?$"
)
Definition = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def _definitions() -> Iterator[tuple[str, Definition]]:
    for file in _product():
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, Definition):
                yield named(file), node


def _product() -> list[Path]:
    programs = [room for room in ROOMS if room not in {"bench", "scripts", "tests"}]
    return [file for file in modules(*programs) if "migrations" not in file.parts]


def _words(name: str) -> set[str]:
    return set(re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower().split("_"))


def test_names_use_the_fields_words() -> None:
    odd = [named(file) for file in _product() if _words(file.stem) & BANNED]
    odd += [f"{place}: {each.name}" for place, each in _definitions() if _words(each.name) & BANNED]
    odd += [f"{place}: {each.name}" for place, each in _definitions() if each.name in BANNED_CLASSES]
    assert odd == []


def test_no_two_classes_have_one_name() -> None:
    names = Counter(each.name for _, each in _definitions() if isinstance(each, ast.ClassDef))
    assert [name for name, times in names.items() if times > 1] == []


def test_docstrings_are_statements() -> None:
    documented = [(named(file), ast.parse(file.read_text())) for file in _product()]
    nodes: list[tuple[str, ast.Module | Definition]] = [*documented, *_definitions()]
    assert [
        f"{place}: {text.splitlines()[0]}"
        for place, each in nodes
        if (text := ast.get_docstring(each)) and NOUN_CLAUSE.match(text)
    ] == []
