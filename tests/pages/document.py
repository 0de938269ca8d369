"""An HTML document as a tree that can be asked, and what is wrong with how it is written."""

import re
from collections.abc import Iterator
from functools import cached_property
from xml.etree.ElementTree import Element

from tests.pages import markup

NAME = re.compile(r"({[^}]*})?[\w-]+")


class Document:
    """A parsed page, or a part of one. `errors` are what `markup` finds wrong."""

    def __init__(self, html: str, *, part: bool = False) -> None:
        """`part` for what htmx puts into a page: its roots stand beneath an element without a meaning."""
        if part:
            roots, self.errors = markup.read_part(html)
            self.root = Element("html")
            self.root.extend(roots)
        else:
            self.root, self.errors = markup.read(html)

    @cached_property
    def parents(self) -> dict[Element, Element]:
        """The parent of each element."""
        return {child: parent for parent in self.root.iter() for child in parent}

    @cached_property
    def _elements(self) -> list[tuple[str, Element]]:
        return [(name_of(each), each) for each in self.root.iter() if is_element(each)]

    def all(self, *names: str) -> list[Element]:
        """The elements of these names, or all, in document order."""
        return [each for name, each in self._elements if not names or name in names]

    def with_attribute(self, name: str, value: str | None = None) -> list[Element]:
        """The elements that have this attribute, with this value if one is given."""
        return [each for each in self.all() if name in each.attrib and value in {None, each.get(name)}]

    @cached_property
    def by_id(self) -> dict[str, Element]:
        """The elements that have an id, by it."""
        return {each.attrib["id"]: each for each in self.with_attribute("id")}

    def around(self, element: Element) -> Iterator[Element]:
        """What the element stands in, from the inside out."""
        while element in self.parents:
            element = self.parents[element]
            yield element

    def put_in_place_of(self, target: Element, part: "Document") -> None:
        """Swap an element for the only root of a part, as htmx does with `outerHTML`, and what swaps beside it."""
        (root,) = part.root
        swaps = {target: root}
        for each in part.with_attribute("hx-swap-oob"):
            part.parents[each].remove(each)
            swaps |= {self.by_id[name]: each for name in [each.attrib["id"]] if name in self.by_id}
        for before, after in swaps.items():
            parent = self.parents[before]
            parent[list(parent).index(before)] = after
        for cached in ("parents", "by_id", "_elements"):
            self.__dict__.pop(cached, None)


def name_of(element: Element) -> str:
    """The name of an element without its namespace: SVG's have one."""
    return str(element.tag).rpartition("}")[2]


def is_element(node: Element) -> bool:
    """Whether it is one; a comment stands in the tree too, and has a function for its name."""
    return NAME.fullmatch(str(node.tag)) is not None


def text_of(element: Element) -> str:
    """The text of an element and of all that is in it, with single spaces."""
    return " ".join("".join(element.itertext()).split())


def read_aloud(document: Document, element: Element) -> str:
    """What a screen reader calls an element: its label or, without one, its content."""
    if label := element.get("aria-label", "").strip():
        return label
    if ids := element.get("aria-labelledby", "").split():
        return " ".join(text_of(document.by_id[each]) for each in ids if each in document.by_id)
    parts = [element.text or ""]
    for child in element:
        if is_element(child) and child.get("aria-hidden") != "true":
            parts.append(read_aloud(document, child))
        parts.append(child.tail or "")
    return " ".join("".join(parts).split())
