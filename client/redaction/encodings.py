"""Text as a reader decodes it: without escapes and gaps, and where each character of it comes from."""

import re
from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import unescape
from io import StringIO

ESCAPE = re.compile(
    r"""
    \\+u(?P<json>[0-9a-fA-F]{4})
    | (?:\\+x|%(?:25)*)(?P<hex>[0-9a-fA-F]{2})
    | &(?:amp;)*(?P<html>\#[0-9]{1,7}|\#[xX][0-9a-fA-F]{1,6}|[a-zA-Z]{2,8});?
    | (?P<gap>\\+[nrtbfv]|</?[a-zA-Z][^<>]{0,40}>)
    | \\+(?P<plain>.)
    """,
    re.VERBOSE | re.DOTALL,
)
HIDDEN = {
    b"\\": rb"\\(?:u(?:00(?P<json>[2-7][0-9a-fA-F])|00[0189][0-9a-fA-F]|00[aA][0dD]|200[0-9a-fA-F]|202[89a-fA-F]"
    rb"|20[56][0-9a-fA-F]|[fF][eE][fF][fF])|x(?P<hex>[2-7][0-9a-fA-F]))",
    b"%": rb"%(?:25)*(?P<hex>[2-7][0-9a-fA-F])",
    b"&": rb"&(?:amp;)*#(?:0*(?P<decimal>[0-9]{2,3})|[xX]0*(?P<hex>[2-7][0-9a-fA-F]));?",
    b"<": rb"</?[a-zA-Z][^<>]{0,40}>",
    b"\0": rb"\0+",  # UTF-16
}
"""What hides a token from a search: escapes of its characters, and what nobody sees between them; by its first byte."""
HIDDEN_PATTERNS = {mark: re.compile(pattern) for mark, pattern in HIDDEN.items()}
SPACE = " "


@dataclass(frozen=True, slots=True)
class DecodedText:
    """The visible characters of a text, and where each begins and ends in it: as bare numbers, since there are many."""

    characters: str
    starts: "array[int]"
    ends: "array[int]"

    def is_adjacent_to_next(self, number: int) -> bool:
        """Whether nothing hidden stands between character `number` and the next."""
        return self.ends[number] == self.starts[number + 1]


def decodings(text: str) -> Iterator[DecodedText]:
    """The text as it is and, if it has escapes, decoded."""
    yield _visible_text((sign, at, at + 1) for at, sign in enumerate(text))
    if ESCAPE.search(text):
        yield _visible_text(_decoded(text))


def decode_ascii_escapes(text: bytes) -> bytes:
    """The same object where nothing is escaped."""
    # NUL bytes first: in UTF-16 they stand between all characters, those of escapes included.
    for mark, pattern in reversed(HIDDEN_PATTERNS.items()):
        if mark in text:  # this is much faster than a search for a pattern
            text = _without_hidden(pattern, text)
    return text


def _without_hidden(pattern: re.Pattern[bytes], text: bytes) -> bytes:
    """What `pattern.sub` would give, which keeps an object for each match until the last one is found."""
    plain, at = bytearray(), 0
    for found in pattern.finditer(text):
        plain += text[at : found.start()]
        if name := found.lastgroup:
            plain.append(int(found[name], 10 if name == "decimal" else 16) & 0x7F)
        at = found.end()
    return text if at == 0 else bytes(plain + text[at:])


def _visible_text(signs: Iterable[tuple[str, int, int]]) -> DecodedText:
    characters, starts, ends = StringIO(), array("L"), array("L")
    for sign, start, end in signs:
        if sign != SPACE and sign.isprintable():
            characters.write(sign)
            starts.append(start)
            ends.append(end)
    return DecodedText(characters.getvalue(), starts, ends)


def _decoded(text: str) -> Iterator[tuple[str, int, int]]:
    at = 0
    for found in ESCAPE.finditer(text):
        yield from ((text[place], place, place + 1) for place in range(at, found.start()))
        at = found.end()
        yield _character(found), *found.span()
    yield from ((text[place], place, place + 1) for place in range(at, len(text)))


def _character(found: re.Match[str]) -> str:
    name = found.lastgroup or ""
    value = found[name]
    match name:
        case "json" | "hex":
            return chr(int(value, 16))
        case "html":
            return unescape(f"&{value};")[:1] or SPACE
        case "plain":
            return value
        case _:
            return SPACE
