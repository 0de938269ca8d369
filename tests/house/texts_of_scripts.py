"""The texts of scripts that do not go through gettext, but for those that nobody sees."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from babel.messages.jslexer import Token, tokenize, unquote_string

from tests.house.texts import LEFT_OPEN, Text, is_text

OF_GETTEXT = {"gettext": 1, "ngettext": 2}
"""How many texts each is given first."""
FOR_MACHINES = {
    *("CustomEvent", "DOMParser", "Event", "add", "addEventListener", "closest", "escape", "getAttribute"),
    *(
        "getElementById",
        "hasAttribute",
        "import",
        "includes",
        "matchMedia",
        "matches",
        "parseFromString",
        "querySelector",
    ),
    *("querySelectorAll", "removeAttribute", "toggle", "trigger"),
}
"""Functions whose words nobody sees."""
BY_POSITION = {"setAttribute"}
"""Functions whose first words nobody sees."""
NOT_WORDS = re.compile(
    r"use strict|noopener noreferrer|; secure|.*=.*; .*"
    r"|Arrow\w+|Enter|Escape|Home|End|Page(Up|Down)|Tab|HX-\w+|[\w-]+/[\w-]+"
    r"|#main > .*|innerHTML \w+:true"
)
"""A directive, what a link may do, cookies, names of keys, headers, kinds of files; how htmx swaps."""
SHOWN = {"ariaLabel", "placeholder", "textContent", "title"}
"""What is assigned to one of them is seen, be it a single word."""
_OPEN = re.compile(r"\$\{[^}]*\}")
_WORD = re.compile(r"[A-Za-z]{2}")


class _Around(NamedTuple):
    """What a bracket opened: the name before it, and how many commas are within so far."""

    name: str
    commas: int


def untranslated_texts(source: str, place: str = "") -> Iterator[Text]:
    around, shown = [_Around("", 0)], False
    tokens = _tokens(source)
    for number, token in enumerate(tokens):
        before = [each.value for each in tokens[max(number - 2, 0) : number]]
        if token.value in {"(", "[", "{"}:
            around.append(_Around(before[-1] if token.value == "(" and before else "", 0))
        elif token.value in {")", "]", "}"}:
            around.pop()
        elif token.value == ",":
            around[-1] = _Around(around[-1].name, around[-1].commas + 1)
        shown = token.value != ";" and (shown or (token.value == "=" and before[-1] in SHOWN))
        words = words_of(token)
        if (is_text(words) or (shown and _WORD.search(words))) and not _is_elsewhere(words, before, around[-1]):
            yield Text(place, token.lineno, "string", words)


def messages(source: str) -> Iterator[str]:
    """What is given to gettext. Raises AssertionError where that isn't a text as it is."""
    tokens = _tokens(source)
    for number, token in enumerate(tokens):
        if token.value in OF_GETTEXT and tokens[number - 1].value != "function":
            for place in range(OF_GETTEXT[token.value]):
                message, behind = tokens[number + 2 + 2 * place : number + 4 + 2 * place]
                assert message.type == "string", f"line {message.lineno}"
                assert behind.value in {",", ")"}, f"line {message.lineno}"
                yield unquote_string(message.value)


def words_of(token: Token) -> str:
    if token.type == "string":
        return unquote_string(token.value)
    return _OPEN.sub(LEFT_OPEN, token.value[1:-1]) if token.type == "template_string" else ""


def _tokens(source: str) -> list[Token]:
    return [
        each
        for each in tokenize(source, jsx=False, dotted=False)
        if each.type not in {"linecomment", "multilinecomment"}
    ]


def _is_elsewhere(words: str, before: list[str], around: _Around) -> bool:
    """Whether gettext has it, or what is around it says that nobody sees it."""
    is_message = around.commas < OF_GETTEXT.get(around.name, 0)
    is_given = around.name in FOR_MACHINES or (around.name in BY_POSITION and not around.commas)
    is_compared = before in (["==", "="], ["!=", "="])  # as Babel reads three of them
    is_class = before in (["class", ":"], ["className", "="])
    return is_message or is_given or is_compared or is_class or bool(NOT_WORDS.fullmatch(words))
