"""Search results as the API answers them: pages, with their matching sections and an excerpt around the words."""

from collections.abc import Sequence
from typing import Any

from pydantic_core import from_json
from sqlalchemy import Row

from service.content.index import words_of
from service.content.links import page_address
from service.search.pages import Search
from service.storage.documents import extended, serialize

MAX_LENGTH = 200
"""Characters."""

_BEFORE = 60

MAX_SECTIONS = 5
"""Sections of a page that an answer shows."""


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


def found_page(search: Search, space_id: str, page_id: str, parts: Sequence[Row[Any]]) -> str:
    """`parts` are the rows of its passages, best first."""
    said = from_json(parts[0].document)
    fields = {"id": page_id, "title": said["page"], "path": said["path"]}
    sections = ",".join(_section(search, space_id, part) for part in parts[:MAX_SECTIONS])
    address = page_address(search.organization, space_id, said["path"])
    return extended(serialize(fields, {"urls": {"app": address}}), sections=f"[{sections}]")


def _section(search: Search, space_id: str, part: Row[Any]) -> str:
    """Text before the first heading uses the id and title of the page."""
    said = from_json(part.document)
    path = f"{said['path']}#{part.section}" if part.section else said["path"]
    body = excerpt(said["body"], search.words)
    fields = {"id": part.section or part.page, "title": said["title"] or said["page"], "path": path, "body": body}
    return serialize(fields, {"urls": {"app": page_address(search.organization, space_id, path)}})
