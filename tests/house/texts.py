"""Every text that a person can meet: those of the templates, and the strings of the code."""

import ast
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import NamedTuple

from jinja2 import Environment

from masthead.web.frame.fragment_cache import CacheTag
from masthead.web.http.settings import ROOT

ROOMS = ("blueprints", "masthead", "service")
SPOKEN = {"alt", "aria-label", "placeholder", "title"}
"""Attributes that a browser shows or reads aloud."""
SILENT = {"script", "style", "svg", "code"}
LEFT_OPEN = "…"
"""Stands for what is filled in."""
_WORD = re.compile(r"[A-Za-z]{2}")
_FILLED_IN = re.compile(r"%\(\w+\)s")
_ATTRIBUTE = re.compile(r"from:#|\baria-\w+=|^notice ")
_ENVIRONMENT = Environment(extensions=["jinja2.ext.i18n", CacheTag], autoescape=True)


class Text(NamedTuple):
    """`kind` is the element or the attribute that it is in; `string` for one of the code, or of an expression."""

    place: str
    line: int
    kind: str
    words: str


def all_texts() -> Iterator[Text]:
    for file in sorted((ROOT / "templates").rglob("*.html")):
        yield from texts_of_template(file.read_text(), str(file.relative_to(ROOT)))
    for room in ROOMS:
        for file in sorted((ROOT / room).rglob("*.py")):
            yield from texts_of_module(file.read_text(), str(file.relative_to(ROOT)))


def texts_of_template(source: str, place: str = "", *, untranslated: bool = False) -> Iterator[Text]:
    """Without those of an element that is put together of several parts by expressions.

    With `untranslated`, those alone that neither `_("…")` nor `{% trans %}` translates.
    """
    html, said, in_trans = "", LEFT_OPEN, False
    tokens = [each for each in _ENVIRONMENT.lex(source) if each[1] != "whitespace" or "\n" in each[2]]
    for place_in, (line, token, value) in enumerate(tokens):
        before = [each for _, kind, each in tokens[max(place_in - 8, 0) : place_in] if kind != "whitespace"]
        after = next((each for _, kind, each in tokens[place_in + 1 :] if kind != "whitespace"), "")
        if token == "string":
            words, called = ast.literal_eval(value), _is_called(before)
            if is_text(words) and not (untranslated and (called or _is_for_machines(words, before, after))):
                yield Text(place, line, "string", words)
            if called and before[-3].startswith("{{"):
                said = LEFT_OPEN if untranslated else _FILLED_IN.sub(LEFT_OPEN, words)
        if before[-1:] in (["{%"], ["{%-"]) and value in {"trans", "endtrans"}:
            in_trans = value == "trans"
        html += _as_html(token, value, said, left_out=in_trans and untranslated)
        said = LEFT_OPEN if token == "variable_end" else said
    parser = _Parser(place)
    parser.feed(html)
    found = (each for each in parser.found if _WORD.search(each.words))
    yield from (each for each in found if not (untranslated and _ATTRIBUTE.search(each.words)))


def _is_called(before: list[str]) -> bool:
    """Whether a string is a message: what `_` is given first, or one of the two that `ngettext` is given."""
    return before[-2:] in (["_", "("], ["ngettext", "("]) or (before[-4:-2] == ["ngettext", "("] and before[-1] == ",")


def _is_for_machines(words: str, before: list[str], after: str) -> bool:
    """Whether it is compared, looked up, or an attribute."""
    return bool(before[-1:] in (["=="], ["!="]) or after in {":", "in"} or _ATTRIBUTE.search(words))


def _as_html(token: str, value: str, said: str, *, left_out: bool) -> str:
    if token == "data" and not left_out:
        return value
    return said if token == "variable_end" else "\n" * value.count("\n")


def texts_of_module(source: str, place: str = "") -> Iterator[Text]:
    """Its strings, but for docstrings."""
    tree = ast.parse(source)
    statements = [each.value for each in ast.walk(tree) if isinstance(each, ast.Expr)]
    parts = [part for each in ast.walk(tree) if isinstance(each, ast.JoinedStr) for part in each.values]
    left_out = {id(each) for each in (*statements, *parts)}
    for node in ast.walk(tree):
        if id(node) not in left_out and (words := words_of(node)) and is_text(words):
            yield Text(place, getattr(node, "lineno", 0), "string", words)


def words_of(node: ast.AST) -> str:
    if isinstance(node, ast.JoinedStr):
        return "".join(str(each.value) if isinstance(each, ast.Constant) else LEFT_OPEN for each in node.values)
    return (
        _FILLED_IN.sub(LEFT_OPEN, node.value) if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
    )


def is_text(words: str) -> bool:
    return bool(_WORD.search(words)) and (" " in words.strip() or bool(re.match(r"[A-Z][a-z]", words)))


class _Parser(HTMLParser):
    def __init__(self, place: str) -> None:
        super().__init__()
        self._place, self._open = place, [""]
        self.found: list[Text] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._keep(*((name, value or "") for name, value in attrs if name in SPOKEN))
        if tag not in {"br", "hr", "img", "input", "link", "meta"}:
            self._open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag in self._open:
            while self._open.pop() != tag:
                pass

    def handle_data(self, data: str) -> None:
        if not SILENT & {*self._open} and data.strip():
            self._keep((self._open[-1], " ".join(data.split())))

    def _keep(self, *texts: tuple[str, str]) -> None:
        self.found += [Text(self._place, self.getpos()[0], kind, words) for kind, words in texts]
