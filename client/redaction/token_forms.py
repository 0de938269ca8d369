"""The forms in which an answer can carry an access token, and how a text is rid of them."""

from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil

from client.redaction.encodings import DecodedText, decode_ascii_escapes, decodings

REMOVED = "[removed]"
SHORTEST = 8
"""A shorter word occurs in many texts, and is no secret."""
MAX_FRAGMENT_LENGTH = 16
"""More consecutive characters of a token than this are never left."""
CASES = {ord(sign): ord(sign.lower()) for sign in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"}
FOLDED = CASES | {ord("-"): ord("+"), ord("_"): ord("/")}
"""Upper case as lower case, base64 for URLs as base64."""
FOLDED_BYTES = bytes(FOLDED.get(code, code) for code in range(256))
SKIPPED = bytes(code for code in range(256) if code <= ord(" ") or code > ord("~")) + b"\\nrtNRT"
"""Gaps and, since those are escaped in JSON, the letters of `\\n`, `\\r` and `\\t` wherever they are."""
BASE64 = frozenset("abcdefghijklmnopqrstuvwxyz0123456789+/")


@dataclass(frozen=True, slots=True)
class Form:
    """One encoding of the token, folded. `min_match` consecutive characters of it are a match.

    `ragged` says that the characters before and after a match hold a part of the token too.
    """

    text: str
    min_match: int
    ragged: bool = False

    def spans_in(self, text: str) -> Iterator[tuple[int, int]]:
        """Start and end of each match."""
        piece = max(
            1, self.min_match // 2
        )  # of any `least` characters one such piece, counted from the start, is whole
        for offset in range(0, len(self.text) - piece + 1, piece):
            at = text.find(self.text[offset : offset + piece])
            while at >= 0:
                start, end = self._extend_match(text, at, at + piece, offset)
                is_find = end - start >= self.min_match
                if is_find:
                    yield start, end
                at = text.find(self.text[offset : offset + piece], end if is_find else at + 1)

    def _extend_match(self, text: str, start: int, end: int, offset: int) -> tuple[int, int]:
        before, after = offset, offset + end - start
        while start > 0 and before > 0 and text[start - 1] == self.text[before - 1]:
            start, before = start - 1, before - 1
        while end < len(text) and after < len(self.text) and text[end] == self.text[after]:
            end, after = end + 1, after + 1
        return start, end


class TokenForms:
    """The encodings in which one token can stand in a text."""

    def __init__(self, token: str) -> None:
        raw, folded = token.encode("ascii", "replace"), token.translate(FOLDED)
        fragment = max(SHORTEST, min(MAX_FRAGMENT_LENGTH, len(token) * 2 // 3))
        # Base64 packs three bytes at a time: a token looks different by how many stand before it.
        cores = [_base64_core(raw, before) for before in range(3)]
        self._forms = [
            Form(folded, fragment),
            Form(raw.hex(), 2 * fragment),
            *(Form(core, min(len(core), ceil(fragment * 4 / 3)), ragged=True) for core in cores),
        ]
        half = min(MAX_FRAGMENT_LENGTH, len(token) // 2)
        anchors = [folded[:half], folded[-half:], *(_middle(form.text) for form in self._forms[1:])]
        self._anchors = [_without_gaps(anchor.encode("ascii", "replace")) for anchor in anchors]

    def may_occur_in(self, text: bytes) -> bool:
        """Whether a search is worth its time; cheap enough for every answer."""
        if self._has_anchor(text):
            return True
        plain = decode_ascii_escapes(text)
        return plain is not text and self._has_anchor(plain)

    def _has_anchor(self, text: bytes) -> bool:
        squeezed = _without_gaps(text)
        return any(anchor in squeezed for anchor in self._anchors)

    def redact(self, text: str) -> str:
        spans = sorted(span for reading in decodings(text) for span in self._spans(reading))
        parts, at = [], 0
        for start, end in spans:
            if start >= at:
                parts += [text[at:start], REMOVED]
            at = max(at, end)
        return "".join([*parts, text[at:]])

    def _spans(self, reading: DecodedText) -> Iterator[tuple[int, int]]:
        text = reading.characters.translate(FOLDED)
        for form in self._forms:
            for start, end in form.spans_in(text):
                before = (
                    form.ragged and start > 0 and text[start - 1] in BASE64 and reading.is_adjacent_to_next(start - 1)
                )
                after = form.ragged and end < len(text) and text[end] in BASE64 and reading.is_adjacent_to_next(end - 1)
                yield reading.starts[start - before], reading.ends[end - 1 + after]


def _base64_core(raw: bytes, before: int) -> str:
    """The characters that are the same whatever stands around it, with `before` bytes in front."""
    text = b64encode(b"\0" * before + raw).decode().rstrip("=")
    known_to_end = (before + len(raw)) % 3 == 0
    return text[(0, 2, 3)[before] : len(text) if known_to_end else -1].translate(FOLDED)


def _middle(text: str) -> str:
    at = max(0, len(text) // 2 - MAX_FRAGMENT_LENGTH)
    return text[at : at + 2 * MAX_FRAGMENT_LENGTH]


def _without_gaps(text: bytes) -> bytes:
    return text.translate(FOLDED_BYTES, SKIPPED)
