"""Rules of a page as a whole: one title, one h1, ids that are there once, and references that lead somewhere."""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from xml.etree.ElementTree import Element

from tests.pages.document import Document, name_of, read_aloud, text_of

LISTS_OF_IDS = ("aria-describedby", "aria-labelledby", "aria-controls", "aria-owns", "headers")
SELECTORS = ("hx-target", "hx-indicator", "hx-include", "hx-select")
REFERRING = {*LISTS_OF_IDS, *SELECTORS, "for", "href", "hx-trigger"}
BLOCKS = ("div", "p", "ul", "ol", "dl", "table", "details", "form", "fieldset", "section", "pre", "h1", "h2", "h3")
OF_WORDS = {"span", "p", "strong", "b", "em", "i", "code", "small", "label", "button", "h1", "h2", "h3"}
"""They hold phrasing content alone: https://html.spec.whatwg.org/#phrasing-content."""
LEAKS = re.compile(r"\bMISSING\b|\bUndefined\b|<bound method|<function | object at 0x|\{\{|\{%")


def parses(document: Document) -> Iterator[str]:
    """HTML5 without a parse error."""
    yield from document.errors


def has_one_of_each(document: Document) -> Iterator[str]:
    """A language, a title of the page's own words, one h1, one main, one panel of caveats, headings without gaps."""
    if not document.root.get("lang"):
        yield "html has no language"
    titles = [text_of(each) for each in document.all("title") if name_of(document.parents[each]) == "head"]
    if len(titles) != 1 or not re.match(r"\S.* · Masthead$", titles[0]):
        yield f"the title is {titles}"
    for name in ("h1", "main"):
        found = document.all(name)
        if len(found) != 1 or not text_of(found[0]):
            yield f"there are {len(found)} filled {name}"
    if (panels := sum("cannot-see" in each.get("class", "").split() for each in document.all("details"))) > 1:
        yield f"there are {panels} panels of what Masthead can't see"
    levels = [int(name_of(each)[1]) for each in document.all("h1", "h2", "h3", "h4", "h5", "h6")]
    yield from (f"h{after} follows h{before}" for before, after in pairwise(levels) if after > before + 1)


def stands_where_html_allows(document: Document) -> Iterator[str]:
    """No block is in what holds words alone, and only what is typed or chosen from a list has autocomplete."""
    for block in document.all(*BLOCKS):
        around = [name_of(each) for each in document.around(block)]
        yield from (f"a {name_of(block)} is in a {each}" for each in around if each in OF_WORDS)
    for box in document.all("input"):
        if box.get("type") in {"checkbox", "radio"} and "autocomplete" in box.attrib:
            yield f"the {box.attrib['type']} {box.get('name')!r} has autocomplete"


def ids_are_unique(document: Document) -> Iterator[str]:
    """Each id is there once, and can be written in a selector."""
    ids = [each.attrib["id"] for each in document.with_attribute("id")]
    yield from (f"id {each!r} is there {count} times" for each, count in Counter(ids).items() if count > 1)
    yield from (f"id {each!r} is not a plain word" for each in ids if not re.fullmatch(r"[A-Za-z][\w-]*", each))


def references_lead_somewhere(document: Document) -> Iterator[str]:
    """What names an id, in ARIA, a label, a link or htmx, names one of this page."""
    for element in document.all():
        for attribute, each in _references(element):
            if each not in document.by_id:
                yield f"{name_of(element)} {attribute} names {each!r}, which is not there"


def _references(element: Element) -> Iterator[tuple[str, str]]:
    if element.attrib.keys().isdisjoint(REFERRING):
        return
    for attribute in LISTS_OF_IDS:
        yield from ((attribute, each) for each in element.get(attribute, "").split())
    if name_of(element) == "label" and "for" in element.attrib:
        yield "for", element.attrib["for"]
    if name_of(element) == "a" and element.get("href", "").startswith("#"):
        yield "href", element.attrib["href"][1:]
    for attribute in SELECTORS:
        yield from ((attribute, each) for each in re.findall(r"#([\w-]+)", element.get(attribute, "")))
    yield from (("hx-trigger", each) for each in re.findall(r"from:#([\w-]+)", element.get("hx-trigger", "")))


def reads_well(document: Document) -> Iterator[str]:
    """What can be used or jumped to has a name, and no program's word stands in the text."""
    for element in document.all("a", "button", "summary", "fieldset", "section", "nav", "table", "svg", "img"):
        yield from _named(document, element)
    for element in document.all("th"):
        if element.get("scope") not in {"col", "row", "rowgroup"}:
            yield f"the head cell {text_of(element)!r} has no scope"
    body = document.all("body") or [document.root]
    yield from (f"the text has {found[0]!r}" for found in LEAKS.finditer(text_of(body[0])))


def _named(document: Document, element: Element) -> Iterator[str]:
    name = name_of(element)
    if name in {"a", "button", "summary"} and not read_aloud(document, element):
        yield f"a {name} has no name: {element.attrib}"
    if name == "fieldset" and not any(name_of(child) == "legend" and text_of(child) for child in element):
        yield f"a fieldset has no legend: {element.attrib}"
    if name in {"section", "nav"} and not ("aria-label" in element.attrib or "aria-labelledby" in element.attrib):
        yield f"a {name} has no label"
    if name == "table" and not document.all("th"):
        yield "a table has no head"
    named = element.get("role") == "img" and element.get("aria-label")
    if name == "svg" and element.get("aria-hidden") != "true" and not named:
        yield "a picture is neither hidden nor named"
    if name == "img" and "alt" not in element.attrib:
        yield "an image has no alt"
