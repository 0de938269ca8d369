"""In English that looks foreign, each page has its texts in brackets: what stands outside was not translated."""

import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element

import pytest
from flask import Flask

from tests.faults.hostile import Talk
from tests.house.routes import ACCESS, address_of
from tests.house.sources import modules, named, read
from tests.house.test_outage import FILES
from tests.house.test_texts_of_code import NOT_YET, ROOMS
from tests.house.texts import LEFT_OPEN, SPOKEN
from tests.house.texts_of_code import untranslated_texts
from tests.pages.document import Document, is_element, name_of
from tests.pages.pages import Pages
from tests.portals import PortalFor, session_of
from tests.wire import Wire
from tests.world import ALICE

WORD = re.compile(r"[A-Za-z]{2}")
FORMATTED = re.compile(
    r"\d{1,2} [A-Z][a-z]{2} \d{4}|\d\d:\d\d(:\d\d)?|\bUTC\b|just now|\d+ \w+s? ago"  # Babel writes these
    r"|https://|SHA-256|(\w\w:){9}\w\w.*|\S*@\S+|\bMasthead$"
    r"|[\w.-]+\.example\S*|\b(sponsored|legacy-\w+|unsigned\.\w+)"
)
SHORT = 3
SILENT = {"script", "style", "code", "textarea"}
NOT_PAGES = {*FILES, "certificates.monitor", "health.alive", "health.ready", "roster.sample", "static"}
NAMES = {
    "account.sessions": r"[A-Z][A-Za-z()/' -]+",  # places of time zones
    "coverage.choose": r"[A-Za-z (),’-]+",  # languages
    "coverage.choose_own": r"[A-Za-z (),’-]+",
    r"translations\..*": r"[A-Z][a-z]+(ese|ch|sh|an|an|ian)|Brazilian Portuguese|Chinese \(.*\)",
}
"""By page: what another language takes from tables of places and languages."""
STILL = (
    "Checked now|Can't be checked|Not checked|Any space|Contains the space|Home|Unlisted: 2|: Public 3.*|AI|Source|Slug"
    r"|Identity providers.*|Sites \(7\)|Spaces \(6\)|API specifications.*|4 members, 2 spaces ·|Masthead knows no .*"
    "|Members currently see .*|1 site has an address that .*|An https address that .*|True or false"
    "|Site space|Persons?|Sections?|Collections?|Change requests?"
)
"""Of modules that are still to be converted, made of more than one text there."""


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


def _written(element: Element) -> Iterator[str | None]:
    """The texts in it; None where another element begins or ends."""
    if is_element(element) and name_of(element) not in SILENT:
        yield element.text or ""
        for each in element:
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


def left_of(text: str, said: set[str], still: list[re.Pattern[str]]) -> str:
    """What of a text is neither of the API nor formatted, nor of code that is still to be converted."""
    text = " ".join(text.split())
    if any(each.fullmatch(text) for each in still):
        return ""
    text = FORMATTED.sub("", text)
    for words in sorted((each for each in said if each in text), key=len, reverse=True):
        text = text.replace(words, "")
    for each in still if WORD.search(text) else ():
        text = each.sub("", text) if len(each.pattern) > SHORT else text
    return text.strip() if WORD.search(text) else ""


def still_english() -> list[re.Pattern[str]]:
    texts = {
        each.words
        for file in modules(*ROOMS)
        if named(file).startswith(NOT_YET)
        for each in untranslated_texts(read(file), named(file))
        if WORD.search(each.words)
    }
    written = [".+?".join(map(re.escape, each.split(LEFT_OPEN))) for each in sorted(texts, key=len, reverse=True)]
    return [re.compile(each) for each in [*written, STILL]]


def addresses(app: Flask) -> Iterator[tuple[str, str]]:
    for page in ACCESS.keys() - NOT_PAGES:
        method, address = address_of(app, page)
        if method == "GET":
            yield page, address


@pytest.mark.exhaustive
def test_no_page_has_english_left(foreign: tuple[Pages, set[str]]) -> None:
    pages, said = foreign
    still, found, known = still_english(), set(), {""}
    for page, address in sorted(addresses(pages.app)):
        opened = pages.get(address)
        names = "|".join(names for of, names in NAMES.items() if re.fullmatch(of, page))
        for text in {*texts_outside(opened.document.root)} - known:
            known.add(text)  # what several pages show is looked at once
            left = left_of(text, said, still)
            if left and not (names and re.fullmatch(f"({names}|, )+", text.strip())):
                found.add((page, left, " ".join(text.split())[:90]))
    assert sorted(found) == []


PLANTED = {
    "<p>⟦Šîţééš⟧</p>": [],
    "<p>⟦Åšķ <a href='/'>ĥéŕé</a> ñööw⟧</p>": [],
    "<p>⟦Šîţééš⟧ as CSV</p>": ["as CSV"],
    "<p>Larkfield, 3 Apr 2023, 3 hours ago</p>": [],
    "<button title='Close' aria-label='⟦Çļööšé⟧'>×</button>": ["Close"],
}


@pytest.mark.parametrize(("planted", "left"), PLANTED.items())
def test_what_is_left_is_found(planted: str, left: list[str]) -> None:
    texts = texts_outside(Document(planted, part=True).root)
    assert [found for text in texts if (found := left_of(text, {"Larkfield"}, []))] == left
