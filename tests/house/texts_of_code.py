"""The texts of the code that do not go through gettext, but for those that no page shows."""

import ast
import re
from collections.abc import Iterator

from tests.house.texts import Text, is_text, words_of

OF_GETTEXT = {"N_", "gettext", "ngettext"}
FOR_DEVELOPERS = re.compile(
    r"(Click|Database|Key|LeaseLost|Runtime|Settings|Store|Timeout|TooLarge|Type|Unicode|Value|WeakKey)(Error|Exception)"
)
"""Exceptions whose message no page shows."""
FOR_MACHINES = {
    *("Blueprint", "Literal", "Response", "Subject", "TypeVar", "cast", "compile", "delete_cookie", "derive_key"),
    *("echo", "encode", "endswith", "exception", "exec_driver_sql", "field_validator", "format_date", "fullmatch"),
    *("getattr", "getheader", "info", "match", "namedtuple", "option", "partition", "pop", "prompt"),
    *(
        "forget",
        "removeprefix",
        "removesuffix",
        "search",
        "set_cookie",
        "setdefault",
        "split",
        "startswith",
        "strftime",
    ),
    *("sub", "url_for", "warning"),
}
"""Functions whose words no page shows."""
BY_POSITION = {"get", "replace"}
"""Methods whose first words no page shows."""
NOT_WORDS = re.compile(
    r"[A-Z][a-z]+(-[A-Z][a-z]+)+|(text|application)/.*|…*|Bearer …|Accept|Vary|Lax|.*(\\s|\?P<|<\?xml|-----BEGIN).*"
    r"|(PRAGMA|SELECT|INSERT|UPDATE|DELETE|BEGIN|SET LOCAL)\b.*|attachment; .*|\n.*",
    re.DOTALL,
)
"""Names of headers, types of files, patterns, SQL."""


def untranslated_texts(source: str, place: str = "") -> Iterator[Text]:
    tree = ast.parse(source)
    around = {inner: outer for outer in ast.walk(tree) for inner in ast.iter_child_nodes(outer)}
    for node in ast.walk(tree):
        words = words_of(node)
        if not words or not is_text(words) or NOT_WORDS.fullmatch(words) or isinstance(around[node], ast.JoinedStr):
            continue
        if not isinstance(around[node], ast.Expr) and not _is_elsewhere(node, around):
            yield Text(place, getattr(node, "lineno", 0), "string", words)


def _is_elsewhere(node: ast.AST, around: dict[ast.AST, ast.AST]) -> bool:
    """Whether gettext has it, or what is around it says that no page shows it."""
    inner = node
    while inner in around and not isinstance(around[inner], ast.Module):
        outer = around[inner]
        if isinstance(outer, ast.FunctionDef):
            return inner in outer.decorator_list or inner is outer.returns
        if _hides(outer, inner):
            return True
        inner = outer
    return False


def _hides(outer: ast.AST, inner: ast.AST) -> bool:
    match outer:
        case ast.Call():
            return inner is not outer.func and _is_taken(outer, inner)
        case ast.Subscript():
            return inner is outer.slice
        case ast.AnnAssign():
            return inner is outer.annotation
        case ast.Dict():
            return inner in outer.keys
        case ast.Assign():
            return isinstance(outer.targets[0], ast.Name) and outer.targets[0].id == "__all__"
    return isinstance(outer, ast.Compare | ast.arg | ast.MatchValue)


def _is_taken(call: ast.Call, argument: ast.AST) -> bool:
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    if name in BY_POSITION:
        return isinstance(call.func, ast.Attribute) and argument is call.args[0]
    return name in OF_GETTEXT | FOR_MACHINES or bool(FOR_DEVELOPERS.fullmatch(name))
