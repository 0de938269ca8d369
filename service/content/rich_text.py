"""Converts Markdown to a rich-text tree and back: `{object: "document", data, nodes}`.

A node is a block (`type`, `data`, `nodes`), an inline (the same, within a block) or a text, whose leaves carry marks.
"""

import re
from collections.abc import Iterable, Sequence
from hashlib import blake2b

from markdown_it.tree import SyntaxTreeNode
from pydantic import JsonValue

from service.content.markdown import parse_tokens, split_sections, to_plain_text
from service.slugs import FreeSlugs
from service.storage.documents import Fields

PREVIEW = 80
"""Length of a preview in characters."""

_BLOCKS = {
    "paragraph": "paragraph",
    "bullet_list": "list-unordered",
    "ordered_list": "list-ordered",
    "list_item": "list-item",
    "blockquote": "blockquote",
    "hr": "divider",
    "table": "table",
    "tr": "table-row",
    "th": "table-cell",
    "td": "table-cell",
}

_UNWRAPPED = {"thead", "tbody", "inline"}
_MARKS = {"strong": "bold", "em": "italic", "s": "strikethrough"}
_MARK_SIGNS = {"bold": "**", "italic": "_", "strikethrough": "~~", "code": "`"}
_FENCES = re.compile("`{3,}")
_ITEM_SIGNS = {"list-unordered": "- ", "list-ordered": "1. "}


def parse_rich_text(markdown: str) -> Fields:
    """Convert Markdown to a tree. Each top-level block has a `key` that comments can refer to."""
    blocks = [node for part in _parse_tree(markdown) for node in _convert_element(part, ())]
    for key, block in zip(list_block_keys(markdown), blocks, strict=True):
        block["key"] = key
    return {"object": "document", "data": {}, "nodes": list(blocks)}


def list_block_keys(markdown: str) -> dict[str, str]:
    """List the keys of the top-level blocks in order, each with a preview of the block's text.

    A heading's key is its anchor. The key of any other block is a digest of its text, so changes to other blocks don't
    affect it.
    """
    anchors = iter([part.anchor or "" for part in split_sections(markdown)][1:])
    lines = markdown.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    keys: dict[str, str] = {}
    own = FreeSlugs()
    for part in _parse_tree(markdown):
        first, after = part.map or (0, 0)
        written = "\n".join(lines[first:after])
        key = next(anchors) if part.type == "heading" else f"block-{_text_digest(written)}"
        keys[own.take(key)] = to_plain_text(written.replace("#", "") if part.type == "heading" else written)[:PREVIEW]
    return keys


def _parse_tree(markdown: str) -> Sequence[SyntaxTreeNode]:
    return SyntaxTreeNode(parse_tokens(markdown)).children


def _text_digest(written: str) -> str:
    return blake2b(" ".join(written.split()).encode(), digest_size=5).hexdigest()


def _convert_element(part: SyntaxTreeNode, marks: tuple[str, ...]) -> list[Fields]:
    if part.type in _UNWRAPPED:
        return _child_nodes(part, marks)
    if part.type in _BLOCKS:
        return [build_block(_BLOCKS[part.type], _child_nodes(part, marks))]
    if part.type == "heading":
        return [build_block(f"heading-{part.tag.removeprefix('h')}", _child_nodes(part, marks))]
    if part.type in {"fence", "code_block"}:
        syntax: Fields = {"syntax": part.info.strip()} if part.info else {}
        return [build_block("code", [build_text(part.content.removesuffix("\n"))], syntax)]
    if part.type == "html_block":
        return [build_block("html", [build_text(part.content.strip())])]
    return _convert_inline(part, marks)


def _convert_inline(part: SyntaxTreeNode, marks: tuple[str, ...]) -> list[Fields]:
    if part.type in _MARKS:
        return _child_nodes(part, (*marks, _MARKS[part.type]))
    if part.type == "code_inline":
        return [build_text(part.content, (*marks, "code"))]
    if part.type == "link":
        return [build_link(str(part.attrs.get("href", "")), _child_nodes(part, marks))]
    if part.type == "image":
        return [build_image(str(part.attrs.get("src", "")), part.content)]
    if part.type in {"softbreak", "hardbreak"}:
        return [build_text("\n", marks)]
    return [build_text(part.content, marks)]  # text, and HTML unchanged


def _child_nodes(part: SyntaxTreeNode, marks: tuple[str, ...]) -> list[Fields]:
    return [node for child in part.children for node in _convert_element(child, marks)]


def build_block(kind: str, nodes: Sequence[Fields], data: Fields | None = None) -> Fields:
    return {"object": "block", "type": kind, "data": data or {}, "nodes": list(nodes)}


def build_link(address: str, nodes: Sequence[Fields]) -> Fields:
    return {"object": "inline", "type": "link", "data": {"ref": {"kind": "url", "url": address}}, "nodes": list(nodes)}


def build_image(address: str, alt: str) -> Fields:
    data: Fields = {"ref": {"kind": "url", "url": address}, "alt": alt}
    return {"object": "inline", "type": "inline-image", "data": data, "nodes": []}


def build_text(words: str, marks: Sequence[str] = ()) -> Fields:
    carried: list[JsonValue] = [{"object": "mark", "type": mark} for mark in marks]
    return {"object": "text", "leaves": [{"object": "leaf", "text": words, "marks": carried}]}


def _node_children(node: Fields) -> list[Fields]:
    nodes = node.get("nodes")
    return [each for each in nodes if isinstance(each, dict)] if isinstance(nodes, list) else []


def to_markdown(node: Fields) -> str:
    """Convert a tree to Markdown. Unknown nodes become their text."""
    parts: list[str] = []
    words = ""
    for each in _node_children(node):
        if each.get("object") in {"text", "inline"}:
            words += _inline_markdown(each)
        else:
            parts += [words, _block_markdown(each)]
            words = ""
    return "\n\n".join(part for part in [*parts, words] if part)


def _block_markdown(node: Fields) -> str:
    kind = str(node.get("type", ""))
    if kind in _ITEM_SIGNS:
        sign = _ITEM_SIGNS[kind]
        indent = "\n" + " " * len(sign)
        return "\n".join(sign + to_markdown(item).replace("\n", indent) for item in _node_children(node))
    inner = to_markdown(node)
    if kind.startswith("heading-") and kind[-1].isdigit():
        return f"{'#' * min(int(kind[-1]) or 1, 6)} {inner}"
    if kind == "blockquote":
        return "\n".join(f"> {line}" for line in inner.split("\n"))
    if kind == "code":
        fence = "`" * max(3, 1 + max(map(len, _FENCES.findall(inner)), default=0))
        return f"{fence}{_data_value(node, 'syntax')}\n{inner}\n{fence}"
    if kind == "table":
        return _table_markdown(node)
    return "---" if kind == "divider" else inner


def _table_markdown(node: Fields) -> str:
    rows = [[to_markdown(cell).replace("\n", " ") for cell in _node_children(row)] for row in _node_children(node)]
    lines = [f"| {' | '.join(row)} |" for row in rows]
    return "\n".join([*lines[:1], "|" + "---|" * len(rows[0]), *lines[1:]]) if rows else ""


def _inline_markdown(node: Fields) -> str:
    if node.get("object") == "text":
        leaves = node.get("leaves")
        return "".join(
            _leaf_markdown(leaf) for leaf in (leaves if isinstance(leaves, list) else []) if isinstance(leaf, dict)
        )
    words = "".join(_inline_markdown(each) for each in _node_children(node))
    address = _link_address(node)
    if node.get("type") == "inline-image":
        return f"![{_data_value(node, 'alt')}]({address})"
    return f"[{words}]({address})" if node.get("type") == "link" and address else words


def _leaf_markdown(leaf: Fields) -> str:
    words = leaf.get("text")
    text = words if isinstance(words, str) else ""
    for sign in _mark_signs(leaf.get("marks")):
        text = f"{sign}{text}{sign}" if text.strip() else text
    return text


def _mark_signs(marks: JsonValue) -> Iterable[str]:
    kinds = [mark.get("type") for mark in marks if isinstance(mark, dict)] if isinstance(marks, list) else []
    # Code is innermost, because Markdown doesn't interpret marks inside it.
    return [sign for kind, sign in reversed(_MARK_SIGNS.items()) if kind in kinds]


def _link_address(node: Fields) -> str:
    data = node.get("data")
    reference = data.get("ref") if isinstance(data, dict) else None
    url = reference.get("url") if isinstance(reference, dict) else None
    return url if isinstance(url, str) else ""


def _data_value(node: Fields, name: str) -> str:
    data = node.get("data")
    value = data.get(name) if isinstance(data, dict) else None
    return value if isinstance(value, str) else ""
