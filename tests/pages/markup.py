"""HTML as browsers read it: a tree, and what is wrong with how it is written."""

from collections.abc import Iterator
from itertools import zip_longest
from typing import Any, NamedTuple, TypeAlias
from xml.etree.ElementTree import Comment, Element

import turbohtml
from turbohtml import TokenType
from turbohtml.treebuild import parse_into

VOID = frozenset(["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"])
HTML = "http://www.w3.org/1999/xhtml"
Handle: TypeAlias = "Element[Any] | str | None"
"""What stands for a node while the tree is made: an element, a text, or nothing."""


class Written(NamedTuple):
    """An element as it is written: in how many others, and where."""

    name: str
    depth: int
    line: int


class _Builder:
    """Makes an ElementTree of what the parser finds. Elements of HTML have no namespace, those of SVG theirs."""

    def __init__(self) -> None:
        self.has_doctype = False

    def create_document(self) -> Handle:
        return Element("document")

    def create_doctype(self, name: str, public_id: str | None, system_id: str | None) -> Handle:
        self.has_doctype = (name, public_id, system_id) == ("html", None, None)
        return None

    def create_element(self, name: str, namespace: str, attrs: tuple[tuple[str, str | None], ...]) -> Handle:
        attributes = {key: value or "" for key, value in attrs}
        return Element(name if namespace == HTML else f"{{{namespace}}}{name}", attributes)

    def create_text(self, data: str) -> Handle:
        return data

    def create_comment(self, data: str) -> Handle:
        return Comment(data)

    def create_pi(self, target: str, data: str) -> Handle:
        return Comment(f"?{target} {data}")

    def append(self, parent: Handle, child: Handle) -> None:
        assert isinstance(parent, Element)
        if isinstance(child, str):
            if len(parent):
                parent[-1].tail = (parent[-1].tail or "") + child
            else:
                parent.text = (parent.text or "") + child
        elif child is not None:
            parent.append(child)


def read(html: str) -> tuple[Element, list[str]]:
    """The root of a page, and what is wrong with how it is written, each with its line.

    That is what the standard calls wrong, and an element that does not end, or does not stay, where it is written.
    """
    builder = _Builder()
    document = parse_into(html, builder)
    assert isinstance(document, Element)
    (root,) = document.iterfind("html")  # the parser makes one where there is none
    errors = [] if builder.has_doctype else ["there is no doctype"]
    errors += [f"line {each.line}: {each.code}" for each in turbohtml.parse(html).errors]
    written: list[Written] = []
    errors += _not_closed(html, written)
    return root, errors or _moved(root, written)


def read_part(html: str) -> tuple[list[Element], list[str]]:
    """The same of what htmx puts into a page: its outermost elements."""
    root, errors = read(f"<!doctype html><html><head></head><body>{html}</body></html>")
    return list(root[-1]), errors


def _not_closed(html: str, written: list[Written]) -> Iterator[str]:
    """What does not end where it should. `written` gets all elements in their order."""
    around: list[Written] = []
    for token in turbohtml.tokenize(html):
        if token.type is TokenType.START_TAG:
            written.append(Written(token.tag or "", len(around), token.line))
            if not token.self_closing and (token.tag not in VOID or _in_picture(around)):
                around.append(written[-1])
        elif token.type is TokenType.END_TAG:
            if token.tag not in {each.name for each in around}:
                yield f"line {token.line}: </{token.tag}> closes nothing"
                continue
            while (last := around.pop()).name != token.tag:
                yield f"line {last.line}: <{last.name}> is not closed"
    yield from (f"line {each.line}: <{each.name}> is not closed" for each in around)


def _in_picture(around: list[Written]) -> bool:
    return any(each.name == "svg" for each in around)


def _moved(root: Element, written: list[Written]) -> list[str]:
    """The first element that a browser puts, or makes, elsewhere than where it is written."""
    for found, wanted in zip_longest(_in_order(root), written):
        if wanted is None:
            return [f"<{found[0]}> is not written"]
        if found != (wanted.name, wanted.depth):
            return [f"line {wanted.line}: <{wanted.name}> does not stay where it is written"]
    return []


def _in_order(root: Element) -> Iterator[tuple[str, int]]:
    left = [(root, 0)]
    while left:
        element, depth = left.pop()
        if isinstance(element.tag, str):  # no comment
            yield element.tag.rpartition("}")[2].lower(), depth
        if element.tag != "noscript":  # where scripts run, what is in it is no elements
            left += [(child, depth + 1) for child in reversed(element)]
