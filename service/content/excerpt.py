"""A few words of a text, around what was looked for."""

from collections.abc import Sequence

from service.content.index import words_of

MAX_LENGTH = 200
"""Characters."""

_BEFORE = 60


def excerpt(body: str, words: Sequence[str]) -> str:
    """A short text whole, else the part around the first of the words, with … where it was cut."""
    if len(body) <= MAX_LENGTH:
        return body
    start = 0
    for place, said in _places(body):
        if any(found.startswith(tuple(words)) for found in words_of(said)):
            start = 0 if place <= _BEFORE else body.index(" ", place - _BEFORE) + 1
            break
    end = start + MAX_LENGTH
    shown = body[start:end].rsplit(" ", 1)[0] if end < len(body) else body[start:]
    return f"{'…' if start else ''}{shown}{'…' if end < len(body) else ''}"


def _places(body: str) -> list[tuple[int, str]]:
    places, place = [], 0
    for said in body.split(" "):
        places.append((place, said))
        place += len(said) + 1
    return places
