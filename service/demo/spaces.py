"""Writes a space of the demo world, with the pages and files in its folder."""

import hashlib
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from pydantic_core import from_json
from sqlalchemy import Connection

from service.content.drafts import arrange_drafts, read_folder
from service.content.files import Attachment
from service.content.leaves import Leaf
from service.content.spaces import add_space
from service.storage.documents import text

HERE = Path(__file__).parent


def add_demo_space(connection: Connection, organization_id: str, space: dict[str, Any]) -> None:
    """`space` is one of a data file."""
    name = space["id"].removeprefix("space_")
    given = {
        "organization": organization_id,
        "revision": f"revision_{name}_1",
        "updatedAt": space["createdAt"],
        **space,
    }
    folder = HERE / "content" / space["id"]
    pages = add_page_fields(arrange_drafts(read_folder(folder, f"page_{name}"), space["createdAt"]))
    files = [
        Attachment(file.name, file.read_bytes(), f"file_{name}_{file.stem}") for file in sorted(folder.glob("files/*"))
    ]
    commit = _page_fields()["commits"].get(space["id"])
    git = None
    if commit is not None:
        pages, git = [_in_repository(page) for page in pages], _commit(commit)
        files = [replace(file, git=_pointer(file.content, f"docs/files/{file.name}")) for file in files]
    add_space(connection, given, pages, space["createdAt"], files, git)


def add_page_fields(pages: list[Leaf]) -> list[Leaf]:
    """Add the fields that the data file has for some pages."""
    said = _page_fields()["fields"]
    return [page.with_fields(**said[page.id]) if page.id in said else page for page in pages]


@cache
def _page_fields() -> dict[str, Any]:
    fields: dict[str, Any] = from_json((HERE / "pages.json").read_bytes())
    return fields


def _in_repository(page: Leaf) -> Leaf:
    written = f"# {page.title}\n\n_{page.description}_\n\n{page.markdown}\n"
    return replace(page, git=_pointer(written.encode(), f"docs/{page.path}.md"))


def _pointer(content: bytes, path: str) -> str:
    return text({"oid": _oid("blob", content), "path": path})


def _commit(said: dict[str, str]) -> str:
    oid = _oid("commit", said["message"].encode())
    return text({"oid": oid, "createdByService": False, **said, "url": said["url"] + oid})


def _oid(kind: str, content: bytes) -> str:
    # As Git names what it keeps; nothing is guarded by it.
    return hashlib.sha1(f"{kind} {len(content)}\0".encode() + content, usedforsecurity=False).hexdigest()
