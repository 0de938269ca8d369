"""In English that looks foreign, each page has its texts in brackets: what stands outside was not translated."""

import re
from collections.abc import Iterator
from itertools import chain
from xml.etree.ElementTree import Element

import pytest
from flask import Flask

from blueprints.sso.service_provider import DIALECTS
from tests.faults.hostile import Talk
from tests.house.routes import ACCESS, address_of
from tests.house.test_outage import FILES
from tests.house.texts import SPOKEN
from tests.loops import for_each
from tests.pages.document import Document, is_element, name_of
from tests.pages.pages import Pages
from tests.portals import PortalFor, session_of
from tests.wire import Wire
from tests.world import ALICE

WORD = re.compile(r"[A-Za-z]{2}")
FORMATTED = re.compile(
    r"\d{1,2} [A-Z][a-z]{2} \d{4}|\d\d:\d\d(:\d\d)?|\bUTC\b|\d+ \w+s? ago"  # Babel writes these
    r"|[\d.,]+ [kM]?B\b|\b(GET|POST|PUT|PATCH|DELETE) /"
    r"|https://|SHA-256|(\w\w:){9}\w\w.*|\S*@\S+|\bMasthead$"
    r"|[\w.-]+\.example\S*|\b(sponsored|legacy-\w+|unsigned\.\w+)"
)
MARKS = re.compile(r"[*_`#|<>\[\](){}\n]|^\s*(?:-|\d+\.) |^\s*(?:summary|title): ", re.MULTILINE)
SILENT = {"script", "style", "code", "textarea"}
FOR_MACHINES = {"certificates.monitor", "reminders.listing", "health.alive", "health.metrics", "health.ready"}
NOT_PAGES = FILES | FOR_MACHINES | {"roster.sample", "static"}
NAMES = {
    r"comment_forms\..*": "Two shippers .*…",  # the beginning of a comment
    "account.sessions": r"[A-Z][A-Za-z()/' -]+",  # places of time zones
    "coverage.choose": r"[A-Za-z (),’-]+",  # languages
    "coverage.choose_own": r"[A-Za-z (),’-]+",
    r"organization_files\..*": "JSON|YAML",
    "people.index": ".* and team_docs",  # words between titles come from Babel
    # what programs call themselves and their fields
    "sso_steps.service": "|".join(map(re.escape, filter(None, chain(*DIALECTS)))),
    r"structure\..*": r"visitor\.claims\.[\w.]+",  # a condition is code
    r"translations\..*": r"[A-Z][a-z]+(ese|ch|sh|an|an|ian)|Brazilian Portuguese|Chinese \(.*\)",
}
"""By page: what another language takes from tables of places and languages."""


def texts_outside(root: Element) -> Iterator[str]:
    """What stands outside brackets, by element; and attributes that have none."""
    depth, found = 0, ""
    for text in _written(root):
        if text is None:
            yield found
            found = ""
        else:
            for sign in text:
                depth += (sign == "⟦") - (sign == "⟧")
                found += sign if not depth and sign not in "⟦⟧" else ""
    yield found
    for each in root.iter():
        yield from (re.sub("⟦.*⟧", "", each.attrib[name], flags=re.DOTALL) for name in SPOKEN if name in each.attrib)


def translated_twice(root: Element) -> Iterator[str]:
    """What stands in brackets that hold nothing else than another text in brackets."""
    texts = ["".join(text or "" for text in _written(root))]
    texts += [each.attrib[name] for each in root.iter() for name in SPOKEN if name in each.attrib]
    for text in texts:
        begun, held = [0], [""]
        for place, sign in enumerate(text):
            if sign == "⟦":
                begun.append(place)
                held.append("")
                continue
            if sign == "⟧":
                begin = begun.pop()
                if held.pop().strip("~ \n") == "⟧":
                    yield text[begin : place + 1]
            held[-1] += sign


def _written(element: Element) -> Iterator[str | None]:
    """The texts in it; None where another element begins or ends."""
    if is_element(element) and name_of(element) not in SILENT:
        yield element.text or ""
        for each in element:
            if is_element(each) and name_of(each) == "wbr":  # a line may end there, and the text goes on
                yield each.tail or ""
                continue
            yield None
            yield from _written(each)
            yield None
            yield each.tail or ""


@pytest.fixture
def foreign(portal_for: PortalFor, wire: Wire) -> tuple[Pages, set[str]]:
    """Alice in a portal in the pseudo-locale, and what the API said so far."""
    said = {"Alice", "team_docs", "Carrier alliance", "drivers", "isCarrier", "true", "false"}

    def listen(talk: Talk) -> bool:
        answer = wire.told(talk)
        if answer.is_json:
            said.update(_strings(answer.get_json()))
        return wire.pass_on(talk)

    wire.faults["GET"] = listen
    app = portal_for(API_BASE_URL=wire.url, LANGUAGE="en-XA", FRESH_SECONDS=0)
    pages = Pages(app)
    pages.client.set_cookie(*session_of(app, ALICE))
    return pages, said


def _strings(value: object) -> Iterator[str]:
    if isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _strings(each)
    elif isinstance(value, str) and len(value) > 1:
        yield value
        if MARKS.search(
            value
        ):  # a document: whole, as in a title, and its lines, without the marks of Markdown and YAML
            yield " ".join(MARKS.sub("", value).split())
            yield from (part for each in MARKS.split(value) if len(part := each.strip(" .")) > 1)


def left_of(text: str, said: set[str]) -> str:
    """What of a text is neither of the API nor formatted."""
    text = FORMATTED.sub("", " ".join(text.split()))
    for words in sorted((each for each in said if each in text), key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(words)}(?!\w)", "", text)
    return text.strip() if WORD.search(text) else ""


def addresses(app: Flask) -> Iterator[tuple[str, str]]:
    for page in ACCESS.keys() - NOT_PAGES:
        method, address = address_of(app, page)
        if method == "GET":
            yield page, address


@pytest.mark.exhaustive
def test_no_page_has_english_left(foreign: tuple[Pages, set[str]]) -> None:
    pages, said = foreign
    found, known = set(), {""}
    for page, address in sorted(addresses(pages.app)):
        opened = pages.get(address)
        names = "|".join(names for of, names in NAMES.items() if re.fullmatch(of, page))
        for text in {*texts_outside(opened.document.root)} - known:
            known.add(text)  # what several pages show is looked at once
            left = left_of(text, said)
            if left and not (names and re.fullmatch(f"({names}|, )+", text.strip())):
                found.add((page, left, " ".join(text.split())[:90]))
        found.update((page, "twice", text) for text in translated_twice(opened.document.root))
    assert sorted(found) == []


PLANTED = {
    "<p>⟦Šîţééš⟧</p>": [],
    "<p>⟦Åšķ <a href='/'>ĥéŕé</a> ñööw⟧</p>": [],
    "<p>⟦Šîţééš⟧ as CSV</p>": ["as CSV"],
    "<p>Larkfield, 3 Apr 2023, 3 hours ago</p>": [],
    "<button title='Close' aria-label='⟦Çļööšé⟧'>×</button>": ["Close"],
}


@for_each("planted, left", PLANTED.items())
def test_what_is_left_is_found(planted: str, left: list[str]) -> None:
    texts = texts_outside(Document(planted, part=True).root)
    assert [found for text in texts if (found := left_of(text, {"Larkfield"}))] == left


TWICE = {
    "<p>⟦Šîţééš⟧</p>": [],
    "<p>⟦⟦Šîţéé⟧ åñð ⟦ļîîñķš⟧⟧</p>": [],
    "<p>⟦Šååvé ⟦þŕööƒîļé⟧⟧</p>": [],
    "<p>⟦⟦Šîţééš⟧~~~⟧</p>": ["⟦⟦Šîţééš⟧~~~⟧"],
    "<a title='⟦⟦Šîţééš⟧⟧'>1</a>": ["⟦⟦Šîţééš⟧⟧"],
}


@for_each("planted, found", TWICE.items())
def test_what_is_translated_twice_is_found(planted: str, found: list[str]) -> None:
    assert list(translated_twice(Document(planted, part=True).root)) == found
