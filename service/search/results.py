"""Search results as the API answers them: pages, with their matching sections."""

from collections.abc import Sequence
from typing import Any

from pydantic_core import from_json
from sqlalchemy import Row

from service.content.addresses import page_address
from service.content.excerpt import excerpt
from service.search.pages import Search
from service.storage.documents import extended, serialize

MAX_SECTIONS = 5
"""Sections of a page that an answer shows."""


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
