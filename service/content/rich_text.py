"""A text as a tree, for clients that do not read Markdown: `{object: "document", data, nodes}`.

A node is a block (`type`, `data`, `nodes`), an inline (the same, within a block) or a text, whose leaves carry marks.
"""

from collections.abc import Sequence
from hashlib import blake2b

from markdown_it.tree import SyntaxTreeNode
from pydantic import JsonValue

from service.content.markdown import sections, to_plain_text
from service.content.parsed import tokens
from service.slugs import FreeSlugs
from service.storage.documents import Fields

PREVIEW = 80
"""Characters."""

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


def rich_text(markdown: str) -> Fields:
    """Each block at the top has a `key`, by which a comment can point at it."""
    blocks = [node for part in _tree(markdown) for node in _nodes(part, ())]
    for key, block in zip(block_keys(markdown), blocks, strict=True):
        block["key"] = key
    return {"object": "document", "data": {}, "nodes": list(blocks)}


def block_keys(markdown: str) -> dict[str, str]:
    """The keys of the blocks at the top, in order, each with how the block begins.

    A heading goes by its anchor, any other block by its words, so that a key stays while other blocks change.
    """
    anchors = iter([part.anchor or "" for part in sections(markdown)][1:])
    lines = markdown.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    keys: dict[str, str] = {}
    own = FreeSlugs()
    for part in _tree(markdown):
        first, after = part.map or (0, 0)
        written = "\n".join(lines[first:after])
        key = next(anchors) if part.type == "heading" else f"block-{_digest(written)}"
        keys[own.take(key)] = to_plain_text(written.replace("#", "") if part.type == "heading" else written)[:PREVIEW]
    return keys


def _tree(markdown: str) -> Sequence[SyntaxTreeNode]:
    return SyntaxTreeNode(tokens(markdown)).children


def _digest(written: str) -> str:
    return blake2b(" ".join(written.split()).encode(), digest_size=5).hexdigest()


def _nodes(part: SyntaxTreeNode, marks: tuple[str, ...]) -> list[Fields]:
    if part.type in _UNWRAPPED:
        return _below(part, marks)
    if part.type in _BLOCKS:
        return [_node("block", _BLOCKS[part.type], {}, _below(part, marks))]
    if part.type == "heading":
        return [_node("block", f"heading-{part.tag.removeprefix('h')}", {}, _below(part, marks))]
    if part.type in {"fence", "code_block"}:
        syntax: Fields = {"syntax": part.info.strip()} if part.info else {}
        return [_node("block", "code", syntax, [_text(part.content.removesuffix("\n"), ())])]
    if part.type == "html_block":
        return [_node("block", "html", {}, [_text(part.content.strip(), ())])]
    return _inline(part, marks)


def _inline(part: SyntaxTreeNode, marks: tuple[str, ...]) -> list[Fields]:
    if part.type in _MARKS:
        return _below(part, (*marks, _MARKS[part.type]))
    if part.type == "code_inline":
        return [_text(part.content, (*marks, "code"))]
    if part.type == "link":
        target: Fields = {"ref": {"kind": "url", "url": str(part.attrs.get("href", ""))}}
        return [_node("inline", "link", target, _below(part, marks))]
    if part.type == "image":
        picture: Fields = {"ref": {"kind": "url", "url": str(part.attrs.get("src", ""))}, "alt": part.content}
        return [_node("inline", "inline-image", picture, [])]
    if part.type in {"softbreak", "hardbreak"}:
        return [_text("\n", marks)]
    return [_text(part.content, marks)]  # words, and HTML as it was written


def _below(part: SyntaxTreeNode, marks: tuple[str, ...]) -> list[Fields]:
    return [node for child in part.children for node in _nodes(child, marks)]


def _node(kind: str, type_: str, data: Fields, nodes: list[Fields]) -> Fields:
    return {"object": kind, "type": type_, "data": data, "nodes": list(nodes)}


def _text(words: str, marks: Sequence[str]) -> Fields:
    carried: list[JsonValue] = [{"object": "mark", "type": mark} for mark in marks]
    return {"object": "text", "leaves": [{"object": "leaf", "text": words, "marks": carried}]}
