"""The Markdown of a text that came as a tree (see rich_text.py). What is not known there goes by its words."""

import re
from collections.abc import Iterable

from pydantic import JsonValue

from service.storage.documents import Fields

_MARKS = {"bold": "**", "italic": "_", "strikethrough": "~~", "code": "`"}
_FENCES = re.compile("`{3,}")
_LISTS = {"list-unordered": "- ", "list-ordered": "1. "}


def to_markdown(document: Fields) -> str:
    return _blocks(document)


def _nodes(node: Fields) -> list[Fields]:
    nodes = node.get("nodes")
    return [each for each in nodes if isinstance(each, dict)] if isinstance(nodes, list) else []


def _blocks(node: Fields) -> str:
    """Runs of words between blocks are a block each."""
    parts: list[str] = []
    words = ""
    for each in _nodes(node):
        if each.get("object") in {"text", "inline"}:
            words += _words(each)
        else:
            parts += [words, _block(each)]
            words = ""
    return "\n\n".join(part for part in [*parts, words] if part)


def _block(node: Fields) -> str:
    kind = str(node.get("type", ""))
    if kind in _LISTS:
        sign = _LISTS[kind]
        return "\n".join(sign + _indented(_blocks(item), len(sign)) for item in _nodes(node))
    inner = _blocks(node)
    if kind.startswith("heading-") and kind[-1].isdigit():
        return f"{'#' * min(int(kind[-1]) or 1, 6)} {inner}"
    if kind == "blockquote":
        return "\n".join(f"> {line}" for line in inner.split("\n"))
    if kind == "code":
        fence = "`" * max(3, 1 + max(map(len, _FENCES.findall(inner)), default=0))
        return f"{fence}{_data(node, 'syntax')}\n{inner}\n{fence}"
    if kind == "table":
        return _table(node)
    return "---" if kind == "divider" else inner


def _table(node: Fields) -> str:
    rows = [[_blocks(cell).replace("\n", " ") for cell in _nodes(row)] for row in _nodes(node)]
    lines = [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join([*lines[:1], "|" + "---|" * len(rows[0]), *lines[1:]]) if rows else ""


def _words(node: Fields) -> str:
    if node.get("object") == "text":
        leaves = node.get("leaves")
        return "".join(_leaf(leaf) for leaf in (leaves if isinstance(leaves, list) else []) if isinstance(leaf, dict))
    words = "".join(_words(each) for each in _nodes(node))
    address = _address(node)
    if node.get("type") == "inline-image":
        return f"![{_data(node, 'alt')}]({address})"
    return f"[{words}]({address})" if node.get("type") == "link" and address else words


def _leaf(leaf: Fields) -> str:
    words = leaf.get("text")
    said = words if isinstance(words, str) else ""
    for sign in _signs(leaf.get("marks")):
        said = f"{sign}{said}{sign}" if said.strip() else said
    return said


def _signs(marks: JsonValue) -> Iterable[str]:
    kinds = [mark.get("type") for mark in marks if isinstance(mark, dict)] if isinstance(marks, list) else []
    # Code comes first: signs within it would be taken as they are.
    return [sign for kind, sign in reversed(_MARKS.items()) if kind in kinds]


def _address(node: Fields) -> str:
    data = node.get("data")
    reference = data.get("ref") if isinstance(data, dict) else None
    url = reference.get("url") if isinstance(reference, dict) else None
    return url if isinstance(url, str) else ""


def _data(node: Fields, name: str) -> str:
    data = node.get("data")
    value = data.get(name) if isinstance(data, dict) else None
    return value if isinstance(value, str) else ""


def _indented(written: str, by: int) -> str:
    return written.replace("\n", "\n" + " " * by)
